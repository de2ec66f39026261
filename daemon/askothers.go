package daemon

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/review"
	"ppamaild/store"
)

// timerAsk has a review put at once before whoever may decide it now, since nobody of
// those asked may any more; it ends in the review's number.
const timerAsk = "ask:"

// askOthers looks once, as staff may have changed with the configuration, for open reviews
// that nobody was asked who may decide them: until their reminder nobody would know.
func (d *Daemon) askOthers(ctx context.Context) {
	ask, err := queue.Read(ctx, d.store, d.toAskOthers)
	if err == nil && len(ask) > 0 {
		err = d.update(ctx, failpoint.Timer, func(tx store.Tx) error { return queue.Each(ask, tx.PutTimer) })
		d.timerBell.Notify()
	}
	if err != nil && ctx.Err() == nil {
		d.Log.Error("looking for reviews whose staff have left", "error", err)
	}
}

func (d *Daemon) toAskOthers(tx store.Tx) (ask []store.Timer, err error) {
	timers, err := store.EveryTimer(tx)
	if err != nil {
		return nil, err
	}
	seen := make(map[string]bool) // thread and number
	for _, t := range timers {
		kind, number, _ := strings.Cut(t.Name, ":")
		n, err := strconv.Atoi(number)
		which := t.Thread + " " + number
		if err != nil || seen[which] || !slices.Contains([]string{timerRemind, timerEscalate, timerExpire}, kind+":") {
			continue
		}
		seen[which] = true
		rv, err := tx.Review(t.Thread, n)
		if err != nil {
			return nil, err
		}
		if rv.Status == store.ReviewOpen && len(d.neverAsked(rv)) > 0 {
			ask = append(ask, store.Timer{Thread: t.Thread, Name: timerAsk + number, Due: d.Now().UTC()})
		}
	}
	return ask, nil
}

// neverAsked is who may decide a review and was not asked, where of those asked nobody
// may, or is there to. Nobody has to answer a list.
func (d *Daemon) neverAsked(rv store.Review) []string {
	may := d.Staff.Deciders(rv.Step)
	for _, address := range others(rv.Staff, rv.Absent) {
		if slices.Contains(may, address) {
			return nil
		}
	}
	if rv.Kind == review.KindSetAside {
		return nil
	}
	return others(d.Staff.Asked(rv.Step), rv.Staff)
}

// askNow puts a review before those who were never asked, with all the time that anybody
// has to decide one.
func (r *run) askNow(ctx context.Context, rv store.Review) error {
	to := r.d.neverAsked(rv)
	if len(to) == 0 {
		return nil
	}
	r.d.Log.Warn("nobody who was asked may decide this review any more; others are asked", "thread", rv.Thread, "review", rv.Number, "asked", rv.Staff, "now", to)
	if err := r.askMore(ctx, rv, "escalation", to); err != nil {
		return err
	}
	r.setWaits(rv.Number)
	return nil
}
