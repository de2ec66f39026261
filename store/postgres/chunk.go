package postgres

import (
	"context"
	"errors"
	"io"

	"ppamaild/store"
	"ppamaild/store/chunks"
)

// AcceptLarge implements store.Store. The key of a chunk contains the message's UID, so a
// repeat after a crash overwrites the chunks of the first attempt. The next Open removes the
// chunks of an attempt that is never repeated.
func (s *Store) AcceptLarge(
	ctx context.Context, in store.Inbound, r io.Reader, cursor store.Cursor,
) (id uint64, err error) {
	return chunks.Accept(ctx, s, in, r, func(
		t store.Tx, msg chunks.Message, chunk []byte, last bool,
	) (id uint64, done bool, err error) {
		return t.(*tx).acceptChunk(msg, chunk, last, cursor)
	})
}

// acceptChunk stores a chunk, and the record together with the last chunk. done reports that the
// whole message is stored, now or earlier.
func (t inboundTx) acceptChunk(
	msg chunks.Message, chunk []byte, last bool, cursor store.Cursor,
) (id uint64, done bool, err error) {
	id, err = t.accepted(msg.Inbound)
	switch {
	case err == nil:
		return id, true, t.PutCursor(cursor)
	case !errors.Is(err, store.ErrNotFound):
		return 0, false, err
	}
	if err := t.putChunk(msg, chunk); err != nil {
		return 0, false, err
	}
	if !last {
		return 0, false, t.keep(inboundPartial, uid(msg.Inbound))
	}
	if msg.Octets <= chunks.Whole {
		raw, err := t.raw(msg)
		if err == nil {
			err = t.put(inboundRaw, append(uid(msg.Inbound), int64(0)), raw)
		}
		if err != nil {
			return 0, false, err
		}
		msg.Chunks = 1
	}
	id, err = t.admit(msg, cursor)
	return id, true, err
}

// putChunk stores the last chunk of msg, with its files.
func (t inboundTx) putChunk(msg chunks.Message, chunk []byte) error {
	columns := append(uid(msg.Inbound), int64(msg.Chunks-1))
	record := t.codec().Seal(inboundRaw.Name, place(columns), chunk)
	return t.queue(inboundRaw.Upsert(), append(columns, record)...)
}

func (t inboundTx) InboundRaw(id uint64) ([]byte, error) {
	in, err := t.inbound(id)
	if err != nil {
		return nil, err
	}
	return t.raw(in)
}

// raw returns the bytes of a message.
func (t inboundTx) raw(in chunks.Message) ([]byte, error) {
	return chunks.Join(in, func(n int) ([]byte, error) {
		chunk, err := t.single(inboundRaw, append(uid(in.Inbound), int64(n))...)
		return chunk, dangling(err)
	})
}

// dropChunks removes the chunks of a message, beginning with number n. Only chunk 0 can lack files.
func (t inboundTx) dropChunks(in store.Inbound, n int) error {
	if n == 0 {
		t.refs.Set(owner(inboundRaw, append(uid(in), int64(0))), nil)
	}
	return t.queue(inboundRaw.Remove(3)+" AND chunk >= $4", append(uid(in), int64(n))...)
}

// dropPartial removes the chunks of messages that were never accepted.
func (t inboundTx) dropPartial() error {
	return errors.Join(
		t.queue("DELETE FROM inbound_raw r USING inbound_partial p WHERE r.mailbox = p.mailbox"+
			" AND r.uidvalidity = p.uidvalidity AND r.uid = p.uid"),
		t.queue("DELETE FROM inbound_partial"))
}
