package frontdesk

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"ppamaild/agent"
	"ppamaild/console"
	"ppamaild/daemon/journal"
	"ppamaild/store"
)

// mostDone bounds the ended threads in the index. Older threads have their page, by their id.
const mostDone = 2000

// slack is how many ended threads more the index holds before a sort.
const slack = 100

// index finds the threads of the inbox by tab and words, because the store has no index by status.
// It holds every thread that goes on, and the latest ended threads, each with a few words. The
// index is in memory: the daemon makes it at the start, and each commit updates a thread.
type index struct {
	mu      sync.RWMutex
	threads map[string]entry
	ended   int // threads that are over
	loading bool
}

type entry struct {
	thread  string
	status  store.ThreadStatus
	asked   []string // staff of open reviews, canonical
	reviews int      // open
	changed time.Time
	since   time.Time // of the oldest open review; zero for none
	words   string    // in lower case, for the search
}

func newIndex() *index { return &index{threads: make(map[string]entry), loading: true} }

// saving is the time between two savings of the counted figures.
const saving = time.Minute

// Run keeps the index and the figures until ctx ends, and tells open pages about each change.
func (d *Desk) Run(ctx context.Context) {
	d.logged(ctx, "reading the figures", d.Count.Load(ctx))
	d.logged(ctx, "reading all threads", d.load(ctx))
	saved := d.Now()
	for d.Signals.Changed.Wait(ctx, d.Now, d.Now().Add(saving)) {
		for _, id := range d.Signals.Changed.Take() {
			d.logged(ctx, "reading "+id, d.refresh(ctx, id))
			d.Feed.Add(id)
			d.logged(ctx, "counting "+id, d.Count.Count(ctx, id))
		}
		if now := d.Now(); now.Sub(saved) >= saving {
			d.logged(ctx, "saving the figures", d.Count.Save(ctx))
			saved = now
		}
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	d.logged(ctx, "saving the figures", d.Count.Save(ctx))
}

// logged logs a failure, except the end of ctx.
func (d *Desk) logged(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		d.Log.Error("console: "+what, "error", err)
	}
}

// load reads all threads that the index holds.
func (d *Desk) load(ctx context.Context) error {
	type ended struct {
		id string
		at time.Time
	}
	var ids, behind []string
	var done []ended
	err := d.Store.View(ctx, func(tx store.Tx) error {
		return tx.Heads(func(h store.Head) bool {
			d.people.add(h)
			if d.Count.Behind(h) {
				behind = append(behind, h.Thread)
			}
			if h.Status.Ended() {
				done = append(done, ended{h.Thread, h.UpdatedAt})
			} else {
				ids = append(ids, h.Thread)
			}
			return true
		})
	})
	slices.SortFunc(done, func(a, b ended) int { return b.at.Compare(a.at) })
	for _, e := range done[:min(len(done), mostDone)] {
		ids = append(ids, e.id)
	}
	for _, id := range ids {
		err = errors.Join(err, d.refresh(ctx, id))
	}
	d.index.mu.Lock()
	d.index.loading = false
	d.index.mu.Unlock()
	d.Feed.Add("")
	for _, id := range behind {
		err = errors.Join(err, d.Count.Count(ctx, id))
	}
	d.Count.CaughtUp()
	return err
}

// refresh reads a thread into the index.
func (d *Desk) refresh(ctx context.Context, id string) error {
	var t thread
	var open []store.Review
	err := d.Store.View(ctx, func(tx store.Tx) (err error) {
		if t, err = readThread(tx, id); err == nil {
			open, err = tx.OpenReviews(id)
		}
		return err
	})
	if errors.Is(err, console.ErrNotFound) {
		d.index.remove(id)
		return nil
	}
	if err == nil {
		d.people.add(t.head)
		d.index.put(entryOf(t, open))
	}
	return err
}

func entryOf(t thread, open []store.Review) entry {
	e := entry{
		thread: t.head.Thread, status: t.head.Status, reviews: len(open),
		changed: t.head.UpdatedAt, words: strings.ToLower(searchWords(t.head, t.state)),
	}
	for _, rv := range open {
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
		a.NamedInsured.GivenName, a.NamedInsured.Surname, a.GaragingAddress.ZIP,
	}
	for _, v := range a.Vehicles {
		all = append(all, v.VIN, v.Make, v.Model)
	}
	if q := s.AgentScratchpad.Quote; q != nil {
		all = append(all, q.ID)
	}
	return strings.Join(all, " ")
}

// put replaces the entry of a thread. The thread of the agency is in the inbox for reviews only.
func (x *index) put(e entry) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.drop(e.thread)
	if e.thread == journal.AgencyThread && e.reviews == 0 {
		return
	}
	x.threads[e.thread] = e
	if e.status.Ended() {
		x.ended++
	}
	if x.ended > mostDone+slack {
		x.prune()
	}
}

func (x *index) remove(id string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.drop(id)
}

func (x *index) drop(id string) {
	if x.threads[id].status.Ended() {
		x.ended--
	}
	delete(x.threads, id)
}

// prune drops the oldest ended threads.
func (x *index) prune() {
	var done []entry
	for _, e := range x.threads {
		if e.status.Ended() {
			done = append(done, e)
		}
	}
	slices.SortFunc(done, func(a, b entry) int { return b.changed.Compare(a.changed) })
	for _, old := range done[mostDone:] {
		x.drop(old.thread)
	}
}

// on reports whether a thread is on a tab of a reader.
func (e entry) on(tab, by string) bool {
	switch tab {
	case console.TabMine:
		return slices.Contains(e.asked, by)
	case console.TabTeam:
		over := e.status == store.ThreadHandedOver || e.status == store.ThreadAwaitingCustomer
		return e.reviews > 0 && !over || !e.status.Ended() && !over
	case console.TabCustomer:
		return e.status == store.ThreadAwaitingCustomer
	case console.TabHanded:
		return e.status == store.ThreadHandedOver
	case console.TabDone:
		return e.status.Ended()
	}
	return false
}

// find returns the threads of a query in order, and the number of threads on each tab.
func (x *index) find(q console.Query) (ids []string, counts map[string]int, loading bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	words := strings.Fields(strings.ToLower(q.Words))
	counts = map[string]int{}
	var found []entry
	for _, e := range x.threads {
		if !e.has(words) {
			continue
		}
		for _, tab := range tabs() {
			if e.on(tab, q.By) {
				counts[tab]++
			}
		}
		if e.on(q.Tab, q.By) {
			found = append(found, e)
		}
	}
	waiting := q.Tab == console.TabMine || q.Tab == console.TabTeam
	slices.SortFunc(found, func(a, b entry) int { return before(a, b, waiting) })
	for _, e := range found {
		ids = append(ids, e.thread)
	}
	return ids, counts, x.loading
}

func tabs() []string {
	return []string{
		console.TabMine, console.TabTeam, console.TabCustomer, console.TabHanded, console.TabDone,
	}
}

// before orders waiting threads by the oldest review, and others by the latest change.
func before(a, b entry, waiting bool) int {
	order := b.changed.Compare(a.changed)
	if waiting && (a.reviews > 0 || b.reviews > 0) {
		order = cmp.Or(
			cmp.Compare(min(b.reviews, 1), min(a.reviews, 1)), a.since.Compare(b.since))
	}
	return cmp.Or(order, cmp.Compare(a.thread, b.thread))
}

func (e entry) has(words []string) bool {
	for _, w := range words {
		if !strings.Contains(e.words, w) {
			return false
		}
	}
	return true
}
