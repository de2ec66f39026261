package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ppamaild/daemon/history"
	"ppamaild/store"
)

// The list shows the age of a thread and who is awaited. --waiting selects the same threads.
func TestThreadsListShowsWhoIsAwaited(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	var list []history.Summary
	for i, status := range []store.ThreadStatus{
		store.ThreadAwaitingReview, store.ThreadHandedOver, store.ThreadAwaitingCustomer,
		store.ThreadCompleted,
	} {
		began := now.Add(-time.Duration(i) * 30 * time.Hour)
		list = append(list, history.Summary{Thread: "Q-7F3K2M", Status: status, CreatedAt: began, UpdatedAt: now})
	}
	var out strings.Builder
	noError(t, printThreads(&out, list, now))
	lines := strings.Split(out.String(), "\n")[1:]
	for i, want := range [][]string{
		{"awaiting_review", "staff", "0m"}, {"handed_over", "staff", "30h"},
		{"awaiting_customer", "customer", "2d"}, {"completed", "3d"},
	} {
		if got := strings.Fields(lines[i])[1:]; !slices.Equal(got[:len(want)], want) {
			t.Errorf("%q, want %q", lines[i], want)
		}
		for _, who := range []string{"staff", "customer"} {
			selected := slices.Contains(threadsList{Waiting: who}.query().Status, want[0])
			if selected != (want[1] == who) {
				t.Errorf("--waiting %s selects %s: %t", who, want[0], selected)
			}
		}
	}
}
