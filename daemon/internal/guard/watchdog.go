package guard

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"ppamaild/daemon/fair"
)

// Limit is the time for a unit of work: reading a message, an event of a thread, a mail to send.
// Waiting for a network or for the disk does not count.
const Limit = 30 * time.Second

// Watchdog ends units of work that take too long. Go cannot end a goroutine. The watchdog ends
// the context of the work, and stops waiting for the work. The caller goes on with other work,
// and must not repeat the unit. The work cannot commit anymore, because the store refuses its
// context. Work that ignores its context goes on until the program ends; Running counts it.
type Watchdog struct {
	limit   time.Duration
	log     *slog.Logger
	ended   atomic.Int64
	running atomic.Int64
}

// NewWatchdog returns a watchdog. limit 0 means Limit.
func NewWatchdog(limit time.Duration, log *slog.Logger) *Watchdog {
	if limit == 0 {
		limit = Limit
	}
	return &Watchdog{limit: limit, log: log}
}

// Ended returns how many units took too long.
func (w *Watchdog) Ended() int { return int(w.ended.Load()) }

// Running returns how many ended units go on in the background.
func (w *Watchdog) Running() int { return int(w.running.Load()) }

// tooLong is the error about a unit of work that took too long.
type tooLong struct {
	unit  string // such as "message 7"
	limit time.Duration
}

func (e tooLong) Error() string { return fmt.Sprintf("%s took longer than %s", e.unit, e.limit) }

// IsTooLong reports whether the watchdog ended the work.
func IsTooLong(err error) bool {
	_, is := errors.AsType[tooLong](err)
	return is
}

// ticks divide the time limit. A pause of the whole program, however long, counts as one tick.
const ticks = 30

// unit is a unit of work in a context.
type unit struct {
	waits atomic.Int64 // 0: the time counts
	outer *unit        // of which the unit is a part; or nil
	seat  *seat        // of a unit without outer; nil: no other tenant
}

type unitKey struct{}

func unitOf(ctx context.Context) *unit {
	u, _ := ctx.Value(unitKey{}).(*unit)
	return u
}

// Wait stops the time of the unit of work in ctx, until the caller calls the returned function.
func Wait(ctx context.Context) (goOn func()) {
	u := unitOf(ctx)
	undo, at := u.add(1), u.place()
	at.leave()
	return func() {
		at.back(ctx)
		undo()
	}
}

// Work counts the time again within a Wait, until the caller calls the returned function.
func Work(ctx context.Context) (wait func()) { return unitOf(ctx).add(-1) }

func newUnit(ctx context.Context) *unit {
	u := &unit{outer: unitOf(ctx)}
	if t := fair.From(ctx); t != nil && u.outer == nil {
		u.seat = &seat{tenant: t}
	}
	return u
}

// place returns the seat of the outermost unit.
func (u *unit) place() *seat {
	if u == nil {
		return nil
	}
	for u.outer != nil {
		u = u.outer
	}
	return u.seat
}

func (u *unit) add(n int64) (undo func()) {
	for o := u; o != nil; o = o.outer {
		o.waits.Add(n)
	}
	return func() {
		for o := u; o != nil; o = o.outer {
			o.waits.Add(-n)
		}
	}
}

// Watch runs work with a time limit. It turns a panic of work into an error.
func Watch[T any](
	ctx context.Context, w *Watchdog, name string, work func(context.Context) (T, error),
) (v T, err error) {
	type result struct {
		v   T
		err error
	}
	u := newUnit(ctx)
	ctx, cancel := context.WithCancel(context.WithValue(ctx, unitKey{}, u))
	defer cancel()
	done := make(chan result, 1)
	goOn := Wait(ctx) // for a place at the processor
	go func() {
		var r result
		defer func() { done <- r }()
		goOn()
		defer u.seat.lose()
		r.v, r.err = RecoverPanic(func() (T, error) { return work(ctx) })
	}()
	tick := time.NewTicker(w.limit / ticks)
	defer tick.Stop()
	for spent := 0; spent < ticks; {
		select {
		case r := <-done:
			return r.v, r.err
		case <-tick.C:
			if u.waits.Load() <= 0 {
				spent++
				u.place().lose()
			}
		}
	}
	w.ended.Add(1)
	w.log.Error("work takes too long and is ended", "unit", name, "limit", w.limit)
	cancel()
	select {
	case r := <-done:
		if r.err == nil {
			return r.v, nil
		}
	case <-time.After(w.limit / ticks):
		w.running.Add(1)
		go func() {
			<-done
			w.running.Add(-1)
			w.log.Warn("ended work has stopped", "unit", name)
		}()
	}
	return v, tooLong{name, w.limit}
}
