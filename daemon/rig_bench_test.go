package daemon

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/internal/bare"
	"ppamaild/sandbox/mailstack"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// rig is a daemon and a bare loop, each with a mailbox and a store, on the same Dovecot and
// Postfix.
type rig struct {
	*testing.B
	stack  *mailstack.Stack
	staff  string // gets every review mail
	from   grounds
	mails  int // made so far
	script bare.Script

	ours, floor side
}

// side is one of the two.
type side struct {
	address string
	tap     *bare.Tap
	sent    chan time.Time // when the server took a review mail
	ground  ground         // of the store
	commits *bare.Counter  // of the daemons
	loop    *bare.Loop     // of the floor
	store   store.Store    // of the floor
}

const bareAddress = "bare@agency.test"

// patience is how long any round may take.
const patience = time.Minute

// setUp has a daemon handle one message, to learn its commits and sends. It leaves daemons on one
// store and a bare loop ready.
func setUp(b *testing.B, staff string, from grounds, daemons int) *rig {
	r := &rig{B: b, stack: mailstack.Own(b), staff: staff, from: from}
	if user, _ := r.stack.Account(bareAddress); user == "" {
		r.must(r.stack.AddAccount(bareAddress, "secret"))
	}
	r.ours, r.floor = r.side(play.Quotes), r.side(bareAddress)
	r.rehearse()
	r.ours.ground, r.ours.commits = from(b), new(bare.Counter)
	for range daemons {
		r.startDaemon(func(s store.Store) store.Store { return r.ours.commits.Of(s) })
	}
	r.startLoop()
	return r
}

func (r *rig) must(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

func (r *rig) side(address string) side {
	tap, err := bare.NewTap(r.stack.IMAP().Addr())
	r.must(err)
	r.Cleanup(func() { r.must(tap.Close()) })
	return side{address: address, tap: tap, sent: make(chan time.Time, 4*load)}
}

// rehearse records a script.
func (r *rig) rehearse() {
	var recorder *bare.Recorder
	r.ours.ground = r.from(r.B)
	stop := r.startDaemon(func(s store.Store) store.Store {
		recorder = &bare.Recorder{Store: s}
		return recorder
	})
	r.pause()
	recorder.Take()
	r.deliver(r.ours, 1)
	r.await(r.ours, 1)
	r.pause()
	r.script = recorder.Script(recorder.Take())
	stop()
}

// pause lets everyone finish what they do after a mail was sent.
func (r *rig) pause() { time.Sleep(200 * time.Millisecond) }

func (r *rig) config() *config.Config {
	file, err := play.WriteConfig(r.TempDir(), r.stack)
	r.must(err)
	cfg, err := config.Load(file)
	r.must(err)
	cfg.Review.Staff = []config.Staff{{Name: "Lee Tran", Address: r.staff}}
	// Neither side spends time on TLS, which would make them more alike.
	in, out := &cfg.Mailbox.Customer, r.stack.Submission()
	in.Port, in.TLS = r.ours.tap.Addr().Port, config.TLSNone
	for _, smtp := range []*config.Server{&cfg.SMTP.Server, &cfg.SMTP.Agency} {
		smtp.Port, smtp.TLS = out.Port, config.TLSNone
	}
	return cfg
}

// startDaemon runs a daemon on the store at the ground, which wrap may look into, until the
// benchmark ends or stop is called.
func (r *rig) startDaemon(wrap func(store.Store) store.Store) (stop func()) {
	ready := make(chan struct{})
	cfg := r.config()
	r.ours.ground.configure(cfg)
	d, err := New(r.Context(), Options{
		Config: cfg, Logger: slog.New(sentLog{r.ours.sent}), OnReady: func() { close(ready) },
	})
	r.must(err)
	d.Store = wrap(d.Store)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	stopped := false
	stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		r.must(<-ended)
		r.must(d.Close())
	}
	r.Cleanup(stop)
	select {
	case <-ready:
	case <-time.After(patience):
		r.Fatal("the daemon is not ready")
	}
	return stop
}

func (r *rig) startLoop() {
	r.floor.ground = r.from(r.B)
	s := mustOpen(r, r.floor.ground)
	r.floor.store = s
	user, password := r.stack.Account(bareAddress)
	inbox, err := bare.OpenInbox(r.floor.tap.Addr().String(), user, password)
	r.must(err)
	r.Cleanup(func() { _ = inbox.Close() })
	r.floor.loop = &bare.Loop{
		Store: s, Inbox: inbox, Script: r.script, Batch: 64, Workers: runners,
		Sent: func() { r.floor.sent <- time.Now() },
	}
	for range senderConnections {
		user, password := r.stack.Account(play.Reviews)
		out, err := bare.OpenOutbox(r.stack.Submission().Addr(), user, password)
		r.must(err)
		r.Cleanup(func() { _ = out.Close() })
		r.floor.loop.Outbox = append(r.floor.loop.Outbox, out)
	}
}

// serve runs the bare loop for n messages. The returned function waits for the end.
func (r *rig) serve(n int) (wait func()) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	ended := make(chan error, 1)
	go func() { ended <- r.floor.loop.Serve(ctx, n) }()
	return func() {
		r.Helper()
		defer cancel()
		r.must(<-ended)
	}
}

// deliver puts n messages of customers into the mailbox of s.
func (r *rig) deliver(s side, n int) {
	r.Helper()
	var raw [][]byte
	for range n {
		r.mails++
		raw = append(raw, r.message(s.address))
	}
	s.tap.Forget()
	r.must(r.stack.DeliverMaildir(s.address, raw...))
}

// await returns when the n-th review mail from now on was taken.
func (r *rig) await(s side, n int) (last time.Time) {
	r.Helper()
	timeout := time.After(patience)
	for i := range n {
		select {
		case last = <-s.sent:
		case <-timeout:
			r.Fatalf("%s: %d of %d review mails were sent", s.address, i, n)
		}
	}
	return last
}

// request lacks the usual missing facts of a first message, so that the review holds questions
// to the customer.
const request = `Hello,

I would like a quote for my car insurance. My name is %[1]s Moreno, born on
March 4, 1985. I live at %[2]d SW Alder Street, Portland, OR 97205.

The car is a 2019 Honda Civic. I drive it to work, about %[3]d miles a year.

Thank you,
%[1]s
`

// asks returns a request for a quote that differs from the last thousands of requests.
func asks(n int) string {
	return fmt.Sprintf(request, someone(n), 100+n, 8000+n)
}

// someone returns a name that differs from the last thousands of names.
func someone(n int) string {
	return fmt.Sprintf("Al%c%c%ce", 'a'+n%26, 'a'+n/26%26, 'a'+n/676%26)
}

func (r *rig) message(to string) []byte {
	name := someone(r.mails)
	text := fmt.Sprintf("From: %s Moreno <alice%d@customer.test>\nTo: %s\nSubject: Quote for my car\n"+
		"Date: %s\nMessage-ID: <bench.%d.%d@customer.test>\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n%s",
		name, r.mails, to, time.Now().Format(time.RFC1123Z), r.mails, time.Now().UnixNano(), asks(r.mails))
	return []byte(strings.ReplaceAll(text, "\n", "\r\n"))
}

// sentLog is a log that tells when the daemon has sent a mail.
type sentLog struct{ sent chan time.Time }

func (l sentLog) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelInfo }
func (l sentLog) WithAttrs([]slog.Attr) slog.Handler               { return l }
func (l sentLog) WithGroup(string) slog.Handler                    { return l }

func (l sentLog) Handle(_ context.Context, record slog.Record) error {
	if record.Message == "sent" {
		l.sent <- record.Time
	}
	return nil
}
