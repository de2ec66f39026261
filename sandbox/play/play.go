// Package play plays a typical conversation. A customer asks for a quote with missing facts.
// Staff reject the questions and then accept them, and the customer answers. The daemon is
// killed and restarted. Staff accept the quote, and the quote arrives.
//
// The play uses only SMTP and IMAP, with any mail host and any way to run the daemon. The play
// waits for each mail and checks text and HTML. The play fails at the first unexpected or extra
// mail.
package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ppamaild/sandbox"
)

// Stage is the environment of a conversation.
type Stage struct {
	Host   sandbox.Host
	Out    io.Writer                       // for the narration
	Crash  func(ctx context.Context) error // kills and restarts the daemon
	Crashy bool                            // crash after each mail, not only before the last decision
}

// Transcript is the conversation from the participants' point of view.
type Transcript struct {
	Thread string
	Turns  []Turn
}

// Turn is one mail, sent or received.
type Turn struct {
	Who, To, Subject, Text string
	HTML                   string // "" for a mail by a person
	At                     time.Time
}

const (
	patience = 30 * time.Second // time limit for the arrival of a mail
	quiet    = time.Second      // time without mail at the end
)

// scene is a conversation in progress.
type scene struct {
	Stage
	transcript       Transcript
	alice, lee, dana *sandbox.Person
	seen             []string    // Message-IDs of the mails read so far
	repeatable       []string    // Message-IDs of mails from before a kill, which staff may get twice
	resent           atomic.Bool // staff sent a mail to Alice again after a kill
}

// Quote plays the conversation.
func (s Stage) Quote(ctx context.Context) (Transcript, error) {
	sc := &scene{Stage: s}
	err := errors.Join(
		sc.cast(ctx, "Alice Moreno", Alice, &sc.alice), sc.cast(ctx, "Lee Tran", Lee, &sc.lee), sc.cast(ctx, "Dana Reyes", Dana, &sc.dana))
	if err != nil {
		return sc.transcript, err
	}
	err = sc.play(ctx)
	if err == nil {
		err = sc.nothingElse(ctx)
	}
	return sc.transcript, err
}

func (s *scene) cast(ctx context.Context, name, address string, p **sandbox.Person) (err error) {
	*p, err = sandbox.NewPerson(ctx, s.Host, name, address)
	return err
}

const firstMail = `Hi there,

my name is Alice Moreno and I'd like a quote for car insurance on my 2019
Honda Civic. I live at 1420 SE Taylor St, Portland, OR 97214.

Thanks!
Alice
`

const answer = `Sure! I was born on March 4, 1985 and got my license in June 2003. The Civic
is what I drive to work, about 8 miles each way, and it comes to roughly
9,000 miles a year. The VIN is
19XFC2F53KE512345, hope that helps. Clean record, no accidents or tickets.

Alice
`

func (s *scene) play(ctx context.Context) error {
	s.say("Alice asks for a quote, with facts missing.")
	if err := s.send(ctx, s.alice, sandbox.Mail{To: []string{Quotes}, Subject: "Car insurance quote", Text: firstMail}); err != nil {
		return err
	}
	asked, err := s.rejectOnce(ctx)
	if err != nil {
		return err
	}
	s.say("Alice answers in prose, above the quoted questions.")
	if err := s.reply(ctx, s.alice, asked, answer); err != nil {
		return err
	}
	return s.quote(ctx)
}

// rejectOnce rejects the questions once, accepts the new questions, and returns them as Alice
// gets them.
func (s *scene) rejectOnce(ctx context.Context) (sandbox.Received, error) {
	var none sandbox.Received
	review, err := s.reviewed(ctx, "Questions to", has("date of birth"), has("licensed"), hasNot("What is the VIN"))
	if err != nil {
		return none, err
	}
	s.say("Lee sends it back with a reason.")
	if err := s.reply(ctx, s.lee, review, "REJECT: please also ask for the VIN"); err != nil {
		return none, err
	}
	again, err := s.reviewed(ctx, "Questions to", has("What is the VIN"), has("please also ask for the VIN"))
	if err != nil {
		return none, err
	}
	if err := s.decided(ctx, "rejected the information request", has("please also ask for the VIN")); err != nil {
		return none, err
	}
	s.say("The new draft heeds the reason. Lee accepts.")
	if err := s.reply(ctx, s.lee, again, "ACCEPT\n\nThanks,\nLee"); err != nil {
		return none, err
	}
	asked, err := s.await(ctx, s.alice, "the questions", fromAgency)
	if err != nil {
		return none, err
	}
	if err := s.expect(asked, has("What is the VIN"), has("date of birth"), hasNot("Ref: Q-"), sameDraft(again), answers(s.transcript.Turns[0])); err != nil {
		return none, err
	}
	return asked, s.decided(ctx, "accepted the information request", has(Alice))
}

// quote reviews the quote, kills the daemon, and accepts the quote.
func (s *scene) quote(ctx context.Context) error {
	review, err := s.reviewed(ctx, "Quote for", has("Estimate only"), has("sample rates"), has("March 4, 1985"))
	if err != nil {
		return err
	}
	s.say("The daemon is killed, and started again.")
	if err := s.kill(ctx); err != nil {
		return err
	}
	s.say("Lee accepts the quote.")
	if err := s.reply(ctx, s.lee, review, "Accept."); err != nil {
		return err
	}
	got, err := s.await(ctx, s.alice, "the quote", fromAgency)
	if err != nil {
		return err
	}
	if err := s.expect(got, has("Estimate only"), has("sample rates"), has("2019 Honda Civic"), hasNot("Ref: Q-"), sameDraft(review)); err != nil {
		return err
	}
	return s.decided(ctx, "accepted the quote", has(Alice))
}

// reviewed waits for both copies of a review and returns Lee's.
func (s *scene) reviewed(ctx context.Context, title string, want ...condition) (lees sandbox.Received, err error) {
	for _, who := range []*sandbox.Person{s.dana, s.lee} {
		if lees, err = s.await(ctx, who, fmt.Sprintf("the review %q", title), isReview(title)); err != nil {
			return lees, err
		}
		if err := s.expect(lees, append(want, refersTo(s))...); err != nil {
			return lees, err
		}
	}
	return lees, nil
}

// decided waits for the answer to Lee and the notice to Dana.
func (s *scene) decided(ctx context.Context, what string, toDana ...condition) error {
	done, err := s.await(ctx, s.lee, "the answer to a decision", subject("you "+what))
	if err != nil {
		return err
	}
	notice, err := s.await(ctx, s.dana, "word of who decided", subject(what))
	if err != nil {
		return err
	}
	return errors.Join(s.expect(done, hasNot("Ref: ")), s.expect(notice, append(toDana, has("Lee Tran"), hasNot("Ref: "))...))
}

func (s *scene) say(text string) { fmt.Fprintf(s.Out, "\n» %s\n", text) }

func (s *scene) send(ctx context.Context, who *sandbox.Person, m sandbox.Mail) error {
	s.record(Turn{Who: who.Address, To: strings.Join(m.To, ", "), Subject: m.Subject, Text: m.Text, At: time.Now()}, "writes to")
	if _, err := who.Send(ctx, m); err != nil {
		return err
	}
	return s.crash(ctx)
}

func (s *scene) reply(ctx context.Context, who *sandbox.Person, to sandbox.Received, text string) error {
	s.record(Turn{Who: who.Address, To: to.ReplyTo.Address, Subject: sandbox.SubjectOfReply(to.Subject), Text: text, At: time.Now()}, "replies to")
	if _, err := who.Reply(ctx, to, text); err != nil {
		return err
	}
	return s.crash(ctx)
}

func (s *scene) crash(ctx context.Context) error {
	if !s.Crashy {
		return nil
	}
	return s.kill(ctx)
}

func (s *scene) kill(ctx context.Context) error {
	if err := s.Crash(ctx); err != nil {
		return fmt.Errorf("starting the daemon again: %w", err)
	}
	s.repeatable = slices.Clone(s.seen)
	return nil
}

// nothingElse checks that no inbox has an unexpected mail. With frequent kills, staff may get
// questions about interrupted mails.
func (s *scene) nothingElse(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, quiet)
	defer cancel()
	people := []*sandbox.Person{s.alice, s.lee, s.dana}
	if s.Crashy {
		people = people[:1]
	}
	more := make([]error, len(people))
	var looking sync.WaitGroup
	for i, p := range people {
		looking.Go(func() {
			p.Follow(ctx, func(m sandbox.Received) {
				if !slices.Contains(s.again(p), m.MessageID) {
					more[i] = errors.Join(more[i], fmt.Errorf("%s got a mail that is one too many: %q", p.Address, m.Subject))
				}
			})
		})
	}
	looking.Wait()
	return errors.Join(more...)
}

// again returns the Message-IDs of mails that a person may get twice.
func (s *scene) again(who *sandbox.Person) []string {
	switch {
	case who != s.alice:
		return s.repeatable
	case s.resent.Load():
		return s.seen
	}
	return nil
}

// await waits for a mail that all conditions accept, and narrates the mail.
func (s *scene) await(ctx context.Context, who *sandbox.Person, what string, want ...condition) (sandbox.Received, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	stop := make(chan struct{})
	defer close(stop)
	if who == s.alice && s.Crashy {
		go s.resend(ctx, stop)
	}
	m, err := who.Wait(ctx, func(m sandbox.Received) bool {
		if who != s.alice && slices.Contains(s.seen, m.MessageID) {
			return false
		}
		for _, c := range want {
			if c(m) != nil {
				return false
			}
		}
		return true
	})
	if err != nil {
		return m, fmt.Errorf("%s did not get %s: %w", who.Address, what, err)
	}
	s.seen = append(s.seen, m.MessageID)
	s.record(Turn{Who: m.From.Address, To: who.Address, Subject: m.Subject, Text: m.Text, HTML: m.HTML, At: time.Now()}, "to")
	return m, s.expect(m, bothParts)
}

// resend answers RESEND for Lee if a kill interrupts the daemon between sending a mail and the
// server's reply.
func (s *scene) resend(ctx context.Context, stop <-chan struct{}) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-stop:
			cancel()
		case <-ctx.Done():
		}
	}()
	asked, err := s.lee.Wait(ctx, func(m sandbox.Received) bool { return has("RESEND")(m) == nil })
	if err == nil {
		s.resent.Store(true)
		_, _ = s.lee.Reply(ctx, asked, "RESEND") // after a failure, Alice waits in vain and the play fails
	}
}

func (s *scene) record(t Turn, verb string) {
	s.transcript.Turns = append(s.transcript.Turns, t)
	fmt.Fprintf(s.Out, "  %s  %s %s %s: %s\n", t.At.Format("15:04:05.000"), t.Who, verb, t.To, t.Subject)
}
