package runner

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/quote"
	"ppamaild/store"
)

// Options are the parts of a Runner. All are required.
type Options struct {
	Deps     *deps.Deps
	Quote    Workflow
	Task     Workflow
	Test     Workflow                      // of tasks for the test agents
	Known    func(*agent.State) quote.Case // the facts of a thread, for mails to staff
	Handlers map[string]Handler            // by the kind of the event
	Timers   map[string]TimerHandler       // by the name of the timer; see timers.Remind
	Tasks    Milestones
	// EventDropped runs in the transaction that drops an event of an unusable thread. It notifies
	// staff of the event.
	EventDropped func(tx store.Tx, e store.Event, why string) error
}

// Milestones hears of the progress of tasks.
type Milestones interface {
	PlanAdopted(*Turn) error
	Completed(*Turn) error
}

// Runner runs threads. Several goroutines may run Loop.
type Runner struct {
	*deps.Deps
	Options
	failures *queue.Failures // in a row, by thread
}

// New returns a runner.
func New(o Options) *Runner {
	return &Runner{Deps: o.Deps, Options: o, failures: queue.NewFailures()}
}

// Loop runs threads with events, up to the priority last, until ctx ends.
func (r *Runner) Loop(ctx context.Context, last queue.Priority) {
	for {
		thread, in, more := r.Signals.Threads.Next(ctx, last)
		if !more {
			return
		}
		if err := r.RunThread(ctx, thread); err != nil && ctx.Err() == nil {
			r.Log.Error("running the thread", "thread", thread, "error", err)
			// The cause may be temporary. Waking an ended thread is harmless.
			time.AfterFunc(queue.RetryDelay, func() { r.Signals.Threads.Wake(thread, in) })
		}
		r.Signals.Threads.Done(thread)
	}
}

// RunThread handles the events in the queue of a thread, unless another daemon does.
func (r *Runner) RunThread(ctx context.Context, thread string) error {
	err := queue.Holding(ctx, r.Claims, store.ThreadClaim(thread), func() error {
		return r.runAll(ctx, thread)
	})
	if errors.Is(err, queue.ErrElsewhere) {
		return nil
	}
	return err
}

func (r *Runner) runAll(ctx context.Context, thread string) error {
	for {
		more, err := r.watchEvent(ctx, thread)
		if err != nil && ctx.Err() == nil &&
			(guard.IsTooLong(err) || r.failures.Add(thread) >= queue.MaxAttempts) {
			more, err = true, r.skip(ctx, thread, err)
		}
		if err != nil || !more {
			return err
		}
		r.failures.Clear(thread)
	}
}

// watchEvent handles the oldest event with a time limit. The digest of the agency's thread reads
// no mail from outside, and has no limit: its time grows with the store.
func (r *Runner) watchEvent(ctx context.Context, thread string) (more bool, err error) {
	if thread == journal.AgencyThread {
		return guard.RecoverPanic(func() (bool, error) { return r.runEvent(ctx, thread) })
	}
	return guard.Watch(ctx, r.Watch, "event of thread "+thread,
		func(ctx context.Context) (bool, error) { return r.runEvent(ctx, thread) })
}

// runEvent handles the oldest event. more reports whether there was another one at the beginning.
// A later event wakes the thread again.
func (r *Runner) runEvent(ctx context.Context, thread string) (more bool, err error) {
	t, err := r.load(ctx, thread)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("loading %s: %w", thread, err)
	}
	if t.State.InFlight != t.Event.Seq {
		t.State.InFlight = t.Event.Seq
		if err := r.handle(ctx, t); err != nil {
			return false, err
		}
	}
	if err := t.drive(ctx); err != nil {
		return false, err
	}
	if finish := r.Handlers[t.Event.Kind].Finish; finish != nil {
		if err := finish(t); err != nil {
			return false, err
		}
	}
	t.State.InFlight, t.finished = 0, true
	return t.more, t.commit(ctx)
}

// load reads the oldest event of a thread with its head.
func (r *Runner) load(ctx context.Context, thread string) (*Turn, error) {
	t := &Turn{runner: r, begun: r.Clock.SteadySince()}
	err := r.Store.View(ctx, func(tx store.Tx) (err error) {
		if t.Event, t.more, err = tx.NextEvent(thread); err != nil {
			return err
		}
		if t.Head, err = tx.Head(thread); err != nil {
			return err
		}
		t.stored = t.Head.Reviews
		restored, err := queue.Restoration(tx)
		t.Restored = restored.Reconciled
		return err
	})
	if err != nil {
		return nil, err
	}
	workflow := r.workflowOf(t.Head)
	if t.Agent = workflow.Agent; t.PredatesRestore() {
		t.Agent = workflow.reviewAll
	}
	if t.State, err = agent.DecodeState(t.Head.State); err != nil {
		return nil, err
	}
	t.loaded = t.State.Actions
	return t, t.adoptPolicy(ctx)
}
