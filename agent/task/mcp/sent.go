package mcp

import (
	"context"
	"sync/atomic"
)

// sent records whether a call has left for the server.
type sent struct {
	armed atomic.Bool // the next message is the call, not a listing
	left  atomic.Bool
}

type sentKey struct{}

// in returns a context that gives the transports access to s.
func (s *sent) in(ctx context.Context) context.Context {
	return context.WithValue(ctx, sentKey{}, s)
}

// hasLeft reports whether the server may have the call.
func (s *sent) hasLeft() bool { return s.left.Load() }

// sentOf returns the record in a context, or an unused record.
func sentOf(ctx context.Context) *sent {
	s, is := ctx.Value(sentKey{}).(*sent)
	if !is {
		return &sent{}
	}
	return s
}

// leaving returns the record of the call of ctx if the outgoing message is this call, or an
// unused record. The SDK sends a cancellation in the context of the call, and its answer says
// nothing about the call.
func leaving(ctx context.Context) *sent {
	if s := sentOf(ctx); s.armed.CompareAndSwap(true, false) {
		return s
	}
	return &sent{}
}
