package intake

import (
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/origin"
)

// outOfOffice handles an automatic answer of a member of staff to a review mail: the member is
// out of office. The answer must contain the reference of the member, or name the review mail
// with the reference. The answer decides nothing, so a forged answer can only make the daemon ask
// other staff early.
func (r *router) outOfOffice() error {
	member, isStaff := r.intake.Staff.Find(r.origin.From.Address)
	if r.origin.Kind != origin.AutoReply || !isStaff || r.origin.Receipt {
		return nil
	}
	refs, err := referencesIn(r.tx, r.intake.References, r.parsedMail)
	if err != nil {
		return err
	}
	for _, ref := range refs {
		if _, valid := r.intake.References.Verify(ref, []string{member.Address}); !valid {
			continue
		}
		e := queue.OutOfOfficeEvent{
			Inbound: r.in.ID,
			Review:  ref.Review,
			Staff:   member.Address,
			Why:     r.intake.Say("intake.automatic_answer", r.msg.Subject),
		}
		r.in.Thread = ref.Thread
		return r.enqueue(ref.Thread, queue.KindOutOfOffice, e)
	}
	return nil
}
