package bolt

import (
	"context"
	"io"

	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/chunks"
)

// AcceptLarge implements store.Store.
func (s *Store) AcceptLarge(
	ctx context.Context, in store.Inbound, r io.Reader, cursor store.Cursor,
) (id uint64, err error) {
	return chunks.Accept(ctx, s, in, r, cursor)
}

// PutChunk implements chunks.Tx.
func (t inboundTx) PutChunk(msg chunks.Message, chunk []byte) error {
	return t.put(inboundRaw, bkey.Chunk(uidKey(msg.Inbound), msg.Chunks-1), chunk)
}

// PutPartial implements chunks.Tx.
func (t inboundTx) PutPartial(in store.Inbound) error { return t.put(inboundPartial, uidKey(in)) }

// PutWhole implements chunks.Tx.
func (t inboundTx) PutWhole(msg chunks.Message) error {
	if msg.Chunks == 1 {
		return nil
	}
	raw, err := t.raw(msg)
	if err != nil {
		return err
	}
	return t.put(inboundRaw, bkey.Chunk(uidKey(msg.Inbound), 0), raw)
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
