package bolt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"ppamaild/failpoint"
	"ppamaild/store"
	"ppamaild/store/bolt/bkey"
)

// chunkSize is how many bytes of a large message one transaction stores.
const chunkSize = 256 << 10

// AcceptLarge implements store.Store. The key of a chunk contains the message's UID, so a
// repeat after a crash overwrites the chunks of the first attempt. The next Open removes the
// chunks of an attempt that is never repeated.
func (s *Store) AcceptLarge(ctx context.Context, in store.Inbound, r io.Reader, cursor store.Cursor) (id uint64, err error) {
	for part, err := range chunks(inbound{Inbound: in}, r) {
		if err != nil {
			return 0, fmt.Errorf("reading message %d of %s: %w", in.UID, in.Mailbox, err)
		}
		var done bool
		failpoint.Before(failpoint.Chunk)
		err = s.Update(ctx, func(t store.Tx) (err error) {
			id, done, err = t.(*tx).acceptChunk(part, cursor)
			return err
		})
		failpoint.After(failpoint.Chunk)
		if err != nil || done {
			return id, err
		}
	}
	return id, nil
}

// part is one chunk of a message, with the totals of all chunks so far.
type part struct {
	inbound
	bytes []byte // valid until the next chunk
	last  bool
}

// chunks splits r into parts. Only io.EOF ends the message: io.ErrUnexpectedEOF comes from r
// itself and means that the connection broke.
func chunks(in inbound, r io.Reader) iter.Seq2[part, error] {
	return func(yield func(part, error) bool) {
		buf := make([]byte, chunkSize)
		for more := true; more; {
			n, err := fill(buf, r)
			if err != nil && !errors.Is(err, io.EOF) {
				yield(part{}, err)
				return
			}
			in.Chunks, in.Octets = in.Chunks+1, in.Octets+int64(n)
			more = yield(part{in, buf[:n], err != nil}, nil) && err == nil
		}
	}
}

func fill(buf []byte, r io.Reader) (n int, err error) {
	for n < len(buf) && err == nil {
		var m int
		m, err = r.Read(buf[n:])
		n += m
	}
	return n, err
}

// acceptChunk stores a part, and the record together with the last part. done reports that the
// whole message is stored, now or earlier.
func (t inboundTx) acceptChunk(p part, cursor store.Cursor) (id uint64, done bool, err error) {
	id, err = t.accepted(p.Inbound)
	switch {
	case err == nil:
		return id, true, t.PutCursor(cursor)
	case !errors.Is(err, store.ErrNotFound):
		return 0, false, err
	}
	if err := t.put(inboundRaw, bkey.Chunk(p.uidKey(), p.Chunks-1), p.bytes); err != nil {
		return 0, false, err
	}
	if !p.last {
		return 0, false, t.put(inboundPartial, p.uidKey())
	}
	id, err = t.admit(p.inbound, cursor)
	return id, true, err
}

func (t inboundTx) InboundRaw(id uint64) ([]byte, error) {
	in, err := t.inbound(id)
	if err != nil {
		return nil, err
	}
	raw := make([]byte, 0, in.Octets)
	for n := range in.Chunks {
		chunk, err := t.single(inboundRaw, bkey.Chunk(in.uidKey(), n))
		if err != nil {
			return nil, fmt.Errorf("reading chunk %d of inbound message %d: %w", n, id, dangling(err))
		}
		raw = append(raw, chunk...)
	}
	if int64(len(raw)) != in.Octets {
		return nil, fmt.Errorf("inbound message %d has %d bytes of %d: %w", id, len(raw), in.Octets, store.ErrCorrupt)
	}
	return raw, nil
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
