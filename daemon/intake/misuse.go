package intake

import (
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// misused sets a message aside if it contains the reference of a member of staff but comes from
// somebody else. It reports whether the message was set aside. The owner of the reference is
// notified, and the sender gets no answer.
func (r *router) misused() (bool, error) {
	refs, err := referencesIn(r.tx, r.intake.References, r.parsedMail)
	if err != nil || len(refs) == 0 {
		return false, err
	}
	from := r.origin.From.Address
	e := queue.StaffEvent{From: from, Refs: refs} // no text: the message decides nothing
	ruling, err := r.intake.Rule(r.tx, e, nil)
	if err != nil || ruling.Outcome != review.Misused {
		return false, err
	}
	thread := ruling.Review.Thread
	n := templates.Notice{
		Thread:  thread,
		Review:  ruling.Review.Number,
		Subject: r.msg.Subject,
		Who:     from,
		When:    r.intake.When(r.in.InternalDate),
		Reason:  ruling.Why,
		Body:    r.intake.Excerpt(r.reply.Text),
	}
	var recipients []string
	recipients, n.Owner = r.intake.Staff.ToTell(ruling.Owner)
	err = queue.Each(recipients, func(to string) error {
		return r.intake.PostNotice(r.tx, to, "reference_misused", n, nil)
	})
	if err != nil {
		return true, err
	}
	if err := r.audit(thread, journal.KindMisused, ruling.Why); err != nil {
		return true, err
	}
	r.mailed = true
	r.in.Status, r.in.Thread, r.in.Reason = store.InboundSetAside, thread, ruling.Why
	r.intake.Log.Warn("a reference was misused",
		"from", from, "owner", ruling.Owner, "thread", thread)
	return true, r.tx.PutInbound(r.in)
}
