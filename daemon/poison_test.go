package daemon_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/planner"
	"ppamaild/daemon"
	"ppamaild/daemon/admin"
	"ppamaild/daemon/history"
	"ppamaild/reading"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// retry does what ppamaild threads retry does.
func (a *agency) retry(id string) (admin.Retried, error) {
	a.t.Helper()
	admin, err := daemon.Connect(a.t.Context(), a.cfg)
	must(a.t, err)
	defer func() { must(a.t, admin.Close()) }()
	return admin.Retry(a.t.Context(), id, "root")
}

// journals checks that a thread's journal holds a line.
func (a *agency) journals(id, line string) {
	a.t.Helper()
	thread, err := through(a, func(c admin.Commands) (history.Thread, error) { return c.Thread(a.t.Context(), id) })
	must(a.t, err)
	if got := journal(thread.Journal); !strings.Contains(got, line) {
		a.t.Errorf("the journal of %s has no %q:\n%s", id, line, got)
	}
}

// A mail that breaks the daemon delays no other mail, goes to staff unchanged, and can be tried
// again.
func TestCase30And31BadMailGoesToStaffAndTheNextIsRead(t *testing.T) {
	onEachHost(t, func(a *agency) {
		a.raw("From: Alice Moreno <"+play.Alice+">", "From: lee@agency.test", "To: "+play.Quotes, "Subject: Two authors",
			"Message-ID: <two-authors@customer.test>", "Date: Fri, 20 Nov 2026 10:00:00 -0800", "", "Please quote my car.")
		a.writes(a.alice, sandbox.Mail{Subject: "And a sound one", Text: incomplete})
		told := a.gets(a.lee, "could not be read")
		a.gets(a.lee, "Questions to")
		says(t, told, "more than one From field")
		says(t, told, "ppamaild threads retry")
		bad := a.inbound(store.InboundQuarantined)[0].ID // the mail server delivers two mails in any order
		a.start()
		sound := 3 - bad
		for _, part := range []string{"\r\nReply-To: ", "Content-Type: message/rfc822", fmt.Sprintf("filename=message-%d.eml", bad),
			"Subject: Two authors", "\r\nPlease quote my car."} {
			if !strings.Contains(string(told.Raw), part) {
				t.Errorf("the notice has no %q:\n%s", part, told.Raw)
			}
		}
		again, err := a.retry(fmt.Sprint(bad))
		if err != nil || again.What != fmt.Sprintf("message %d is routed again", bad) {
			t.Errorf("retry: %+v, %v", again, err)
		}
		a.journals("A-AGENCY", "human_review_action retried root")
		a.gets(a.lee, "could not be read") // it is no better
		for id, want := range map[string]string{
			fmt.Sprint(sound): fmt.Sprintf("message %d is not quarantined: It is in the thread Q-", sound),
			"99":              "there is no message 99",
			"Q-ZZZZZZ":        "there is no thread Q-ZZZZZZ",
			"nonsense/../x":   "there is no thread",
		} {
			if _, err := a.retry(id); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("retry %s: %v, want %q", id, err, want)
			}
		}
		a.setsAside(bad, "Two authors", "more than one From field")
	})
}

// setsAside sets the only quarantined message aside. Staff learn who did so, and the message can be
// tried again.
func (a *agency) setsAside(id uint64, subject, reason string) {
	a.t.Helper()
	list, err := through(a, func(c admin.Commands) ([]admin.Quarantined, error) {
		return c.Quarantined(a.t.Context())
	})
	must(a.t, err)
	if len(list) != 1 || list[0].ID != id || !strings.Contains(list[0].Reason, reason) {
		a.t.Errorf("quarantined: %+v", list)
	}
	order := func() error {
		_, err := through(a, func(c admin.Commands) (struct{}, error) {
			return struct{}{}, c.SetAside(a.t.Context(), id, "I called her", "olga")
		})
		return err
	}
	must(a.t, order())
	says(a.t, a.gets(a.lee, "Set aside: "+subject), "olga set this mail aside", "I called her")
	a.journals("A-AGENCY", "human_review_action set_aside olga")
	if err := order(); err == nil || !strings.Contains(err.Error(), "is set aside already") {
		a.t.Errorf("a second order: %v", err)
	}
	_, err = a.retry(fmt.Sprint(id))
	must(a.t, err)
	a.gets(a.lee, "could not be read")
}

// A mail that breaks the parser each time goes to staff immediately, not with the next outgoing
// mail.
func TestCase31StaffHearAtOnceOfWhatBreaksItsReading(t *testing.T) {
	a := open(t, inProcess(t), always, func(a *agency) {
		a.dns = func(context.Context, string) ([]string, error) { panic("the resolver broke") }
	})
	a.sendAsLee(signed(t, strings.Join([]string{"From: Lee Tran <" + play.Lee + ">", "To: " + play.Reviews, "Subject: A task",
		"Message-ID: <task@agency.test>", "Date: Fri, 20 Nov 2026 10:00:00 -0800", "", "Compare the quotes.", ""}, "\r\n")))
	says(t, a.gets(a.lee, "could not be read"), "the resolver broke")
}

// What exceeds a limit of MIME is read as far as the limit goes, and staff see so.
func TestLimitsOnPartsAreSaidToStaff(t *testing.T) {
	a := open(t, inProcess(t))
	lines := []string{"From: Alice Moreno <" + play.Alice + ">", "To: " + play.Quotes, "Subject: Many parts", "Message-ID: <many@customer.test>",
		"Date: Fri, 20 Nov 2026 10:00:00 -0800", "MIME-Version: 1.0", `Content-Type: multipart/mixed; boundary="b"`, "",
		"--b", "Content-Type: text/plain", "", incomplete}
	for range 300 {
		lines = append(lines, "--b", "Content-Type: application/pdf", "", "x")
	}
	a.raw(append(lines, "--b--")...)
	says(t, a.gets(a.lee, "Questions to"), "the message has more than 200 parts; the rest was left out")
}

// A mail removed from the agency's own thread is only logged, because no person owns the
// thread.
func TestCase31AgencysEventThatIsGivenUpIsLogged(t *testing.T) {
	a := open(t, inProcess(t))
	a.stop()
	s := a.openStore()
	must(t, s.Update(t.Context(), func(tx store.Tx) error {
		_, err := tx.Enqueue(store.Event{Thread: "A-AGENCY", Kind: "nonsense", At: time.Now()})
		return err
	}))
	must(t, s.Close())
	a.start()
	a.logs("dropped an event of an unusable thread", 1)
}

// moody is a planner that panics while a switch is on.
type moody struct {
	planner.Planner
	broken atomic.Bool
}

func (m *moody) Next(ctx context.Context, s *agent.State) (agent.Action, error) {
	if m.broken.Load() {
		panic("the planner broke")
	}
	return m.Planner.Next(ctx, s)
}

// A thread with an event that panics is handed to staff after a few attempts. An admin can
// retry the event.
func TestCase31ThreadThatWasGivenUpIsRetried(t *testing.T) {
	m := &moody{Planner: planner.Rules{Payments: 4}}
	m.broken.Store(true)
	a := open(t, inProcess(t), func(a *agency) { a.planner = m })
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete})
	over := a.gets(a.lee, "Over to you")
	says(t, over, "the planner broke")
	id := over.Subject[1:9]
	if _, err := a.retry(id); err != nil { // no better yet
		t.Fatal(err)
	}
	a.gets(a.lee, "Over to you")
	m.broken.Store(false)
	again, err := a.retry(strings.ToLower(id))
	if err != nil || again.Thread != id || !strings.Contains(again.What, "the planner broke") {
		t.Errorf("retry: %+v, %v", again, err)
	}
	review := a.gets(a.lee, "Questions to")
	says(t, review, "2019 Honda Civic")
	if _, err := a.retry(id); err == nil || !strings.HasPrefix(err.Error(), id+" has no dead letters") {
		t.Errorf("retried once more: %v", err)
	}
	a.journals(id, "system retried root")
	a.replies(a.lee, over, "SEND: Hello Alice") // of the hand-over that is past
	a.gets(a.lee, "Replaced")
	a.replies(a.lee, review, "ACCEPT")
	a.gets(a.alice, "Quote please")
}

// A mail that the rules can't read goes to staff once, with the text. The next mail is read.
func TestAMailWhoseReadingFailsGoesToStaffOnce(t *testing.T) {
	const poison = "I live at 1420 SE Taylor St, Apt"
	var tries atomic.Int32
	a := open(t, inProcess(t), func(a *agency) {
		a.reader = func(in reading.Input) reading.Reading {
			if !strings.Contains(in.Text, poison) {
				return reading.Read(in)
			}
			tries.Add(1)
			return reading.Reading{Intent: "other", Language: "en", Failed: "too many steps"}
		}
	})
	a.writes(a.alice, sandbox.Mail{Subject: "My car", Text: "Please quote my car. " + poison})
	over := a.gets(a.lee, "Over to you")
	says(t, over, "could not read the customer's mail")
	says(t, over, poison)
	a.writes(a.bob, sandbox.Mail{Subject: "Another car", Text: incomplete})
	a.gets(a.lee, "Questions to")
	if n := tries.Load(); n > 4 {
		t.Errorf("the mail was read %d times", n)
	}
	for _, thread := range a.threads() {
		if status := string(thread.Status); status == "failed" {
			t.Errorf("the thread %s is %s", thread.Thread, status)
		}
	}
}

// Finding 1 and finding 8 in the daemon: such mails are read like others.
func TestFindings1And8HoldUpNoMail(t *testing.T) {
	a := open(t, inProcess(t))
	a.writes(a.alice, sandbox.Mail{Subject: "My car", Text: incomplete + "\n" + strings.Repeat("80007 leases\n", 300)})
	a.gets(a.lee, "Alice Moreno")
	a.writes(a.bob, sandbox.Mail{Subject: "Another car", Text: incomplete + "\nI live at 1420 SE Taylor St, Apt"})
	a.gets(a.lee, "Questions to")
}
