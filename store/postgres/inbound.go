package postgres

import (
	"errors"
	"fmt"
	"math"

	"ppamaild/store"
	"ppamaild/store/chunks"
	"ppamaild/store/rules"
)

// inboundTx implements store.Inbounds.
type inboundTx struct{ *records }

// uid returns the place of a message in its mailbox.
func uid(in store.Inbound) []any {
	return []any{[]byte(in.Mailbox), int64(in.UIDValidity), int64(in.UID)}
}

func (t inboundTx) columns(in store.Inbound) []any {
	return append(append([]any{int64(in.ID)}, uid(in)...), string(in.Status), []byte(in.Thread),
		t.addressKey(in.From), in.Erased)
}

func decodeInbound(r row) (store.Inbound, error) {
	in, err := decodeAs[chunks.Message](r)
	return in.Inbound, err
}

func (t inboundTx) Accept(in store.Inbound, raw []byte, cursor store.Cursor) (uint64, error) {
	id, err := t.Accepted(in)
	switch {
	case err == nil:
		return id, t.PutCursor(cursor)
	case !errors.Is(err, store.ErrNotFound):
		return 0, err
	}
	msg := chunks.Message{Inbound: in, Chunks: 1, Octets: int64(len(raw))}
	columns := append(uid(in), int64(0)) // a rest of an earlier attempt has no files
	if err := t.write(inboundRaw.Upsert(), inboundRaw, columns, [][]byte{raw}, true); err != nil {
		return 0, err
	}
	return t.Admit(msg, cursor)
}

// Accepted implements chunks.Tx.
func (t inboundTx) Accepted(in store.Inbound) (id uint64, err error) {
	list, err := t.rows(inbounds,
		" WHERE mailbox = $1 AND uidvalidity = $2 AND uid = $3", uid(in)...)
	if err != nil {
		return 0, err
	}
	if len(list) == 0 {
		return 0, fmt.Errorf("message %d of %s: %w", in.UID, in.Mailbox, store.ErrNotFound)
	}
	r, err := t.unseal(list[0])
	return uint64(r.number("id")), err
}

// Admit implements chunks.Tx. The chunks of the message are stored.
func (t inboundTx) Admit(in chunks.Message, cursor store.Cursor) (id uint64, err error) {
	if err := checkName("mailbox of message", in.Mailbox); err != nil {
		return 0, err
	}
	if cursor.Mailbox != in.Mailbox {
		return 0, fmt.Errorf("accepting into %s with the cursor of %q", in.Mailbox, cursor.Mailbox)
	}
	if err := t.dropChunks(in.Inbound, in.Chunks); err != nil {
		return 0, err
	}
	if err := t.delete(inboundPartial, uid(in.Inbound)...); err != nil {
		return 0, err
	}
	t.about().Inbound++
	in.ID, in.Status = uint64(t.about().Inbound), store.InboundPending
	if err := t.addAs(inbounds, t.columns(in.Inbound), in); err != nil {
		return 0, err
	}
	t.tell(store.News{Kind: store.NewsInbound})
	return in.ID, t.PutCursor(cursor)
}

func (t inboundTx) inbound(id uint64) (chunks.Message, error) {
	in, err := get[chunks.Message](t.records, inbounds, int64(id))
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
	if in.Status == store.InboundPending {
		t.tell(store.News{Kind: store.NewsInbound})
	}
	return t.putAs(inbounds, t.columns(in), now)
}

func (t inboundTx) InboundByStatus(
	status store.InboundStatus, from uint64, fn func(store.Inbound) bool,
) error {
	if from > math.MaxInt64 {
		return nil
	}
	return each(t.records, inbounds, span{
		Where: "status = $1", Args: []any{string(status)},
		Order: []string{"id"}, After: []any{int64(from) - 1},
	}, decodeInbound, fn)
}

func (t inboundTx) InboundOf(thread string, fn func(store.Inbound) bool) error {
	return each(t.records, inbounds, span{
		Where: "thread = $1 AND NOT erased", Args: []any{[]byte(thread)}, Order: []string{"id"},
	}, decodeInbound, fn)
}

func (t inboundTx) InboundFrom(author string, fn func(store.Inbound) bool) error {
	return each(t.records, inbounds, span{
		Where: "author = $1 AND NOT erased", Args: []any{t.addressKey(author)},
		Order: []string{"id"},
	}, decodeInbound, fn)
}

func (t inboundTx) EraseInbound(id uint64) error {
	in, err := t.inbound(id)
	if err != nil {
		return err
	}
	if err := rules.EraseInbound(&in.Inbound); err != nil {
		return err
	}
	in.Chunks, in.Octets = 0, 0
	return errors.Join(
		t.dropChunks(in.Inbound, 0), t.putAs(inbounds, t.columns(in.Inbound), in))
}

func (t inboundTx) Cursor(mailbox string) (store.Cursor, error) {
	c, err := get[store.Cursor](t.records, cursors, []byte(mailbox))
	if err != nil {
		return c, fmt.Errorf("reading cursor of %s: %w", mailbox, err)
	}
	return c, nil
}

func (t inboundTx) PutCursor(c store.Cursor) error {
	if err := checkName("mailbox of cursor", c.Mailbox); err != nil {
		return err
	}
	old, err := t.Cursor(c.Mailbox)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return t.putAs(cursors, []any{[]byte(c.Mailbox)}, rules.Cursor(old, c))
}

func (t inboundTx) Fingerprint(sum [32]byte) (inbound uint64, err error) {
	r, err := t.one(fingerprints, sum[:])
	if err != nil {
		return 0, fmt.Errorf("looking up content: %w", err)
	}
	return uint64(r.number("inbound")), nil
}

func (t inboundTx) PutFingerprint(sum [32]byte, inbound uint64) error {
	return t.keep(fingerprints, []any{sum[:], int64(inbound)})
}
