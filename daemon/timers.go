package daemon

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// The names of timers; those of reviews end in the review's number.
const (
	timerCustomerWait     = "customer_wait"
	timerCustomerReminder = "customer_reminder"
	timerCarrier          = "carrier"
	timerRemind           = "remind:"
	timerEscalate         = "escalate:"
	timerExpire           = "expire:"
)

// timerLoop turns timers that are due into events of their threads, until ctx is done.
func (d *Daemon) timerLoop(ctx context.Context) error {
	for {
		next, err := d.fireTimers(ctx)
		if err != nil && ctx.Err() == nil {
			d.Log.Error("reading timers", "error", err)
			next = d.Now().Add(lookAgain)
		}
		if !d.timerBell.Wait(ctx, d.Now, next) {
			return nil
		}
	}
}

// fireTimers looks before it writes: it is called for every timer that is set, and
// a transaction is a sync to disk even where it changes nothing.
func (d *Daemon) fireTimers(ctx context.Context) (next time.Time, err error) {
	if err := d.heedLeap(ctx); err != nil {
		return next, err
	}
	for {
		var due []store.Timer
		look := func(tx store.Tx) (err error) {
			due, next, err = d.dueTimers(tx)
			return err
		}
		if err := d.store.View(ctx, look); err != nil || len(due) == 0 {
			return next, err
		}
		err := d.update(ctx, failpoint.Timer, func(tx store.Tx) error {
			if err := look(tx); err != nil {
				return err
			}
			return d.fire(tx, due)
		})
		if err != nil {
			return next, err
		}
		for _, t := range due {
			d.runs.Wake(t.Thread, queue.Ahead)
		}
	}
}

// dueTimers returns timers that are due, and when to look again where there are none.
// The time of customers is up only once their mail of that time was dealt with.
func (d *Daemon) dueTimers(tx store.Tx) (due []store.Timer, next time.Time, err error) {
	for limit := 64; ; limit *= 2 {
		all, later, err := tx.DueTimers(d.Now(), limit)
		if err != nil {
			return nil, later, err
		}
		for _, t := range all {
			early, err := d.mayHaveAnswered(tx, t)
			if err != nil {
				return nil, later, err
			}
			if !early {
				due = append(due, t)
			}
		}
		switch {
		case len(due) > 0 || len(all) == 0:
			return due, later, nil
		case len(all) < limit:
			return nil, d.Now().Add(lookAgain), nil
		}
	}
}

// mayHaveAnswered reports whether a timer ends a customer's time, and a message of
// theirs from before that may not have been read, or dealt with, yet.
func (d *Daemon) mayHaveAnswered(tx store.Tx, t store.Timer) (early bool, err error) {
	if t.Name != timerCustomerWait && t.Name != timerCustomerReminder {
		return false, nil
	}
	for i := range d.watchers {
		if d.lastRead(i).Before(t.Due) {
			return true, nil
		}
	}
	err = tx.InboundByStatus(store.InboundPending, 0, func(store.Inbound) bool {
		early = true
		return false
	})
	return early, err
}

func (d *Daemon) fire(tx store.Tx, due []store.Timer) error {
	for _, t := range due {
		if err := tx.DeleteTimer(t.Thread, t.Name); err != nil {
			return err
		}
		if t.Name == timerClock {
			if err := d.setClockTimer(tx); err != nil {
				return err
			}
			continue
		}
		if t.Name == timerDigest { // set before it is dealt with: whatever goes wrong then, there is a next one
			if err := d.setDigestTimer(tx, d.NextDigest()); err != nil {
				return err
			}
		}
		e := queue.NewEvent(d.Now(), t.Thread, queue.KindTimer, queue.TimerEvent{Name: t.Name, Due: t.Due, Data: t.Data})
		if t.Name == timerAskRelease {
			e.Kind, e.Data = queue.KindRestored, t.Data
		}
		if _, err := tx.Enqueue(e); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) setTimer(name string, due time.Time) {
	r.timers = append(r.timers, store.Timer{Thread: r.Head.Thread, Name: name, Due: due.UTC()}) // as JSON can't keep a zone that is seconds off
}

func (r *run) setReviewTimers(rv store.Review) {
	if rv.Kind != review.KindSetAside { // nobody has to answer a list
		r.setWaits(rv.Number)
	}
	if rv.Kind != review.KindRestored { // nothing leaves before it is decided
		r.setTimer(timerExpire+strconv.Itoa(rv.Number), r.now().Add(r.d.Config.Review.ExpireAfter.Duration))
	}
}

// setWaits begins the time after which those asked are reminded, and others asked too.
func (r *run) setWaits(number int) {
	c, n := r.d.Config.Review, strconv.Itoa(number)
	r.setTimer(timerRemind+n, r.d.AfterHours(c.RemindAfter.Duration))
	r.setTimer(timerEscalate+n, r.d.AfterHours(c.EscalateAfter.Duration))
}

func (r *run) stopReviewTimers(number int) {
	n := strconv.Itoa(number)
	r.stopped = append(r.stopped, timerRemind+n, timerEscalate+n, timerExpire+n)
}

// timerFired does what is due. Time running out never sends a customer anything but
// what was approved for that.
func (r *run) timerFired(ctx context.Context, e queue.TimerEvent) error {
	if e.Name == timerCustomerWait || e.Name == timerCustomerReminder {
		return r.customerSilent(ctx, e)
	}
	if e.Name == timerDigest {
		return r.digest(ctx)
	}
	if e.Name == timerCarrier {
		return r.carrierDue(ctx)
	}
	kind, number, found := strings.Cut(e.Name, ":")
	n, err := strconv.Atoi(number)
	if !found || err != nil {
		return fmt.Errorf("the timer %q of %s is not known", e.Name, r.Head.Thread)
	}
	if kind+":" == timerDoubt {
		return r.stillInDoubt(ctx, uint64(n))
	}
	rv, err := r.review(ctx, n)
	if err != nil || rv.Status != store.ReviewOpen {
		return err
	}
	switch kind + ":" {
	case timerRemind:
		return r.askMore(ctx, rv, "reminder", r.d.Staff.StillAsked(rv.Staff, rv.Step))
	case timerEscalate:
		return r.escalate(ctx, rv)
	case timerAsk:
		return r.askNow(ctx, rv)
	case timerExpire:
		return r.expireReview(ctx, rv)
	default:
		return fmt.Errorf("the timer %q of %s is not known", e.Name, r.Head.Thread)
	}
}

// carrierDue has the carrier asked again, unless somebody was faster than it.
func (r *run) carrierDue(ctx context.Context) error {
	if !r.State.AwaitsCarrier() {
		return nil
	}
	return r.step(ctx, agent.CarrierDue{At: r.at()})
}

// escalate asks others too; they are told then who decided, like everyone asked.
func (r *run) escalate(ctx context.Context, rv store.Review) error {
	return r.askMore(ctx, rv, "escalation", r.d.Staff.EscalateTo(r.d.Staff.StillAsked(rv.Staff, rv.Step), rv.Step))
}

// askMore asks once more, and whoever was not asked before too.
func (r *run) askMore(ctx context.Context, rv store.Review, name string, to []string) error {
	if err := r.remind(ctx, rv, name, to); err != nil {
		return err
	}
	rv.Staff = slices.Clone(rv.Staff)
	for _, address := range to {
		if !slices.Contains(rv.Staff, address) {
			rv.Staff = append(rv.Staff, address)
		}
	}
	r.putReview(rv)
	return nil
}

func (r *run) remind(ctx context.Context, rv store.Review, name string, to []string) error {
	r.note(store.SourceSystem, name, "", fmt.Sprint(rv.Number), to)
	for _, address := range to {
		if err := r.mailReview(ctx, rv, address, name); err != nil {
			return err
		}
	}
	return nil
}

const whyUndecided = "nobody decided in time"

// expireReview gives up waiting for staff. Nothing takes effect.
func (r *run) expireReview(ctx context.Context, rv store.Review) error {
	if rv.Kind == review.KindSetAside {
		r.closeReview(rv, store.ReviewExpired, "the list is too old to be answered", 0)
		return nil
	}
	r.closeReview(rv, store.ReviewExpired, whyUndecided, 0)
	if err := r.notifyAll("expired", templates.Notice{
		Review: rv.Number, Step: rv.Step, Reason: whyUndecided, Who: r.State.CustomerInfo.Address,
	}); err != nil {
		return err
	}
	if !pauses(rv) {
		return r.setInboundAside(ctx, rv) // the thread does not wait for it
	}
	return r.step(ctx, agent.Stopped{Status: store.ThreadExpired, Why: whyUndecided, At: r.at()})
}
