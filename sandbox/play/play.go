// Package play is the conversation that shows what ppamaild is for: a customer
// asks for a quote with facts missing, staff reject and then accept the questions,
// the customer answers, the daemon is killed and started again, staff accept the
// quote, and it arrives. It is played from outside, with SMTP and IMAP only,
// against any mail host and any way to run the daemon, and fails at the first
// mail that is not what it should be.
package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"ppamaild/sandbox"
)

// Stage is what a conversation is played on.
type Stage struct {
	Host   sandbox.Host
	Out    io.Writer                       // gets the narration
	Crash  func(ctx context.Context) error // kills the daemon without warning, and starts it again
	Crashy bool                            // crash between any two mails, not only before the last decision
}

// Transcript is the conversation as its people saw it.
type Transcript struct {
	Thread string
	Turns  []Turn
}

// Turn is one mail, as sent or as it arrived.
type Turn struct {
	Who, To, Subject, Text string
	At                     time.Time
}

// patience is how long a mail may take to arrive.
const patience = 30 * time.Second

// scene is a conversation in progress.
type scene struct {
	Stage
	transcript       Transcript
	alice, lee, dana *sandbox.Person
	seen             []string // Message-IDs of what staff read: a kill may have them get it again
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

// rejectOnce has the questions rejected, done again and accepted; it returns them
// as Alice got them.
func (s *scene) rejectOnce(ctx context.Context) (sandbox.Received, error) {
	var none sandbox.Received
	review, err := s.await(ctx, s.lee, "the review of the questions", isReview("Questions to"))
	if err != nil {
		return none, err
	}
	if err := s.expect(review, has("date of birth"), has("licensed"), hasNot("What is the VIN"), refersTo(s)); err != nil {
		return none, err
	}
	if _, err := s.await(ctx, s.dana, "Dana's copy of it", isReview("Questions to")); err != nil {
		return none, err
	}
	s.say("Lee sends it back with a reason.")
	if err := s.reply(ctx, s.lee, review, "REJECT: please also ask for the VIN"); err != nil {
		return none, err
	}
	again, err := s.await(ctx, s.lee, "the new draft", isReview("Questions to"))
	if err != nil {
		return none, err
	}
	if err := s.expect(again, has("What is the VIN"), has("please also ask for the VIN"), refersTo(s)); err != nil {
		return none, err
	}
	s.say("The new draft heeds the reason. Lee accepts.")
	if err := s.reply(ctx, s.lee, again, "ACCEPT\n\nThanks,\nLee"); err != nil {
		return none, err
	}
	asked, err := s.await(ctx, s.alice, "the questions", from(Quotes))
	if err != nil {
		return none, err
	}
	return asked, s.expect(asked, has("What is the VIN"), has("date of birth"), hasNot("Ref: Q-"), sameDraft(again), answers(s.transcript.Turns[0]))
}

// quote has the quote reviewed, the daemon killed, and the quote accepted.
func (s *scene) quote(ctx context.Context) error {
	review, err := s.await(ctx, s.lee, "the review of the quote", isReview("Quote for"))
	if err != nil {
		return err
	}
	if err := s.expect(review, has("Estimate only"), has("illustrative"), has("March 4, 1985"), refersTo(s)); err != nil {
		return err
	}
	s.say("The daemon is killed, and started again.")
	if err := s.Crash(ctx); err != nil {
		return fmt.Errorf("starting the daemon again: %w", err)
	}
	s.say("Lee accepts the quote.")
	if err := s.reply(ctx, s.lee, review, "Accept."); err != nil {
		return err
	}
	got, err := s.await(ctx, s.alice, "the quote", from(Quotes))
	if err != nil {
		return err
	}
	if err := s.expect(got, has("Estimate only"), has("illustrative"), has("2019 Honda Civic"), hasNot("Ref: Q-"), sameDraft(review)); err != nil {
		return err
	}
	told, err := s.await(ctx, s.dana, "word of who decided", subject("ccepted the quote"))
	if err != nil {
		return err
	}
	return s.expect(told, has(Lee))
}

func (s *scene) say(text string) { fmt.Fprintf(s.Out, "\n» %s\n", text) }

func (s *scene) send(ctx context.Context, who *sandbox.Person, m sandbox.Mail) error {
	s.record(Turn{who.Address, strings.Join(m.To, ", "), m.Subject, m.Text, time.Now()}, "writes to")
	if _, err := who.Send(ctx, m); err != nil {
		return err
	}
	return s.crash(ctx)
}

func (s *scene) reply(ctx context.Context, who *sandbox.Person, to sandbox.Received, text string) error {
	s.record(Turn{who.Address, to.ReplyTo.Address, "Re: " + to.Subject, text, time.Now()}, "replies to")
	if _, err := who.Reply(ctx, to, text); err != nil {
		return err
	}
	return s.crash(ctx)
}

func (s *scene) crash(ctx context.Context) error {
	if !s.Crashy {
		return nil
	}
	return s.Crash(ctx)
}

// await waits for a mail that all of want accept, and narrates it.
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
	s.record(Turn{m.From.Address, who.Address, m.Subject, m.Text, time.Now()}, "to")
	return m, nil
}

// resend answers for Lee, should a kill have hit the daemon between handing a mail
// over and hearing that it was taken: then only staff can say what to do.
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
		_, _ = s.lee.Reply(ctx, asked, "RESEND") // if it fails, Alice waits in vain and the play says so
	}
}

func (s *scene) record(t Turn, verb string) {
	s.transcript.Turns = append(s.transcript.Turns, t)
	fmt.Fprintf(s.Out, "  %s  %s %s %s: %s\n", t.At.Format("15:04:05.000"), t.Who, verb, t.To, t.Subject)
}

// condition says what is wrong with a mail.
type condition func(sandbox.Received) error

func (s *scene) expect(m sandbox.Received, want ...condition) error {
	for _, c := range want {
		if err := c(m); err != nil {
			return fmt.Errorf("the mail %q to %s: %w\n%s", m.Subject, m.Header.Get("To"), err, m.Text)
		}
	}
	return nil
}

// flat is the text without layout: wrapping and fences.
func flat(text string) string {
	text = regexp.MustCompile(`(?m)^\s*[|>] ?`).ReplaceAllString(text, "")
	return strings.Join(strings.Fields(text), " ")
}

func has(words string) condition {
	return func(m sandbox.Received) error {
		if !strings.Contains(flat(m.Text), words) {
			return fmt.Errorf("it does not say %q", words)
		}
		return nil
	}
}

func hasNot(words string) condition {
	return func(m sandbox.Received) error {
		if strings.Contains(flat(m.Text), words) {
			return fmt.Errorf("it says %q", words)
		}
		return nil
	}
}

func from(address string) condition {
	return func(m sandbox.Received) error {
		if m.From.Address != address {
			return fmt.Errorf("it is from %s", m.From.Address)
		}
		return nil
	}
}

func subject(words string) condition {
	return func(m sandbox.Received) error {
		if !strings.Contains(m.Subject, words) {
			return fmt.Errorf("its subject is %q", m.Subject)
		}
		return nil
	}
}

var tagged = regexp.MustCompile(`^\[([QT]-[0-9A-Z]{6})\] `)

func isReview(title string) condition {
	return func(m sandbox.Received) error {
		if !tagged.MatchString(m.Subject) || !strings.Contains(m.Subject, title) {
			return fmt.Errorf("its subject is %q", m.Subject)
		}
		return nil
	}
}

var reference = regexp.MustCompile(`^Ref: ([QT]-[0-9A-Z]{6})-\d+-[a-z2-7]{26}$`)

// refersTo checks that the last line is a reference of the thread.
func refersTo(s *scene) condition {
	return func(m sandbox.Received) error {
		lines := strings.Split(strings.TrimSpace(m.Text), "\n")
		found := reference.FindStringSubmatch(lines[len(lines)-1])
		if found == nil {
			return fmt.Errorf("its last line is %q, not a reference", lines[len(lines)-1])
		}
		s.transcript.Thread = found[1]
		return nil
	}
}

// sameDraft checks that a mail is what its review showed.
func sameDraft(review sandbox.Received) condition {
	return func(m sandbox.Received) error {
		if !strings.Contains(flat(review.Text), flat(m.Text)) {
			return errors.New("it is not what was approved")
		}
		return nil
	}
}

// answers checks that mail programs show a mail below the one it answers.
func answers(t Turn) condition {
	return func(m sandbox.Received) error {
		if m.InReplyTo == "" || len(m.References) == 0 || m.References[len(m.References)-1] != m.InReplyTo {
			return fmt.Errorf("In-Reply-To %q and References %q do not fit", m.InReplyTo, m.References)
		}
		if m.Subject != "Re: "+t.Subject {
			return fmt.Errorf("its subject is %q", m.Subject)
		}
		return nil
	}
}
