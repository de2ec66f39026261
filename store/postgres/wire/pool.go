package wire

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// ErrClosed is the error of a closed pool.
var ErrClosed = errors.New("the connections are closed")

// Pool keeps connections open for the next caller.
type Pool struct {
	config *pgconn.Config
	slots  chan struct{} // has a token for each connection in use
	mu     sync.Mutex
	idle   []*Conn // protected by mu
	closed bool    // protected by mu
}

// NewPool returns a pool with at most n connections.
func NewPool(config *pgconn.Config, n int) *Pool {
	return &Pool{config: config, slots: make(chan struct{}, n)}
}

// Acquire returns a connection. It waits while all connections are in use. The caller must call
// Release.
func (p *Pool) Acquire(ctx context.Context) (*Conn, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case p.slots <- struct{}{}:
	}
	c, err := p.take()
	if c == nil && err == nil {
		c, err = Connect(ctx, p.config)
	}
	if err != nil {
		<-p.slots
	}
	return c, err
}

// take returns the connection that was used last, or nil.
func (p *Pool) take() (*Conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, ErrClosed
	}
	last := len(p.idle) - 1
	if last < 0 {
		return nil, nil
	}
	c := p.idle[last]
	p.idle = p.idle[:last]
	return c, nil
}

// idleStatus is the status of a connection without a transaction.
const idleStatus = 'I'

// Release gives a connection back. Its transaction must be over.
func (p *Pool) Release(c *Conn) {
	usable := !c.IsClosed() && c.TxStatus() == idleStatus
	p.mu.Lock()
	if usable = usable && !p.closed; usable {
		p.idle = append(p.idle, c)
	}
	p.mu.Unlock()
	if !usable {
		_ = HangUp(c) // changes are committed already, or lost with the connection
	}
	<-p.slots
}

// Close closes the connections, and waits for those in use.
func (p *Pool) Close() error {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.closed = nil, true
	p.mu.Unlock()
	var err error
	for _, c := range idle {
		err = errors.Join(err, HangUp(c))
	}
	for range cap(p.slots) {
		p.slots <- struct{}{}
	}
	for range cap(p.slots) { // later callers get ErrClosed
		<-p.slots
	}
	return err
}

const hangUpTime = 5 * time.Second

// HangUp closes a connection.
func HangUp(c *Conn) error {
	if c.IsClosed() {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), hangUpTime)
	defer cancel()
	return c.Close(ctx)
}
