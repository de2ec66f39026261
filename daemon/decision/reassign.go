package decision

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/failpoint"
	"ppamaild/review"
	"ppamaild/store"
)

// askOthers looks once, as staff may have changed with the configuration, for open reviews
// that nobody was asked who may decide them: until their reminder nobody would know.
func (h *Handler) Reassign(ctx context.Context) {
	ask, err := queue.Read(ctx, h.Store, h.toReassign)
	if err == nil && len(ask) > 0 {
		err = h.Update(ctx, failpoint.Timer, func(tx store.Tx) error {
			return queue.Each(ask, tx.PutTimer)
		})
		h.Signals.Timers.Notify()
	}
	if err != nil && ctx.Err() == nil {
		h.Log.Error("looking for reviews whose staff have left", "error", err)
	}
}

func (h *Handler) toReassign(tx store.Tx) (ask []store.Timer, err error) {
	timers, err := store.EveryTimer(tx)
	if err != nil {
		return nil, err
	}
	seen := make(map[string]bool) // thread and number
	for _, t := range timers {
		kind, number, _ := strings.Cut(t.Name, ":")
		n, err := strconv.Atoi(number)
		which := t.Thread + " " + number
		if err != nil || seen[which] || !slices.Contains([]string{queue.TimerRemind,
			queue.TimerEscalate, queue.TimerExpire}, kind+":") {
			continue
		}
		seen[which] = true
		rv, err := tx.Review(t.Thread, n)
		if err != nil {
			return nil, err
		}
		if rv.Status == store.ReviewOpen && len(h.neverAsked(rv)) > 0 {
			ask = append(ask, store.Timer{Thread: t.Thread, Name: queue.TimerReassign + number,
				Due: h.Now().UTC()})
		}
	}
	return ask, nil
}

// neverAsked is who may decide a review and was not asked, where of those asked nobody
// may, or is there to. Nobody has to answer a list.
func (h *Handler) neverAsked(rv store.Review) []string {
	may := h.Staff.Deciders(rv.Step)
	for _, address := range others(rv.Staff, rv.Absent) {
		if slices.Contains(may, address) {
			return nil
		}
	}
	if rv.Kind == review.KindSetAside {
		return nil
	}
	return others(h.Staff.Asked(rv.Step), rv.Staff)
}

// askNow puts a review before those who were never asked, with all the time that anybody
// has to decide one.
func (h *Handler) askOthers(ctx context.Context, t *runner.Turn, rv store.Review) error {
	to := h.neverAsked(rv)
	if len(to) == 0 {
		return nil
	}
	h.Log.Warn("nobody who was asked may decide this review any more; others are asked", "thread",
		rv.Thread, "review", rv.Number, "asked", rv.Staff, "now", to)
	if err := h.askMore(ctx, t, rv, "escalation", to); err != nil {
		return err
	}
	t.SetReminders(rv.Number)
	return nil
}
