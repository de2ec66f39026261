package intake

import (
	"errors"
	"strings"

	"ppamaild/daemon/journal"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/message"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// fromStaff passes a reply of staff's to the thread whose review it answers. What
// it decides is ruled on when its turn in the thread's queue comes, so that a
// customer's mail before it is seen first.
func (r *router) fromStaff() error {
	e := r.staffEvent()
	var err error
	if e.Refs, err = r.refs(); err != nil {
		return err
	}
	if e.Unproven, err = r.doubt(); err != nil {
		return err
	}
	ruling, err := r.d.Rule(r.tx, e, nil)
	if err != nil {
		return err
	}
	if ruling.Outcome == review.Unknown {
		if flooded, err := r.flooded(); flooded || err != nil {
			return err
		}
		if done, err := r.forwarded(e); done || err != nil {
			return err
		}
		if done, err := r.opensTask(e); done || err != nil {
			return err
		}
		return r.answerUnknown(e)
	}
	thread := ruling.Review.Thread
	if err := queue.Learn(r.tx, thread, queue.CustomerEvent{Inbound: r.in.ID,
		Learn: ids(r.msg.MessageID)}); err != nil {
		return err
	}
	if err := r.enqueue(thread, queue.KindStaff, e); err != nil {
		return err
	}
	return r.handled(thread, "")
}

func (r *router) staffEvent() queue.StaffEvent {
	d := r.decision()
	return queue.StaffEvent{
		Inbound: r.in.ID, From: r.origin.From.Address, MessageID: r.msg.MessageID,
		Subject:    r.msg.Subject,
		References: message.ReplyReferences(r.msg), Index: threadIndex(r.msg), Text: r.reply.Text,
		Clean: r.reply.Clean, Unsent: d.Unsent(r.msg), Decision: d,
	}
}

// refs returns the references in a reply: in its text, quoted or not, and of the
// review mail that its header says it answers.
func (r *router) refs() ([]review.Ref, error) {
	refs := r.d.References.Find(r.msg.Subject)
	for _, s := range r.reply.Segments {
		refs = append(refs, r.d.References.Find(s.Text)...)
	}
	parents := r.msg.InReplyTo
	if n := len(r.msg.References); len(parents) == 0 && n > 0 {
		parents = r.msg.References[n-1:]
	}
	for _, id := range parents {
		ref, err := r.tx.MessageID(id)
		if errors.Is(err, store.ErrNotFound) || err == nil && ref.Mail == 0 {
			continue
		}
		if err != nil {
			return nil, err
		}
		m, err := r.tx.Mail(ref.Mail)
		if err != nil {
			return nil, err
		}
		if m.Kind == store.MailReview && len(m.To) == 1 {
			refs = append(refs, r.d.References.Find(r.d.References.Mint(m.Thread, m.Review,
				m.To[0]))...)
		}
	}
	return refs, nil
}

func ids(id string) []string {
	if id == "" {
		return nil
	}
	return []string{id}
}

// decision reads what a reply of staff's decides.
func (r *router) decision() review.Decision {
	member, _ := r.d.Staff.Find(r.origin.From.Address)
	who := member.Person()
	who.Lines = append(who.Lines, r.d.Config.Agency.Name) // a usual line of a signature
	return review.Read(r.msg, r.reply, who)
}

// answerUnknown answers a mail of staff's that is about no review. It is not
// taken for a decision, and not for a customer's.
func (r *router) answerUnknown(e queue.StaffEvent) error {
	n := templates.Notice{Subject: r.msg.Subject, Body: notify.Excerpt(r.reply.Text),
		When: r.d.When(r.in.InternalDate)}
	name := "no_review"
	switch has := len(r.d.Config.Agents) > 0; {
	case r.answers(e), has && !isWish(e.Decision):
	case has:
		name, n.What = "task_not_available", r.whyNoTask(e)
	default:
		name = "task_not_available"
	}
	r.notices = true
	if err := r.d.PostNotice(r.tx, e.From, name, n, &e); err != nil {
		return err
	}
	if err := r.trace("", journal.KindNoReview, "answered: "+name); err != nil {
		return err
	}
	return r.handled("", "from staff, about no review; answered: "+name)
}

// answers reports whether a message says of itself that it answers one.
func (r *router) answers(e queue.StaffEvent) bool {
	return len(e.Refs) > 0 || len(r.msg.InReplyTo) > 0 || len(r.signals.Hints) > 0
}

// whyNoTask says why a message that decides nothing opens no task.
func (r *router) whyNoTask(e queue.StaffEvent) string {
	agency := r.d.Config.Mailbox.Agency.Address
	switch {
	case strings.TrimSpace(e.Text) == "":
		return "Your mail has no words of its own, so nothing was done. Please say in the mail itself what is wanted; a subject or an attachment alone opens no task."
	case !r.isForAgency():
		return "A task is mailed to " + agency + ", and your mail was not, so nothing was done."
	}
	return "Your mail says that it answers another one, so no task was begun. Please mail a task to " + agency + " as a new message."
}

// misused sets a message aside that holds the reference of a member of staff but
// comes from somebody else. Its sender gets nothing; the owner is told.
func (r *router) misused() (bool, error) {
	refs, err := r.refs()
	if err != nil || len(refs) == 0 {
		return false, err
	}
	e := queue.StaffEvent{From: r.origin.From.Address, Refs: refs} // what it says decides nothing
	ruling, err := r.d.Rule(r.tx, e, nil)
	if err != nil || ruling.Outcome != review.Misused {
		return false, err
	}
	n := templates.Notice{
		Thread: ruling.Review.Thread, Review: ruling.Review.Number, Subject: r.msg.Subject,
		Who: e.From, When: r.d.When(r.in.InternalDate), Reason: ruling.Why,
		Body: notify.Excerpt(r.reply.Text),
	}
	var told []string
	told, n.Owner = r.d.Staff.ToTell(ruling.Owner)
	err = queue.Each(told, func(to string) error {
		return r.d.PostNotice(r.tx, to, "reference_misused", n, nil)
	})
	if err != nil {
		return true, err
	}
	if err := r.trace(ruling.Review.Thread, journal.KindMisused, ruling.Why); err != nil {
		return true, err
	}
	r.notices = true
	r.in.Status, r.in.Thread, r.in.Reason = store.InboundSetAside, ruling.Review.Thread, ruling.Why
	r.d.Log.Warn("a reference was misused", "from", e.From, "owner", ruling.Owner, "thread",
		ruling.Review.Thread)
	return true, r.tx.PutInbound(r.in)
}
