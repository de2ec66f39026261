package bolt

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"text/tabwriter"
	"time"

	"ppamaild/store"
)

// scale is the environment variable with the number of threads of BenchmarkScale.
const scale = "SCALE_THREADS"

// BenchmarkScale fills a store with threads and prints the cost of the work that must not grow
// with the store. A synced page is the floor.
func BenchmarkScale(b *testing.B) {
	threads, err := strconv.Atoi(os.Getenv(scale))
	if err != nil {
		b.Skipf("%s is no number of threads", scale)
	}
	path := filepath.Join(b.TempDir(), "ppamaild.db")
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	row := func(what, format string, a ...any) { fmt.Fprintf(w, what+"\t"+format+"\n", a...) }
	timed := func(what string, do func() error) {
		start := time.Now()
		if err := do(); err != nil {
			b.Fatal(err)
		}
		row(what, "%.1f ms", milliseconds(time.Since(start)))
	}
	s := filled(b, path, threads, timed)
	info, err := os.Stat(path)
	noError(b, err)
	row("a thread", "%.1f KB", float64(info.Size())/float64(threads)/1e3)
	timed("close", s.Close)
	timed("open", func() (err error) { s, err = Open(path, Options{}); return err })
	view := func(what string, fn func(store.Tx) error) {
		timed(what, func() error { return s.View(b.Context(), fn) })
	}
	view("a page of 50 threads", func(tx store.Tx) error {
		list, err := tx.LatestHeads("", "", 50)
		return errors.Join(err, want(len(list) == min(50, threads), "a short page"))
	})
	view("the next page", func(tx store.Tx) error {
		_, err := tx.LatestHeads("", scaleThread(threads/2), 50)
		return err
	})
	view("old threads, none", func(tx store.Tx) error {
		return tx.EndedHeads(time.Unix(0, 0), func(store.Head) bool { return true })
	})
	view("threads of an address", func(tx store.Tx) error {
		return tx.HeadsOf(scaleAddress(threads/2), func(store.Head) bool { return true })
	})
	timed("clock jump", func() error {
		return s.Update(b.Context(), func(tx store.Tx) error { return tx.ShiftTimers(time.Hour) })
	})
	steps(b, s, threads, row)
	timed("check", func() error { return s.Check(b.Context()) })
	noError(b, errors.Join(s.Close(), w.Flush()))
	b.ReportMetric(0, "ns/op")
}

func want(is bool, otherwise string) error {
	if is {
		return nil
	}
	return errors.New(otherwise)
}

func milliseconds(d time.Duration) float64 { return d.Seconds() * 1e3 }

func scaleThread(n int) string { return fmt.Sprintf("Q-%07d", n*7919%10_000_000) }

func scaleAddress(n int) string { return fmt.Sprintf("customer%d@customer.test", n) }

// filled returns a store of threads, each with a message, a review and a timer.
func filled(
	b *testing.B, path string, threads int, timed func(string, func() error),
) *Store {
	s, err := Open(path, Options{})
	noError(b, err)
	const together = 500
	timed("fill", func() error {
		for first := 0; first < threads; first += together {
			err := s.Update(b.Context(), func(tx store.Tx) (err error) {
				for n := first; n < min(first+together, threads); n++ {
					err = errors.Join(err, putScaled(tx, n))
				}
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return s
}

func putScaled(tx store.Tx, n int) error {
	id, at := scaleThread(n), time.Date(2026, 3, 1, 12, 0, n, 0, time.UTC)
	status := store.ThreadAwaitingCustomer
	if n%2 == 0 {
		status = store.ThreadCompleted
	}
	_, headErr := tx.PutHead(store.Head{
		Thread: id, Workflow: store.WorkflowQuote, Status: status, UpdatedAt: at,
		Subject: "Quote for my car", Participants: []string{scaleAddress(n)},
		State: words(n, 4096),
	})
	_, appendErr := tx.Append(store.Entry{Thread: id, At: at, Kind: "message"}, words(n, 512))
	return errors.Join(headErr, appendErr,
		tx.PutMessageID(id+"@customer.test", store.MessageRef{Thread: id}),
		tx.PutReview(store.Review{
			Thread: id, Number: 1, Status: store.ReviewDecided, MIME: words(n, 2048),
		}),
		tx.PutTimer(store.Timer{Thread: id, Name: "customer_wait", Due: at.AddDate(0, 0, 7)}))
}

// step loads a head, changes it, and appends to the journal.
func step(tx store.Tx, n, threads int) error {
	h, err := tx.Head(scaleThread(n * 104_729 % threads))
	if err != nil {
		return err
	}
	h.UpdatedAt = h.UpdatedAt.Add(time.Minute)
	_, headErr := tx.PutHead(h)
	_, appendErr := tx.Append(store.Entry{Thread: h.Thread, Kind: "returned"}, words(n, 512))
	return errors.Join(headErr, appendErr)
}

// steps measures lone steps and the floor, and steps of 32 callers together.
func steps(b *testing.B, s *Store, threads int, row func(what, format string, a ...any)) {
	const lone, callers, each = 200, 32, 40
	floor := openFloor(b)
	var took, bare time.Duration
	before := written(s)
	for n := range lone {
		start := time.Now()
		noError(b, s.Update(b.Context(), func(tx store.Tx) error { return step(tx, n, threads) }))
		took += time.Since(start)
		start = time.Now()
		noError(b, floor())
		bare += time.Since(start)
	}
	row("a lone step", "%.2f ms, floor %.2f ms", milliseconds(took)/lone, milliseconds(bare)/lone)
	row("a lone step writes", "%.1f KB", float64(written(s)-before)/lone/1e3)
	var next atomic.Int64
	before, start := written(s), time.Now()
	together(b, callers, func(int) error {
		for range each {
			n := int(next.Add(1)) + lone
			err := s.Update(b.Context(), func(tx store.Tx) error { return step(tx, n, threads) })
			if err != nil {
				return err
			}
		}
		return nil
	})
	row("32 together", "%.0f commits/s", callers*each/time.Since(start).Seconds())
	row("32 together write", "%.1f KB each", float64(written(s)-before)/callers/each/1e3)
}
