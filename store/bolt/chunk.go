package bolt

import (
	"context"
	"errors"
	"io"

	"ppamaild/store"
	"ppamaild/store/bkey"
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
	if err := t.put(inboundRaw, bkey.Chunk(uidKey(msg.Inbound), msg.Chunks-1), chunk); err != nil {
		return 0, false, err
	}
	if !last {
		return 0, false, t.put(inboundPartial, uidKey(msg.Inbound))
	}
	if msg.Chunks > 1 && msg.Octets <= chunks.Whole {
		raw, err := t.raw(msg)
		if err == nil {
			err = t.put(inboundRaw, bkey.Chunk(uidKey(msg.Inbound), 0), raw)
		}
		if err != nil {
			return 0, false, err
		}
		msg.Chunks = 1
	}
	id, err = t.admit(msg, cursor)
	return id, true, err
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
		chunk, err := t.single(inboundRaw, bkey.Chunk(uidKey(in.Inbound), n))
		return chunk, dangling(err)
	})
}

// dropChunks removes the chunks of a message, beginning with number n.
func (t inboundTx) dropChunks(message []byte, n int) error {
	for r, err := range t.scan(inboundRaw, message, bkey.Chunk(nil, n)) {
		if err != nil {
			return err
		}
		if err := t.delete(inboundRaw, r.key); err != nil {
			return err
		}
	}
	return nil
}

// dropPartial removes the chunks of messages that were never accepted.
func (t inboundTx) dropPartial() error {
	for r, err := range t.scan(inboundPartial, nil, nil) {
		if err != nil {
			return err
		}
		if err := t.dropChunks(r.key, 0); err != nil {
			return err
		}
		if err := t.delete(inboundPartial, r.key); err != nil {
			return err
		}
	}
	return nil
}
