package recovery

import (
	"time"

	"ppamaild/daemon/journal"
	"ppamaild/daemon/timers"
	"ppamaild/store"
)

// AskAgainAfter is the time after which staff are asked again to release the outbox.
const AskAgainAfter = 10 * time.Minute

// AskLater sets a timer that repeats e, the event that asks staff to release the outbox. The
// caller could not ask, so no mail leaves.
func (r *Recovery) AskLater(tx store.Timers, e store.Event) error {
	at := r.Now().Add(AskAgainAfter)
	r.Log.Error("cannot ask staff to release the outbox after the restore, so no mail leaves; "+
		"asking again later; to release the outbox: ppamaild outbox release", "asked", at)
	return tx.PutTimer(store.Timer{
		Thread: journal.AgencyThread,
		Name:   timers.AskRelease,
		Due:    at.UTC(),
		Data:   e.Data,
	})
}
