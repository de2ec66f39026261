package admin

import (
	"context"
	"errors"
	"strings"

	"ppamaild/daemon/refusal"
	"ppamaild/failpoint"
	"ppamaild/mailbox/message"
	"ppamaild/privacy"
	"ppamaild/store"
)

// Holding is an order to keep what is known of an address, or what a thread holds, from
// being erased, or to do so no longer.
type Holding struct {
	On      string `json:"on"` // an address or a thread's id
	By      string `json:"by"`
	Reason  string `json:"reason,omitempty"`
	Release bool   `json:"release,omitempty"`
}

// Holds returns all holds, by what they are on.
func (a *Admin) Holds(ctx context.Context) (all []store.Hold, err error) {
	err = a.Deps.Store.View(ctx, func(tx store.Tx) error { all, err = tx.Holds(); return err })
	return all, err
}

// Hold carries the order out and returns the hold that begins or ends. It fails with
// a refusal where there is no such thread, or no hold to release.
func (a *Admin) Hold(ctx context.Context, o Holding) (h store.Hold, err error) {
	if strings.Contains(o.On, "@") {
		if err := message.CheckAddress(strings.TrimSpace(o.On)); err != nil {
			return h, refusal.Errorf("%q is no address: %v", o.On, err)
		}
	}
	do := privacy.Hold
	if o.Release {
		do = privacy.Release
	}
	err = a.Update(ctx, failpoint.Keep, func(tx store.Tx) error {
		h, err = do(tx, a.house(), store.Hold{On: o.On, By: o.By, At: a.Now().UTC(),
			Reason: o.Reason})
		return err
	})
	switch {
	case errors.Is(err, privacy.ErrNoSuch):
		return h, refusal.Errorf("%v; ppamaild threads list shows the threads", err)
	case errors.Is(err, store.ErrNotFound):
		return h, refusal.Errorf("nothing is held on %s; ppamaild hold --list shows what is", h.On)
	case err == nil:
		a.Log.Info("hold", "on", h.On, "by", o.By, "released", o.Release)
	}
	return h, err
}
