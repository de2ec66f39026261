package changelog_test

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ppamaild/daemon/changelog"
	"ppamaild/daemon/storefile"
	"ppamaild/store"
	"ppamaild/store/bolt"
)

var at = time.Date(2026, 11, 20, 17, 0, 0, 0, time.UTC)

func open(t *testing.T, path string) *changelog.Store {
	t.Helper()
	opened, err := bolt.Open(path, bolt.Options{})
	must(t, err)
	log := slog.New(slog.DiscardHandler)
	now := func() time.Time { return at }
	return changelog.New(storefile.NewRetryOnDiskFull(opened, log), now)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// The log drops events by number and by age, a few with each new event. The last event stays.
func TestPruning(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ppamaild.db")
	opened, err := bolt.Open(path, bolt.Options{})
	must(t, err)
	now := at
	s := changelog.New(storefile.NewRetryOnDiskFull(opened, slog.New(slog.DiscardHandler)),
		func() time.Time { return now })
	n := 0
	add := func(events int, step time.Duration) {
		t.Helper()
		for range events {
			n, now = n+1, now.Add(step)
			must(t, s.Update(t.Context(), func(tx store.Tx) error {
				r := store.Review{Thread: "Q-7F3K2M", Number: n, Status: store.ReviewOpen}
				return tx.PutReview(r)
			}))
		}
	}
	has := func(first, last int) {
		t.Helper()
		all, err := s.After(t.Context(), 0, 100)
		must(t, err)
		pruned, err := s.Pruned(t.Context())
		must(t, err)
		if len(all) != last-first+1 || all[0].Review != first || pruned != uint64(first-1) {
			t.Errorf("%d events from %+v, pruned %d; want %d to %d", len(all), all[0], pruned, first, last)
		}
	}
	s.Keep(time.Hour, 20)
	add(20, time.Second)
	has(1, 20)
	add(5, time.Second)
	has(6, 25)
	add(1, 2*time.Hour) // four old events
	has(10, 26)
	add(4, time.Second)
	has(26, 30)
	s.Keep(0, 1)
	add(2, time.Second)
	has(32, 32)
	if some, err := s.After(t.Context(), 31, 100); len(some) != 1 || err != nil {
		t.Errorf("after 31: %+v, %v", some, err)
	}
	must(t, s.Close())
	checked, err := bolt.Open(path, bolt.Options{})
	must(t, err)
	must(t, checked.Check(t.Context()))
	must(t, checked.View(t.Context(), func(tx store.Tx) error {
		for seq := range 31 {
			if left, err := tx.Secret(fmt.Sprintf("event %d", seq+1)); len(left) > 0 || err != nil {
				t.Errorf("the pruned event %d left %q, %v", seq+1, left, err)
			}
		}
		length, err := tx.JournalLength("events")
		if length > 0 {
			t.Errorf("the log left %d journal entries", length)
		}
		return err
	}))
	must(t, checked.Close())
}

func types(t *testing.T, s *changelog.Store, after uint64, limit int) (all []string) {
	t.Helper()
	found, err := s.After(t.Context(), after, limit)
	must(t, err)
	for i, e := range found {
		if e.Seq != after+uint64(i)+1 || !e.At.Equal(at) {
			t.Errorf("event %d is %+v", i, e)
		}
		all = append(all, e.Type)
	}
	return all
}

// Every change of a review and each failure of a mail has one event, and other changes have none.
// A transaction that fails leaves no event. The log survives a restart, and the store is sound.
func TestLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ppamaild.db")
	s := open(t, path)
	update := func(fn func(store.Tx) error) { t.Helper(); must(t, s.Update(t.Context(), fn)) }
	put := func(number int, status store.ReviewStatus) func(store.Tx) error {
		return func(tx store.Tx) error {
			return tx.PutReview(store.Review{Thread: "Q-7F3K2M", Number: number, Status: status})
		}
	}
	more := s.More()
	update(put(1, store.ReviewOpen))
	select {
	case <-more:
	default:
		t.Error("a reader was not woken")
	}
	update(put(1, store.ReviewOpen)) // such as a doubt about a reply
	broken := errors.New("broken")
	err := s.Update(t.Context(), func(tx store.Tx) error {
		return errors.Join(put(2, store.ReviewOpen)(tx), broken)
	})
	if !errors.Is(err, broken) {
		t.Fatal(err)
	}
	update(put(1, store.ReviewDecided))
	update(put(3, store.ReviewOpen))
	update(put(3, store.ReviewExpired))
	var m store.Mail
	update(func(tx store.Tx) error {
		id, err := tx.AddMail(store.Mail{Thread: "Q-7F3K2M", Status: store.MailQueued}, []byte("raw"))
		if err == nil {
			m, err = tx.Mail(id)
		}
		return err
	})
	for _, status := range []store.MailStatus{store.MailRetrying, store.MailFailed, store.MailFailed} {
		m.Status = status
		update(func(tx store.Tx) error { return tx.PutMail(m) })
	}
	must(t, s.Close())

	s = open(t, path)
	want := []string{
		changelog.ReviewOpened, changelog.ReviewDecided, changelog.ReviewOpened,
		changelog.ReviewClosed, changelog.MailFailed,
	}
	if got := types(t, s, 0, 100); !slices.Equal(got, want) {
		t.Errorf("the log has %q", got)
	}
	if got := types(t, s, 1, 2); !slices.Equal(got, want[1:3]) {
		t.Errorf("a part of the log is %q", got)
	}
	if last, err := s.Last(t.Context()); last != 5 || err != nil {
		t.Errorf("the last event is %d, %v", last, err)
	}
	must(t, s.Close())
	opened, err := bolt.Open(path, bolt.Options{})
	must(t, err)
	must(t, opened.Check(t.Context()))
	must(t, opened.Close())
}

// The first place follows the last of 100,000 places. The numbers go on after the numbers of an
// earlier version, and the events of that version count as pruned.
func TestPlaces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ppamaild.db")
	s := open(t, path)
	put := func(number int) {
		t.Helper()
		must(t, s.Update(t.Context(), func(tx store.Tx) error {
			r := store.Review{Thread: "Q-7F3K2M", Number: number, Status: store.ReviewOpen}
			return tx.PutReview(r)
		}))
	}
	must(t, s.RetryOnDiskFull.Update(t.Context(), func(tx store.Tx) error {
		for range 2 {
			e := store.Entry{Thread: "events", At: at, Kind: "review.opened"}
			_, err := tx.Append(e, []byte("{}"))
			if err != nil {
				return err
			}
		}
		return nil
	}))
	put(1)
	if got := types(t, s, 2, 100); len(got) != 1 {
		t.Errorf("after the events of an earlier version: %q", got)
	}
	if pruned, err := s.Pruned(t.Context()); pruned != 2 || err != nil {
		t.Errorf("pruned %d, %v", pruned, err)
	}
	must(t, s.RetryOnDiskFull.Update(t.Context(), func(tx store.Tx) error {
		return tx.PutSecret("event log", []byte(`{"last":99998,"pruned":99998}`))
	}))
	for number := range 4 {
		put(number + 2)
	}
	if got := types(t, s, 99_998, 100); len(got) != 4 {
		t.Errorf("around the last place: %q", got)
	}
	must(t, s.RetryOnDiskFull.Update(t.Context(), func(tx store.Tx) error {
		return errors.Join(
			tx.PutSecret("event 4", []byte(`{"seq":4,"at":"2026-11-20T17:00:00Z","data":{}}`)),
			tx.PutSecret("event log", []byte(`{"last":100002,"pruned":2}`)))
	}))
	put(6) // takes the place of event 3, which is the oldest event
	if pruned, err := s.Pruned(t.Context()); pruned != 3 || err != nil {
		t.Errorf("after the 100,001st event: pruned %d, %v", pruned, err)
	}
	must(t, s.Close())
}
