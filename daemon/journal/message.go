package journal

import (
	"fmt"

	"ppamaild/store"
)

// Lookup is the part of a transaction that Message needs.
type Lookup interface {
	Inbound(number uint64) (store.Inbound, error)
	MessageID(id string) (store.MessageRef, error)
}

// Ref returns a reference to a message by its number in the store, for messages without a
// Message-ID and with one that cannot be trusted.
func Ref(inbound uint64) string { return fmt.Sprintf("inbound-%d", inbound) }

// Message returns the message behind the reference of an entry, a Message-ID or a Ref. It returns
// store.ErrNotFound if there is no such message.
func Message(tx Lookup, ref string) (store.Inbound, error) {
	var number uint64
	if n, err := fmt.Sscanf(ref, "inbound-%d", &number); n == 1 && err == nil && ref == Ref(number) {
		return tx.Inbound(number)
	}
	known, err := tx.MessageID(ref)
	if err != nil {
		return store.Inbound{}, err
	}
	return tx.Inbound(known.Inbound)
}
