package postgres

import (
	"errors"
	"fmt"

	"ppamaild/store"
	"ppamaild/store/bkey"
)

// messageID is a Message-ID and its owner.
type messageID struct {
	id  string
	ref store.MessageRef
}

func decodeMessageID(r row) (m messageID, err error) {
	var id []byte
	err = decode(r, &m.ref, &id)
	m.id = string(id)
	return m, err
}

func (t threadTx) MessageID(id string) (store.MessageRef, error) {
	r, err := t.one(messageIDs, bkey.MessageID(id))
	if err != nil {
		return store.MessageRef{}, fmt.Errorf("looking up Message-ID %q: %w", id, err)
	}
	m, err := decodeMessageID(r)
	return m.ref, err
}

func (t threadTx) PutMessageID(id string, ref store.MessageRef) error {
	if id == "" {
		return errors.New("storing an empty Message-ID")
	}
	return t.putAs(messageIDs, messageIDColumns(messageID{id, ref}), ref, []byte(id))
}

func messageIDColumns(m messageID) []any {
	return []any{bkey.MessageID(m.id), []byte(m.ref.Thread)}
}

func (t threadTx) MessageIDs(fn func(id string, ref store.MessageRef) bool) error {
	return t.eachMessageID(span{Order: messageIDs.Keys}, fn)
}

func (t threadTx) MessageIDsOf(
	thread string, fn func(id string, ref store.MessageRef) bool,
) error {
	return t.eachMessageID(span{
		Where: "thread = $1", Args: []any{[]byte(thread)}, Order: messageIDs.Keys,
	}, fn)
}

func (t threadTx) eachMessageID(s span, fn func(id string, ref store.MessageRef) bool) error {
	return each(t.records, messageIDs, s, decodeMessageID,
		func(m messageID) bool { return fn(m.id, m.ref) })
}

func (t threadTx) DeleteMessageID(id string) error {
	return t.delete(messageIDs, bkey.MessageID(id))
}
