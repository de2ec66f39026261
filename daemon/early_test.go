package daemon

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"regexp"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"ppamaild/daemon/internal/schedule"
	"ppamaild/mailbox"
	"ppamaild/store"
)

// A review mail is uploaded while its commit is under way, but not taken before that
// is done.
func TestReviewIsUploadedDuringItsCommit(t *testing.T) {
	w := newWharf(t)
	w.asks()
	ran := w.run()
	w.gets("uploaded")
	w.getsNothing()
	w.commits <- nil
	w.gets("taken")
	w.must(<-ran)
	w.becomes(store.MailSent, 1)
}

// Where the commit fails, the mail is not taken, and the next attempt sends it once.
func TestUploadIsBrokenOffWithItsCommit(t *testing.T) {
	w := newWharf(t)
	w.asks()
	ran := w.run()
	w.gets("uploaded")
	w.commits <- errors.New("no")
	w.gets("broken off")
	if err := <-ran; err == nil || w.d.sending.len() > 0 {
		t.Fatalf("after a commit that failed: %v, and %d mails in hand", err, w.d.sending.len())
	}
	ran = w.run()
	w.gets("uploaded")
	w.commits <- nil
	w.gets("taken")
	w.must(<-ran)
	w.becomes(store.MailSent, 1)
}

// What fails before the commit is left to the outbox.
func TestUploadThatFailsIsMadeAnew(t *testing.T) {
	w := newWharf(t)
	w.refusals = 1
	w.asks()
	ran := w.run()
	w.gets("refused")
	w.commits <- nil
	w.must(<-ran)
	w.gets("uploaded")
	w.gets("taken")
	w.becomes(store.MailSent, 1)
}

// A thread runs up to its commit while the one that opens it is under way, and nothing
// comes of that where it fails.
func TestThreadRunsWhileItIsRouted(t *testing.T) {
	w := newWharf(t)
	w.accepts()
	w.works()
	d := *w.d
	d.store = &slowStore{w.d.store, w.commits}
	for _, outcome := range []struct {
		routing error
		told    string
	}{{errors.New("no"), "broken off"}, {nil, "taken"}} {
		w.idles()
		routed := make(chan error, 1)
		go func() { routed <- d.route(t.Context(), w.pending()) }()
		w.gets("uploaded")
		w.getsNothing()
		w.commits <- outcome.routing
		w.gets(outcome.told)
		if err := <-routed; (err == nil) != (outcome.routing == nil) {
			t.Fatalf("routing: %v", err)
		}
		if heads := w.heads(); (len(heads) == 0) != (outcome.routing != nil) {
			t.Fatalf("after %v, there are %d threads", outcome.routing, len(heads))
		}
	}
	w.thread = w.heads()[0].Thread
	w.becomes(store.MailSent, 1)
}

// wharf is a daemon that sends to a server of the test's, with one worker, and whose
// runs commit when the test says how.
type wharf struct {
	*testing.T
	d       *Daemon
	thread  string
	commits chan error
	server  chan string // what becomes of each mail

	mu       sync.Mutex
	refusals int // of RCPT, still to come; protected by mu
}

func newWharf(t *testing.T) *wharf {
	w := &wharf{T: t, commits: make(chan error), server: make(chan string, 16)}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	w.must(err)
	server := smtp.NewServer(w)
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { w.must(server.Close()) })
	cfg := quietConfig(t)
	cfg.SMTP.Agency.Port, cfg.SMTP.Agency.TLS = l.Addr().(*net.TCPAddr).Port, "none"
	w.d = quietDaemon(t, Options{Config: cfg})
	return w
}

// asks has a customer's message accepted and routed, and then the worker begin.
func (w *wharf) asks() {
	w.accepts()
	w.must(w.d.routePending(w.Context()))
	w.thread, _ = w.d.runs.Next(w.Context(), schedule.Behind)
	w.works()
}

func (w *wharf) accepts() {
	raw := (&rig{mails: 1}).message("quotes@agency.test")
	in := sink{w.d, "quotes@agency.test/INBOX"}
	w.must(in.Accept(w.Context(), []mailbox.Arrival{{UID: 1, UIDValidity: 1, InternalDate: time.Now(), Size: int64(len(raw)), Raw: raw}},
		store.Cursor{Mailbox: in.name, UIDValidity: 1, LastUID: 1}))
}

func (w *wharf) pending() []store.Inbound {
	batch, err := w.d.pending(w.Context())
	w.must(err)
	return batch
}

func (w *wharf) heads() (all []store.Head) {
	w.must(w.d.store.View(w.Context(), func(tx store.Tx) error {
		return tx.Heads(func(h store.Head) bool { all = append(all, h); return true })
	}))
	return all
}

// works starts one worker of each kind.
func (w *wharf) works() {
	ctx, cancel := context.WithCancel(w.Context())
	var workers sync.WaitGroup
	workers.Go(func() { w.d.sendWorker(ctx, roleAgency) })
	workers.Go(func() { _ = w.d.sendLoop(ctx, roleAgency) })
	workers.Go(func() { w.d.runLoop(ctx, schedule.Behind) })
	w.Cleanup(func() { cancel(); workers.Wait() })
}

// idleWorker is a worker without work, as the stacks of all goroutines have it.
var idleWorker = regexp.MustCompile(`\[select[^\]]*\]:\n\S*\(\*Daemon\)\.sendWorker\(`)

// idles waits until the worker has nothing to do, as nothing is uploaded early before.
func (w *wharf) idles() {
	w.Helper()
	stacks := make([]byte, 1<<20)
	for end := time.Now().Add(20 * time.Second); !idleWorker.Match(stacks[:runtime.Stack(stacks, true)]); {
		if time.Now().After(end) {
			w.Fatal("the worker does not come to rest")
		}
		time.Sleep(time.Millisecond)
	}
}

// run has the thread run.
func (w *wharf) run() (ran chan error) {
	w.idles()
	ran = make(chan error, 1)
	d := *w.d
	d.store = &slowStore{w.d.store, w.commits}
	go func() { ran <- d.runThread(w.Context(), w.thread) }()
	return ran
}

// slowStore waits before it ends a transaction, and fails it if it is told so.
type slowStore struct {
	store.Store
	commits chan error
}

func (s *slowStore) Update(ctx context.Context, fn func(store.Tx) error) error {
	return s.Store.Update(ctx, func(tx store.Tx) error {
		err := fn(tx)
		select {
		case told := <-s.commits:
			return errors.Join(err, told)
		case <-ctx.Done(): // the test has failed
			return ctx.Err()
		}
	})
}

func (w *wharf) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *wharf) gets(want string) {
	w.Helper()
	select {
	case got := <-w.server:
		if got != want {
			w.Fatalf("a mail is %s, not %s", got, want)
		}
	case <-time.After(20 * time.Second):
		w.Fatalf("no mail is %s", want)
	}
}

func (w *wharf) getsNothing() {
	w.Helper()
	select {
	case got := <-w.server:
		w.Fatalf("a mail is %s", got)
	case <-time.After(200 * time.Millisecond):
	}
}

// becomes waits until the only mail stands so, after so many attempts.
func (w *wharf) becomes(status store.MailStatus, attempts int) {
	w.Helper()
	var all []store.Mail
	for range 200 {
		w.must(w.d.store.View(w.Context(), func(tx store.Tx) (err error) { all, err = tx.ThreadMail(w.thread); return err }))
		if len(all) == 1 && all[0].Status == status && all[0].Attempts == attempts && w.d.sending.len() == 0 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	w.Fatalf("there are %+v, and %d in hand", all, w.d.sending.len())
}

// NewSession implements smtp.Backend.
func (w *wharf) NewSession(*smtp.Conn) (smtp.Session, error) { return wharfSession{w}, nil }

type wharfSession struct{ w *wharf }

func (wharfSession) Reset()                               {}
func (wharfSession) Logout() error                        { return nil }
func (wharfSession) Mail(string, *smtp.MailOptions) error { return nil }

func (s wharfSession) Rcpt(string, *smtp.RcptOptions) error {
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	if s.w.refusals == 0 {
		return nil
	}
	s.w.refusals--
	s.w.server <- "refused"
	return &smtp.SMTPError{Code: 450, Message: "later"}
}

// Data tells when the HTML begins: the end of it may be kept back with the final dot.
func (s wharfSession) Data(r io.Reader) error {
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadBytes('\n')
		switch {
		case err == io.EOF:
			s.w.server <- "taken"
			return nil
		case err != nil:
			s.w.server <- "broken off"
			return err
		case bytes.HasPrefix(line, []byte("Content-Type: text/html")):
			s.w.server <- "uploaded"
		}
	}
}
