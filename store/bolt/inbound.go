package bolt

import (
	"errors"
	"fmt"

	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/chunks"
	"ppamaild/store/rules"
)

// inboundTx implements store.Inbounds.
type inboundTx struct{ *records }

func uidKey(in store.Inbound) []byte {
	return bkey.UID(in.Mailbox, in.UIDValidity, in.UID)
}

func (t inboundTx) entries(in store.Inbound) []entry {
	list := []entry{
		{inboundUID, uidKey(in), bkey.ID(in.ID)},
		{inboundStatus, bkey.Number(in.Status, in.ID), nil},
	}
	if in.Erased {
		return list
	}
	return append(list,
		entry{threadRefs, bkey.Ref(in.Thread, bkey.RefInbound, bkey.ID(in.ID)), nil},
		entry{inboundFrom, append(t.addressKey(in.From), bkey.ID(in.ID)...), nil})
}

func (t inboundTx) Accept(in store.Inbound, raw []byte, cursor store.Cursor) (uint64, error) {
	msg := chunks.Message{Inbound: in, Chunks: 1, Octets: int64(len(raw))}
	id, _, err := chunks.Put(t, msg, raw, true, cursor)
	return id, err
}

// Accepted implements chunks.Tx.
func (t inboundTx) Accepted(in store.Inbound) (id uint64, err error) {
	return t.id(inboundUID, uidKey(in))
}

// Admit implements chunks.Tx. The chunks of the message are stored.
func (t inboundTx) Admit(in chunks.Message, cursor store.Cursor) (id uint64, err error) {
	if err := bkey.CheckName("mailbox of message", in.Mailbox); err != nil {
		return 0, err
	}
	if cursor.Mailbox != in.Mailbox {
		return 0, fmt.Errorf("accepting into %s with the cursor of %q", in.Mailbox, cursor.Mailbox)
	}
	if err := t.dropChunks(uidKey(in.Inbound), in.Chunks); err != nil {
		return 0, err
	}
	if err := t.delete(inboundPartial, uidKey(in.Inbound)); err != nil {
		return 0, err
	}
	id, key, err := t.next(inbounds, bkey.ID)
	if err != nil {
		return 0, err
	}
	in.ID, in.Status = id, store.InboundPending
	if err := put(t.records, inbounds, key, in); err != nil {
		return 0, err
	}
	if err := t.reindex(nil, t.entries(in.Inbound)); err != nil {
		return 0, err
	}
	return id, t.PutCursor(cursor)
}

func (t inboundTx) inbound(id uint64) (chunks.Message, error) {
	in, err := get[chunks.Message](t.records, inbounds, bkey.ID(id))
	if err != nil {
		return in, fmt.Errorf("reading inbound message %d: %w", id, err)
	}
	return in, nil
}

func (t inboundTx) Inbound(id uint64) (store.Inbound, error) {
	in, err := t.inbound(id)
	return in.Inbound, err
}

func (t inboundTx) PutInbound(in store.Inbound) error {
	old, err := t.inbound(in.ID)
	if err != nil {
		return err
	}
	if err := rules.Inbound(old.Inbound, in); err != nil {
		return err
	}
	now := old
	now.Inbound = in
	if err := put(t.records, inbounds, bkey.ID(in.ID), now); err != nil {
		return err
	}
	return t.reindex(t.entries(old.Inbound), t.entries(in))
}

func (t inboundTx) InboundByStatus(
	status store.InboundStatus, from uint64, fn func(store.Inbound) bool,
) error {
	return follow(t.records, inboundStatus, bkey.Name(status), bkey.ID(from), t.inboundByKey, fn)
}

func (t inboundTx) InboundOf(thread string, fn func(store.Inbound) bool) error {
	return follow(t.records, threadRefs, bkey.Ref(thread, bkey.RefInbound, nil), nil, t.inboundByKey, fn)
}

func (t inboundTx) InboundFrom(author string, fn func(store.Inbound) bool) error {
	return follow(t.records, inboundFrom, t.addressKey(author), nil, t.inboundByKey, fn)
}

// inboundByKey loads the message with the id at the end of an index key.
func (t inboundTx) inboundByKey(key []byte) (store.Inbound, error) {
	return t.Inbound(bkey.LastNumber(key))
}

func (t inboundTx) EraseInbound(id uint64) error {
	in, err := t.inbound(id)
	if err != nil {
		return err
	}
	old := in.Inbound
	if err := rules.EraseInbound(&in.Inbound); err != nil {
		return err
	}
	in.Chunks, in.Octets = 0, 0
	return errors.Join(
		t.dropChunks(uidKey(old), 0), put(t.records, inbounds, bkey.ID(id), in),
		t.reindex(t.entries(old), t.entries(in.Inbound)))
}

func (t inboundTx) Cursor(mailbox string) (store.Cursor, error) {
	c, err := get[store.Cursor](t.records, cursors, []byte(mailbox))
	if err != nil {
		return c, fmt.Errorf("reading cursor of %s: %w", mailbox, err)
	}
	return c, nil
}

func (t inboundTx) PutCursor(c store.Cursor) error {
	if err := bkey.CheckName("mailbox of cursor", c.Mailbox); err != nil {
		return err
	}
	old, err := t.Cursor(c.Mailbox)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return put(t.records, cursors, []byte(c.Mailbox), rules.Cursor(old, c))
}

func (t inboundTx) Fingerprint(sum [32]byte) (inbound uint64, err error) {
	inbound, err = t.id(fingerprints, sum[:])
	if err != nil {
		return 0, fmt.Errorf("looking up content: %w", err)
	}
	return inbound, nil
}

func (t inboundTx) PutFingerprint(sum [32]byte, inbound uint64) error {
	if t.has(fingerprints, sum[:]) {
		return nil
	}
	return t.put(fingerprints, sum[:], bkey.ID(inbound))
}
