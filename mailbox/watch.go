package mailbox

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"

	"ppamaild/store"
)

// Arrival is one received message.
type Arrival struct {
	UID, UIDValidity uint32
	InternalDate     time.Time // zero if the server gave no readable date
	Size             int64     // bytes of the message on the server
	Partial          bool      // Raw is not the whole message: it is too large or unreadable
	Raw              []byte    // as it arrived, or its header if Partial; nil in AcceptLarge
	Problem          string    // the reason for Partial, if it is not the size
}

// Sink stores the messages of a Watcher.
type Sink interface {
	// Cursor returns store.ErrNotFound before the first Accept.
	Cursor(ctx context.Context, mailbox string) (store.Cursor, error)
	// Accept stores batch, in order of UID, and the cursor in one transaction. Both are durable
	// once it returns nil. An empty batch only moves the cursor. The same message may arrive
	// more than once, with the same UIDVALIDITY and UID.
	Accept(ctx context.Context, batch []Arrival, c store.Cursor) error
	// AcceptLarge is Accept for one message. The bytes come from body. If body returns an
	// error other than io.EOF, the Sink must store neither the message nor the cursor.
	AcceptLarge(ctx context.Context, a Arrival, body io.Reader, c store.Cursor) error
}

// Start says where to begin in a mailbox that was never read. The zero value is "now": with the
// mail that arrives from then on.
type Start struct {
	All   bool      // with the oldest message
	Since time.Time // with messages that arrived (INTERNALDATE) at this time or later
}

// WatcherOptions are the options of a Watcher.
type WatcherOptions struct {
	Account Account
	Sink    Sink
	Start   Start
	Now     func() time.Time // default time.Now
	Logger  *slog.Logger     // default: none
}

// Status is the state of a Watcher, for alarms.
type Status struct {
	Connected bool
	LastRead  time.Time // time of the last look at the folder; while idle up to IdleRefresh ago
	LastError error     // nil once the folder was read again
}

// Watcher reads one folder as messages arrive. The goroutine in Run owns the folder.
type Watcher struct {
	account Account
	sink    Sink
	start   Start
	now     func() time.Time
	log     *slog.Logger
	ready   chan struct{}
	pause   time.Duration // before the first retry
	cutFor  time.Duration // the constant cutFor, except in tests

	validity  uint32       // current UIDVALIDITY of the folder
	numbering uint32       // like validity, but also new after the server reused UIDs
	cursor    store.Cursor // as stored by the sink
	rescan    *rescan      // nil unless the folder is read again above a floor
	poison    poison
	contents  contents
	taken     int // messages since the start that the sink accepted or staff know about

	mu     sync.Mutex
	status Status // protected by mu
}

// NewWatcher checks the options and does no I/O.
func NewWatcher(o WatcherOptions) (*Watcher, error) {
	account, err := o.Account.withDefaults()
	if err != nil {
		return nil, err
	}
	if o.Sink == nil {
		return nil, errors.New("watching a mailbox: no sink")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return &Watcher{
		account: account,
		sink:    o.Sink,
		start:   o.Start,
		now:     o.Now,
		log:     o.Logger.With("component", "mailbox", "mailbox", account.Name, "host", account.endpoint().address()),
		ready:   make(chan struct{}),
		pause:   backoff.DefaultInitialInterval,
		cutFor:  cutFor,
		poison:  poison{},
	}, nil
}

// Ready is closed after the first look through the folder.
func (w *Watcher) Ready() <-chan struct{} { return w.ready }

// Status may be called at any time.
func (w *Watcher) Status() Status {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.status
}

// soundAfter is how long a sound connection lasts. A connection that delivered messages was
// sound, too. The pause after a sound connection is short.
const soundAfter = time.Minute

// A server that refuses the password gets fewer attempts than an unreachable server, because
// many servers lock an account after wrong passwords.
const (
	refusedFactor   = 4 // times the first pause; each pause is twice the one before
	maxRefusedPause = 10 * time.Minute
)

// Run watches until ctx ends, and returns only the error of ctx. It logs failures and retries
// after a growing pause with jitter.
func (w *Watcher) Run(ctx context.Context) error {
	pauses, refused := backoff.NewExponentialBackOff(), backoff.NewExponentialBackOff()
	pauses.InitialInterval = w.pause
	refused.InitialInterval, refused.Multiplier, refused.MaxInterval = refusedFactor*w.pause, 2, maxRefusedPause
	for {
		began, before := time.Now(), w.taken
		err := w.watch(ctx)
		if ctx.Err() != nil {
			w.setStatus(func(s *Status) { s.Connected = false })
			return ctx.Err()
		}
		if time.Since(began) > soundAfter || w.taken > before {
			pauses.Reset()
		}
		next := pauses
		if refusesLogin(err) {
			next = refused
		} else {
			refused.Reset()
		}
		pause := next.NextBackOff()
		w.setStatus(func(s *Status) { s.Connected, s.LastError = false, err })
		w.log.Warn("mailbox can't be read; trying again", "error", err, "pause", pause.Round(time.Millisecond))
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// watch serves one connection until it fails.
func (w *Watcher) watch(ctx context.Context) error {
	s, err := openSession(ctx, w.account)
	if err != nil {
		return err
	}
	defer s.close()
	w.log.Debug("connected and logged in")
	w.setStatus(func(s *Status) { s.Connected = true })
	for changed := false; ; {
		if changed {
			err = w.scanNew(ctx, s)
		} else {
			err = w.scanFolder(ctx, s)
		}
		if err != nil {
			w.poison.recordFailure(ctx, err)
			return err
		}
		w.recordRead()
		w.log.Debug("read the folder; waiting for a change", "last_uid", w.cursor.LastUID)
		if changed, err = s.await(ctx, w.becameReady); err != nil {
			return err
		}
	}
}

// recordRead records the look through the folder, and logs it if a logged failure is over.
func (w *Watcher) recordRead() {
	again := false
	w.setStatus(func(s *Status) {
		again = s.LastError != nil
		s.LastRead, s.LastError = w.now(), nil
	})
	if again {
		w.log.Info("mailbox is read again", "last_uid", w.cursor.LastUID)
	}
}

func (w *Watcher) becameReady() {
	select {
	case <-w.ready:
	default:
		w.log.Info("mailbox is watched", "uid_validity", w.cursor.UIDValidity, "last_uid", w.cursor.LastUID)
		close(w.ready)
	}
}

func (w *Watcher) setStatus(change func(*Status)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(&w.status)
}
