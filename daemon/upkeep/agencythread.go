package upkeep

import (
	"context"
	"errors"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/timers"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// KeepAgencyThread creates the agency's thread if it is missing, and sets the timer of the next
// digest. A digest that became due while no daemon ran stays due.
func (t *Upkeep) KeepAgencyThread(ctx context.Context) error {
	return t.Update(ctx, failpoint.Agency, func(tx store.Tx) error {
		_, err := tx.Head(journal.AgencyThread)
		if errors.Is(err, store.ErrNotFound) {
			err = t.makeAgencyThread(tx)
		}
		if err != nil {
			return err
		}
		all, err := tx.Timers(journal.AgencyThread)
		if err != nil {
			return err
		}
		due := t.NextDigest()
		for _, timer := range all {
			if timer.Name == timers.Digest && timer.Due.Before(due) {
				due = timer.Due
			}
		}
		return timers.SetDigest(tx, due)
	})
}

func (t *Upkeep) makeAgencyThread(tx store.Threads) error {
	state, err := agent.NewState(journal.AgencyThread, agent.CustomerInfo{}).Encode()
	if err != nil {
		return err
	}
	_, err = tx.PutHead(store.Head{
		Thread:    journal.AgencyThread,
		Status:    store.ThreadRunning,
		Subject:   t.Config.Agency.Name,
		CreatedAt: t.Now(),
		UpdatedAt: t.Now(),
		State:     state,
	})
	return err
}
