package daemon

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox"
	"ppamaild/store"
)

// BenchmarkScale measures work that must not grow with a thread or the store: a turn of a long
// and a short thread, and a store of many threads (see crowd).
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
	b.Run("threads", benchThreads)
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
	testing.TB
	d     *Daemon
	file  string // a MIME part in each message; "" for none
	turns uint32
}

func newTalk(b testing.TB) *talk {
	cfg := quietConfig(b)
	cfg.Limits.ActionsPerThread = 100 * longThread
	t, start := &talk{TB: b}, time.Now()
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
		"Message-ID: <%d@customer.test>\nIn-Reply-To: <1@customer.test>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=edge\n\n"+
		"--edge\n\nI drive %d miles a year.\n\n%s\n%s--edge--\n",
		t.turns, 5000+t.turns, strings.ReplaceAll(asks(0), ", about 8000 miles a year", ""), t.file), "\n", "\r\n"))
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
	thread, _, found := d.Signals.Threads.Next(t.Context(), queue.Behind)
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
