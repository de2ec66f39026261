package mcp

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"time"
)

// patience is the time that one use of a server spends on connecting.
const patience = 5 * time.Second

var (
	errClosed  = errors.New("the client was closed")
	errTooLong = errors.New("it took too long")
)

// with calls do with a session, and connects first if needed. If an existing session turns out to
// be dead before anything was sent, with calls do once more.
func (c *Client) with(ctx context.Context, doing string,
	do func(context.Context, *session) error) error {
	ctx, leave, err := c.enter(ctx)
	if err != nil {
		return &Unavailable{c.o.Name, doing, false, err}
	}
	defer leave()
	for again := false; ; again = true {
		s, reused, err := c.acquire(ctx)
		if err != nil {
			return &Unavailable{c.o.Name, doing, false, err}
		}
		mark := &sent{}
		err = c.use(mark.in(ctx), s, do)
		if _, is := errors.AsType[Error](err); err == nil || is {
			return err
		}
		if again || !reused || mark.hasLeft() || ctx.Err() != nil || errors.Is(err, errTooLong) {
			return &Unavailable{c.o.Name, doing, mark.hasLeft(), err}
		}
	}
}

// enter returns a context that also ends with the client. Close waits for leave.
func (c *Client) enter(ctx context.Context) (_ context.Context, leave func(), err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.life.Err() != nil {
		return nil, nil, errClosed
	}
	c.running.Add(1)
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(c.life, func() { cancel(errClosed) })
	return ctx, func() { stop(); cancel(nil); c.running.Done() }, nil
}

// use calls do with s, and retires s after an error of the connection. Any answer shows that s is
// alive.
func (c *Client) use(ctx context.Context, s *session,
	do func(context.Context, *session) error) error {
	within, cancel := context.WithTimeoutCause(ctx, c.o.Timeout, errTooLong)
	defer cancel()
	err := do(within, s)
	if _, is := errors.AsType[Error](err); err == nil || is {
		c.release(s)
		c.resetPauses()
		return err
	}
	if within.Err() != nil {
		err = context.Cause(within)
	}
	if errors.Is(ctx.Err(), context.Canceled) { // a canceled call says nothing about the server
		c.release(s)
		return err
	}
	c.retire(s, err)
	c.release(s)
	if within.Err() == nil {
		err = s.explain(err)
	}
	return err
}

// acquire returns the session and whether it existed before. The caller must release it.
// Concurrent callers share one attempt to connect.
func (c *Client) acquire(ctx context.Context) (s *session, reused bool, err error) {
	c.mu.Lock()
	failures := c.failures
	c.mu.Unlock()
	select {
	case c.turn <- struct{}{}:
		defer func() { <-c.turn }()
	case <-ctx.Done():
		return nil, false, context.Cause(ctx)
	}
	c.mu.Lock()
	s, isOwnTurn, lastErr := c.current, c.failures == failures, c.lastErr
	if s != nil {
		s.users++
	}
	c.mu.Unlock()
	switch {
	case s != nil:
		return s, true, nil
	case !isOwnTurn: // the attempt of another caller failed meanwhile
		return nil, false, lastErr
	}
	if s, err = c.connect(ctx); err != nil && ctx.Err() == nil {
		c.mu.Lock()
		c.failures++
		c.mu.Unlock()
	}
	return s, false, err
}

// connect tries to open a session until patience is spent. If the server stays silent, it tries
// the other handshake. The caller holds turn.
func (c *Client) connect(ctx context.Context) (*session, error) {
	end, switched := time.Now().Add(patience), false
	for {
		if err := c.waitOut(ctx, end); err != nil {
			return nil, err
		}
		within, cancel := context.WithTimeoutCause(ctx, c.o.Timeout, errTooLong)
		s, err := c.open(within)
		if err != nil && within.Err() != nil {
			err = context.Cause(within)
		}
		cancel()
		if err == nil {
			c.adopt(s)
			return s, nil
		}
		c.mu.Lock()
		c.delayNext(err)
		c.mu.Unlock()
		switch silent := errors.Is(err, errTooLong); {
		case ctx.Err() != nil || isHopeless(err) || silent && switched ||
			!silent && time.Now().After(end):
			return nil, err
		case silent:
			c.old, switched, end = !c.old, true, time.Now().Add(patience)
		}
		c.log.Warn("can't connect; trying again", "error", err)
	}
}

// waitOut waits for the next attempt, if that is before end.
func (c *Client) waitOut(ctx context.Context, end time.Time) error {
	c.mu.Lock()
	at, lastErr := c.notBefore, c.lastErr
	c.mu.Unlock()
	if at.After(end) {
		return fmt.Errorf("not tried again before %s: %w", at.Format(time.TimeOnly), lastErr)
	}
	select {
	case <-time.After(time.Until(at)):
		return nil
	case <-ctx.Done():
		if lastErr != nil {
			return fmt.Errorf("%w; before that: %w", context.Cause(ctx), lastErr)
		}
		return context.Cause(ctx)
	}
}

// isHopeless reports whether an immediate retry can't succeed: the program does not exist, or the
// server is the wrong one or rejects the client.
func isHopeless(err error) bool {
	_, strange := errors.AsType[*tls.CertificateVerificationError](err)
	return strange || errors.Is(err, errNotWelcome) ||
		errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) ||
		errors.Is(err, fs.ErrPermission)
}

// adopt makes s the current session and watches it. If the client is closed, only the first user
// gets s, and ends it.
func (c *Client) adopt(s *session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.users = 1; c.life.Err() == nil {
		c.current = s
	}
	c.running.Go(func() {
		err := s.wait()
		if c.retire(s, err) {
			c.log.Warn("the session ended", "error", err)
		}
	})
}

// retire removes a session from use because of an error. It reports false for a session that is
// already removed. The last user ends the session.
func (c *Client) retire(s *session, why error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.current != s {
		return false
	}
	c.current = nil
	c.delayNext(why)
	return true
}

// release ends one use of a session.
func (c *Client) release(s *session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.users--; s.users == 0 && c.current != s {
		c.running.Go(s.end)
	}
}

// delayNext increases the pause before the next attempt to connect. The caller holds mu.
func (c *Client) delayNext(why error) {
	c.lastErr, c.notBefore = why, time.Now().Add(c.pauses.NextBackOff())
}

// resetPauses allows the next attempt to connect without a pause.
func (c *Client) resetPauses() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pauses.Reset()
	c.notBefore = time.Time{}
}
