package privacy

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ppamaild/store"
)

// Erased is the part of a journal that one order erased.
type Erased struct {
	Order   string    `json:"order"`
	At      time.Time `json:"at"`
	By      string    `json:"by"`
	Entries int       `json:"entries"`
}

// ErasedFrom returns the erasures of a thread's journal, as recorded in that journal.
// ErasedFrom returns store.ErrCorrupt if an erased entry belongs to no recorded order.
func ErasedFrom(tx store.Journals, thread string) (all []Erased, err error) {
	var last, through uint64 // last erased entry, and last entry that orders account for
	var failed error
	err = tx.Journal(thread, 1, func(e store.Entry, payload []byte) bool {
		switch {
		case e.Kind == KindErased && payload != nil:
			var said Erasure
			failed = json.Unmarshal(payload, &said)
			through = max(through, said.Through)
			if said.Entries > 0 {
				all = append(all, Erased{e.Ref, e.At, e.Actor, said.Entries})
			}
		case payload == nil || e.Nameless:
			last = e.Seq
		}
		return failed == nil
	})
	if err := errors.Join(err, failed); err != nil {
		return nil, fmt.Errorf("reading what was erased of %s: %w", thread, err)
	}
	if last > through {
		return all, fmt.Errorf("journal of %s, entry %d: it was erased, and no order says so: %w", thread, last, store.ErrCorrupt)
	}
	return all, nil
}
