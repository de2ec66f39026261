package runner

import (
	"context"
	"errors"
	"fmt"

	"ppamaild/agent"
	"ppamaild/agent/traits"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// Commitment is what the next commit of a turn holds, apart from the head.
type Commitment struct {
	Notes   []agent.Note
	effects []entry
	Mails   []queue.Outgoing
	Updates []store.Mail         // of the outbox
	Reviews map[int]store.Review // by number
	Timers  []store.Timer
	Stopped []string                       // names of timers
	Events  []store.Event                  // for any thread
	Learnt  map[string]queue.CustomerEvent // by thread
	Heads   []store.Head                   // of threads that begin
	Inbound []store.Inbound
	inTx    []func(store.Tx) error
	after   []func()
}

// InCommit adds fn to the transaction of the next commit. fn may run more than once.
func (c *Commitment) InCommit(fn func(store.Tx) error) { c.inTx = append(c.inTx, fn) }

// AfterCommit runs fn once the next commit is durable.
func (c *Commitment) AfterCommit(fn func()) { c.after = append(c.after, fn) }

// AnswerFirst registers fn. fn runs just before the next commit, so it knows the results of the
// turn. The mails that fn adds leave before the other mails of the commit.
func (t *Turn) AnswerFirst(fn func() error) { t.answer = fn }

func (t *Turn) putAnswerFirst() error {
	fn, following := t.answer, t.Mails
	if fn == nil {
		return nil
	}
	t.answer, t.Mails = nil, nil
	err := fn()
	t.Mails = append(t.Mails, following...)
	return err
}

// commit makes the results durable in one transaction.
func (t *Turn) commit(ctx context.Context) error { return t.commitAt(ctx, failpoint.Run) }

var errClockJumped = errors.New("the clock has jumped since the event was loaded")

func (t *Turn) commitAt(ctx context.Context, at failpoint.Boundary) error {
	if err := t.putAnswerFirst(); err != nil {
		return err
	}
	state, err := t.State.Encode()
	if err != nil {
		return err
	}
	head := t.Head
	head.State, head.Status, head.UpdatedAt = state, t.State.Status, t.Now()
	head.Traits = traitsOf(&t.State, head.Traits)
	var version uint64
	err = t.runner.Update(ctx, at, func(tx store.Tx) (err error) {
		if !t.begun.Equal(t.runner.Clock.SteadySince()) {
			return errClockJumped
		}
		if t.finished {
			tx.Expect(store.Wanted{Event: t.Event})
		}
		if version, err = tx.PutHead(head); err != nil {
			return err
		}
		if t.finished {
			if err := tx.Dequeue(head.Thread, t.Event.Seq); err != nil {
				return err
			}
		}
		return t.put(tx)
	})
	if err != nil {
		return fmt.Errorf("committing %s: %w", head.Thread, err)
	}
	t.wakeOthers()
	t.runner.Signals.Changed.Add(head.Thread)
	for _, other := range t.Heads {
		t.runner.Signals.Changed.Add(other.Thread)
	}
	for _, fn := range t.after {
		fn()
	}
	head.Version = version
	t.Head, t.stored, t.Commitment = head, head.Reviews, Commitment{}
	return nil
}

// traitsOf returns the traits of the customer in a state. They find the threads of a customer who
// writes from another address.
func traitsOf(s *agent.State, earlier []string) []string {
	id := ""
	if q := s.AgentScratchpad.LastQuote; q != nil {
		id = q.ID
	}
	return traits.WithQuote(traits.Of(s.CustomerInfo.Case.Application), earlier, id)
}

// put writes the commitment into a transaction. It may run more than once.
func (t *Turn) put(tx store.Tx) error {
	thread := t.Head.Thread
	return errors.Join(
		queue.Each(t.Notes, func(n agent.Note) error { return queue.AppendNote(tx, thread, n) }),
		queue.Each(t.effects, func(e entry) error { return e.put(tx) }),
		queue.Each(t.Mails, func(m queue.Outgoing) error { return queue.AddMail(tx, m) }),
		queue.Each(t.Updates, func(m store.Mail) error { return t.runner.PutMail(tx, m) }),
		t.putReviews(tx),
		queue.Each(t.Stopped, func(name string) error { return tx.DeleteTimer(thread, name) }),
		queue.Each(t.Timers, tx.PutTimer),
		queue.Each(t.Heads, func(h store.Head) error { _, err := tx.PutHead(h); return err }),
		queue.Each(t.Events, func(e store.Event) error { _, err := tx.Enqueue(e); return err }),
		queue.Each(t.Inbound, tx.PutInbound),
		t.putLearnt(tx),
		queue.Each(t.inTx, func(fn func(store.Tx) error) error { return fn(tx) }),
	)
}

func (t *Turn) putLearnt(tx store.Threads) error {
	for thread, e := range t.Learnt {
		if err := queue.Learn(tx, thread, e); err != nil {
			return err
		}
	}
	return nil
}

func (t *Turn) putReviews(tx store.Reviews) error {
	for _, rv := range t.Reviews {
		put := tx.PutReview
		if rv.Number > t.stored {
			put = tx.AddReview
		}
		if err := put(rv); err != nil {
			return err
		}
	}
	return nil
}

// wakeOthers wakes the stations that have work after a commit.
func (t *Turn) wakeOthers() {
	s := t.runner.Signals
	for _, m := range t.Mails {
		s.Sending[m.Mail.Role].Notify()
	}
	if len(t.Updates) > 0 || len(t.inTx) > 0 {
		s.Sending.Notify()
	}
	for _, m := range t.Updates { // PutMail may have added an event
		t.runner.WakeThread(m)
	}
	if len(t.Timers) > 0 || len(t.inTx) > 0 {
		s.Timers.Notify()
	}
	for _, e := range t.Events {
		s.Threads.Wake(e.Thread, queue.PriorityOf(e.Kind))
	}
	if len(t.Inbound) > 0 { // staff may have released a message
		s.Routing.Notify()
	}
}
