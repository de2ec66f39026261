package decision

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/store"
	"ppamaild/templates"
)

// absent goes on without a member of staff who was asked: the others asked have
// their copies, and where nobody of them is there, it is escalated now.
func (h *Handler) outOfOffice(ctx context.Context, t *runner.Turn, e queue.OutOfOfficeEvent) error {
	rv, err := t.Review(ctx, e.Review)
	if err != nil || rv.Status != store.ReviewOpen || !slices.Contains(rv.Staff, e.Staff) ||
		slices.Contains(rv.Absent, e.Staff) {
		return err
	}
	rv.Absent = append(rv.Absent, e.Staff)
	t.Note(store.SourceSystem, "absent", e.Staff, strconv.Itoa(rv.Number), e.Why)
	h.Log.Info("an approver is not there", "thread", rv.Thread, "review", rv.Number, "staff",
		e.Staff, "why", e.Why)
	t.PutReview(rv)
	there := others(rv.Staff, rv.Absent)
	what := "Asked too: " + strings.Join(there, ", ") + "."
	if len(there) == 0 {
		if there = others(h.Staff.EscalateTo(nil, rv.Step), rv.Absent); len(there) == 0 {
			h.Log.Warn("nobody is there to decide", "thread", rv.Thread, "review", rv.Number)
			return h.tellAbsent(t, rv, e, "Nobody else may decide it, so it waits.")
		}
		what = "Nobody who was asked is there. Asked now: " + strings.Join(there, ", ") + "."
		if err := h.escalate(ctx, t, rv); err != nil {
			return err
		}
		t.Stopped = append(t.Stopped, queue.TimerEscalate+strconv.Itoa(rv.Number))
	}
	return h.tellAbsent(t, rv, e, what)
}

// tellAbsent tells everyone but those who are not there.
func (h *Handler) tellAbsent(t *runner.Turn, rv store.Review, e queue.OutOfOfficeEvent, what string) error {
	for _, to := range others(h.Staff.Everyone(), rv.Absent) {
		n := templates.Notice{Review: rv.Number, Step: rv.Step, Who: e.Staff, Reason: e.Why,
			What: what}
		if err := t.Notify(to, "approver_absent", n); err != nil {
			return err
		}
	}
	return nil
}

// others returns all but those named.
func others(all, but []string) []string {
	return slices.DeleteFunc(slices.Clone(all),
		func(address string) bool { return slices.Contains(but, address) })
}
