// Package chain links the entries of a journal by their hashes, for all backends of a store.
package chain

import (
	"fmt"
	"io"
	"strings"

	"ppamaild/store"
)

// Tail is the end of a journal: the only part of earlier entries that Next needs.
type Tail struct {
	Seq  uint64
	Hash store.Sum
}

// Apart is the data that is stored apart from an entry, so that it can be erased.
type Apart struct {
	Salt, Payload []byte // nil if erased
	NamesSalt     []byte // nil if erased, and for entries from before format 4 of package bolt
}

// Next returns e as the entry after end, and the data to store apart from the entry. random is
// the source of salt.
func Next(end Tail, e store.Entry, payload []byte, random io.Reader) (store.Entry, Apart, error) {
	var salts [2][store.SaltSize]byte
	for i := range salts {
		if _, err := io.ReadFull(random, salts[i][:]); err != nil {
			return e, Apart{}, fmt.Errorf("making salt for the journal of %s: %w", e.Thread, err)
		}
	}
	e.Seq, e.At, e.Prev = end.Seq+1, e.At.UTC(), end.Hash
	e.Actor = strings.ToValidUTF8(e.Actor, "\uFFFD") // as JSON encodes it
	e.Ref = strings.ToValidUTF8(e.Ref, "\uFFFD")
	e.Digest = store.PayloadDigest(salts[0], payload)
	e.Names = store.NamesDigest(salts[1], e.Actor, e.Ref)
	e.Hash = e.ComputeHash()
	return e, Apart{salts[0][:], payload, salts[1][:]}, nil
}

// After checks that e, with the data stored apart from e, follows the entry at the end of
// a journal.
func After(end Tail, e store.Entry, a Apart) error {
	old := e.Names == (store.Sum{})
	switch {
	case e.Seq != end.Seq+1:
		return fmt.Errorf("does not follow entry %d: %w", end.Seq, store.ErrCorrupt)
	case e.Prev != end.Hash:
		return fmt.Errorf("has the wrong hash of the entry before: %w", store.ErrCorrupt)
	case !(old && e.Nameless) && e.Hash != e.ComputeHash():
		return fmt.Errorf("has the wrong hash: %w", store.ErrCorrupt)
	case a.Payload != nil && e.Digest != store.PayloadDigest(saltOf(a.Salt), a.Payload):
		return fmt.Errorf("has the wrong digest of its payload: %w", store.ErrCorrupt)
	case e.Nameless && e.Actor+e.Ref != "",
		!e.Nameless && !old && e.Names != store.NamesDigest(saltOf(a.NamesSalt), e.Actor, e.Ref):
		return fmt.Errorf("has the wrong digest of its names: %w", store.ErrCorrupt)
	}
	return nil
}

// ErasePayload removes the payload of an entry.
func ErasePayload(_ *store.Entry, a *Apart) { a.Salt, a.Payload = nil, nil }

// EraseNames removes the actor and the subject of an entry.
func EraseNames(e *store.Entry, a *Apart) {
	e.Actor, e.Ref, e.Nameless, a.NamesSalt = "", "", true, nil
}

func saltOf(b []byte) (salt [store.SaltSize]byte) {
	copy(salt[:], b)
	return salt
}

// Verify checks that the entries of a journal form a chain up to end. entries passes the entries
// in order.
func Verify(
	thread string, end Tail, entries func(fn func(store.Entry, Apart) bool) error,
) error {
	var at Tail
	var broken error
	err := entries(func(e store.Entry, a Apart) bool {
		broken = After(at, e, a)
		at = Tail{Seq: e.Seq, Hash: e.Hash}
		return broken == nil
	})
	switch {
	case err != nil:
		return fmt.Errorf("journal of %s, entry %d: %w", thread, at.Seq+1, err)
	case broken != nil:
		return fmt.Errorf("journal of %s, entry %d: %w", thread, at.Seq, broken)
	case at != end:
		return fmt.Errorf("journal of %s ends at entry %d, not %d: %w",
			thread, at.Seq, end.Seq, store.ErrCorrupt)
	}
	return nil
}
