package daemon

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"ppamaild/daemon/queue"
	"ppamaild/mailbox/origin"
	"ppamaild/store"
	"ppamaild/templates"
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
		e := queue.AbsentEvent{Inbound: r.in.ID, Review: ref.Review, Staff: member.Address, Why: "an automatic answer came: " + r.msg.Subject}
		r.in.Thread = ref.Thread
		return r.enqueue(ref.Thread, queue.KindAbsent, e)
	}
	return nil
}

// absent goes on without a member of staff who was asked: the others asked have
// their copies, and where nobody of them is there, it is escalated now.
func (r *run) absent(ctx context.Context, e queue.AbsentEvent) error {
	rv, err := r.review(ctx, e.Review)
	if err != nil || rv.Status != store.ReviewOpen || !slices.Contains(rv.Staff, e.Staff) || slices.Contains(rv.Absent, e.Staff) {
		return err
	}
	rv.Absent = append(rv.Absent, e.Staff)
	r.note(store.SourceSystem, "absent", e.Staff, strconv.Itoa(rv.Number), e.Why)
	r.d.Log.Info("an approver is not there", "thread", rv.Thread, "review", rv.Number, "staff", e.Staff, "why", e.Why)
	r.putReview(rv)
	there := others(rv.Staff, rv.Absent)
	what := "Asked too: " + strings.Join(there, ", ") + "."
	if len(there) == 0 {
		if there = others(r.d.Staff.EscalateTo(nil, rv.Step), rv.Absent); len(there) == 0 {
			r.d.Log.Warn("nobody is there to decide", "thread", rv.Thread, "review", rv.Number)
			return r.tellAbsent(rv, e, "Nobody else may decide it, so it waits.")
		}
		what = "Nobody who was asked is there. Asked now: " + strings.Join(there, ", ") + "."
		if err := r.escalate(ctx, rv); err != nil {
			return err
		}
		r.stopped = append(r.stopped, timerEscalate+strconv.Itoa(rv.Number))
	}
	return r.tellAbsent(rv, e, what)
}

// tellAbsent tells everyone but those who are not there.
func (r *run) tellAbsent(rv store.Review, e queue.AbsentEvent, what string) error {
	for _, to := range others(r.d.Staff.Everyone(), rv.Absent) {
		n := templates.Notice{Review: rv.Number, Step: rv.Step, Who: e.Staff, Reason: e.Why, What: what}
		if err := r.notify(to, "approver_absent", n); err != nil {
			return err
		}
	}
	return nil
}

// others returns all but those named.
func others(all, but []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(address string) bool { return slices.Contains(but, address) })
}
