package decision

import (
	"context"
	"slices"
	"strconv"

	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/daemon/timers"
	"ppamaild/failpoint"
	"ppamaild/review"
	"ppamaild/store"
)

// reassign finds open reviews that none of the asked staff may decide now, because the configuration
// changed or a member is away. Each such review gets a timer that asks the staff of today. Without
// the timer, no person would know of the review before its reminder.
func (a *asking) reassign(ctx context.Context) {
	ask, err := queue.Read(ctx, a.Store, a.toReassign)
	if err == nil && len(ask) > 0 {
		err = a.Update(ctx, failpoint.Timer, func(tx store.Tx) error {
			return queue.Each(ask, tx.PutTimer)
		})
		a.Signals.Timers.Notify()
	}
	if err != nil && ctx.Err() == nil {
		a.Log.Error("looking for reviews without current staff", "error", err)
	}
}

// toReassign returns a timer for each review to reassign.
func (a *asking) toReassign(tx store.Tx) (ask []store.Timer, err error) {
	err = tx.EveryOpenReview(func(rv store.Review) bool {
		if len(a.neverAsked(rv)) > 0 {
			name := timers.Reassign + strconv.Itoa(rv.Number)
			ask = append(ask, timers.New(rv.Thread, name, a.Now()))
		}
		return true
	})
	return ask, err
}

// neverAsked returns the staff to ask about a review. It returns none if one of the asked
// staff may decide and is present. A list of set-aside mails needs no answer.
func (a *asking) neverAsked(rv store.Review) []string {
	may := a.Staff.Deciders(rv.Step)
	for _, address := range others(rv.Staff, rv.Absent) {
		if slices.Contains(may, address) && !a.Staff.Away(address) {
			return nil
		}
	}
	if rv.Kind == review.KindSetAside {
		return nil
	}
	return others(a.Staff.Asked(rv.Step), rv.Staff)
}

// reassignReview asks staff who were never asked about a review, with the full time for a decision.
func (a *asking) reassignReview(ctx context.Context, t *runner.Turn, rv store.Review) error {
	to := a.neverAsked(rv)
	if len(to) == 0 {
		return nil
	}
	a.Log.Warn("reassigned a review, as none of its staff may decide now",
		"thread", rv.Thread, "review", rv.Number, "asked", rv.Staff, "now", to)
	if err := a.askMore(ctx, t, rv, "escalation", to); err != nil {
		return err
	}
	t.SetReminders(rv.Number)
	return nil
}
