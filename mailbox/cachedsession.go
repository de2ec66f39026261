package mailbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/emersion/go-imap/v2"
)

// cachedSession is a connection that opens on first use and again after a failure,
// because providers limit logins. It is safe for concurrent use.
type cachedSession struct {
	account Account

	turn    chan struct{} // held by the user of the session
	session *session      // for the holder of turn; nil: not open
	usedAt  time.Time     // for the holder of turn
}

func newCachedSession(account Account) cachedSession {
	return cachedSession{account: account, turn: make(chan struct{}, 1)}
}

// ErrBusy reports that another caller used the connection for longer than the caller waits.
var ErrBusy = errors.New("the connection is in use")

// freshFor is how long an idle connection is trusted without a check.
const freshFor = 10 * time.Second

func (k *cachedSession) with(ctx context.Context, use func(*session) error) error {
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

// Close ends the connection, if it is open.
func (k *cachedSession) Close() {
	k.turn <- struct{}{}
	defer func() { <-k.turn }()
	k.drop()
}

func (k *cachedSession) drop() {
	if k.session != nil {
		k.session.close()
		k.session = nil
	}
}

// sound reports whether a connection is still usable after a command failed with err: the
// server refused the command, and not in the middle of a literal, after which go-imap hangs up.
func (s *session) sound(err error) bool {
	return isA[*imap.Error](err) && s.client.State() != imap.ConnStateLogout
}

func (s *session) noop(ctx context.Context) error {
	return s.within(ctx, func(func()) error { return s.client.Noop().Wait() })
}
