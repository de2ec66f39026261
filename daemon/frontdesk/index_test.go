package frontdesk

import (
	"fmt"
	"slices"
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
		changed: at, since: at, words: id,
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
		got, counts, _ := x.find(console.Query{Tab: tab, By: lee})
		if !slices.Equal(got, want) || counts[tab] != len(want) {
			t.Errorf("%s: %q, counted %d", tab, got, counts[tab])
		}
	}
	q := console.Query{Tab: console.TabTeam, By: lee, Words: "OF Dana"}
	if got, _, _ := x.find(q); len(got) != 1 {
		t.Errorf("the search finds %q", got)
	}
	x.remove("old")
	if got, _, _ := x.find(console.Query{Tab: console.TabMine, By: lee}); len(got) != 1 {
		t.Errorf("after an erasure: %q", got)
	}
}

// Ended threads leave the index, the oldest first. Threads that go on stay.
func TestTheIndexIsBounded(t *testing.T) {
	x := newIndex()
	x.put(waiting("open", lee, 1e6))
	for i := range 2 * mostDone {
		x.put(entry{
			thread: fmt.Sprint(i), status: store.ThreadExpired,
			changed: day.Add(time.Duration(i) * time.Second),
		})
	}
	got, _, _ := x.find(console.Query{Tab: console.TabDone})
	if len(got) > mostDone+200 || got[0] != fmt.Sprint(2*mostDone-1) {
		t.Errorf("%d ended threads, the first is %s", len(got), got[0])
	}
	if got, _, _ := x.find(console.Query{Tab: console.TabMine, By: lee}); len(got) != 1 {
		t.Error("an open thread is gone")
	}
}

// A page of the inbox with 10,000 open threads takes well under 100 ms.
func TestTenThousandThreads(t *testing.T) {
	x := newIndex()
	for i := range 10_000 {
		x.put(waiting(fmt.Sprint("q-", i), lee, i))
	}
	begun := time.Now()
	got, _, _ := x.find(console.Query{Tab: console.TabMine, By: lee, Words: "q-"})
	if took := time.Since(begun); len(got) != 10_000 || took > 500*time.Millisecond {
		t.Errorf("%d threads in %v", len(got), took)
	}
}
