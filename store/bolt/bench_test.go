package bolt

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/bolt/boltfile"
	"ppamaild/store/crypt"
)

// turn makes the minimum changes of a thread's runner: head number n, and a journal entry. The
// store writes the head, the entry, and the end of the journal.
func turn(tx store.Tx, thread string, n uint64) error {
	state, payload := make([]byte, 1024), make([]byte, 512)
	_, headErr := tx.PutHead(store.Head{Thread: thread, Version: n - 1, Status: store.ThreadRunning, State: state})
	_, appendErr := tx.Append(store.Entry{Thread: thread, Kind: "returned"}, payload)
	return errors.Join(headErr, appendErr)
}

// bare is plain bbolt.
type bare struct {
	db *bbolt.DB
}

func openBare(b *testing.B) bare {
	db, err := bbolt.Open(filepath.Join(b.TempDir(), "bare.db"), 0o600, &bbolt.Options{
		FreelistType: bbolt.FreelistMapType, InitialMmapSize: boltfile.MapSize,
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	err = db.Update(func(t *bbolt.Tx) error { return (&records{Tx: t, rand: rand.Reader}).layOut() })
	if err != nil {
		b.Fatal(err)
	}
	return bare{db}
}

// sample returns the value of a record after turn.
func sample(b *testing.B, from bucket) (value []byte) {
	s := mustOpen(b)
	err := s.Update(b.Context(), func(tx store.Tx) error { return turn(tx, "Q-1", 1) })
	if err == nil {
		err = s.db.View(func(t *bbolt.Tx) error {
			_, v := t.Bucket([]byte(from)).Cursor().First()
			value = bytes.Clone(v)
			return nil
		})
	}
	if err != nil {
		b.Fatal(err)
	}
	return value
}

// puts returns a function that puts the same keys and bytes as turn number n.
func puts(b *testing.B) func(t *bbolt.Tx, thread string, n uint64) error {
	head, entry, end := sample(b, heads), sample(b, journal), make([]byte, 48)
	return func(t *bbolt.Tx, thread string, n uint64) error {
		return errors.Join(
			t.Bucket([]byte(heads)).Put([]byte(thread), head),
			t.Bucket([]byte(journal)).Put(bkey.Number(thread, n), entry),
			t.Bucket([]byte(journal)).Put(tailKey(thread), end),
		)
	}
}

// BenchmarkLone commits turns one after the other: to a store, to plain bbolt, and as a
// page-size write with a sync, which is the floor. The three alternate, so that fluctuations of
// the machine affect all of them.
func BenchmarkLone(b *testing.B) {
	s, raw, put, sync := mustOpen(b), openBare(b), puts(b), openFloor(b)
	var took [3]time.Duration
	var n uint64
	for b.Loop() {
		n++
		runs := [3]func() error{
			func() error { return s.Update(b.Context(), func(tx store.Tx) error { return turn(tx, "Q-1", n) }) },
			func() error { return raw.db.Update(func(t *bbolt.Tx) error { return put(t, "Q-1", n) }) },
			sync,
		}
		for i := range runs {
			i = (i + int(n)) % len(runs)
			start := time.Now()
			if err := runs[i](); err != nil {
				b.Fatal(err)
			}
			took[i] += time.Since(start)
		}
	}
	report(b, took, float64(n))
}

// BenchmarkWriters64 commits turns from 64 goroutines, alternately to a store and to plain
// bbolt. The floor is the sequential one.
func BenchmarkWriters64(b *testing.B) {
	const writers, rounds = 64, 8
	s, raw, put, sync := mustOpen(b), openBare(b), puts(b), openFloor(b)
	var took [3]time.Duration
	var n uint64
	all := func(fn func(thread string, n uint64) error) time.Duration {
		start := time.Now()
		together(b, writers, func(i int) error {
			for r := range rounds {
				if err := fn(fmt.Sprintf("Q-%d", i), (n-1)*rounds+uint64(r)+1); err != nil {
					return err
				}
			}
			return nil
		})
		return time.Since(start)
	}
	for b.Loop() {
		n++
		took[0] += all(func(thread string, n uint64) error {
			return s.Update(b.Context(), func(tx store.Tx) error { return turn(tx, thread, n) })
		})
		took[1] += all(func(thread string, n uint64) error {
			return raw.db.Update(func(t *bbolt.Tx) error { return put(t, thread, n) })
		})
		start := time.Now()
		for range writers {
			if err := sync(); err != nil {
				b.Fatal(err)
			}
		}
		took[2] += rounds * time.Since(start)
	}
	report(b, took, float64(n*writers*rounds))
}

func together(b *testing.B, n int, fn func(i int) error) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			if err := fn(i); err != nil {
				b.Error(err)
			}
		})
	}
	wg.Wait()
}

// openFloor returns a function that appends a page to a file and syncs the file.
func openFloor(b *testing.B) func() error {
	f, err := os.Create(filepath.Join(b.TempDir(), "floor"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { f.Close() })
	page := make([]byte, 4096)
	return func() error {
		_, err := f.Write(page)
		return errors.Join(err, syscall.Fdatasync(int(f.Fd())))
	}
}

// report prints the commits per second of each, and the ratio.
func report(b *testing.B, took [3]time.Duration, n float64) {
	b.ReportMetric(0, "ns/op") // the time of all three together is meaningless
	b.ReportMetric(n/took[0].Seconds(), "store/s")
	b.ReportMetric(n/took[1].Seconds(), "bare/s")
	b.ReportMetric(n/took[2].Seconds(), "fdatasync/s")
	b.ReportMetric(took[1].Seconds()/took[0].Seconds(), "×bare")
}

// BenchmarkRecord measures the cost of encryption for writing and reading a record in memory.
func BenchmarkRecord(b *testing.B) {
	for name, keys := range map[string]*crypt.Ring{"plain": nil, "encrypted": ring(b, 1)} {
		for _, size := range []int{1 << 10, 25 << 10, 1 << 20} {
			b.Run(fmt.Sprintf("%s/%dKiB", name, size>>10), func(b *testing.B) {
				t := &records{keys: keys}
				key, value := bkey.ID(1), make([]byte, size)
				b.SetBytes(int64(size))
				for b.Loop() {
					if _, err := t.unseal(mailRaw, key, t.codec().Seal(string(mailRaw), key, value)); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
