package admin

import (
	"context"
	"errors"
	"strings"

	"ppamaild/daemon/queue"
	"ppamaild/daemon/refusal"
	"ppamaild/failpoint"
	"ppamaild/mailbox/message"
	"ppamaild/privacy"
	"ppamaild/store"
)

// HoldOrder is an order to protect the data of an address or thread from erasure, or to end the
// protection.
type HoldOrder struct {
	On      string `json:"on"` // an address or a thread's id
	By      string `json:"by"`
	Reason  string `json:"reason,omitempty"`
	Release bool   `json:"release,omitempty"`
}

// Holds returns all holds, sorted by address or thread.
func (a *Admin) Holds(ctx context.Context) ([]store.Hold, error) {
	return queue.Read(ctx, a.Deps.Store, store.Tx.Holds)
}

// Hold carries out an order and returns the hold that begins or ends. It returns a refusal for an
// unknown thread, and for the release of a hold that does not exist.
func (a *Admin) Hold(ctx context.Context, o HoldOrder) (h store.Hold, err error) {
	if strings.Contains(o.On, "@") {
		if err := message.CheckAddress(strings.TrimSpace(o.On)); err != nil {
			return h, refusal.Errorf("%q is no address: %v", o.On, err)
		}
	}
	change := privacy.Hold
	if o.Release {
		change = privacy.Release
	}
	err = a.Update(ctx, failpoint.Keep, func(tx store.Tx) error {
		h, err = change(tx, a.agency(), store.Hold{
			On:     o.On,
			By:     o.By,
			At:     a.Now().UTC(),
			Reason: o.Reason,
			Via:    a.via,
		})
		return err
	})
	switch {
	case errors.Is(err, privacy.ErrNoSuch):
		return h, refusal.Errorf("%v; ppamaild threads list shows the threads", err)
	case errors.Is(err, store.ErrNotFound):
		return h, refusal.Errorf("there is no hold on %s; ppamaild hold --list shows all holds", h.On)
	case err == nil:
		a.Log.Info("hold", "on", h.On, "by", o.By, "released", o.Release)
	}
	return h, err
}
