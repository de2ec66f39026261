package postgres

import (
	"context"
	"errors"
	"io"

	"ppamaild/store"
	"ppamaild/store/chunks"
)

// AcceptLarge implements store.Store.
func (s *Store) AcceptLarge(
	ctx context.Context, in store.Inbound, r io.Reader, cursor store.Cursor,
) (id uint64, err error) {
	return chunks.Accept(ctx, s, in, r, cursor)
}

// PutChunk implements chunks.Tx. It keeps files within the chunk.
func (t inboundTx) PutChunk(msg chunks.Message, chunk []byte) error {
	columns := append(uid(msg.Inbound), int64(msg.Chunks-1))
	record := t.codec().Seal(inboundRaw.Name, place(columns), chunk)
	return t.queue(inboundRaw.Upsert(), append(columns, record)...)
}

// PutPartial implements chunks.Tx.
func (t inboundTx) PutPartial(in store.Inbound) error { return t.keep(inboundPartial, uid(in)) }

// PutWhole implements chunks.Tx.
func (t inboundTx) PutWhole(msg chunks.Message) error {
	raw, err := t.raw(msg)
	if err != nil {
		return err
	}
	return t.put(inboundRaw, append(uid(msg.Inbound), int64(0)), raw)
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
