package daemon

import (
	"bytes"
	"context"
	"sync"
	"sync/atomic"

	"ppamaild/mailbox/origin"
	"ppamaild/store"
)

// preview is a message that comes alone being read while the commit that accepts it is
// synced to disk. Nothing is made of it before that is done, and then only if the same
// octets are stored; what goes wrong ahead of that is as if nobody had looked.
type preview struct {
	raw  []byte
	read func() (reading, error) // once
}

// previewSize is how large a message may be, in octets, that is read ahead. Most are
// smaller, and the last one, which is kept until it is taken, takes little room.
const previewSize = 64 << 10

// previews has the message that was read ahead last, unless it was taken.
type previews struct{ last atomic.Pointer[preview] }

// take returns what was found in a stored message; false if it was not read ahead.
func (p *previews) take(in store.Inbound, raw []byte) (reading, bool) {
	last := p.last.Swap(nil)
	if last == nil || !bytes.Equal(last.raw, raw) {
		return reading{}, false
	}
	r, err := last.read()
	r.in = in
	return r, err == nil
}

// preview begins to read a message, and then what it states if it may open a thread. It
// goes on when ctx is done: the connection that brought the message may be gone before
// the message is routed.
func (d *Daemon) preview(ctx context.Context, in store.Inbound, raw []byte) {
	if in.Partial || len(raw) > previewSize {
		return
	}
	raw, ctx = bytes.Clone(raw), context.WithoutCancel(ctx)
	p := &preview{raw, sync.OnceValues(func() (reading, error) {
		return careful(func() (reading, error) {
			r, err := d.read(ctx, in, raw)
			if err == nil && d.mayOpen(r) {
				go d.foresee(r)
			}
			return r, err
		})
	})}
	d.previews.last.Store(p)
	go p.read()
}

// mayOpen reports whether a message is of the kind that opens most threads.
func (d *Daemon) mayOpen(r reading) bool {
	_, isStaff := d.staff.Find(r.origin.From.Address)
	return r.origin.Kind == origin.Person && !isStaff && r.msg.MessageID != "" && len(r.msg.References) == 0 && len(r.msg.InReplyTo) == 0
}

// foresee reads what a message states, so that its run need not. If that breaks, so will
// the run, which says so.
func (d *Daemon) foresee(r reading) {
	_, _ = careful(func() (struct{}, error) {
		d.toolbox.ReadAhead(r.customerMail(), r.origin.From.Address)
		return struct{}{}, nil
	})
}
