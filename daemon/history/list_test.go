package history

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"ppamaild/store"
)

// The pages of a list have each thread once, in the order of the whole list.
func TestFinding6ThreadsAreListedInPages(t *testing.T) {
	const count = 250 // more than one page of the store
	r := filled(t, func(tx store.Tx) (err error) {
		for n := range count {
			h := store.Head{
				Thread: fmt.Sprintf("Q-%03d", n), Status: store.ThreadRunning,
				UpdatedAt: day.Add(time.Duration(n*7919%count) * time.Minute), Participants: []string{alice},
			}
			if n%5 == 0 {
				h.Status, h.Participants = store.ThreadCompleted, []string{lee}
			}
			_, putErr := tx.PutHead(h)
			err = errors.Join(err, putErr)
		}
		return err
	})
	for _, q := range []Query{
		{}, {Status: []string{"completed"}}, {Status: []string{"completed", "running"}}, {From: "ALICE"},
		{Since: day.Add(100 * time.Minute)},
	} {
		whole, err := r.Threads(t.Context(), q)
		must(t, err)
		latest := q
		latest.Limit = 10 * count
		newest, err := r.Threads(t.Context(), latest)
		must(t, err)
		if len(whole) != len(newest) || len(whole) < count/5 {
			t.Errorf("%+v lists %d threads by id, %d by time", q, len(whole), len(newest))
		}
		byTime := slices.IsSortedFunc(newest, func(a, b Summary) int {
			return b.UpdatedAt.Compare(a.UpdatedAt)
		})
		for _, pages := range []struct {
			want []Summary
			byID bool
		}{{whole, true}, {newest, false}} {
			page := q
			page.Limit, page.ByID = 13, pages.byID
			if got := inPages(t, r, page); !reflect.DeepEqual(got, pages.want) || !byTime {
				t.Errorf("%+v: the pages have %d threads instead of %d", page, len(got), len(pages.want))
			}
		}
	}
	_, err := r.Threads(t.Context(), Query{Limit: 1, After: "Q-NONE22"})
	if !errors.Is(err, store.ErrNotFound) {
		t.Errorf("behind an unknown thread: %v", err)
	}
}

func inPages(t *testing.T, r Reader, q Query) (all []Summary) {
	t.Helper()
	for {
		page, err := r.Threads(t.Context(), q)
		must(t, err)
		if all = append(all, page...); len(page) < q.Limit {
			return all
		}
		q.After = page[len(page)-1].Thread
	}
}
