package mcp

import (
	"context"
	"sync/atomic"
)

// sent is whether a call has left for the server.
type sent struct {
	armed atomic.Bool // what leaves next is the call, and no listing before it
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

// leaving returns the mark of the call of ctx, if what leaves now is that call; else
// one that nobody looks at. What follows a call in its context, as the SDK's word
// that nobody waits any more, says nothing about it, however it is answered.
func leaving(ctx context.Context) *sent {
	if s := sentOf(ctx); s.armed.CompareAndSwap(true, false) {
		return s
	}
	return &sent{}
}
