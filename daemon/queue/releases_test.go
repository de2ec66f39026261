package queue

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// ledger is a store that records the calls of a daemon.
type ledger struct {
	claimed, released []string
	fails             error
}

func (l *ledger) Claim(_ context.Context, name string) (bool, error) {
	l.claimed = append(l.claimed, name)
	return true, nil
}

func (l *ledger) Release(_ context.Context, names ...string) error {
	if l.fails == nil {
		l.released = append(l.released, names...)
	}
	return l.fails
}

// Claims are released together. A name that the daemon claims again in the meantime stays claimed,
// and a failed release is repeated with the next release.
func TestReleasesTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &ledger{fails: errors.New("the database is down")}
		r := NewReleases(l)
		claims := func(names ...string) {
			for _, name := range names {
				if held, err := r.Claim(t.Context(), name); !held || err != nil {
					t.Error(held, err)
				}
			}
		}
		releases := func(names ...string) {
			for _, name := range names {
				if err := r.Release(t.Context(), name); err != nil {
					t.Error(err)
				}
			}
		}
		claims("a", "b", "c")
		releases("b", "a")
		claims("b")
		time.Sleep(time.Minute)
		synctest.Wait()
		if l.fails = nil; len(l.released) > 0 {
			t.Errorf("released early: %q", l.released)
		}
		releases("c")
		time.Sleep(time.Minute)
		synctest.Wait()
		claims("a")
		if want := []string{"a", "c"}; !slices.Equal(l.released, want) {
			t.Errorf("released %q instead of %q", l.released, want)
		}
		if want := []string{"a", "b", "c", "a"}; !slices.Equal(l.claimed, want) {
			t.Errorf("claimed %q instead of %q", l.claimed, want)
		}
	})
}

// A release that fails may have taken effect. So only the store knows who has the claim.
func TestFailedReleaseAsksTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &ledger{fails: errors.New("the answer is lost")}
		r := NewReleases(l)
		if err := r.Release(t.Context(), "mail 7"); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if held, err := r.Claim(t.Context(), "mail 7"); !held || err != nil {
			t.Error(held, err)
		}
		if !slices.Equal(l.claimed, []string{"mail 7"}) {
			t.Errorf("asked the store for %q", l.claimed)
		}
	})
}
