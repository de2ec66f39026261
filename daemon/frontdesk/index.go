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
	"ppamaild/store"
)

// maxDone bounds the ended threads in the index. Older threads have their page, by their id.
const maxDone = 2000

// index finds the threads of the inbox by tab and words.
// It holds every thread that goes on, and the latest ended threads, each with a few words. The
// index is in memory: the daemon makes it at the start, and each commit updates a thread.
//
// Each tab has a list in order, so that a page costs its rows and not the store. Only a search
// and a filter read all threads of the tabs, in memory.
type index struct {
	order   sync.Mutex // held while a thread is read and put
	mu      sync.RWMutex
	threads map[string]*entry
	lists   map[string]list // by name; an empty list has no name
	steps   counts          // threads by the steps of their open reviews
	states  counts          // threads by the state of the customer
	loading bool
}

// entry is a thread in the index. A change of the thread replaces the entry.
type entry struct {
	thread  string
	status  store.ThreadStatus
	asked   []string // staff of open reviews, canonical
	reviews int      // open
	changed time.Time
	since   time.Time     // of the oldest open review; zero for none
	words   string        // in lower case, for the search
	steps   []string      // of open reviews, each once
	state   string        // of the customer's address
	owner   string        // canonical address
	agents  string        // of the plan of a task, sorted
	took    time.Duration // of a completed task

	rows *atomic.Pointer[shownRows] // nil pointer until a page shows the thread
}

// list has threads in the order of a tab.
type list []*entry

func newIndex() *index {
	return &index{
		threads: map[string]*entry{}, lists: map[string]list{}, loading: true,
		steps: counts{}, states: counts{},
	}
}

// saving is the time between two savings of the counted figures.
const saving = time.Minute

// Run keeps the index and the figures until ctx ends, and tells open pages about each change.
// Changes do not wait until all threads are read.
func (d *Desk) Run(ctx context.Context) {
	d.logged(ctx, "reading the figures", d.Count.Load(ctx))
	var loading sync.WaitGroup
	defer loading.Wait()
	loading.Go(func() { d.logged(ctx, "reading all threads", d.load(ctx)) })
	saved := d.Now()
	for d.Signals.Changed.Wait(ctx, d.Now, d.Now().Add(saving)) {
		for _, id := range d.Signals.Changed.Take() {
			d.logged(ctx, "reading "+id, d.refresh(ctx, id))
			d.Feed.Add(id)
			d.logged(ctx, "counting "+id, d.Count.Count(ctx, id))
		}
		if now := d.Now(); now.Sub(saved) >= saving {
			d.saveFigures(ctx)
			saved = now
		}
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	d.saveFigures(ctx)
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
		return eachLatest(tx, "", func(h store.Head) bool {
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
		err = errors.Join(err, eachLatest(tx, status, func(h store.Head) bool {
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

// eachLatest calls fn for the threads with a status, the latest change first, until fn returns
// false. The status "" selects every status.
func eachLatest(tx store.Threads, status store.ThreadStatus, fn func(store.Head) bool) error {
	const together = 100
	for after := ""; ; {
		page, err := tx.LatestHeads(status, after, together)
		for _, h := range page {
			if !fn(h) {
				return nil
			}
			after = h.Thread
		}
		if err != nil || len(page) < together {
			return err
		}
	}
}

// refresh reads a thread into the index. The order of the reads is the order of the entries, so no
// old entry replaces a new one.
func (d *Desk) refresh(ctx context.Context, id string) error {
	d.index.order.Lock()
	defer d.index.order.Unlock()
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

// put replaces the entry of a thread. The thread of the agency is in the inbox for reviews only.
func (x *index) put(e entry) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.drop(e.thread)
	if e.thread == journal.AgencyThread && e.reviews == 0 {
		return
	}
	x.threads[e.thread] = &e
	x.count(&e, 1)
	for _, name := range e.lists() {
		all := x.lists[name]
		at, _ := all.find(name, &e)
		x.lists[name] = slices.Insert(all, at, &e)
	}
	if done := x.lists[console.TabDone]; len(done) > maxDone {
		x.drop(done[len(done)-1].thread)
	}
}

func (x *index) remove(id string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.drop(id)
}

func (x *index) drop(id string) {
	e := x.threads[id]
	if e == nil {
		return
	}
	delete(x.threads, id)
	x.count(e, -1)
	for _, name := range e.lists() {
		at, _ := x.lists[name].find(name, e)
		if x.lists[name] = slices.Delete(x.lists[name], at, at+1); len(x.lists[name]) == 0 {
			delete(x.lists, name)
		}
	}
}

// rowsOf returns the place for the rows of a thread, until the thread changes.
func (x *index) rowsOf(id string) *atomic.Pointer[shownRows] {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if e := x.threads[id]; e != nil {
		return e.rows
	}
	return new(atomic.Pointer[shownRows])
}

// listOf is the name of the list of a tab for its reader.
func listOf(tab, by string) string {
	if tab == console.TabMine {
		return tab + " " + by
	}
	return tab
}

// lists names the lists with a thread.
func (e *entry) lists() (names []string) {
	for _, by := range e.asked {
		names = append(names, listOf(console.TabMine, by))
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if strings.HasPrefix(e.thread, "T-") {
		names = append(names, console.TabTasks)
	}
	if e.reviews > 0 {
		names = append(names, console.TabReviews)
	}
	return append(names, e.tab(), console.TabAll)
}

// tab is the tab of a thread for all staff.
func (e *entry) tab() string {
	switch {
	case e.status == store.ThreadAwaitingCustomer:
		return console.TabCustomer
	case e.status == store.ThreadHandedOver:
		return console.TabHanded
	case e.status.Ended() && e.reviews == 0:
		return console.TabDone
	}
	return console.TabTeam
}

// find returns the place of an entry in a list.
func (l list) find(name string, e *entry) (at int, is bool) {
	waiting := name == console.TabTeam || name == console.TabReviews ||
		strings.HasPrefix(name, console.TabMine)
	return slices.BinarySearchFunc(l, e, func(a, b *entry) int { return before(a, b, waiting) })
}

// page returns the threads of a page, the number of the page, and the number of pages.
func (l list) page(number int) (ids []string, page, pages int) {
	pages = max(1, (len(l)+pageSize-1)/pageSize)
	page = min(max(number, 1), pages)
	for _, e := range l[(page-1)*pageSize : min(len(l), page*pageSize)] {
		ids = append(ids, e.thread)
	}
	return ids, page, pages
}

// find returns the threads on a page of a tab, without rows, and the number of threads on each
// tab.
func (x *index) find(q console.Query) (ids []string, shown console.List) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	shown = console.List{
		Counts: map[string]int{}, Loading: x.loading,
		Steps: x.steps.names(), States: x.states.names(),
	}
	for _, tab := range tabs() {
		all := x.lists[listOf(tab, q.By)].matching(q)
		shown.Counts[tab] = len(all)
		if tab == q.Tab {
			ids, shown.Page, shown.Pages = all.page(q.Page)
		}
	}
	return ids, shown
}

// tasks returns the threads on a page of the tasks, without rows.
func (x *index) tasks(page int) (ids []string, shown console.TaskList) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	shown.Loading = x.loading
	ids, shown.Page, shown.Pages = x.lists[console.TabTasks].page(page)
	return ids, shown
}

func tabs() []string {
	return []string{
		console.TabMine, console.TabTeam, console.TabCustomer, console.TabHanded, console.TabDone,
	}
}

// before orders waiting threads by the oldest review, and others by the latest change.
func before(a, b *entry, waiting bool) int {
	order := b.changed.Compare(a.changed)
	if waiting && (a.reviews > 0 || b.reviews > 0) {
		order = cmp.Or(
			cmp.Compare(min(b.reviews, 1), min(a.reviews, 1)), a.since.Compare(b.since))
	}
	return cmp.Or(order, cmp.Compare(a.thread, b.thread))
}
