package recovery

import (
	"time"

	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

const AskAgainAfter = 10 * time.Minute

func (r *Recovery) AskLater(tx store.Tx, e store.Event) error {
	r.Log.Error("staff can't be asked whether mail may leave after the restore, so none does; they are asked again, or let it leave: ppamaild outbox release", "asked", r.Now().Add(AskAgainAfter))
	return tx.PutTimer(store.Timer{Thread: journal.AgencyThread, Name: queue.TimerAskRelease,
		Due: r.Now().Add(AskAgainAfter).UTC(), Data: e.Data})
}
