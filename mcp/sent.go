package mcp

import (
	"context"
	"sync/atomic"
)

// sent is whether a call has left for the server.
type sent struct {
	armed atomic.Bool // what leaves from now on is the call, and no listing before it
	left  atomic.Bool
}

type sentKey struct{}

// in returns a context in which the transports find s.
func (s *sent) in(ctx context.Context) context.Context {
	return context.WithValue(ctx, sentKey{}, s)
}

// is reports whether the call may be with the server.
func (s *sent) is() bool { return s.left.Load() }

// sentOf returns what in put into ctx; where that was nothing, what nobody looks at.
func sentOf(ctx context.Context) *sent {
	s, is := ctx.Value(sentKey{}).(*sent)
	if !is {
		return &sent{}
	}
	return s
}

// leaves marks the call of ctx, if it has one, as being on its way, or as surely
// not carried out.
func leaves(ctx context.Context, left bool) {
	if s := sentOf(ctx); s.armed.Load() {
		s.left.Store(left)
	}
}
