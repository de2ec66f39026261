package daemon

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox"
	"ppamaild/store"
	"ppamaild/store/bolt"
	"ppamaild/threadresolver"
)

// BenchmarkScale measures work that must not grow with a thread or the store: a turn of a long
// and a short thread, the search for a message's thread, the start of the daemon, and memory,
// with many and few threads.
func BenchmarkScale(b *testing.B) {
	b.Run("turns", func(b *testing.B) {
		t := table{columns: [2]string{"turn 1,000", "turn 10"}}
		for b.Loop() {
			benchTurns(b, &t)
		}
		if err := t.print(os.Stdout); err != nil {
			b.Fatal(err)
		}
	})
	b.Run("threads", func(b *testing.B) {
		t := table{columns: [2]string{"1,000,000 threads", "1,000 threads"}}
		for b.Loop() {
			benchThreads(b, &t)
		}
		if err := t.print(os.Stdout); err != nil {
			b.Fatal(err)
		}
	})
}

const (
	shortThread, longThread = 10, 1_000
	turnRounds              = 15 // in which the two take turns
)

// benchTurns has a customer answer repeatedly, with a new figure and never with the requested
// fact, so that every message produces a new draft and review.
func benchTurns(b *testing.B, t *table) {
	var took figures
	long := newTalk(b)
	long.upTo(longThread)
	for range turnRounds {
		short := newTalk(b)
		short.upTo(shortThread)
		took.addDurations(long.turn(), short.turn())
	}
	t.row("A customer's mail, from its acceptance to the review, p50", "ms", "≤ 1.2", took, half)
	b.ReportMetric(0, "ns/op")
}

// talk is a thread with a message from one customer every minute.
type talk struct {
	*testing.B
	d     *Daemon
	turns uint32
}

func newTalk(b *testing.B) *talk {
	cfg := quietConfig(b)
	cfg.Limits.ActionsPerThread = 100 * longThread
	t, start := &talk{B: b}, time.Now()
	since := func() time.Duration { return time.Duration(t.turns) * time.Minute }
	t.d = quietDaemon(b, Options{Config: cfg, Now: func() time.Time { return start.Add(since()) }, Uptime: since})
	return t
}

func (t *talk) upTo(turns uint32) {
	for t.turns < turns-1 {
		t.turn()
	}
}

// turn accepts, routes and runs one message, and returns the time taken.
func (t *talk) turn() time.Duration {
	t.Helper()
	t.turns++
	raw := []byte(strings.ReplaceAll(fmt.Sprintf("From: Alice Moreno <alice@customer.test>\nTo: quotes@agency.test\nSubject: Quote for my car\n"+
		"Message-ID: <%d@customer.test>\nIn-Reply-To: <1@customer.test>\n\nI drive %d miles a year.\n\n%s",
		t.turns, 5000+t.turns, strings.ReplaceAll(asks(0), ", about 8000 miles a year", "")), "\n", "\r\n"))
	name := "quotes@agency.test/INBOX"
	in := t.d.intake.Sink(name)
	begin := time.Now()
	t.must(in.Accept(t.Context(), []mailbox.Arrival{{UID: t.turns, UIDValidity: 1, InternalDate: begin, Size: int64(len(raw)), Raw: raw}},
		store.Cursor{Mailbox: name, UIDValidity: 1, LastUID: t.turns}))
	t.must(t.d.intake.RoutePending(t.Context()))
	thread := runNext(t, t.d)
	took := time.Since(begin)
	t.accept(thread)
	return took
}

// runNext runs the next thread that has work.
func runNext(t testing.TB, d *Daemon) (thread string) {
	t.Helper()
	thread, found := d.Signals.Threads.Next(t.Context(), queue.Behind)
	if !found {
		t.Fatal("no thread has work")
	}
	if err := d.runner.RunThread(t.Context(), thread); err != nil {
		t.Fatal(err)
	}
	d.Signals.Threads.Done(thread)
	return thread
}

// accept has staff accept the review of the last turn, and what waits to be sent
// count as sent.
func (t *talk) accept(thread string) {
	t.Helper()
	t.must(t.d.Store.Update(t.Context(), func(tx store.Tx) error {
		h, err := tx.Head(thread)
		if err == nil && (h.Reviews != int(t.turns) || h.Status != store.ThreadAwaitingReview) {
			err = fmt.Errorf("after %d turns, %s has %d reviews and is %s", t.turns, thread, h.Reviews, h.Status)
		}
		if err != nil {
			return err
		}
		_, err = tx.Enqueue(queue.NewEvent(t.d.Now(), thread, queue.KindStaff, accepted(t.d, thread, h.Reviews)))
		return err
	}))
	t.must(t.d.runner.RunThread(t.Context(), thread))
	t.must(t.d.Store.Update(t.Context(), func(tx store.Tx) error {
		waiting, err := tx.WaitingMail(thread)
		for _, m := range waiting {
			m.Status = store.MailSent
			err = errors.Join(err, tx.PutMail(m))
		}
		return err
	}))
}

func (t *talk) must(err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

const (
	fewThreads, manyThreads = 1_000, 1_000_000
	resolutions             = 2_000
)

// benchThreads opens a store of few threads and one of many.
func benchThreads(b *testing.B, t *table) {
	few, many := newCrowd(b, fewThreads), newCrowd(b, manyThreads)
	var start, memory, find figures
	for range 3 {
		few.open()
		many.open()
		start.addDurations(many.start, few.start)
		memory.add(many.megabytes, few.megabytes)
		for range resolutions {
			find.add(microseconds(many.find()), microseconds(few.find()))
		}
		few.close()
		many.close()
	}
	t.row("Finding the thread of an answer, p50", "µs", "", find, half)
	t.row("Finding the thread of an answer, p95", "µs", "", find, 0.95)
	t.row("Start, until mail can be read, p50", "ms", "", start, half)
	t.row("Memory in use after it", "MB", "", memory, half)
	b.ReportMetric(0, "ns/op")
}

func microseconds(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

// crowd is a store of many threads, each of which a customer wrote to once, and was
// answered.
type crowd struct {
	*testing.B
	cfg       *config.Config
	threads   int
	asked     int // how often find was called
	d         *Daemon
	start     time.Duration
	megabytes float64 // on the heap
}

func newCrowd(b *testing.B, threads int) *crowd {
	c := &crowd{B: b, cfg: quietConfig(b), threads: threads}
	s, err := bolt.Open(c.cfg.Store.Path, bolt.Options{})
	c.must(err)
	const together = 20_000
	for first := 0; first < threads; first += together {
		c.must(s.Update(b.Context(), func(tx store.Tx) error {
			for n := first; n < min(first+together, threads); n++ {
				if err := c.put(tx, n); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	c.must(s.Close())
	return c
}

func (c *crowd) must(err error) {
	c.Helper()
	if err != nil {
		c.Fatal(err)
	}
}

func (c *crowd) thread(n int) string  { return fmt.Sprintf("Q-%07d", n) }
func (c *crowd) address(n int) string { return fmt.Sprintf("customer%d@customer.test", n) }
func (c *crowd) asks(n int) string    { return fmt.Sprintf("%d.asks@customer.test", n) }

func (c *crowd) put(tx store.Tx, n int) error {
	_, err := tx.PutHead(store.Head{
		Thread: c.thread(n), Workflow: "quote", Status: store.ThreadCompleted, Subject: "Quote for my car",
		Participants: []string{c.address(n)}, LastMessage: c.asks(n), State: []byte("{}"),
	})
	if err != nil {
		return err
	}
	ref := store.MessageRef{Thread: c.thread(n)}
	if err := tx.PutMessageID(c.asks(n), ref); err != nil {
		return err
	}
	return tx.PutMessageID(threadresolver.SubjectKey(c.address(n), "Quote for my car"), ref)
}

// open starts a daemon on the store, without the network.
func (c *crowd) open() {
	c.Helper()
	before := heap()
	begin := time.Now()
	d, err := New(c.Context(), Options{Config: c.cfg})
	c.must(err)
	c.must(d.upkeep.KeepAgencyThread(c.Context()))
	c.must(d.wakeQueued(c.Context()))
	for _, role := range agency.Roles() {
		c.must(d.outbox.Recover(c.Context(), role))
	}
	c.d, c.start = d, time.Since(begin)
	c.megabytes = (heap() - before) / 1e6
}

func (c *crowd) close() { c.must(c.d.Close()) }

func heap() float64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// find resolves an answer to some thread, each time to another.
func (c *crowd) find() time.Duration {
	c.Helper()
	c.asked++
	n := c.asked * 7919 % c.threads
	signals := threadresolver.Signals{From: []string{c.address(n)}, IDs: []threadresolver.ID{{Value: c.asks(n), Field: "In-Reply-To"}}, Subject: "Re: Quote for my car"}
	begin := time.Now()
	c.must(c.d.Store.View(c.Context(), func(tx store.Tx) error {
		r := threadresolver.Resolver{Minter: c.d.Minter, Phrases: c.d, Index: queue.Index{Tx: tx}}
		found, err := r.Resolve(c.Context(), signals)
		if err == nil && (found.Kind != threadresolver.Reply || found.Thread != c.thread(n)) {
			err = fmt.Errorf("the answer to %s is %+v", c.thread(n), found)
		}
		return err
	}))
	return time.Since(begin)
}

// quietConfig is a configuration with which a daemon needs no server.
func quietConfig(b testing.TB) *config.Config {
	cfg := config.Default()
	cfg.Store.Path = filepath.Join(b.TempDir(), "ppamaild.db")
	for _, account := range []*config.MailboxAccount{&cfg.Mailbox.Customer, &cfg.Mailbox.Agency} {
		account.Host, account.Address, account.Username = "127.0.0.1", "quotes@agency.test", "quotes@agency.test"
	}
	cfg.SMTP.Host, cfg.SMTP.Agency.Host = "127.0.0.1", "127.0.0.1"
	cfg.Review.Staff = []config.Staff{{Name: "Lee Tran", Address: "lee@agency.test"}}
	return cfg
}

// quietDaemon is a daemon that does not run.
func quietDaemon(b testing.TB, o Options) *Daemon {
	d, err := New(b.Context(), o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := d.Close(); err != nil {
			b.Fatal(err)
		}
	})
	return d
}
