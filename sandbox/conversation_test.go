package sandbox_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"ppamaild/sandbox"
	"ppamaild/sandbox/mailstack"
)

func TestMain(m *testing.M) { mailstack.Main(m) }

// onEachHost runs a test with the in-process servers and with real servers. The addresses
// belong to accounts that no other test uses.
func onEachHost(t *testing.T, test func(t *testing.T, h sandbox.Host, customer, agency string)) {
	for name, start := range map[string]func(t *testing.T) sandbox.Host{
		"in process":          inProcess,
		"Dovecot and Postfix": func(t *testing.T) sandbox.Host { return mailstack.Start(t) },
	} {
		t.Run(name, func(t *testing.T) {
			h := start(t)
			tag := strconv.FormatInt(time.Now().UnixNano(), 36)
			customer, agency := "c"+tag+"@customer.test", "a"+tag+"@agency.test"
			for _, address := range []string{customer, agency} {
				if err := h.AddAccount(address, "pass word"); err != nil {
					t.Fatal(err)
				}
			}
			test(t, h, customer, agency)
		})
	}
}

func inProcess(t *testing.T) sandbox.Host { return newServer(t) }

func newServer(t *testing.T) *sandbox.Server {
	t.Helper()
	h, err := sandbox.NewHost(sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Errorf("closing the host: %v", err)
		}
	})
	return h
}

func newPerson(t *testing.T, h sandbox.Host, name, address string) *sandbox.Person {
	t.Helper()
	p, err := sandbox.NewPerson(t.Context(), h, name, address)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func wait(t *testing.T, p *sandbox.Person, match func(sandbox.Received) bool) sandbox.Received {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	r, err := p.Wait(ctx, match)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestConversation(t *testing.T) {
	onEachHost(t, func(t *testing.T, h sandbox.Host, customer, agency string) {
		ann := newPerson(t, h, "Ann Bérard", customer)
		lee := newPerson(t, h, "Lee", agency)

		asked, err := ann.Send(t.Context(), sandbox.Mail{
			To:      []string{agency},
			Subject: "Quote für my car",
			Text:    "Hello,\n.\nwhat does a 2019 Civic cost?\n",
			HTML:    "<p>Hello, what does a 2019 Civic cost?</p>",
			Header:  map[string]string{"Reply-To": "\"Ann\" <" + customer + ">", "X-Seen-By": "nobody"},
		})
		if err != nil {
			t.Fatal(err)
		}
		question := wait(t, lee, nil)
		checkQuestion(t, question, asked, customer)

		answered, err := lee.Reply(t.Context(), question, "Which year?\nAnd which trim?")
		if err != nil {
			t.Fatal(err)
		}
		answer := wait(t, ann, func(r sandbox.Received) bool { return r.InReplyTo == asked })
		if answer.MessageID != answered || answer.Subject != "Re: Quote für my car" {
			t.Errorf("the answer is %s %q, want %s", answer.MessageID, answer.Subject, answered)
		}
		if !strings.HasPrefix(answer.Text, "Which year?\nAnd which trim?\n\nOn ") ||
			!strings.Contains(answer.Text, "<"+customer+"> wrote:\n> Hello,\n> .\n> what does") {
			t.Errorf("the answer reads:\n%s", answer.Text)
		}

		if _, err := ann.Reply(t.Context(), answer, "2019, as I said."); err != nil {
			t.Fatal(err)
		}
		last := wait(t, lee, nil)
		if got, want := strings.Join(last.References, " "), asked+" "+answered; got != want {
			t.Errorf("References are %q, want %q", got, want)
		}
		if last.Subject != "Re: Quote für my car" || !strings.Contains(last.Text, "\n> > Hello,\n") {
			t.Errorf("the second answer is %q:\n%s", last.Subject, last.Text)
		}
	})
}

func checkQuestion(t *testing.T, r sandbox.Received, id, from string) {
	t.Helper()
	if r.MessageID != id || r.From.Address != from || r.From.Name != "Ann Bérard" || r.ReplyTo.Name != "Ann" {
		t.Errorf("got %s from %v, to be answered to %v", r.MessageID, r.From, r.ReplyTo)
	}
	if r.Subject != "Quote für my car" || r.Header.Get("X-Seen-By") != "nobody" {
		t.Errorf("subject %q, X-Seen-By %q", r.Subject, r.Header.Get("X-Seen-By"))
	}
	if r.Text != "Hello,\n.\nwhat does a 2019 Civic cost?\n" || !strings.HasPrefix(r.HTML, "<p>Hello") {
		t.Errorf("text %q, HTML %q", r.Text, r.HTML)
	}
	if got := r.Header.Get("Return-Path"); got != "<"+from+">" {
		t.Errorf("Return-Path is %q", got)
	}
	if !strings.Contains(r.Header.Get("Received"), "mail.agency.test") {
		t.Errorf("Received is %q", r.Header.Get("Received"))
	}
	if age := time.Since(r.Date); age < 0 || age > time.Minute {
		t.Errorf("Date is %v", r.Date)
	}
}

func TestUnusualReply(t *testing.T) {
	onEachHost(t, func(t *testing.T, h sandbox.Host, customer, agency string) {
		ann, lee := newPerson(t, h, "Ann", customer), newPerson(t, h, "", agency)
		if _, err := lee.Send(t.Context(), sandbox.Mail{To: []string{customer}, Subject: "[Q-1] review", Text: "Ref: Q-1\n"}); err != nil {
			t.Fatal(err)
		}
		// A mailto: link produces such a reply (RFC 6068).
		_, err := ann.Reply(t.Context(), wait(t, ann, nil), "ACCEPT", func(m *sandbox.Mail) {
			m.InReplyTo, m.References = "", nil
			m.Text = "ACCEPT\n"
			m.To = []string{"Lee <" + strings.Replace(agency, "@", "+tag@", 1) + ">"}
		})
		if err != nil {
			t.Fatal(err)
		}
		r := wait(t, lee, nil)
		if r.Text != "ACCEPT\n" || r.InReplyTo != "" || r.References != nil || r.Header.Get("References") != "" {
			t.Errorf("got %q, in reply to %q, with references %q", r.Text, r.InReplyTo, r.References)
		}
	})
}

func TestWaitKeepsWhatItPassesOver(t *testing.T) {
	onEachHost(t, func(t *testing.T, h sandbox.Host, customer, agency string) {
		ann, witness := newPerson(t, h, "Ann", customer), newPerson(t, h, "", agency)
		send := func(subject string) {
			if _, err := ann.Send(t.Context(), sandbox.Mail{To: []string{agency}, Subject: subject}); err != nil {
				t.Fatal(err)
			}
			wait(t, witness, nil)
		}
		send("before Lee came")
		lee := newPerson(t, h, "Lee", agency)
		send("one")
		send("two")
		send("three")
		got := []string{
			wait(t, lee, func(r sandbox.Received) bool { return r.Subject == "two" }).Subject,
			wait(t, lee, nil).Subject,
			wait(t, lee, nil).Subject,
		}
		if strings.Join(got, " ") != "two one three" {
			t.Errorf("waited for two and any and any, got %q", got)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if r, err := lee.Wait(ctx, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("with nothing left Wait returned %q, %v", r.Subject, err)
		}
	})
}

func TestFollowGetsEachMailOnce(t *testing.T) {
	onEachHost(t, func(t *testing.T, h sandbox.Host, customer, agency string) {
		ann, lee, witness := newPerson(t, h, "Ann", customer), newPerson(t, h, "Lee", agency), newPerson(t, h, "", agency)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		var got []string
		for _, subject := range []string{"one", "two", "three"} {
			if _, err := ann.Send(ctx, sandbox.Mail{To: []string{agency}, Subject: subject}); err != nil {
				t.Fatal(err)
			}
			wait(t, witness, nil) // Postfix delivers in parallel, in any order
		}
		lee.Follow(ctx, func(r sandbox.Received) {
			if got = append(got, r.Subject); len(got) == 3 {
				cancel()
			}
		})
		if strings.Join(got, " ") != "one two three" {
			t.Errorf("followed %q", got)
		}
		var all []string
		err := lee.Inbox(t.Context(), func(r sandbox.Received) { all = append(all, r.Subject) })
		if err != nil || strings.Join(all, " ") != "one two three" {
			t.Errorf("in the INBOX are %q, %v", all, err)
		}
	})
}

func TestRefusals(t *testing.T) {
	onEachHost(t, func(t *testing.T, h sandbox.Host, customer, _ string) {
		ann := newPerson(t, h, "Ann", customer)
		for to, want := range map[string]struct {
			code     int
			enhanced smtp.EnhancedCode
		}{
			"nobody@agency.test":   {550, smtp.EnhancedCode{5, 1, 1}},
			"someone@abroad.test":  {554, smtp.EnhancedCode{5, 7, 1}},
			"x@" + sandbox.Discard: {},
		} {
			_, err := ann.Send(t.Context(), sandbox.Mail{To: []string{to}, Text: "x"})
			if want.code == 0 {
				if err != nil {
					t.Errorf("to %s: %v", to, err)
				}
				continue
			}
			refused, ok := errors.AsType[*smtp.SMTPError](err)
			if !ok || refused.Code != want.code || refused.EnhancedCode != want.enhanced {
				t.Errorf("to %s: got %v, want %d %v", to, err, want.code, want.enhanced)
			}
		}
	})
}

func TestAccounts(t *testing.T) {
	onEachHost(t, func(t *testing.T, h sandbox.Host, customer, _ string) {
		if user, password := h.Account(strings.ToUpper(customer)); user != customer || password != "pass word" {
			t.Errorf("the account of %s is %q, %q", customer, user, password)
		}
		if user, password := h.Account("nobody@agency.test"); user != "" || password != "" {
			t.Errorf("the account of nobody is %q, %q", user, password)
		}
		if err := h.AddAccount(customer, "again"); err == nil {
			t.Error("an account was added twice")
		}
		if err := h.AddAccount("someone@abroad.test", "x"); err == nil {
			t.Error("an account of a domain that is not served was added")
		}
		if _, err := sandbox.NewPerson(t.Context(), h, "", "nobody@agency.test"); err == nil {
			t.Error("nobody could log in")
		}
	})
}
