// Package chunks stores large messages in chunks, for all backends of a store.
package chunks

import (
	"context"
	"errors"
	"fmt"
	"io"

	"ppamaild/failpoint"
	"ppamaild/store"
)

// Size is how many bytes of a large message one transaction stores.
const Size = 256 << 10

// Whole is the size up to which the chunks of a complete message become one. A file in several
// chunks would stay there, while mails with the file share another copy.
const Whole = 32 << 20

// Message is the stored form of a store.Inbound.
type Message struct {
	store.Inbound
	Chunks int   `json:"chunks"`
	Octets int64 `json:"octets"` // total of all chunks
}

// Tx stores messages in a transaction of a backend.
type Tx interface {
	Accepted(store.Inbound) (id uint64, err error) // of a stored message, or store.ErrNotFound
	PutChunk(msg Message, chunk []byte) error      // stores the last chunk of msg
	PutPartial(store.Inbound) error                // notes a message that has no record yet
	PutWhole(Message) error                        // makes the first chunk of all chunks
	Admit(Message, store.Cursor) (id uint64, err error)
	PutCursor(store.Cursor) error
}

// Put stores the last chunk of msg, and with last also the record of msg. done reports that the
// whole message is stored, now or earlier.
func Put(
	t Tx, msg Message, chunk []byte, last bool, cursor store.Cursor,
) (id uint64, done bool, err error) {
	id, err = t.Accepted(msg.Inbound)
	switch {
	case err == nil:
		return id, true, t.PutCursor(cursor)
	case !errors.Is(err, store.ErrNotFound):
		return 0, false, err
	}
	if err := t.PutChunk(msg, chunk); err != nil {
		return 0, false, err
	}
	if !last {
		return 0, false, t.PutPartial(msg.Inbound)
	}
	if msg.Octets <= Whole {
		if err := t.PutWhole(msg); err != nil {
			return 0, false, err
		}
		msg.Chunks = 1
	}
	id, err = t.Admit(msg, cursor)
	return id, true, err
}

// Accept stores a message in chunks, each in a transaction of its own. The last chunk may be empty.
// No transaction waits for r. The transactions of s are of type Tx.
//
// The key of a chunk contains the message's UID, so a repeat after a crash overwrites the chunks
// of the first attempt. The next Open removes the chunks of an attempt that is never repeated.
func Accept(
	ctx context.Context, s store.Store, in store.Inbound, r io.Reader, cursor store.Cursor,
) (id uint64, err error) {
	msg, buf := Message{Inbound: in}, make([]byte, Size)
	for {
		n, err := fill(buf, r)
		last := errors.Is(err, io.EOF)
		if err != nil && !last {
			return 0, fmt.Errorf("reading message %d of %s: %w", in.UID, in.Mailbox, err)
		}
		msg.Chunks, msg.Octets = msg.Chunks+1, msg.Octets+int64(n)
		done := false
		failpoint.Before(failpoint.Chunk)
		err = s.Update(ctx, func(t store.Tx) (err error) {
			id, done, err = Put(t.(Tx), msg, buf[:n], last, cursor)
			return err
		})
		failpoint.After(failpoint.Chunk)
		if done || last || err != nil {
			return id, err
		}
	}
}

// fill reads until buf is full. Only io.EOF ends the message: io.ErrUnexpectedEOF comes from r
// itself and means that the connection broke.
func fill(buf []byte, r io.Reader) (n int, err error) {
	for n < len(buf) && err == nil {
		var m int
		m, err = r.Read(buf[n:])
		n += m
	}
	return n, err
}

// Join returns the bytes of a message. read returns a chunk by its number from 0.
func Join(msg Message, read func(n int) ([]byte, error)) ([]byte, error) {
	raw := make([]byte, 0, msg.Octets)
	for n := range msg.Chunks {
		chunk, err := read(n)
		if err != nil {
			return nil, fmt.Errorf("reading chunk %d of message %d: %w", n, msg.ID, err)
		}
		raw = append(raw, chunk...)
	}
	if int64(len(raw)) != msg.Octets {
		return nil, fmt.Errorf("message %d has %d bytes of %d: %w",
			msg.ID, len(raw), msg.Octets, store.ErrCorrupt)
	}
	return raw, nil
}
