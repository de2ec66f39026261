package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"ppamaild/daemon/customer"
	"ppamaild/daemon/decision"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/daemon/tasks"
	"ppamaild/daemon/timers"
	"ppamaild/mailbox/origin"
	"ppamaild/store"
)

// makeRooms connects the runner with the rooms that handle its events.
func (d *Daemon) makeRooms() error {
	d.decision = &decision.Handler{Deps: d.Deps, Outbox: d, Copies: d.copies, Classify: d.classify}
	fromCustomers := &customer.Handler{Deps: d.Deps, Draft: d.toolbox.Acknowledge, Messages: d.messagesOf}
	forTasks := &tasks.Handler{Deps: d.Deps}
	digest := &timers.Digest{Deps: d.Deps}

	o := runner.Options{
		Deps: d.Deps, Quote: d.quote, Task: d.task, Known: d.toolbox.Known, Tasks: forTasks, Abandoned: d.abandoned,
		Handlers: make(map[string]runner.Handler), Timers: make(map[string]runner.TimerHandler),
	}
	for _, handlers := range []map[string]runner.Handler{d.decision.Handlers(), fromCustomers.Handlers(), forTasks.Handlers()} {
		maps.Copy(o.Handlers, handlers)
	}
	for _, handlers := range []map[string]runner.TimerHandler{d.decision.Timers(), fromCustomers.Timers(), digest.Timers()} {
		maps.Copy(o.Timers, handlers)
	}
	d.runner = runner.New(o)
	return nil
}

// classify tells who wrote a stored message, and what kind of message it is.
func (d *Daemon) classify(ctx context.Context, in store.Inbound, raw []byte) (origin.Origin, error) {
	found, err := d.read(ctx, in, raw)
	return found.origin, err
}

// abandoned tells staff of an event whose thread is unusable. The message behind the event stays
// stored.
func (d *Daemon) abandoned(tx store.Tx, e store.Event, why string) error {
	if e.Kind == queue.KindRestored {
		return d.askReleaseLater(tx, e)
	}
	var of struct {
		Inbound uint64 `json:"inbound"`
	}
	// Unreadable data names no message. It must not keep the event in the queue.
	_ = json.Unmarshal(e.Data, &of)
	if of.Inbound == 0 {
		return nil
	}
	in, err := tx.Inbound(of.Inbound)
	if err != nil {
		return err
	}
	return d.quarantine(tx, in, nil, fmt.Sprintf("the thread %s can't be worked on: %s", e.Thread, why))
}
