package privacy

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ppamaild/store"
)

// Erased is what one order erased of a journal.
type Erased struct {
	Order   string    `json:"order"`
	At      time.Time `json:"at"`
	By      string    `json:"by"`
	Entries int       `json:"entries"`
}

// ErasedFrom returns what was erased of a thread's journal, as the journal itself says.
// store.ErrCorrupt where an entry is erased that no order is said to have erased.
func ErasedFrom(tx store.Journals, thread string) (all []Erased, err error) {
	var last, through uint64 // of what is erased, and of what orders account for
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
