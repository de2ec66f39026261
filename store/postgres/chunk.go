package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"

	"ppamaild/failpoint"
	"ppamaild/store"
	"ppamaild/store/chunks"
)

// AcceptLarge implements store.Store. The key of a chunk contains the message's UID, so a
// repeat after a crash overwrites the chunks of the first attempt. The next Open removes the
// chunks of an attempt that is never repeated. No transaction waits for r.
func (s *Store) AcceptLarge(
	ctx context.Context, in store.Inbound, r io.Reader, cursor store.Cursor,
) (id uint64, err error) {
	msg := inbound{Inbound: in}
	broken, err := chunks.Each(r, func(chunk []byte, last bool) (done bool, err error) {
		msg.Chunks, msg.Octets = msg.Chunks+1, msg.Octets+int64(len(chunk))
		failpoint.Before(failpoint.Chunk)
		err = s.Update(ctx, func(t store.Tx) (err error) {
			id, done, err = t.(*tx).acceptChunk(msg, chunk, last, cursor)
			return err
		})
		failpoint.After(failpoint.Chunk)
		return done, err
	})
	if broken != nil {
		return 0, fmt.Errorf("reading message %d of %s: %w", in.UID, in.Mailbox, broken)
	}
	return id, err
}

// acceptChunk stores a chunk, and the record together with the last chunk. done reports that the
// whole message is stored, now or earlier.
func (t inboundTx) acceptChunk(
	msg inbound, chunk []byte, last bool, cursor store.Cursor,
) (id uint64, done bool, err error) {
	id, err = t.accepted(msg.Inbound)
	switch {
	case err == nil:
		return id, true, t.PutCursor(cursor)
	case !errors.Is(err, store.ErrNotFound):
		return 0, false, err
	}
	if err := t.put(inboundRaw, append(uid(msg.Inbound), int64(msg.Chunks-1)), chunk); err != nil {
		return 0, false, err
	}
	if !last {
		return 0, false, t.keep(inboundPartial, uid(msg.Inbound))
	}
	id, err = t.admit(msg, cursor)
	return id, true, err
}

func (t inboundTx) InboundRaw(id uint64) ([]byte, error) {
	in, err := t.inbound(id)
	if err != nil {
		return nil, err
	}
	raw := make([]byte, 0, in.Octets)
	for n := range in.Chunks {
		r, err := t.one(inboundRaw, append(uid(in.Inbound), int64(n))...)
		if err == nil && len(r.parts) != 1 {
			err = r.corrupt("malformed")
		}
		if err != nil {
			return nil, fmt.Errorf("reading chunk %d of inbound message %d: %w",
				n, id, dangling(err))
		}
		raw = append(raw, r.parts[0]...)
	}
	if int64(len(raw)) != in.Octets {
		return nil, fmt.Errorf("inbound message %d has %d bytes of %d: %w",
			id, len(raw), in.Octets, store.ErrCorrupt)
	}
	return raw, nil
}

// dropChunks removes the chunks of a message, beginning with number n.
func (t inboundTx) dropChunks(in store.Inbound, n int) error {
	return t.queue(inboundRaw.remove(3)+" AND chunk >= $4", append(uid(in), int64(n))...)
}

// dropPartial removes the chunks of messages that were never accepted.
func (t inboundTx) dropPartial() error {
	return errors.Join(
		t.queue("DELETE FROM inbound_raw r USING inbound_partial p WHERE r.mailbox = p.mailbox"+
			" AND r.uidvalidity = p.uidvalidity AND r.uid = p.uid"),
		t.queue("DELETE FROM inbound_partial"))
}
