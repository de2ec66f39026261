package daemon

import (
	"context"
	"errors"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// keepAgencyThread makes the agency's thread where there is none, and sees to it
// that the next list has its timer.
func (d *Daemon) keepAgencyThread(ctx context.Context) error {
	return d.Update(ctx, failpoint.Agency, func(tx store.Tx) error {
		_, err := tx.Head(journal.AgencyThread)
		if errors.Is(err, store.ErrNotFound) {
			err = d.makeAgencyThread(tx)
		}
		if err != nil {
			return err
		}
		timers, err := tx.Timers(journal.AgencyThread)
		if err != nil {
			return err
		}
		due := d.NextDigest()
		for _, t := range timers { // one that ran out meanwhile stays due
			if t.Name == queue.TimerDigest && t.Due.Before(due) {
				due = t.Due
			}
		}
		return queue.SetDigestTimer(tx, due)
	})
}

func (d *Daemon) makeAgencyThread(tx store.Tx) error {
	state, err := agent.NewState(journal.AgencyThread, agent.CustomerInfo{}).Encode()
	if err != nil {
		return err
	}
	_, err = tx.PutHead(store.Head{
		Thread: journal.AgencyThread, Status: store.ThreadRunning, Subject: d.Config.Agency.Name,
		CreatedAt: d.Now(), UpdatedAt: d.Now(), State: state,
	})
	return err
}
