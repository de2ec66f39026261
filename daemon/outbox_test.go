package daemon_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/daemon"
	"ppamaild/daemon/admin"
	"ppamaild/daemon/history"
	"ppamaild/daemon/refusal"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// through runs a command: through the running daemon, or on the store of a stopped daemon.
func through[T any](a *agency, do func(admin.Commands) (T, error)) (T, error) {
	a.t.Helper()
	asked, err := daemon.Connect(a.t.Context(), a.cfg)
	must(a.t, err)
	defer func() { must(a.t, asked.Close()) }()
	return do(asked)
}

// unsent lists the outbox until a mail to a person, or to anyone for "", has a status.
func (a *agency) unsent(to string, status store.MailStatus) store.Mail {
	a.t.Helper()
	var list []store.Mail
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		var err error
		list, err = through(a, func(c admin.Commands) ([]store.Mail, error) { return c.Outbox(a.t.Context(), false) })
		must(a.t, err)
		for _, m := range list {
			if (to == "" || m.To[0] == to) && m.Status == status {
				return m
			}
		}
	}
	a.t.Fatalf("no mail to %s is %s: %+v", to, status, list)
	return store.Mail{}
}

// delivered waits until the outbox has no mail to a person.
func (a *agency) delivered(to string) {
	a.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		list, err := through(a, func(c admin.Commands) ([]store.Mail, error) {
			return c.Outbox(a.t.Context(), false)
		})
		must(a.t, err)
		isTo := func(m store.Mail) bool { return slices.Contains(m.To, to) }
		if !slices.ContainsFunc(list, isTo) {
			return
		}
		if time.Now().After(deadline) {
			a.t.Fatalf("a mail to %s stays in the outbox: %+v", to, list)
		}
	}
}

func (a *agency) orders(retry bool, id uint64) (store.Mail, error) {
	a.t.Helper()
	return through(a, func(c admin.Commands) (store.Mail, error) {
		if retry {
			return c.RetryMail(a.t.Context(), id, "root")
		}
		return c.DropMail(a.t.Context(), id, "root")
	})
}

func refusedWith(t *testing.T, words string, err error) {
	t.Helper()
	if refused, is := errors.AsType[refusal.Error](err); !is || !strings.Contains(string(refused), words) {
		t.Errorf("%v, want a refusal with %q", err, words)
	}
}

// A mail that waits for its server is sent immediately on an admin's command, and why names the
// deciders behind the mail.
func TestOutboxRetryAndWhy(t *testing.T) {
	host := inProcess(t)
	a := open(t, host)
	review := a.asks()
	host.Inject(sandbox.Fault{Recipient: play.Alice, Code: 451, Message: "4.7.1 come back later"})
	a.replies(a.lee, review, "ACCEPT")
	m := a.unsent(play.Alice, store.MailRetrying)
	if !strings.Contains(m.LastError, "come back later") {
		t.Errorf("the last error is %q", m.LastError)
	}
	a.getsNothing(a.alice)
	_, err := a.orders(true, m.ID)
	must(t, err)
	got := a.gets(a.alice, "Quote please")
	_, err = a.orders(true, m.ID)
	refusedWith(t, "is sent; it can't be sent any more", err)
	_, err = a.orders(false, 999)
	refusedWith(t, "there is no mail 999", err)

	e, err := through(a, func(c admin.Commands) (history.Explanation, error) { return c.Why(t.Context(), "<"+got.MessageID+">") })
	must(t, err)
	if !strings.Contains(e.Why, "review 1 (info_request), and its bytes are exactly the approved bytes") || e.Broken != "" || len(e.Decisions) != 2 {
		t.Fatalf("%+v", e)
	}
	if d := e.Decisions[0]; d.By != play.Lee || d.Verdict != "accept" || d.Message == "" {
		t.Errorf("decided: %+v", d)
	}
	if d := e.Decisions[1]; d.By != "root" || d.Verdict != "retried" {
		t.Errorf("then: %+v", d)
	}
	for id, words := range map[string]string{"no-one@nowhere.test": "no mail is known", a.aliceWrote: "is an incoming mail"} {
		_, err := through(a, func(c admin.Commands) (history.Explanation, error) { return c.Why(t.Context(), id) })
		refusedWith(t, words, err)
	}
}

// A dropped mail never leaves. The journal names the admin, and staff learn that the customer
// lacks the mail. No daemon needs to run.
func TestOutboxDrop(t *testing.T) {
	host := inProcess(t)
	a := open(t, host)
	review := a.asks()
	host.Inject(sandbox.Fault{Recipient: play.Alice, Code: 451})
	a.replies(a.lee, review, "ACCEPT")
	m := a.unsent(play.Alice, store.MailRetrying)
	a.stop()
	m, err := a.orders(false, m.ID)
	must(t, err)
	if m.Status != store.MailWithdrawn {
		t.Errorf("it is %s", m.Status)
	}
	_, err = a.orders(true, m.ID)
	refusedWith(t, "is withdrawn; it can't be sent any more", err)
	a.start()
	says(t, a.gets(a.lee, "Not sent after all"), "dropped from the outbox by root")
	a.getsNothing(a.alice)
	isIn(t, a.threads()[0], "mail_dropped", "human_review_action root "+m.MessageID)
}

// Whether a mail left is for staff to say, as long as they are asked.
func TestOutboxLeavesUncertainMailToStaff(t *testing.T) {
	host := inProcess(t)
	a := open(t, host)
	review := a.asks()
	host.Inject(sandbox.Fault{Recipient: play.Alice, Drop: true, Lost: true})
	a.replies(a.lee, review, "ACCEPT")
	a.gets(a.lee, "Did this mail arrive")
	m := a.unsent(play.Alice, store.MailUncertain)
	for _, retry := range []bool{true, false} {
		_, err := a.orders(retry, m.ID)
		refusedWith(t, "(RESEND or LEAVE)", err)
	}
}

// why is what ppamaild why says of a mail.
func (a *agency) why(messageID string) history.Explanation {
	a.t.Helper()
	e, err := through(a, func(c admin.Commands) (history.Explanation, error) { return c.Why(a.t.Context(), messageID) })
	must(a.t, err)
	return e
}

// For every sent mail, the records name the decider, the decision, the time and the message,
// even with two deciders or a text written by hand.
func TestAgentCase30EverySentMailHasItsDecisions(t *testing.T) {
	host := inProcess(t)
	a := open(t, host)
	review := a.asks()
	host.Inject(sandbox.Fault{Recipient: play.Alice, Drop: true, Lost: true})
	a.replies(a.lee, review, "ACCEPT")
	a.gets(a.lee, "Did this mail arrive")
	a.replies(a.dana, a.gets(a.dana, "Did this mail arrive"), "RESEND")
	asked := a.gets(a.alice, "Quote please")
	a.replies(a.alice, asked, complete)
	a.replies(a.lee, a.gets(a.lee, "Quote for"), "TAKE OVER")
	a.replies(a.lee, a.gets(a.lee, "Over to you"), "SEND: Thank you, I will call you tomorrow.")
	written := a.gets(a.alice, "Quote please")

	var says []string
	for _, id := range []string{asked.MessageID, written.MessageID} {
		e := a.why(id)
		for _, d := range e.Decisions {
			says = append(says, d.Verdict+" by "+d.By)
			if d.Message == "" || d.Entry == 0 || d.At.IsZero() {
				t.Errorf("%s: %+v", id, d)
			}
		}
		says = append(says, e.Why)
	}
	want := []string{
		"accept by " + play.Lee, "resend by " + play.Dana, "it was approved in review 1 (info_request), and its bytes are exactly the approved bytes",
		"send by " + play.Lee, "staff wrote it by hand, in review 4",
	}
	if !slices.Equal(says, want) {
		t.Errorf("it says %q,\nnot %q", says, want)
	}
	all, err := through(a, func(c admin.Commands) ([]store.Mail, error) { return c.Outbox(t.Context(), true) })
	must(t, err)
	for _, m := range all {
		if e := a.why(m.MessageID); e.Why == "" || e.Broken != "" {
			t.Errorf("mail %d: %+v", m.ID, e)
		}
	}
}

// An admin cancels a thread with a waiting mail: the mail does not leave, the open review is
// void, and staff get a notice.
func TestThreadsCancel(t *testing.T) {
	host := inProcess(t)
	a := open(t, host)
	review := a.asks()
	id := review.Subject[1:9]
	cancel := func(id string) (string, error) {
		return through(a, func(c admin.Commands) (string, error) { return c.Cancel(t.Context(), id, "she called", "root") })
	}
	_, err := cancel("Q-NONE22")
	refusedWith(t, "there is no thread Q-NONE22", err)
	_, err = cancel("A-AGENCY")
	refusedWith(t, "does not end", err)
	host.Inject(sandbox.Fault{Recipient: play.Alice, Code: 451})
	a.replies(a.lee, review, "ACCEPT")
	m := a.unsent(play.Alice, store.MailRetrying)
	a.stop()
	_, err = cancel(strings.ToLower(id))
	must(t, err)
	_, err = cancel(id)
	refusedWith(t, "about to be canceled already", err)
	_, err = a.orders(true, m.ID) // due immediately when the daemon starts
	must(t, err)
	a.start()
	told := a.gets(a.lee, "Canceled")
	says(t, told, "root canceled this thread")
	says(t, told, "she called")
	says(t, a.gets(a.lee, "Not sent after all"), "no other mail replaces this mail")
	a.getsNothing(a.alice)
	_, err = cancel(id)
	refusedWith(t, "is cancelled already", err)
	d := a.threads()[0]
	isIn(t, d, "cancel_ordered", "human_review_action root")
	isIn(t, d, "stopped", "system root")
	if d.Status != store.ThreadCancelled {
		t.Errorf("it is %s", d.Status)
	}
}

// The chain of digests of each journal is proven whole, the agency's own too.
func TestThreadsVerify(t *testing.T) {
	a := open(t, inProcess(t))
	id := a.asks().Subject[1:9]
	verify := func(id string) ([]history.Verified, error) {
		return through(a, func(c admin.Commands) ([]history.Verified, error) { return c.Verify(t.Context(), id) })
	}
	all, err := verify("")
	must(t, err)
	one, err := verify(strings.ToLower(id))
	must(t, err)
	if len(all) != 2 || len(one) != 1 || one[0].Thread != id || one[0].Entries == 0 || one[0].Broken != "" {
		t.Errorf("all: %+v, one: %+v", all, one)
	}
	_, err = verify("Q-NONE22")
	refusedWith(t, "there is no thread", err)
}
