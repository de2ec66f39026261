package daemon

import (
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/config"
	"ppamaild/daemon/timers"
	"ppamaild/quote"
	"ppamaild/store"
)

// during gives the agency business hours.
func during(t *testing.T, text string) func(*Options) {
	t.Helper()
	hours, err := config.ParseBusinessHours(text)
	if err != nil {
		t.Fatal(err)
	}
	return func(o *Options) { o.Config.Agency.BusinessHours = hours }
}

// escalates has someone who is not asked first.
func escalates(o *Options) { o.Config.Review.EscalateTo = []string{"owner@agency.test"} }

func (o *offline) clockOf(day, clock string) time.Time {
	o.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", day+" "+clock, o.Location)
	o.must(err)
	return at
}

// Staff get no reminders outside business hours: the age of a review counts in business hours.
func TestStaffAreRemindedAndEscalatedPastInBusinessHours(t *testing.T) {
	o := newOffline(t, during(t, "Mon-Fri 09:00-17:00"), escalates)
	thread := o.toAlice().Thread // on Friday, 20 November, at seven
	for _, step := range []struct {
		day, clock       string
		reminded, beyond int
	}{
		{"2026-11-20", "12:59", 0, 0}, {"2026-11-20", "13:00", 1, 0}, // four hours from nine
		{"2026-11-22", "12:00", 1, 0}, {"2026-11-24", "17:00", 1, 0}, // 24 hours are three days at work
		{"2026-11-25", "08:59", 1, 0}, {"2026-11-25", "09:00", 1, 1},
	} {
		o.passes(o.clockOf(step.day, step.clock))
		if r, e := o.noted(thread, "reminder"), o.noted(thread, "escalation"); r != step.reminded || e != step.beyond {
			t.Errorf("%s, %s: %d reminders, %d escalations, want %d, %d", step.day, step.clock, r, e, step.reminded, step.beyond)
		}
	}
}

// A week in which the clocks are changed has business hours as any other.
func TestEscalationOverAChangeOfTheClocks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ asked, escalated string }{
		{"2026-10-30 15:00", "2026-11-04 15:00"}, {"2026-03-06 15:00", "2026-03-11 15:00"}, {"2028-02-28 15:00", "2028-03-02 15:00"},
	} {
		o := newOffline(t, during(t, "Mon-Fri 09:00-17:00"), escalates)
		day, clock, _ := strings.Cut(c.asked, " ")
		o.leaps(o.clockOf(day, clock).Sub(o.at))
		o.passes(o.at)
		thread := o.toAlice().Thread
		day, clock, _ = strings.Cut(c.escalated, " ")
		o.passes(o.clockOf(day, clock).Add(-time.Minute))
		before := o.noted(thread, "escalation")
		if o.passes(o.clockOf(day, clock)); before != 0 || o.noted(thread, "escalation") != 1 {
			t.Errorf("asked at %s: %d escalations before %s, %d then", c.asked, before, c.escalated, o.noted(thread, "escalation"))
		}
	}
}

// The agent writes to customers only in business hours, even if the server deferred the mail
// until after closing. Answers from staff wait for no hour.
func TestCustomersAreRemindedInBusinessHours(t *testing.T) {
	o, thread := waiting(t, during(t, "Mon-Fri 09:00-17:00")) // asked on Friday at seven, and answered
	if due := o.timers(thread)[timers.CustomerReminder]; !due.Equal(o.clockOf("2026-11-23", "09:00")) {
		t.Fatalf("the reminder is due at %s", due.In(o.Location))
	}
	o.passes(o.clockOf("2026-11-23", "16:59"))
	var id uint64
	o.must(o.Store.View(t.Context(), func(tx store.Tx) error {
		return tx.MailByStatus(store.MailQueued, func(m store.Mail) bool {
			if m.Purpose == store.PurposeReminder {
				id = m.ID
			}
			return true
		})
	}))
	o.passes(o.clockOf("2026-11-23", "17:00")) // the server was away until now
	o.sends()
	m := o.mail(id)
	if m.Status != store.MailQueued || !m.NextAt.Equal(o.clockOf("2026-11-24", "09:00")) || !strings.Contains(m.LastError, "business hours") {
		t.Errorf("after hours it is %s, next at %s: %s", m.Status, m.NextAt.In(o.Location), m.LastError)
	}
	o.passes(o.clockOf("2026-11-24", "09:00"))
	if o.sends(); len(o.toCustomers(store.PurposeReminder)) != 1 {
		t.Errorf("in the morning it is %s: %s", o.mail(id).Status, o.mail(id).LastError)
	}
	o.passes(o.clockOf("2026-12-04", "16:59"))
	o.sends()
	if got := o.status(thread); got != store.ThreadExpired || len(o.toCustomers(store.PurposeClose)) != 1 {
		t.Errorf("two weeks after it was asked, on a Friday, it is %s, with %d closes", got, len(o.toCustomers(store.PurposeClose)))
	}
}

// Who answers while the reminder waits for the morning is not reminded.
func TestReminderThatWaitsForTheMorningIsWithdrawn(t *testing.T) {
	t.Parallel()
	o, thread := waiting(t, during(t, "Mon-Fri 09:00-17:00"))
	o.passes(o.clockOf("2026-11-23", "16:59"))
	o.passes(o.clockOf("2026-11-23", "23:00"))
	o.sends()
	asked := o.toCustomers("")[0]
	o.arrives("From: Alice <alice@customer.test>\r\nTo: quotes@agency.test\r\nMessage-ID: <2@customer.test>\r\nIn-Reply-To: <" + asked.MessageID + ">\r\nSubject: Re: Quote\r\n\r\nI drive a 2019 Honda Civic.\r\n")
	o.passes(o.clockOf("2026-11-24", "09:00"))
	if o.sends(); len(o.toCustomers(store.PurposeReminder)) != 0 || o.status(thread) != store.ThreadAwaitingReview {
		t.Errorf("%d reminders, and the thread is %s", len(o.toCustomers(store.PurposeReminder)), o.status(thread))
	}
}

// A date in a customer's text means the date at the agency, regardless of the mail's time zone
// and of daylight saving changes.
func TestDaysAreThoseOfTheAgency(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ date, words, want string }{
		{"Sat, 21 Nov 2026 02:00:00 +0000", "tomorrow", "2026-11-21"}, // it is Friday evening there
		{"Fri, 20 Nov 2026 23:30:00 -0800", "tomorrow", "2026-11-21"},
		{"Sat, 21 Nov 2026 09:00:00 +0000", "tomorrow", "2026-11-22"},
		{"Sun, 08 Mar 2026 07:30:00 +0000", "tomorrow", "2026-03-08"}, // the last half hour before the short day
		{"Sun, 01 Nov 2026 06:30:00 +0000", "tomorrow", "2026-11-01"},
		{"Mon, 28 Feb 2028 12:00:00 -0800", "tomorrow", "2028-02-29"},
		{"Tue, 29 Feb 2028 12:00:00 -0800", "tomorrow", "2028-03-01"},
	} {
		o := newOffline(t)
		sent, err := time.Parse(time.RFC1123Z, c.date)
		o.must(err)
		o.leaps(sent.Sub(o.at))
		o.passes(o.at)
		o.arrives("From: Alice <alice@customer.test>\r\nTo: quotes@agency.test\r\nMessage-ID: <1@customer.test>\r\nSubject: Quote\r\nDate: " + c.date +
			"\r\n\r\nI want a quote for my 2019 Honda Civic. I need coverage to start " + c.words + ".\r\n")
		o.passes(o.at)
		var got quote.Date
		o.must(o.Store.View(t.Context(), func(tx store.Tx) error {
			in, err := tx.Inbound(1)
			if err != nil {
				return err
			}
			head, err := tx.Head(in.Thread)
			if err != nil {
				return err
			}
			state, err := agent.DecodeState(head.State)
			got = state.CustomerInfo.Case.Application.EffectiveDate
			return err
		}))
		if string(got) != c.want {
			t.Errorf("%q of %s is %s, want %s", c.words, c.date, got, c.want)
		}
	}
}
