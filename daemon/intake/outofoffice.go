package intake

import (
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/origin"
)

// outOfOffice takes an automatic answer of a member of staff to a review of theirs
// as word that they are out. It decides nothing, so a forged one does no more than
// to have others asked early; still, it must hold their reference, or name the mail
// that has it.
func (r *router) outOfOffice() error {
	member, isStaff := r.d.Staff.Find(r.origin.From.Address)
	if r.origin.Kind != origin.AutoReply || !isStaff || r.origin.Receipt {
		return nil
	}
	refs, err := r.refs()
	if err != nil {
		return err
	}
	for _, ref := range refs {
		if _, theirs := r.d.References.Verify(ref, []string{member.Address}); !theirs {
			continue
		}
		e := queue.OutOfOfficeEvent{Inbound: r.in.ID, Review: ref.Review, Staff: member.Address,
			Why: "an automatic answer came: " + r.msg.Subject}
		r.in.Thread = ref.Thread
		return r.enqueue(ref.Thread, queue.KindOutOfOffice, e)
	}
	return nil
}
