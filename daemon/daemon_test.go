package daemon_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"ppamaild/agent/planner"
	"ppamaild/agent/task/tasktools"
	"ppamaild/carrier"
	"ppamaild/config"
	"ppamaild/daemon"
	"ppamaild/daemon/history"
	"ppamaild/daemon/metrics"
	"ppamaild/daemon/replay"
	"ppamaild/daemon/storefile"
	"ppamaild/reading"
	"ppamaild/report"
	"ppamaild/sandbox"
	"ppamaild/sandbox/mailstack"
	"ppamaild/sandbox/play"
	"ppamaild/sandbox/raced"
	"ppamaild/store"
)

func TestMain(m *testing.M) { mailstack.Main(m) }

// agency is a running daemon with the people around it.
type agency struct {
	t                     *testing.T
	host                  sandbox.Host
	cfg                   *config.Config
	alice, bob, lee, dana *sandbox.Person
	log                   *buffer
	stop                  func()
	aliceWrote            string // Message-ID of her first mail
	carrier               carrier.Carrier
	dns                   func(ctx context.Context, name string) ([]string, error)
	planner               planner.Planner
	reader                func(reading.Input) reading.Reading
	crew                  tasktools.Team
	now                   func() time.Time
	limit                 time.Duration // for a unit of work; 0: the default
	undo                  time.Duration // for an undo in the console
	shelf                 *metrics.Shelf
	running               *daemon.Daemon
}

// onEachHost runs a test on the in-process servers and on Dovecot and Postfix.
func onEachHost(t *testing.T, test func(a *agency), edits ...func(*agency)) {
	parallel(t)
	t.Run("in-process", func(t *testing.T) { test(open(t, inProcess(t), edits...)) })
	t.Run("Dovecot and Postfix", func(t *testing.T) { test(open(t, realServers(t), edits...)) })
}

// inProcess starts mail servers for one test. The test runs in parallel with other tests.
func inProcess(t *testing.T) *sandbox.Server {
	t.Helper()
	parallel(t)
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	must(t, err)
	t.Cleanup(func() { must(t, host.Close()) })
	return host
}

// realServers returns Dovecot and Postfix of its own for a test, because all tests use the
// same accounts.
func realServers(t *testing.T) *mailstack.Stack {
	t.Helper()
	parallel(t)
	return mailstack.Own(t)
}

var parallelTests sync.Map // names of the tests that called t.Parallel

// parallel lets a test run in parallel with other tests. Most of the time tests wait for
// mail. Subtests stay in order, because their parents check results between them.
func parallel(t *testing.T) {
	if strings.Contains(t.Name(), "/") {
		return
	}
	if _, again := parallelTests.LoadOrStore(t.Name(), true); !again {
		t.Parallel()
	}
}

// open starts a daemon on a host, with a new store.
func open(t *testing.T, host sandbox.Host, edits ...func(*agency)) *agency {
	t.Helper()
	file, err := play.WriteConfig(t.TempDir(), host)
	must(t, err)
	a := &agency{t: t, host: host, log: &buffer{}}
	a.cfg, err = config.Load(file)
	must(t, err)
	for _, edit := range edits {
		edit(a)
	}
	for name, p := range map[string]**sandbox.Person{"Alice Moreno <" + play.Alice: &a.alice, "Bob <bob@customer.test": &a.bob, "Lee Tran <" + play.Lee: &a.lee, "Dana Reyes <" + play.Dana: &a.dana} {
		name, address, _ := strings.Cut(name, " <")
		*p, err = sandbox.NewPerson(t.Context(), host, name, address)
		must(t, err)
	}
	a.start()
	t.Cleanup(func() {
		a.stop()
		a.replaysAll()
		if t.Failed() {
			t.Logf("the daemon's log:\n%s", a.log)
			if stack, is := host.(*mailstack.Stack); is {
				t.Logf("what the mail servers complained of, in all tests so far:\n%s", stack.Complaints())
			}
		}
	})
	return a
}

// start runs the daemon until stop is called, and waits until it is ready.
func (a *agency) start() {
	a.t.Helper()
	ready := make(chan struct{})
	d, err := daemon.New(a.t.Context(), daemon.Options{
		Config: a.cfg, Logger: slog.New(slog.NewTextHandler(a.log, nil)), OnReady: func() { close(ready) },
		Carrier: a.carrier, Planner: a.planner, LookupTXT: a.dns, Now: a.now, Crew: a.crew, Reader: a.reader, WorkLimit: a.limit,
		UndoTime: a.undo, Shelf: a.shelf,
	})
	must(a.t, err)
	a.running = d
	ctx, cancel := context.WithCancel(context.WithoutCancel(a.t.Context()))
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	a.stop = sync.OnceFunc(func() {
		cancel()
		must(a.t, <-ended)
		must(a.t, d.Close())
	})
	select {
	case <-ready:
	case <-time.After(20 * time.Second):
		a.t.Fatalf("the daemon is not ready\n%s", a.log)
	}
}

func newDaemon(a *agency) (*daemon.Daemon, error) {
	return daemon.New(a.t.Context(), daemon.Options{Config: a.cfg})
}

// threads stops the daemon and returns the threads of its store.
func (a *agency) threads() []history.Thread {
	a.t.Helper()
	a.stop()
	admin, err := daemon.Connect(a.t.Context(), a.cfg)
	must(a.t, err)
	defer func() { must(a.t, admin.Close()) }()
	list, err := admin.Threads(a.t.Context(), history.Query{})
	must(a.t, err)
	var all []history.Thread
	for _, s := range list {
		d, err := admin.Thread(a.t.Context(), s.Thread)
		must(a.t, err)
		if !d.Verified {
			a.t.Errorf("the journal of %s is broken", s.Thread)
		}
		all = append(all, d)
	}
	return all
}

// replaysAll checks that a replay of each thread's journal yields the stored state.
func (a *agency) replaysAll() {
	a.t.Helper()
	ctx := context.WithoutCancel(a.t.Context()) // it is over when tests clean up
	admin, err := daemon.Connect(ctx, a.cfg)
	must(a.t, err)
	defer func() { must(a.t, admin.Close()) }()
	list, err := admin.Threads(ctx, history.Query{})
	must(a.t, err)
	for _, s := range list {
		if !s.Erased.IsZero() { // there is nothing to make it of
			continue
		}
		whole, err := admin.Export(ctx, s.Thread)
		must(a.t, err)
		list, err := replay.States(a.cfg, whole)
		must(a.t, err)
		differences, err := report.Differences(whole, list)
		must(a.t, err)
		for _, d := range differences {
			a.t.Errorf("%s: the journal does not yield the state: %s is %q by the journal, and %q in the store", s.Thread, d.Path, d.Before, d.After)
		}
	}
}

// openStore opens the store of a daemon that was stopped.
func (a *agency) openStore() store.Store {
	a.t.Helper()
	s, err := storefile.Open(a.cfg)
	must(a.t, err)
	a.t.Cleanup(func() { must(a.t, s.Close()) })
	return s
}

// burning is a carrier that can't be reached.
type burning struct{ carrier.Carrier }

func (burning) Call(_ context.Context, _ carrier.Key, s carrier.Session, _ carrier.Call) (carrier.Session, carrier.Result, error) {
	return s, nil, errors.New("the carrier is on fire")
}

func brokenCarrier(a *agency) { a.carrier = burning{carrier.NewReference()} }

// inbound stops the daemon and returns the messages that stand at a status.
func (a *agency) inbound(status store.InboundStatus) []store.Inbound {
	a.t.Helper()
	a.stop()
	s, err := storefile.Open(a.cfg)
	must(a.t, err)
	defer func() { must(a.t, s.Close()) }()
	var all []store.Inbound
	must(a.t, s.View(a.t.Context(), func(tx store.Tx) error {
		return tx.InboundByStatus(status, 0, func(in store.Inbound) bool {
			all = append(all, in)
			return true
		})
	}))
	return all
}

// logs waits until the daemon has logged words n times.
func (a *agency) logs(words string, n int) {
	a.t.Helper()
	for deadline := time.Now().Add(patience); strings.Count(a.log.String(), words) < n; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			a.t.Fatalf("the log does not say %q %d times:\n%s", words, n, a.log)
		}
	}
}

const patience = raced.Slowdown * 15 * time.Second

// gets waits for the next mail to p with words in the subject.
func (a *agency) gets(p *sandbox.Person, words string) sandbox.Received {
	a.t.Helper()
	return a.getsWithin(patience, p, words)
}

// getsWithin waits for a mail to p no longer than a given time.
func (a *agency) getsWithin(most time.Duration, p *sandbox.Person, words string) sandbox.Received {
	a.t.Helper()
	ctx, cancel := context.WithTimeout(a.t.Context(), most)
	defer cancel()
	m, err := p.Wait(ctx, func(m sandbox.Received) bool { return strings.Contains(m.Subject, words) })
	if err != nil {
		a.t.Fatalf("%s did not get a mail about %q: %v\n%s", p.Address, words, err, a.log)
	}
	return m
}

// getsNothing checks that p gets no mail for a while.
func (a *agency) getsNothing(p *sandbox.Person) {
	a.t.Helper()
	ctx, cancel := context.WithTimeout(a.t.Context(), raced.Slowdown*1500*time.Millisecond)
	defer cancel()
	if m, err := p.Wait(ctx, nil); err == nil {
		a.t.Errorf("%s got %q:\n%s", p.Address, m.Subject, m.Text)
	}
}

// forgets passes over all mail that p has or gets soon.
func (a *agency) forgets(p *sandbox.Person) {
	a.t.Helper()
	for {
		ctx, cancel := context.WithTimeout(a.t.Context(), time.Second)
		_, err := p.Wait(ctx, nil)
		cancel()
		if err != nil {
			return
		}
	}
}

func (a *agency) writes(p *sandbox.Person, m sandbox.Mail) string {
	a.t.Helper()
	if m.To == nil {
		m.To = []string{play.Quotes}
	}
	id, err := p.Send(a.t.Context(), m)
	must(a.t, err)
	return id
}

func (a *agency) replies(p *sandbox.Person, to sandbox.Received, text string, edits ...func(*sandbox.Mail)) {
	a.t.Helper()
	_, err := p.Reply(a.t.Context(), to, text, edits...)
	must(a.t, err)
}

// asks has Alice ask for a quote with facts missing, and returns Lee's review.
func (a *agency) asks() sandbox.Received {
	a.t.Helper()
	a.aliceWrote = a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete})
	return a.gets(a.lee, "Questions to")
}

const incomplete = `Hello, I'm Alice Moreno and would like a quote for my 2019 Honda Civic.
I live at 1420 SE Taylor St, Portland, OR 97214.
`

const complete = `Hello,

I'm Alice Moreno, born 03/04/1985, licensed for 22 years, clean record.
I'd like a quote for my 2019 Honda Civic, which I drive to work (8 miles
one way), about 9,000 miles a year.
It is kept at 1420 SE Taylor St, Portland, OR 97214.
`

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var space = regexp.MustCompile(`(?m)\s+|^[|>] ?`)

// says checks that a mail holds words, regardless of line breaks.
func says(t *testing.T, m sandbox.Received, all ...string) {
	t.Helper()
	for _, words := range all {
		if !strings.Contains(space.ReplaceAllString(m.Text, " "), words) {
			t.Errorf("the mail %q does not say %q:\n%s", m.Subject, words, m.Text)
		}
	}
}

// lacks checks that a mail does not hold words.
func lacks(t *testing.T, m sandbox.Received, words string) {
	t.Helper()
	if strings.Contains(space.ReplaceAllString(m.Text, " "), words) {
		t.Errorf("the mail %q says %q:\n%s", m.Subject, words, m.Text)
	}
}

// buffer is a log that several goroutines write.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}
