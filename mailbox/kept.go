package mailbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/emersion/go-imap/v2"
)

// kept is a connection that is opened when it is first needed, and again after it
// broke: providers throttle logins. It is safe for concurrent use.
type kept struct {
	account Account

	turn    chan struct{} // held by whoever uses the session
	session *session      // used by whoever holds turn; nil: none is open
	usedAt  time.Time     // likewise
}

func newKept(account Account) kept { return kept{account: account, turn: make(chan struct{}, 1)} }

// ErrBusy says that somebody else used the connection for longer than the caller waits.
var ErrBusy = errors.New("the connection is in use")

// freshFor is how long a connection is trusted to be up without asking.
const freshFor = 10 * time.Second

func (k *kept) with(ctx context.Context, use func(*session) error) error {
	select {
	case k.turn <- struct{}{}:
		defer func() { <-k.turn }()
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", ErrBusy, context.Cause(ctx))
	}
	if k.session != nil && time.Since(k.usedAt) > freshFor && k.session.noop(ctx) != nil {
		k.drop()
	}
	if k.session == nil {
		s, err := openSession(ctx, k.account)
		if err != nil {
			return err
		}
		k.session = s
	}
	err := use(k.session)
	if err != nil && !k.session.sound(err) {
		k.drop()
	}
	k.usedAt = time.Now()
	return err
}

// Close ends the kept connection, if there is one.
func (k *kept) Close() {
	k.turn <- struct{}{}
	defer func() { <-k.turn }()
	k.drop()
}

func (k *kept) drop() {
	if k.session != nil {
		k.session.close()
		k.session = nil
	}
}

// sound reports whether a command that failed with err left the connection as it
// was: it was refused, and not in the middle of a literal, after which go-imap
// hangs up.
func (s *session) sound(err error) bool {
	_, refused := errors.AsType[*imap.Error](err)
	return refused && s.client.State() != imap.ConnStateLogout
}

func (s *session) noop(ctx context.Context) error {
	return s.within(ctx, func(func()) error { return s.client.Noop().Wait() })
}
