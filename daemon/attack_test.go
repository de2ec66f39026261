package daemon_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// An attack is a message from a sender who wants more than allowed. The suite sends each attack
// to a whole daemon and waits until the daemon is idle. Then the suite checks the store: the
// state of the message, the mails sent because of the message, and the journals.
type attack struct {
	does string // the attempt, in one line
	mail string // the message, with {names} that the siege fills in; LF line ends
	// trace is the record in the journals or the daily list: words of one line, in order, with
	// " … " between them.
	trace string
	told  []string // the only recipients of mail about the attack, in order
}

// siege is an agency with a thread of Alice and a thread of Bob, both with a pending review.
type siege struct {
	*agency
	names  map[string]string
	number int // of attacks
	waits  int // the undecided review of Alice's thread; 0: none
}

const mallory = "mallory@evil.test"

// besiege opens the two threads, and learns all that an attacker could ever have seen.
func besiege(a *agency) *siege {
	a.t.Helper()
	s := &siege{agency: a, waits: 1, names: map[string]string{"lee": play.Lee, "dana": play.Dana, "alice": play.Alice, "mallory": mallory}}
	review := a.asks()
	a.writes(a.bob, sandbox.Mail{Subject: "My Ford", Text: "Please quote my 2015 Ford F-150."})
	other := a.gets(a.lee, "Questions to")
	thread := review.Subject[1:9]
	s.names["thread"], s.names["subject"], s.names["review"] = thread, review.Subject, review.MessageID
	s.names["lee's ref"] = a.running.Reference(thread, 1, play.Lee)
	s.names["dana's ref"] = a.running.Reference(thread, 1, play.Dana)
	s.names["other ref"] = a.running.Reference(other.Subject[1:9], 1, play.Lee)
	s.names["renumbered ref"] = strings.Replace(s.names["lee's ref"], "-1-", "-2-", 1)
	s.names["guessed ref"] = thread + "-1-" + strings.Repeat("a", 26)
	s.names["alice's mail"] = a.aliceWrote
	return s
}

// fill writes an attack's message in wire format, with usual values for empty fields.
func (s *siege) fill(mail string) []byte {
	for name, value := range s.names {
		mail = strings.ReplaceAll(mail, "{"+name+"}", value)
	}
	header, body, _ := strings.Cut("\n"+mail, "\n\n")
	s.number++
	for _, field := range []string{
		"From: Mallory <" + mallory + ">", "To: " + play.Reviews, fmt.Sprintf("Subject: Re: %s (%d)", s.names["subject"], s.number),
		"Date: Fri, 20 Nov 2026 10:00:00 -0800", fmt.Sprintf("Message-ID: <attack-%d@evil.test>", s.number),
	} {
		name, _, _ := strings.Cut(field, " ")
		if !strings.Contains(header, "\n"+name) {
			header += "\n" + field
		}
	}
	return []byte(strings.ReplaceAll(strings.TrimPrefix(header, "\n")+"\n\n"+body, "\n", "\r\n"))
}

// withstands has each attack strike, as a test of its own.
func (s *siege) withstands(attacks []attack) {
	outer := s.t
	for _, x := range attacks {
		outer.Run(x.does, func(t *testing.T) { s.t = t; s.strikes(x) })
	}
	s.t = outer
}

// strikes sends an attack and checks the outcome: a trace, the notified people, and no other
// effect.
func (s *siege) strikes(x attack) {
	s.t.Helper()
	lines, mails := s.lines(), s.outbox()
	must(s.t, s.bob.SendRaw(s.t.Context(), mallory, []string{play.Reviews}, s.fill(x.mail)))
	trace := x.trace
	for name, value := range s.names {
		trace = strings.ReplaceAll(trace, "{"+name+"}", value)
	}
	said := s.awaits(trace, lines)
	var told []string
	for _, m := range s.outbox()[len(mails):] {
		if m.Kind == store.MailCustomer {
			s.t.Errorf("a mail to %q was committed: %q", m.To, m.Subject)
		}
		told = append(told, m.To...)
	}
	slices.Sort(told)
	if !slices.Equal(told, x.told) {
		s.t.Errorf("written to: %q, want %q\n%s", told, x.told, strings.Join(said, "\n"))
	}
	if i := slices.IndexFunc(said, func(line string) bool { return holds(line, s.names["thread"]+" … : customer message") }); i >= 0 {
		s.t.Errorf("it joined the thread: %s", said[i])
	}
	s.unmoved()
}

// unmoved checks that Alice's thread is unchanged: the review is pending, and Alice is the only
// participant.
func (s *siege) unmoved() {
	s.t.Helper()
	must(s.t, s.running.Store.View(s.t.Context(), func(tx store.Tx) error {
		head, err := tx.Head(s.names["thread"])
		if err != nil {
			return err
		}
		if !slices.Equal(head.Participants, []string{play.Alice}) {
			s.t.Errorf("%q take part", head.Participants)
		}
		if s.waits == 0 {
			return nil
		}
		rv, err := tx.Review(head.Thread, s.waits)
		if err == nil && (rv.Status != store.ReviewOpen || rv.DecidedBy != "") {
			s.t.Fatalf("the review is %s, %s by %s", rv.Status, rv.Verdict, rv.DecidedBy)
		}
		return err
	}))
}

// awaits returns the new lines, once a line holds all the words.
func (s *siege) awaits(words string, before []string) (said []string) {
	s.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		said = slices.DeleteFunc(s.lines(), func(line string) bool { return slices.Contains(before, line) })
		if slices.ContainsFunc(said, func(line string) bool { return holds(line, words) }) && s.quiet() {
			return said
		}
	}
	s.t.Fatalf("no line says %q:\n%s\n%s", words, strings.Join(said, "\n"), s.log)
	return nil
}

// quiet reports whether nothing is left to route or to run.
func (a *agency) quiet() (quiet bool) {
	must(a.t, a.running.Store.View(a.t.Context(), func(tx store.Tx) error {
		queued, err := tx.Queued()
		quiet = err == nil && len(queued) == 0
		return errors.Join(err, tx.InboundByStatus(store.InboundPending, 0, func(store.Inbound) bool { quiet = false; return false }))
	}))
	return quiet
}

func holds(line, words string) bool {
	for _, word := range strings.Split(words, " … ") {
		_, rest, found := strings.Cut(line, word)
		if !found {
			return false
		}
		line = rest
	}
	return true
}

// says counts the lines that hold all the words.
func (a *agency) says(words string) (n int) {
	a.t.Helper()
	for _, line := range a.lines() {
		if holds(line, words) {
			n++
		}
	}
	return n
}

// lines returns all lines of the journals and of the next daily list.
func (a *agency) lines() (lines []string) {
	a.t.Helper()
	must(a.t, a.running.Store.View(a.t.Context(), func(tx store.Tx) error {
		lines = nil
		err := tx.Heads(func(h store.Head) bool {
			must(a.t, tx.Journal(h.Thread, 1, func(e store.Entry, payload []byte) bool {
				lines = append(lines, fmt.Sprintf("%s %d: %s %s %s %s", h.Thread, e.Seq, e.Source, e.Kind, e.Actor, payload))
				return true
			}))
			return true
		})
		must(a.t, err)
		return tx.InboundByStatus(store.InboundSetAside, 0, func(in store.Inbound) bool {
			if in.Thread == "" {
				lines = append(lines, fmt.Sprintf("daily list: %d: %s", in.ID, in.Reason))
			}
			return true
		})
	}))
	return lines
}

// outbox is every mail that was ever committed to be sent, oldest first.
func (a *agency) outbox() (mails []store.Mail) {
	a.t.Helper()
	must(a.t, a.running.Store.View(a.t.Context(), func(tx store.Tx) error {
		mails = nil
		for _, status := range store.MailStatuses() {
			must(a.t, tx.MailByStatus(status, func(m store.Mail) bool { mails = append(mails, m); return true }))
		}
		slices.SortFunc(mails, func(a, b store.Mail) int { return int(a.ID) - int(b.ID) })
		return nil
	}))
	return mails
}
