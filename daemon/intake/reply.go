package intake

import (
	"errors"
	"strings"

	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/message"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// staffMail is a mail from a member of staff while it is routed.
type staffMail struct {
	*router
	event queue.StaffEvent
}

// dispatch puts a reply to a review into the queue of its thread. Other mail is a forward, a task,
// or unknown. The runner reads the decision when the turn of the reply comes, so that earlier
// mail of the customer counts.
func (s *staffMail) dispatch() error {
	var err error
	if s.event, err = s.newEvent(); err != nil {
		return err
	}
	if err := s.noteCited(); err != nil {
		return err
	}
	ruling, err := s.intake.Rule(s.tx, s.event, nil)
	if err != nil {
		return err
	}
	if ruling.Outcome == review.Unknown {
		s.look = s.look || len(s.event.Refs) > 0
		return s.withoutReview()
	}
	thread := ruling.Review.Thread
	if err := s.learn(thread); err != nil {
		return err
	}
	if s.event.Decision.Verdict != review.VerdictUnclear {
		if err := s.rememberSignature(thread); err != nil {
			return err
		}
	}
	if err := s.enqueue(thread, queue.KindStaff, s.event); err != nil {
		return err
	}
	return s.handled(thread, "")
}

func (s *staffMail) withoutReview() error {
	if over, err := s.overLimit(); over || err != nil {
		return err
	}
	if done, err := s.forwarded(); done || err != nil {
		return err
	}
	if done, err := s.opensTask(); done || err != nil {
		return errors.Join(err, s.rememberSignature(""))
	}
	return s.answerUnknown()
}

func (s *staffMail) newEvent() (queue.StaffEvent, error) {
	refs, err := referencesIn(s.tx, s.intake.References, s.parsedMail)
	if err != nil {
		return queue.StaffEvent{}, err
	}
	member, _ := s.intake.Staff.Find(s.origin.From.Address)
	who, err := s.intake.Person(s.tx, member, refs)
	d := review.Read(s.msg, s.reply, who, s.intake)
	e := queue.StaffEvent{
		Inbound:    s.in.ID,
		From:       s.origin.From.Address,
		MessageID:  s.msg.MessageID,
		References: message.ReplyReferences(s.msg),
		Index:      threadIndex(s.msg),
		Text:       s.reply.Text,
		Clean:      s.reply.Clean,
		Unsent:     d.Unsent(s.msg, s.intake),
		Decision:   d,
		Refs:       refs,
	}
	if err == nil {
		e.Unproven, err = s.intake.unproven(s.tx, s.origin.From.Address, s.evidence)
	}
	return e, err
}

// rememberSignature remembers the signature below a mail of a proven sender. An unclear reply
// does not show which lines are the signature.
func (s *staffMail) rememberSignature(thread string) error {
	member, is := s.intake.Staff.Find(s.event.From)
	lines := review.SignatureBelow(s.event.Text, s.msg, member.Person())
	if !is || s.event.Unproven != "" || lines == "" {
		return nil
	}
	return s.intake.Remember(s.tx, member.Address, store.Signature{Lines: lines, Thread: thread})
}

// learn makes answers to the mail find its thread.
func (s *staffMail) learn(thread string) error {
	e := queue.CustomerEvent{Inbound: s.in.ID, Learn: ids(s.msg.MessageID)}
	return queue.Learn(s.tx, thread, e)
}

func ids(id string) []string {
	if id == "" {
		return nil
	}
	return []string{id}
}

// referencesIn returns the references of reviews in a mail: in the subject, in the text, quoted or
// not, and of the answered mail.
func referencesIn(tx mailIndex, references review.References, r parsedMail) ([]review.Ref, error) {
	refs := references.Find(r.msg.Subject + "\n" + fullText(r.reply))
	parents := r.msg.InReplyTo
	if n := len(r.msg.References); len(parents) == 0 && n > 0 {
		parents = r.msg.References[n-1:]
	}
	for _, id := range parents {
		ref, err := tx.MessageID(id)
		if errors.Is(err, store.ErrNotFound) || err == nil && ref.Mail == 0 {
			continue
		}
		if err != nil {
			return nil, err
		}
		m, err := tx.Mail(ref.Mail)
		if err != nil {
			return nil, err
		}
		if (m.Kind == store.MailReview || m.Decides) && len(m.To) == 1 {
			minted := references.Mint(m.Thread, m.Review, m.To[0])
			refs = append(refs, references.Find(minted)...)
		}
	}
	return refs, nil
}

// answerUnknown answers a mail of staff that is about no review and opens no task. The mail is no
// decision, and no message of a customer.
func (s *staffMail) answerUnknown() error {
	n := templates.Notice{
		Subject: s.msg.Subject,
		Body:    s.intake.Excerpt(s.reply.Text),
		When:    s.intake.When(s.in.InternalDate),
	}
	name := "no_review"
	hasAgents := len(s.intake.Config.AgentsFor(false)) > 0
	switch {
	case s.answers(), hasAgents && !isWish(s.event.Decision):
	case hasAgents:
		name, n.What = "task_not_available", s.whyNoTask()
	default:
		name = "task_not_available"
	}
	s.mailed = true
	if err := s.intake.PostNotice(s.tx, s.event.From, name, n, &s.event); err != nil {
		return err
	}
	if err := s.audit("", journal.KindNoReview, "answered: "+name); err != nil {
		return err
	}
	return s.handled("", "from staff, about no review; answered: "+name)
}

// answers reports whether the mail claims to answer another mail.
func (s *staffMail) answers() bool {
	return len(s.event.Refs) > 0 || len(s.msg.InReplyTo) > 0 || len(s.signals.Hints) > 0
}

// whyNoTask says why a mail that decides nothing opens no task.
func (s *staffMail) whyNoTask() string {
	agency := s.intake.Config.Mailbox.Agency.Address
	switch {
	case strings.TrimSpace(s.event.Text) == "":
		return s.intake.Say("intake.no_text")
	case len(s.event.Text) > maxText:
		return s.intake.Say("console.task_long")
	case !s.isForAgency():
		return s.intake.Say("intake.not_for_agency", agency)
	}
	return s.intake.Say("intake.answers_another", agency)
}
