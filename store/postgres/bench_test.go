package postgres

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	sandbox "ppamaild/sandbox/postgres"
	"ppamaild/store"
	"ppamaild/store/postgres/wire"
)

// bench is a store, and connections for bare transactions with the same statements in the tables
// of another store.
type bench struct {
	*testing.B
	s     *Store
	conns []*wire.Conn
	sync  func() error // writes a page and syncs it to the disk
	n     uint64       // rounds so far
}

func newBench(b *testing.B, conns int) *bench {
	cluster := sandbox.Own(b)
	p := &bench{B: b, sync: openFloor(b)}
	p.s, _ = p.open(cluster)
	_, dsn := p.open(cluster)
	config, err := pgconn.ParseConfig(dsn)
	p.must(err)
	for range conns {
		c, err := wire.Connect(b.Context(), config)
		p.must(err)
		b.Cleanup(func() { p.must(wire.HangUp(c)) })
		p.conns = append(p.conns, c)
	}
	return p
}

func (p *bench) open(cluster *sandbox.Cluster) (s *Store, dsn string) {
	dsn = mustSchemaOf(p, cluster)
	s, err := Open(p.Context(), dsn, Options{Shared: true})
	p.must(err)
	p.Cleanup(func() { p.must(s.Close()) })
	return s, dsn
}

func (p *bench) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

func openFloor(b *testing.B) func() error {
	f, err := os.Create(filepath.Join(b.TempDir(), "floor"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { f.Close() })
	page := make([]byte, 8192)
	return func() error {
		_, err := f.Write(page)
		return errors.Join(err, syscall.Fdatasync(int(f.Fd())))
	}
}

// turn makes the minimum changes of a thread's runner: head number n, and a journal entry. sent
// gets the statements with the changes.
func turn(tx store.Tx, thread string, n uint64, sent *[]wire.Statement) error {
	state, payload := make([]byte, 1024), make([]byte, 512)
	r := recordsOf(tx)
	_, headErr := tx.Head(thread)
	_, tailErr := tx.JournalLength(thread)
	if errors.Is(headErr, store.ErrNotFound) {
		headErr = nil
	}
	before := len(r.pending) // and no later read sends the changes
	_, putErr := tx.PutHead(store.Head{
		Thread: thread, Version: n - 1, Status: store.ThreadRunning, State: state,
	})
	_, appendErr := tx.Append(store.Entry{Thread: thread, Kind: "returned"}, payload)
	if sent != nil {
		*sent = slices.Clone(r.pending[before:])
	}
	return errors.Join(headErr, tailErr, putErr, appendErr)
}

func recordsOf(t store.Tx) *records { return t.(*tx).records }

func (p *bench) turn(thread string, n uint64, sent *[]wire.Statement) error {
	return p.s.Update(p.Context(), func(tx store.Tx) error { return turn(tx, thread, n, sent) })
}

// plain makes a transaction with the statements of a turn, in one round trip.
func (p *bench) plain(c *wire.Conn, lock bool, changes []wire.Statement) error {
	all := []wire.Statement{{SQL: "BEGIN"}}
	if lock {
		all = append(all, wire.Statement{SQL: "SELECT one FROM about FOR UPDATE"})
	}
	all = append(append(all, changes...), wire.Statement{SQL: "COMMIT"})
	_, err := c.Run(p.Context(), all...)
	return err
}

// report prints the transactions per second of each, and the ratio.
func (p *bench) report(took [3]time.Duration, each float64) {
	n := float64(p.n) * each
	p.ReportMetric(0, "ns/op") // the time of all three together is meaningless
	p.ReportMetric(n/took[0].Seconds(), "store/s")
	p.ReportMetric(n/took[1].Seconds(), "bare/s")
	p.ReportMetric(n/took[2].Seconds(), "fdatasync/s")
	p.ReportMetric(took[1].Seconds()/took[0].Seconds(), "×bare")
}

// BenchmarkLone makes turns one after the other: in a store, as plain transactions with the same
// statements, and as a page-size write with a sync, which is the floor. The three alternate.
func BenchmarkLone(b *testing.B) {
	const rounds = 500
	p := newBench(b, 1)
	var took [3]time.Duration
	for b.Loop() {
		for range rounds {
			p.n++
			var changes []wire.Statement
			for i, do := range []func() error{
				func() error { return p.turn("Q-1", p.n, &changes) },
				func() error { return p.plain(p.conns[0], true, changes) },
				p.sync,
			} {
				start := time.Now()
				p.must(do())
				took[i] += time.Since(start)
			}
		}
	}
	p.report(took, 1)
}

// BenchmarkWriters64 makes turns from 64 goroutines in a store. It makes the same changes in plain
// transactions without the lock of a store, each goroutine on a connection of its own.
func BenchmarkWriters64(b *testing.B) {
	const writers, turns, rounds = 64, 8, 20
	p := newBench(b, writers)
	changes := make([][]wire.Statement, writers)
	var took [3]time.Duration
	for b.Loop() {
		for range rounds {
			p.n++
			took[0] += p.together(writers, func(i int) error {
				for r := range uint64(turns) {
					err := p.turn(fmt.Sprint("Q-", i), (p.n-1)*turns+r+1, &changes[i])
					if err != nil {
						return err
					}
				}
				return nil
			})
			took[1] += p.together(writers, func(i int) error {
				for r := range turns {
					own := renumbered(changes[i], int64(p.n)*turns+int64(r))
					if err := p.plain(p.conns[i], false, own); err != nil {
						return err
					}
				}
				return nil
			})
			start := time.Now()
			for range writers {
				p.must(p.sync())
			}
			took[2] += turns * time.Since(start)
		}
	}
	p.report(took, writers*turns)
}

// renumbered replaces the sequence number of the journal entry in changes.
func renumbered(changes []wire.Statement, seq int64) []wire.Statement {
	own := slices.Clone(changes)
	for i, s := range own {
		if s.SQL == journals.Insert() || s.SQL == journalPayloads.Insert() {
			own[i].Args = slices.Clone(s.Args)
			own[i].Args[1] = seq
		}
	}
	return own
}

func (p *bench) together(n int, do func(i int) error) time.Duration {
	start := time.Now()
	var group sync.WaitGroup
	failed := make(chan error, n)
	for i := range n {
		group.Go(func() {
			if err := do(i); err != nil {
				failed <- err
			}
		})
	}
	group.Wait()
	close(failed)
	p.must(<-failed)
	return time.Since(start)
}
