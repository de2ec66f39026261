package runner

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"ppamaild/agent"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/timers"
)

// Handler handles the events of a kind.
type Handler struct {
	// Take passes the event to the agent. It does not run again after a commit of the turn.
	Take func(context.Context, *Turn) error
	// Finish runs once the thread has paused or ended. nil: nothing is left to do.
	Finish func(*Turn) error
}

// Handle returns a handler of events with data of type T.
func Handle[T any](take func(context.Context, *Turn, T) error) Handler {
	return Handler{Take: func(ctx context.Context, t *Turn) error {
		var data T
		if err := json.Unmarshal(t.Event.Data, &data); err != nil {
			return fmt.Errorf("event %d of %s: %w", t.Event.Seq, t.Head.Thread, err)
		}
		return take(ctx, t, data)
	}}
}

// TimerHandler handles a timer that ran out. number is the number at the end of the timer's
// name, or 0. The end of a period sends a customer nothing that staff have not approved.
type TimerHandler func(ctx context.Context, t *Turn, e queue.TimerEvent, number int) error

// handle passes the event of a turn to its handler.
func (r *Runner) handle(ctx context.Context, t *Turn) error {
	switch t.Event.Kind {
	case queue.KindTimer:
		return Handle(r.timerFired).Take(ctx, t)
	case queue.KindRetry:
		return Handle(r.retried).Take(ctx, t)
	}
	h, known := r.Handlers[t.Event.Kind]
	if !known {
		return fmt.Errorf("event %d of %s has the unknown kind %q",
			t.Event.Seq, t.Head.Thread, t.Event.Kind)
	}
	return h.Take(ctx, t)
}

func (r *Runner) timerFired(ctx context.Context, t *Turn, e queue.TimerEvent) error {
	if e.Name == timers.Carrier {
		return carrierDue(ctx, t)
	}
	name, number := e.Name, 0
	if kind, digits, found := strings.Cut(e.Name, ":"); found {
		var err error
		if number, err = strconv.Atoi(digits); err == nil {
			name = kind + ":"
		}
	}
	h, known := r.Timers[name]
	if !known {
		return fmt.Errorf("the timer %q of %s is unknown", e.Name, t.Head.Thread)
	}
	return h(ctx, t, e, number)
}

// carrierDue asks the carrier again, unless the wait is over.
func carrierDue(ctx context.Context, t *Turn) error {
	if !t.State.AwaitsCarrier() {
		return nil
	}
	return t.Step(ctx, agent.CarrierDue{At: t.At()})
}
