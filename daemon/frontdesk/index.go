package frontdesk

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

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
	for _, tab := range console.Tabs() {
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

// before orders waiting threads by the oldest review, and others by the latest change.
func before(a, b *entry, waiting bool) int {
	order := b.changed.Compare(a.changed)
	if waiting && (a.reviews > 0 || b.reviews > 0) {
		order = cmp.Or(
			cmp.Compare(min(b.reviews, 1), min(a.reviews, 1)), a.since.Compare(b.since))
	}
	return cmp.Or(order, cmp.Compare(a.thread, b.thread))
}
