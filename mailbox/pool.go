package mailbox

import (
	"context"
	"slices"
	"sync"
	"time"
)

// pool limits the connections in use and keeps idle ones for a while, the latest first.
type pool struct {
	slots chan struct{}

	mu     sync.Mutex
	idle   []*smtpConn // protected by mu
	closed bool        // protected by mu
}

func newPool(size int) *pool { return &pool{slots: make(chan struct{}, size)} }

// keepIdle is how long an unused connection is kept.
const keepIdle = 30 * time.Second

func (p *pool) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case p.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *pool) leave() { <-p.slots }

// take returns the connection that was kept last, or nil.
func (p *pool) take() *smtpConn {
	p.mu.Lock()
	defer p.mu.Unlock()
	for n := len(p.idle) - 1; n >= 0; n = len(p.idle) - 1 {
		c := p.idle[n]
		p.idle = p.idle[:n]
		if c.expiry.Stop() {
			return c
		}
	}
	return nil
}

func (p *pool) keep(c *smtpConn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		go c.quit()
		return
	}
	c.expiry = time.AfterFunc(keepIdle, func() { p.expire(c) })
	p.idle = append(p.idle, c)
}

// expire ends c unless it is in use.
func (p *pool) expire(c *smtpConn) {
	p.mu.Lock()
	p.idle = slices.DeleteFunc(p.idle, func(kept *smtpConn) bool { return kept == c })
	p.mu.Unlock()
	c.quit()
}

func (p *pool) close() {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.closed = nil, true
	p.mu.Unlock()
	for _, c := range idle {
		if c.expiry.Stop() {
			c.quit()
		}
	}
}
