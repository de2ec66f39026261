package journal

import (
	"fmt"

	"ppamaild/store"
)

// Ref names a message by our own number for it: where it has no Message-ID, or one
// that is not to be believed.
func Ref(inbound uint64) string { return fmt.Sprintf("inbound-%d", inbound) }

// Message finds the message that an entry refers to, by its Message-ID or its Ref. It
// returns store.ErrNotFound where there is none.
func Message(tx store.Tx, ref string) (store.Inbound, error) {
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
