package daemon_test

import (
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/quoting"
	"ppamaild/carrier"
	"ppamaild/daemon/history"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
	"ppamaild/templates"
)

const aDay = 24 * time.Hour

func TestReminderAndCloseAreApprovedWithTheQuestions(t *testing.T) {
	onEachHost(t, func(a *agency) {
		review := a.asks()
		says(t, review, "Sent after 3 days without an answer")
		says(t, review, "A few days ago we wrote to you")
		says(t, review, "Sent after 14 days without an answer")
		says(t, review, "You will get no more reminders from us")
		a.replies(a.lee, review, "ACCEPT")
		asked := a.gets(a.alice, "Quote please")
		a.gets(a.lee, "Done")
		a.later(3*aDay + time.Minute)
		reminder := a.gets(a.alice, "Quote please")
		says(t, reminder, "A few days ago we wrote to you")
		if reminder.InReplyTo != asked.MessageID {
			t.Errorf("the reminder answers %s, not %s", reminder.InReplyTo, asked.MessageID)
		}
		a.later(4 * aDay)
		a.getsNothing(a.alice) // one reminder, after any number of restarts
		a.later(14*aDay + time.Minute)
		closed := a.gets(a.alice, "Quote please")
		says(t, closed, "You will get no more reminders from us")
		a.gets(a.lee, "no answer")
		a.replies(a.alice, closed, "Sorry! I was born on March 4, 1985.")
		a.gets(a.lee, "Questions to")
		thread := a.threads()[0]
		if thread.Status != store.ThreadAwaitingReview {
			t.Errorf("the thread is %s", thread.Status)
		}
		var kinds []string
		for _, line := range thread.Journal {
			if line.Kind == "customer_silent" {
				kinds = append(kinds, line.Ref)
			}
		}
		if got := strings.Join(kinds, " "); got != "reminder close" {
			t.Errorf("the journal has %q", got)
		}
		a.replays(thread)
	})
}

// replays checks that a thread's journal yields the state.
func (a *agency) replays(thread history.Thread) {
	a.t.Helper()
	set, err := templates.New("")
	must(a.t, err)
	tools, err := quoting.Toolbox{
		Carrier: carrier.NewReference(), Templates: set, Location: a.cfg.Agency.Location, ValidFor: a.cfg.Quote.ValidFor.Duration,
		LicensedStates: a.cfg.Agency.LicensedStates, DefaultCoverages: a.cfg.Quote.DefaultCoverages,
	}.Tools()
	must(a.t, err)
	r := agent.NewReplay(thread.Thread, tools)
	for _, line := range thread.Journal {
		_, err := r.Take(line.Kind, line.Payload)
		must(a.t, err)
	}
	made, err := r.State().Encode()
	must(a.t, err)
	if string(made) != string(thread.State) {
		a.t.Errorf("the journal makes\n%s\nnot\n%s", made, thread.State)
	}
}

func TestCustomerWhoAnswersIsNotReminded(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "ACCEPT")
	a.replies(a.alice, a.gets(a.alice, "Quote please"), "I was born on March 4, 1985.")
	a.gets(a.lee, "Questions to")
	a.later(3*aDay + time.Minute)
	a.getsNothing(a.alice)
	for _, m := range a.toAlice() {
		if m.Purpose != "" {
			t.Errorf("a %s was committed", m.Purpose)
		}
	}
}

// A reminder that waits in the outbox when the customer writes does not leave.
func TestReminderIsWithdrawnWhenTheCustomerWrites(t *testing.T) {
	host := inProcess(t)
	a := open(t, host)
	a.replies(a.lee, a.asks(), "ACCEPT")
	asked := a.gets(a.alice, "Quote please")
	a.gets(a.lee, "Done")
	host.Inject(sandbox.Fault{Recipient: play.Alice, Code: 451, Message: "4.7.1 greylisted"})
	a.later(3*aDay + time.Minute)
	a.logs("sending failed for now", 1)
	a.replies(a.alice, asked, "I was born on March 4, 1985.")
	a.gets(a.lee, "Questions to")
	mails := a.toAlice()
	if last := mails[len(mails)-1]; last.Purpose != store.PurposeReminder || last.Status != store.MailWithdrawn {
		t.Errorf("the %s is %s", last.Purpose, last.Status)
	}
	a.now = nil
	a.later(4 * aDay)
	a.getsNothing(a.alice)
}

// The reminder repeats the questions, so no reminder follows a text from staff.
func TestNoReminderFollowsAnEdit(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "EDIT:\nHello Alice,\n\nplease call me.\n\nLee")
	a.gets(a.alice, "Quote please")
	a.gets(a.lee, "Done")
	a.later(14*aDay + time.Minute)
	a.gets(a.lee, "no answer")
	a.getsNothing(a.alice)
}

// A customer gets no reminder of an undelivered mail.
func TestNoReminderFollowsAMailThatFailed(t *testing.T) {
	host := inProcess(t)
	a := open(t, host)
	review := a.asks()
	host.Inject(sandbox.Fault{Recipient: play.Alice, Code: 550, Message: "5.2.2 mailbox full"})
	a.replies(a.lee, review, "ACCEPT")
	says(t, a.gets(a.lee, "Not delivered"), "mailbox full")
	a.later(3*aDay + time.Minute)
	a.getsNothing(a.alice)
	a.later(14*aDay + time.Minute)
	a.gets(a.lee, "no answer")
	a.getsNothing(a.alice)
}
