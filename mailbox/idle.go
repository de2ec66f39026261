package mailbox

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// firstPatience is how long IDLE is trusted after an event, because servers lose messages that
// arrive just before IDLE begins. The time doubles whenever the trust was justified.
const firstPatience = 2 * time.Second

// await blocks until the server announces messages (changed), or until it is time to look in
// any case. It calls established once the wait has begun.
func (s *session) await(ctx context.Context, established func()) (changed bool, err error) {
	if !s.canIdle {
		established()
		return s.pause(ctx, s.account.PollInterval)
	}
	s.patience = min(max(2*s.patience, firstPatience), s.account.IdleRefresh)
	changed, err = s.idle(ctx, established)
	if changed {
		s.patience = 0
	}
	return changed, err
}

// idle runs one IDLE (RFC 2177). It does not wait for the tagged answer: go-imap's Wait hangs if
// a server ends IDLE on its own, or if the connection is half-open. In both cases the next
// command gets no answer.
func (s *session) idle(ctx context.Context, established func()) (bool, error) {
	var end func() error
	err := s.within(ctx, func(func()) error {
		s.client.Noop() // same round trip; its answer announces new messages
		idle, err := s.client.Idle()
		if err == nil {
			end = idle.Close
		}
		return err
	})
	if err != nil {
		return false, fmt.Errorf("starting IDLE: %w", err)
	}
	established()
	changed, err := s.pause(ctx, s.patience)
	if err != nil {
		return false, err
	}
	if err := s.within(ctx, func(func()) error { return end() }); err != nil {
		return false, fmt.Errorf("ending IDLE: %w", err)
	}
	return changed, nil
}

func (s *session) pause(ctx context.Context, d time.Duration) (changed bool, err error) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-s.arrived:
		return true, nil
	case <-timer.C:
		return false, nil
	case <-s.client.Closed():
		err := errors.New("the server closed the connection")
		if s.last() != "" {
			err = fmt.Errorf("%w: %q", err, s.last())
		}
		return false, err
	case <-ctx.Done():
		return false, ctx.Err()
	}
}
