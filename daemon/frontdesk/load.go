package frontdesk

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ppamaild/agent"
	"ppamaild/console"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// saving is the time between two savings of the counted figures.
const saving = time.Minute

// Run keeps the index and the figures until ctx ends, and tells open pages about each change.
// Changes do not wait until all threads are read. A thread is read again after an outage of the
// database.
func (d *Desk) Run(ctx context.Context) {
	d.logged(ctx, "reading the figures", d.Count.Load(ctx))
	var loading sync.WaitGroup
	defer loading.Wait()
	loading.Go(func() { d.logged(ctx, "reading all threads", d.load(ctx)) })
	saved := d.Now()
	for d.Signals.Changed.Wait(ctx, d.Now, d.Now().Add(saving)) {
		for _, id := range d.Signals.Changed.Take() {
			unread := d.refresh(ctx, id)
			d.logged(ctx, "reading "+id, unread)
			d.Feed.Add(id)
			uncounted := d.Count.Count(ctx, id)
			d.logged(ctx, "counting "+id, uncounted)
			if errors.Is(errors.Join(unread, uncounted), store.ErrUnavailable) {
				time.AfterFunc(queue.RetryDelay, func() { d.Signals.Changed.Add(id) })
			}
		}
		if now := d.Now(); now.Sub(saved) >= saving {
			d.saveFigures(ctx)
			saved = now
		}
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	d.saveFigures(ending)
}

// saveFigures stores the figures with their place, once the figures have caught up: the place would
// pass over threads that load has not counted.
func (d *Desk) saveFigures(ctx context.Context) {
	if d.Count.Ready() {
		d.logged(ctx, "saving the figures", d.Count.Save(ctx))
	}
}

// logged logs a failure, except the end of ctx.
func (d *Desk) logged(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		d.Log.Error("console: "+what, "error", err)
	}
}

// load reads all threads that the index holds, and counts the threads that changed since the
// figures were stored. Its cost does not depend on the number of older ended threads.
func (d *Desk) load(ctx context.Context) error {
	var held, behind []string
	err := d.Store.View(ctx, func(tx store.Tx) (err error) {
		if held, err = heldThreads(tx); err != nil {
			return err
		}
		return store.EachLatest(tx, "", "", func(h store.Head) bool {
			isBehind := d.Count.Behind(h)
			if isBehind {
				behind = append(behind, h.Thread)
			}
			return isBehind || h.Thread == journal.AgencyThread
		})
	})
	for _, id := range held {
		if ctx.Err() != nil {
			return err
		}
		err = errors.Join(err, d.refresh(ctx, id))
	}
	d.index.mu.Lock()
	d.index.loading = false
	d.index.mu.Unlock()
	d.Feed.Add("")
	for _, id := range behind {
		err = errors.Join(err, d.Count.Count(ctx, id))
	}
	if ctx.Err() == nil {
		d.Count.CaughtUp()
	}
	return err
}

// heldThreads returns the threads that go on, and the latest ended threads.
func heldThreads(tx store.Threads) (held []string, err error) {
	var done []store.Head
	for _, status := range store.ThreadStatuses() {
		count := 0
		err = errors.Join(err, store.EachLatest(tx, status, "", func(h store.Head) bool {
			if !status.Ended() {
				held = append(held, h.Thread)
				return true
			}
			done = append(done, store.Head{Thread: h.Thread, UpdatedAt: h.UpdatedAt})
			count++
			return count < maxDone
		}))
	}
	slices.SortFunc(done, func(a, b store.Head) int { return b.UpdatedAt.Compare(a.UpdatedAt) })
	for _, h := range done[:min(len(done), maxDone)] {
		held = append(held, h.Thread)
	}
	return held, err
}

// refresh reads a thread into the index. The order of the reads is the order of the entries, so no
// old entry replaces a new one.
func (d *Desk) refresh(ctx context.Context, id string) error {
	d.index.order.Lock()
	defer d.index.order.Unlock()
	t, open, err := d.readOpen(ctx, id)
	if errors.Is(err, console.ErrNotFound) {
		d.index.remove(id)
		return nil
	}
	if err == nil {
		d.index.put(entryOf(t, open))
	}
	return err
}

func entryOf(t thread, open []store.Review) entry {
	e := entry{
		rows: new(atomic.Pointer[shownRows]), thread: t.head.Thread, status: t.head.Status,
		reviews: len(open),
		changed: t.head.UpdatedAt, words: strings.ToLower(searchWords(t.head, t.state)),
		owner: t.head.Owner,
		state: t.state.CustomerInfo.Case.Application.GaragingAddress.State,
	}
	if t.head.Status == store.ThreadCompleted {
		e.agents, e.took = agentsOf(&t), t.head.UpdatedAt.Sub(t.head.CreatedAt)
	}
	for _, rv := range open {
		if step := cmp.Or(rv.Step, rv.Kind); !slices.Contains(e.steps, step) {
			e.steps = append(e.steps, step)
		}
		e.asked = append(e.asked, rv.Staff...)
		if e.since.IsZero() || rv.CreatedAt.Before(e.since) {
			e.since = rv.CreatedAt
		}
	}
	return e
}

// searchWords are the words by which staff find a thread.
func searchWords(h store.Head, s agent.State) string {
	a, who := s.CustomerInfo.Case.Application, s.CustomerInfo
	all := []string{
		h.Thread, h.Subject, strings.Join(h.Participants, " "), who.Name,
		a.NamedInsured.GivenName, a.NamedInsured.Surname, a.NamedInsured.Email,
		a.GaragingAddress.Street, a.GaragingAddress.City, a.GaragingAddress.ZIP,
	}
	for _, v := range a.Vehicles {
		all = append(all, v.VIN, v.Make, v.Model)
	}
	if q := s.AgentScratchpad.Quote; q != nil {
		all = append(all, q.ID)
	}
	if q := s.AgentScratchpad.LastQuote; q != nil {
		all = append(all, q.ID)
	}
	return strings.Join(all, " ")
}
