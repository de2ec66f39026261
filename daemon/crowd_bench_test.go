package daemon

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/config"
	"ppamaild/daemon/admin"
	"ppamaild/daemon/history"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/timers"
	"ppamaild/sandbox/postgres"
	"ppamaild/store"
	"ppamaild/threadresolver"
)

// The environment variables of BenchmarkScale/threads.
const (
	scaleThreads = "SCALE_THREADS" // number of threads; empty: 20000
	scaleStore   = "SCALE_STORE"   // backend; empty: bolt
)

// crowd is a store of many threads. Each has a message of a customer, an answer, a review and a
// journal. One thread in a hundred waits for the customer; the others have ended.
type crowd struct {
	*testing.B
	cfg     *config.Config
	program *program
	ground  ground
	threads int
	began   time.Time
	ahead   atomic.Int64 // how far the machine's clock was put forward
	asked   int          // how often find was called
	d       *Daemon
}

const openShare = 100

func benchThreads(b *testing.B) {
	threads, err := strconv.Atoi(cmp.Or(os.Getenv(scaleThreads), "20000"))
	if err != nil {
		b.Fatal(err)
	}
	c := &crowd{B: b, threads: threads, began: time.Now()}
	from, backend := inFile, cmp.Or(os.Getenv(scaleStore), string(config.BackendBolt))
	if backend == string(config.BackendPostgres) {
		from = inDatabase(postgres.Own(b))
	}
	c.ground = from(b)
	c.program = newProgram(b, c.ground)
	c.cfg = c.program.config()
	c.cfg.Privacy.RetentionDays = 2 * days
	fmt.Println()
	c.row(fmt.Sprintf("%d threads in %s", threads, backend), "aim", "measured")
	for b.Loop() {
		c.measure()
	}
	b.ReportMetric(0, "ns/op") // the time of all figures together is meaningless
}

// measure prints all figures.
func (c *crowd) measure() {
	c.fill()
	took, memory := c.program.start()
	c.row("start of the program until ready", "≤ 1 s", "%.2f s", took.Seconds())
	c.row("its anonymous memory", "≤ 64 MB", "%.0f MB", memory)
	c.open()
	c.readOnce()
	c.steps()
	c.upkeepOnce()
	c.must(c.d.Close())
	copied := filepath.Join(c.TempDir(), "backup.db")
	for _, command := range c.ground.commands(copied) {
		name := strings.TrimSuffix(strings.Join(command, " "), " "+copied)
		took, memory := c.program.run(command...)
		c.row(name, "", "%.1f s, %.0f MB", took.Seconds(), memory)
		c.must(os.RemoveAll(copied))
	}
	took, memory = c.program.run("forget", fleet)
	c.row(fmt.Sprintf("forget a customer with %d threads", c.fleetThreads()), "",
		"%.1f s, %.0f MB", took.Seconds(), memory)
}

func (c *crowd) must(err error) {
	c.Helper()
	if err != nil {
		c.Fatal(err)
	}
}

// row prints a figure without delay, because all figures of a million threads take an hour.
func (c *crowd) row(what, aim, format string, a ...any) {
	fmt.Printf("%-40s %-16s %s\n", what, fmt.Sprintf(format, a...), aim)
}

// timed prints how long work takes.
func (c *crowd) timed(what, aim string, work func() error) {
	c.Helper()
	begin := time.Now()
	c.must(work())
	c.row(what, aim, "%.1f ms", milliseconds(time.Since(begin)))
}

// days is the age of the oldest thread.
const days = 300

func (c *crowd) thread(n int) string { return fmt.Sprintf("Q-%07d", n*7919%10_000_000) }
func (c *crowd) asks(n int) string   { return fmt.Sprintf("%d.asks@customer.test", n) }

// fleet is the address of a customer with many threads, which have all ended.
const fleet = "fleet@customer.test"

func (c *crowd) fleetThreads() int { return min(4_000, c.threads/10) }

func (c *crowd) address(n int) string {
	if n%2 == 1 && n < 2*c.fleetThreads() {
		return fleet
	}
	return fmt.Sprintf("customer%d@customer.test", n)
}

func (c *crowd) fill() {
	s, err := c.ground.open()
	c.must(err)
	begin := time.Now()
	const together = 500
	for first := 0; first < c.threads; first += together {
		c.must(s.Update(c.Context(), func(tx store.Tx) error {
			for n := first; n < min(first+together, c.threads); n++ {
				if err := c.put(tx, n); err != nil {
					return fmt.Errorf("thread %d: %w", n, err)
				}
			}
			return nil
		}))
	}
	took := time.Since(begin)
	c.must(s.Close())
	size, err := c.ground.size()
	c.must(err)
	c.row("fill", "", "%.0f s", took.Seconds())
	c.row("size of a thread", "≤ 40 KB", "%.1f KB", float64(size)/float64(c.threads)/1e3)
}

const (
	crowdSubject = "Quote for my car"
	crowdMailbox = "quotes@agency.test/INBOX"
)

// put adds a thread.
func (c *crowd) put(tx store.Tx, n int) error {
	age := days * 24 * time.Hour / time.Duration(c.threads) * time.Duration(c.threads-n)
	thread, from, at := c.thread(n), c.address(n), c.began.Add(-age).UTC()
	inbound, acceptErr := c.putInbound(tx, n, at)
	state := agent.NewState(thread, agent.CustomerInfo{Address: from, AnswerTo: from})
	h := store.Head{
		Thread: thread, Workflow: store.WorkflowQuote, Status: store.ThreadCompleted,
		CreatedAt: at, UpdatedAt: at, Subject: crowdSubject, Participants: []string{from},
		LastMessage: c.asks(n), Reviews: 1,
	}
	var timerErr error
	if n%openShare == 0 {
		h.Status = store.ThreadAwaitingCustomer
		timerErr = tx.PutTimer(timers.New(thread, timers.CustomerWait, c.began.AddDate(0, 0, 7)))
	}
	state.Status, state.AwaitingCustomerReply = h.Status, !h.Status.Ended()
	var stateErr error
	h.State, stateErr = state.Encode()
	_, headErr := tx.PutHead(h)
	_, messageErr := tx.Append(store.Entry{Thread: thread, At: at, Kind: "message"}, prose(n, 512))
	_, returnedErr := tx.Append(store.Entry{Thread: thread, At: at, Kind: "returned"}, prose(n, 2048))
	answer := "answer." + c.asks(n)
	mail, mailErr := tx.AddMail(store.Mail{
		Thread: thread, Kind: store.MailCustomer, Role: "customer", Status: store.MailSent, SavedCopy: true,
		MessageID: answer, To: []string{from}, Subject: crowdSubject,
		CreatedAt: at, SentAt: at,
	}, prose(n, 2048))
	ref := store.MessageRef{Thread: thread, Inbound: inbound}
	return errors.Join(acceptErr, timerErr, stateErr, headErr, messageErr, returnedErr, mailErr,
		tx.PutMessageID(c.asks(n), ref),
		tx.PutMessageID(answer, store.MessageRef{Thread: thread, Mail: mail}),
		tx.PutMessageID(threadresolver.SubjectKey(from, crowdSubject), ref),
		tx.PutReview(store.Review{
			Thread: thread, Number: 1, Kind: "step", Status: store.ReviewDecided, CreatedAt: at,
			Data: prose(n, 1024), MIME: prose(n, 2048),
		}))
}

func (c *crowd) putInbound(tx store.Tx, n int, at time.Time) (id uint64, err error) {
	in := store.Inbound{Mailbox: crowdMailbox, UIDValidity: 1, UID: uint32(n + 1), AcceptedAt: at}
	cursor := store.Cursor{Mailbox: in.Mailbox, UIDValidity: 1, LastUID: in.UID}
	if id, err = tx.Accept(in, prose(n, 1024), cursor); err != nil {
		return 0, err
	}
	in.ID, in.Status, in.Thread = id, store.InboundHandled, c.thread(n)
	in.From, in.MessageID = c.address(n), c.asks(n)
	return id, tx.PutInbound(in)
}

// prose returns words in a random order that n determines.
func prose(n, size int) []byte {
	random, words := rand.New(rand.NewPCG(uint64(n), 0)), strings.Fields(asks(n))
	var b bytes.Buffer
	for b.Len() < size {
		if b.WriteString(words[random.IntN(len(words))]); random.IntN(8) == 0 {
			fmt.Fprint(&b, random.IntN(100_000))
		}
		b.WriteByte(' ')
	}
	return b.Bytes()[:size]
}

// open starts a daemon on the store, without the network.
func (c *crowd) open() {
	var err error
	wall := func() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }
	c.d, err = New(c.Context(), Options{
		Config: c.cfg, Now: wall, Uptime: func() time.Duration { return time.Since(c.began) },
	})
	c.must(err)
	c.must(c.d.upkeep.KeepAgencyThread(c.Context()))
	c.must(c.d.upkeep.FindClock(c.Context()))
}

const resolutions = 2_000

// readOnce measures reads that must not grow with the store.
func (c *crowd) readOnce() {
	ctx, half := c.Context(), c.threads/2|1 // an odd thread has ended
	middle := c.thread(half)
	var found []float64
	for range resolutions {
		found = append(found, microseconds(c.find()))
	}
	aim := "≤ 100 µs"
	if c.cfg.Store.Backend == config.BackendPostgres {
		aim = "≤ 1 ms"
	}
	c.row("thread of an answer found, p50", aim, "%.0f µs", at(0.5, found))
	c.row("thread of an answer found, p95", "", "%.0f µs", at(0.95, found))
	for _, q := range []struct {
		what  string
		query history.Query
	}{
		{"a page of 50 threads", history.Query{Limit: 50}},
		{"a page in the middle", history.Query{Limit: 50, After: middle}},
		{"a page by status", history.Query{Limit: 50, Status: []string{string(store.ThreadAwaitingCustomer)}}},
	} {
		c.timed(q.what, "≤ 50 ms", func() error {
			list, err := c.d.admin.Threads(ctx, q.query)
			if err == nil && len(list) != min(50, c.threads/openShare) && len(list) != 50 {
				err = fmt.Errorf("%s: %d threads", q.what, len(list))
			}
			return err
		})
	}
	c.timed("one thread shown", "", func() error { _, err := c.d.admin.Thread(ctx, middle); return err })
	c.timed("forget, dry run, one address", "", func() error {
		order := admin.ForgetOrder{Addresses: []string{c.address(half)}, By: "lee", DryRun: true}
		done, err := c.d.admin.Forget(ctx, order)
		if err == nil && len(done.Receipt.Threads) != 1 {
			err = fmt.Errorf("the receipt is %+v", done.Receipt)
		}
		return err
	})
}

func microseconds(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

// find resolves an answer to some thread, each time to another.
func (c *crowd) find() time.Duration {
	c.Helper()
	c.asked++
	n := c.asked * 7919 % c.threads
	signals := threadresolver.Signals{
		From: []string{c.address(n)}, Subject: "Re: " + crowdSubject,
		IDs: []threadresolver.ID{{Value: c.asks(n), Field: "In-Reply-To"}},
	}
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

// step loads a head, changes the head, and appends to the journal.
func (c *crowd) step(n int) error {
	return c.d.Store.Update(c.Context(), func(tx store.Tx) error {
		h, err := tx.Head(c.thread(n * 104_729 % c.threads))
		if err != nil {
			return err
		}
		h.UpdatedAt = h.UpdatedAt.Add(time.Second)
		_, headErr := tx.PutHead(h)
		_, appendErr := tx.Append(store.Entry{Thread: h.Thread, Kind: "returned"}, prose(n, 512))
		return errors.Join(headErr, appendErr)
	})
}

// steps measures lone steps, and steps of 32 callers together.
func (c *crowd) steps() {
	const lone, callers, each = 200, 32, 40
	written := func() float64 {
		n, err := c.ground.written()
		c.must(err)
		return float64(n) / 1e3
	}
	before, begin := written(), time.Now()
	for n := range lone {
		c.must(c.step(n))
	}
	c.row("a lone step", "≤ 5 ms", "%.2f ms", milliseconds(time.Since(begin))/lone)
	c.row("it writes", "≤ 64 KB", "%.1f KB", (written()-before)/lone)
	var group sync.WaitGroup
	var failed atomic.Value
	before, begin = written(), time.Now()
	for caller := range callers {
		group.Go(func() {
			for n := range each {
				if err := c.step(lone + caller*each + n); err != nil {
					failed.Store(err)
				}
			}
		})
	}
	group.Wait()
	if err, is := failed.Load().(error); is {
		c.Fatal(err)
	}
	c.row("32 at a time", "≥ 1,000/s", "%.0f/s", callers*each/time.Since(begin).Seconds())
	c.row("each writes", "", "%.1f KB", (written()-before)/callers/each)
}

// upkeepOnce measures the work that a daemon does by the clock.
func (c *crowd) upkeepOnce() {
	ctx := c.Context()
	c.timed("digest", "", func() error { return c.digest(ctx) })
	c.timed("retention, the first pass", "", func() error { return c.d.upkeep.ExpireOld(ctx) })
	c.timed("retention, a later pass", "", func() error { return c.d.upkeep.ExpireOld(ctx) })
	c.ahead.Add(int64(3 * time.Hour))
	c.timed("clock jump", "", func() error { _, err := c.d.upkeep.FireDue(ctx); return err })
}

func (c *crowd) digest(ctx context.Context) error {
	err := c.d.Store.Update(ctx, func(tx store.Tx) error {
		return timers.SetDigest(tx, c.d.Now().Add(-time.Minute))
	})
	if err != nil {
		return err
	}
	if _, err := c.d.upkeep.FireDue(ctx); err != nil {
		return err
	}
	runNext(c, c.d)
	return nil
}
