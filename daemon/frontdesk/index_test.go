package frontdesk

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/console"
	"ppamaild/daemon/journal"
	"ppamaild/store"
)

var day = time.Date(2026, 11, 20, 17, 0, 0, 0, time.UTC)

const lee, dana = "lee@agency.test", "dana@agency.test"

// waiting is a thread with a review for a member, older by minutes.
func waiting(id, asked string, minutes int) entry {
	at := day.Add(-time.Duration(minutes) * time.Minute)
	return entry{
		thread: id, status: store.ThreadAwaitingReview, asked: []string{asked}, reviews: 1,
		changed: at, since: at, words: strings.ToLower(id),
	}
}

func TestTabs(t *testing.T) {
	x := newIndex()
	x.put(waiting("young", lee, 1))
	x.put(waiting("old", lee, 9))
	x.put(waiting("of dana", dana, 5))
	x.put(entry{thread: "running", status: store.ThreadRunning})
	x.put(entry{thread: "asked", status: store.ThreadAwaitingCustomer})
	x.put(entry{thread: "over", status: store.ThreadHandedOver, reviews: 1, asked: []string{dana}})
	x.put(entry{thread: "done", status: store.ThreadCompleted})
	x.put(entry{thread: journal.AgencyThread, status: store.ThreadRunning})
	for tab, want := range map[string][]string{
		console.TabMine:     {"old", "young"},
		console.TabTeam:     {"old", "of dana", "young", "running"},
		console.TabCustomer: {"asked"},
		console.TabHanded:   {"over"},
		console.TabDone:     {"done"},
	} {
		got, shown := x.find(console.Query{Tab: tab, By: lee})
		if !slices.Equal(got, want) || shown.Counts[tab] != len(want) {
			t.Errorf("%s: %q, counted %d", tab, got, shown.Counts[tab])
		}
	}
	q := console.Query{Tab: console.TabTeam, By: lee, Words: "OF Dana"}
	if got, _ := x.find(q); len(got) != 1 {
		t.Errorf("the search finds %q", got)
	}
	x.remove("old")
	if got, _ := x.find(console.Query{Tab: console.TabMine, By: lee}); len(got) != 1 {
		t.Errorf("after an erasure: %q", got)
	}
}

// A filter narrows each tab by step, state and owner. Its choices are values of the threads.
func TestFilter(t *testing.T) {
	x := newIndex()
	of := func(id, step, state, owner string) {
		e := waiting(id, lee, len(x.threads))
		e.steps, e.state, e.owner = []string{step}, state, owner
		x.put(e)
	}
	of("one", "quote", "CA", lee)
	of("two", "quote", "TX", "")
	of("three", "info_request", "CA", dana)
	of("four", "plan", "", "")
	of("four", "quote", "NV", "") // replaces the entry
	x.remove("four")
	for want, f := range map[string]console.Filter{
		"three two one": {}, "two one": {Step: "quote"}, "three one": {State: "CA"},
		"two": {Person: console.Unclaimed}, "three": {Person: dana},
		"one": {Step: "quote", State: "CA", Person: lee}, "": {Step: "plan"},
	} {
		q := console.Query{Tab: console.TabMine, By: lee, Filter: f}
		got, shown := x.find(q)
		if strings.Join(got, " ") != want || shown.Counts[console.TabTeam] != len(got) {
			t.Errorf("%+v: %q, counted %v", f, got, shown.Counts)
		}
		q.Size = 9
		if next, _, err := x.next(q); !slices.Equal(next, got) || err != nil {
			t.Errorf("%+v for programs: %q, %v", f, next, err)
		}
		if !slices.Equal(shown.Steps, []string{"info_request", "quote"}) ||
			!slices.Equal(shown.States, []string{"CA", "TX"}) {
			t.Errorf("choices %q and %q", shown.Steps, shown.States)
		}
	}
}

// The usual time of a task is the median of completed tasks with the same agents.
func TestUsual(t *testing.T) {
	x := newIndex()
	for i, agents := range []string{"crm mail", "crm", "crm mail", "crm mail", ""} {
		e := entry{thread: fmt.Sprint("T-", i), status: store.ThreadCompleted, changed: day}
		e.agents, e.took = agents, time.Duration(i)*time.Hour
		x.put(e)
	}
	for i, want := range []time.Duration{150 * time.Minute, 2 * time.Hour, 90 * time.Minute} {
		if got := x.usual("crm mail", fmt.Sprint("T-", i)); i != 1 && got != want {
			t.Errorf("without task %d, the usual time is %s, not %s", i, got, want)
		}
	}
	if got := x.usual("", "T-9") + x.usual("mail", "T-9"); got != 0 {
		t.Errorf("a kind without tasks takes %s", got)
	}
	if a, b := console.Span(90*time.Second), console.Span(3*time.Hour); a.String() != "1 min 30 s" ||
		b.String() != "3 h 0 min" {
		t.Errorf("the spans are %s and %s", a, b)
	}
}

// A list continues after the cursor, even if threads moved and the thread of the cursor is gone.
func TestCursor(t *testing.T) {
	x := newIndex()
	for i := range 9 {
		x.put(waiting(fmt.Sprint("thread ", i), lee, i))
	}
	q := console.Query{Tab: console.TabReviews, Size: 4}
	first, shown, err := x.next(q)
	if want := []string{"thread 8", "thread 7", "thread 6", "thread 5"}; err != nil ||
		!slices.Equal(first, want) {
		t.Errorf("the first page has %q, %v", first, err)
	}
	q.After, q.Size = shown.Next, 9
	second, shown, err := x.next(q)
	if len(second) != 5 || second[0] != "thread 4" || shown.Next != "" || err != nil {
		t.Errorf("the second page has %q, %v", second, err)
	}
	x.remove("thread 5")                      // where the page ended
	x.put(waiting("thread 0", lee, 90))       // moves to the front
	x.put(waiting("the new thread", dana, 0)) // at the end
	got, _, err := x.next(q)
	want := []string{"thread 4", "thread 3", "thread 2", "thread 1", "the new thread"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("the next page has %q, %v", got, err)
	}
	for _, forged := range []string{"!", "e30", "AAAA", "bnVsbA"} {
		q.After = forged
		if _, _, err := x.next(q); !errors.Is(err, console.ErrCursor) {
			t.Errorf("the cursor %q: %v", forged, err)
		}
	}
}

// Ended threads leave the index, the oldest first. Threads that go on stay.
func TestTheIndexIsBounded(t *testing.T) {
	x := newIndex()
	x.put(waiting("open", lee, 1e6))
	for i := range 2 * maxDone {
		x.put(entry{
			thread: fmt.Sprint(i), status: store.ThreadExpired,
			changed: day.Add(time.Duration(i) * time.Second),
		})
	}
	got, shown := x.find(console.Query{Tab: console.TabDone})
	if n := shown.Counts[console.TabDone]; n != maxDone || got[0] != fmt.Sprint(2*maxDone-1) {
		t.Errorf("%d ended threads, the first is %s", n, got[0])
	}
	if got, _ := x.find(console.Query{Tab: console.TabMine, By: lee}); len(got) != 1 {
		t.Error("an open thread is gone")
	}
}

// A page of the inbox costs its rows, with 10,000 threads as with one page of threads.
func TestAPageCostsItsRows(t *testing.T) {
	costs := func(n int) float64 {
		x := newIndex()
		for i := range n {
			x.put(waiting(fmt.Sprint("T-", i), lee, i))
		}
		q := console.Query{Tab: console.TabMine, By: lee, Page: 1}
		for i, want := range []string{fmt.Sprint("T-", n-1), fmt.Sprint("T-", n-1-pageSize)} {
			q.Page = i + 1
			ids, shown := x.find(q)
			if ids[0] != want || len(ids) != pageSize || shown.Counts[console.TabMine] != n {
				t.Errorf("page %d of %d threads: %q", q.Page, n, ids)
			}
		}
		q.Words = fmt.Sprint("t-", n-1)
		if ids, _ := x.find(q); len(ids) != 1 {
			t.Errorf("the search finds %q", ids)
		}
		q.Words = ""
		return testing.AllocsPerRun(10, func() {
			x.find(q)
			x.tasks(2)
		})
	}
	if few, many := costs(2*pageSize), costs(10_000); many > few {
		t.Errorf("a page of 10,000 threads takes %v allocations, of %d threads %v", many, 2*pageSize, few)
	}
}

// The lists stay in order and complete while threads change, move between tabs and go.
func TestListsFollowTheThreads(t *testing.T) {
	x, now := newIndex(), map[string]entry{}
	random := rand.New(rand.NewPCG(1, 2))
	status := []store.ThreadStatus{
		store.ThreadRunning, store.ThreadAwaitingReview, store.ThreadAwaitingCustomer,
		store.ThreadHandedOver, store.ThreadCompleted,
	}
	for range 3000 {
		id := fmt.Sprint("T-", random.IntN(40))
		if random.IntN(5) == 0 {
			x.remove(id)
			delete(now, id)
			continue
		}
		e := waiting(id, []string{lee, dana}[random.IntN(2)], random.IntN(9))
		e.asked = append(e.asked, e.asked[0]) // of two reviews
		e.status = status[random.IntN(len(status))]
		if random.IntN(2) == 0 {
			e.reviews, e.asked, e.since = 0, nil, time.Time{}
		}
		x.put(e)
		now[id] = e
	}
	lists := 0
	for name, all := range x.lists {
		lists += len(all)
		sorted := slices.IsSortedFunc(all, func(a, b *entry) int {
			at, _ := all.find(name, a)
			to, _ := all.find(name, b)
			return at - to
		})
		if !sorted || len(all) == 0 {
			t.Errorf("%s is out of order", name)
		}
	}
	want := 0
	for id, e := range now {
		want += len(e.lists())
		if one := x.threads[id]; one == nil || one.status != e.status {
			t.Errorf("%s is old", id)
		}
	}
	if lists != want || len(x.threads) != len(now) {
		t.Errorf("%d places of %d threads, not %d of %d", lists, len(x.threads), want, len(now))
	}
}
