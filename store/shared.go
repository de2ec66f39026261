package store

import (
	"context"
	"fmt"
)

// Shared is a store that several daemons have open together. Their transactions take turns. A
// daemon that stops or hangs is expelled by the others within seconds: its claims end, and its
// transactions fail with ErrLocked from then on.
type Shared interface {
	Store
	// Claim makes this daemon the holder of a name. It returns false while another daemon is the
	// holder. A claim ends with Release, with Close, or when the daemon is expelled.
	Claim(ctx context.Context, name string) (held bool, err error)
	// Release ends claims of this daemon.
	Release(ctx context.Context, names ...string) error
	// Runnable returns those of the threads that have events and that no other daemon runs.
	Runnable(ctx context.Context, threads ...string) ([]string, error)
	// Listen calls hear for each change that another daemon commits, until ctx ends. News can
	// get lost, so a daemon must also look into the store from time to time.
	Listen(ctx context.Context, hear func(News))
	// Expelled returns a channel that closes when this daemon is expelled.
	Expelled() <-chan struct{}
}

// ThreadClaim names the claim of the daemon that runs a thread.
func ThreadClaim(thread string) string { return "thread " + thread }

// MailClaim names the claim of the daemon that sends a mail.
func MailClaim(id uint64) string { return fmt.Sprint("mail ", id) }

// News says what another daemon changed.
type News struct {
	Kind   NewsKind
	Thread string // of NewsEvent and NewsHead
	Event  string // kind of the event of NewsEvent
}

// NewsKind is a kind of change.
type NewsKind string

// The kinds of changes.
const (
	NewsAny     NewsKind = "any"     // anything, because news got lost or a daemon is gone
	NewsEvent   NewsKind = "event"   // the queue of a thread has a new event
	NewsHead    NewsKind = "head"    // the head of a thread changed
	NewsMail    NewsKind = "mail"    // the outbox has mail that is due
	NewsTimer   NewsKind = "timer"   // timers changed
	NewsInbound NewsKind = "inbound" // a received message waits
)
