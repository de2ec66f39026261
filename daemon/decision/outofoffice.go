package decision

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/daemon/timers"
	"ppamaild/store"
	"ppamaild/templates"
)

// outOfOffice continues a review without an absent member of staff. The others have their
// copies. If all of them are absent, outOfOffice escalates now.
func (a *asking) outOfOffice(ctx context.Context, t *runner.Turn, e queue.OutOfOfficeEvent) error {
	rv, err := t.Review(ctx, e.Review)
	if err != nil || rv.Status != store.ReviewOpen {
		return err
	}
	if !slices.Contains(rv.Staff, e.Staff) || slices.Contains(rv.Absent, e.Staff) {
		return nil
	}
	rv.Absent = append(rv.Absent, e.Staff)
	t.Note(store.SourceSystem, "absent", e.Staff, strconv.Itoa(rv.Number), e.Why)
	a.Log.Info("an approver is out of office",
		"thread", rv.Thread, "review", rv.Number, "staff", e.Staff, "why", e.Why)
	t.PutReview(rv)
	there := slices.DeleteFunc(others(rv.Staff, rv.Absent), a.Staff.Away)
	what := a.Say("decision.asked_too", strings.Join(there, ", "))
	if len(there) == 0 {
		if there = a.Staff.EscalateTo(rv.Staff, rv.Step); len(there) == 0 {
			a.Log.Warn("all approvers are out of office", "thread", rv.Thread, "review", rv.Number)
			return a.notifyPresent(t, rv, e, a.Say("decision.nobody_else"))
		}
		what = a.Say("decision.asked_now", strings.Join(there, ", "))
		if err := a.escalate(ctx, t, rv); err != nil {
			return err
		}
		t.Stopped = append(t.Stopped, timers.Escalate+strconv.Itoa(rv.Number))
	}
	return a.notifyPresent(t, rv, e, what)
}

// notifyPresent notifies all staff who are not absent or away.
func (a *asking) notifyPresent(t *runner.Turn, rv store.Review, e queue.OutOfOfficeEvent, what string) error {
	for _, to := range a.Staff.ToNotify(rv.Absent...) {
		n := templates.Notice{Review: rv.Number, Step: rv.Step, Who: e.Staff, Reason: e.Why, What: what}
		if err := t.Notify(to, "approver_absent", n); err != nil {
			return err
		}
	}
	return nil
}

// others returns all addresses without the addresses in but.
func others(all, but []string) []string {
	excluded := func(address string) bool { return slices.Contains(but, address) }
	return slices.DeleteFunc(slices.Clone(all), excluded)
}
