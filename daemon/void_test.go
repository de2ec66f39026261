package daemon

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/internal/configured"
	"ppamaild/review"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// An approval is checked when the mail leaves, perhaps days later: a lapsed quote does not
// leave, and neither does a mail from an approver without permission.
func TestAgentCase11AnApprovalCountsWhenTheMailLeaves(t *testing.T) {
	t.Parallel()
	licensed := func(who string) func(o *offline) {
		return func(o *offline) {
			o.employs(func(c *config.Review) {
				for i := range c.Staff {
					if c.Staff[i].Address == who {
						c.Staff[i].License = "0X00000"
					}
				}
			})
		}
	}
	for name, c := range map[string]struct {
		asks    func(o *offline) (thread string)
		happens func(o *offline)
		why     string // the mail does not leave; "": the mail leaves
	}{
		"nothing happens":               {(*offline).asksForQuote, func(*offline) {}, ""},
		"the quote's last day":          {(*offline).asksForQuote, func(o *offline) { o.passes(o.clockOf("2026-11-23", "23:59")) }, ""},
		"the day after it":              {(*offline).asksForQuote, func(o *offline) { o.passes(o.clockOf("2026-11-24", "00:00")) }, "its quote was valid until Mon Nov 23, 2026"},
		"questions, the day after":      {(*offline).asksQuestions, func(o *offline) { o.passes(o.clockOf("2026-11-24", "00:00")) }, ""},
		"others got a license":          {(*offline).asksForQuote, licensed(play.Dana), play.Lee + " approved it and may no longer decide it"},
		"questions need no license":     {(*offline).asksQuestions, licensed(play.Dana), ""},
		"who approved it got a license": {(*offline).asksForQuote, licensed(play.Lee), ""},
		"who approved it left":          {(*offline).asksQuestions, (*offline).loses, play.Lee + " approved it and may no longer decide it"},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffline(t, func(p *Options) { p.Config.Quote.ValidFor.Duration = 3 * oneDay })
			thread := c.asks(o)
			o.decides(thread, 1, "ACCEPT")
			c.happens(o)
			o.sends()
			before := len(o.outbox(play.Dana))
			o.passes(o.at)
			sent := len(o.toCustomers(""))
			if c.why == "" {
				if sent != 1 || o.status(thread) != store.ThreadAwaitingCustomer {
					t.Errorf("%d mails were sent, and the thread is %s", sent, o.status(thread))
				}
				return
			}
			told := o.outbox(play.Dana)[before:]
			if sent != 0 || len(told) != 1 || !strings.Contains(told[0], "Over to you") || o.status(thread) != store.ThreadHandedOver {
				t.Fatalf("%d mails were sent, the thread is %s, and Dana got %q", sent, o.status(thread), told)
			}
			if why := o.handedOver(thread); !strings.Contains(why, c.why) {
				t.Errorf("it was handed over as %s", why)
			}
		})
	}
}

// A quote that lapsed before the send is priced again, if staff agree.
func TestAgentCase11AQuoteThatLapsedOnItsWayIsPricedAnew(t *testing.T) {
	t.Parallel()
	o := newOffline(t, func(p *Options) { p.Config.Quote.ValidFor.Duration = 3 * oneDay })
	thread := o.asksForQuote()
	o.decides(thread, 1, "ACCEPT")
	o.passes(o.clockOf("2026-11-24", "09:00"))
	o.sends()
	o.passes(o.at)
	o.decides(thread, 2, "HAND BACK")
	o.stand(thread, store.ReviewDecided, store.ReviewDecided, store.ReviewOpen)
	o.decides(thread, 3, "ACCEPT")
	if o.sends(); len(o.toCustomers("")) != 1 {
		t.Errorf("sent: %+v", o.toCustomers(""))
	}
}

// A mail approved by a former staff member causes no reminder.
func TestAgentCase11AFollowUpLapsesWithWhoApprovedIt(t *testing.T) {
	t.Parallel()
	o, thread := waiting(t)
	o.loses()
	o.passes(o.at.Add(3*oneDay + time.Minute))
	o.passes(o.at.Add(14 * oneDay))
	if o.sends(); len(o.toCustomers(store.PurposeReminder))+len(o.toCustomers(store.PurposeClose)) != 0 || o.noted(thread, "follow_up_dropped") != 2 {
		t.Errorf("%d follow-ups were dropped, the thread is %s", o.noted(thread, "follow_up_dropped"), o.status(thread))
	}
}

func (o *offline) asksForQuote() (thread string) {
	o.Helper()
	thread = o.asks(1)
	o.must(o.runner.RunThread(o.Context(), thread))
	return thread
}

func (o *offline) asksQuestions() (thread string) { o.Helper(); return o.toAlice().Thread }

// employs has the agency's staff be others.
func (o *offline) employs(change func(c *config.Review)) {
	change(&o.Config.Review)
	o.Staff = configured.NewStaff(o.Config.Review)
}

// loses has Lee leave the agency.
func (o *offline) loses() {
	o.employs(func(c *config.Review) {
		c.Staff = slices.DeleteFunc(c.Staff, func(m config.Staff) bool { return m.Address == play.Lee })
	})
}

// handedOver says why staff have a thread.
func (o *offline) handedOver(thread string) (why string) {
	o.Helper()
	o.must(o.Store.View(o.Context(), func(tx store.Tx) error {
		all, err := tx.Reviews(thread)
		for _, rv := range all {
			if rv.Kind == review.KindHandedOver {
				why = string(rv.Data)
			}
		}
		return err
	}))
	return why
}
