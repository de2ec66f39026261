package daemon

import (
	"context"
	"net/http"

	"ppamaild/daemon/control"
	"ppamaild/daemon/refusal"
	"ppamaild/daemon/storefile"
	"ppamaild/store/crypt"
)

// Rekeyed says what came of encrypting the store anew.
type Rekeyed struct {
	Key     crypt.ID `json:"key"` // the only one that is needed now
	Records int      `json:"records"`
	Left    string   `json:"left,omitempty"` // as of Forgotten
}

// Rekey encrypts all of the store with the newest key. It fails with a refusal where there
// is none.
func (a Admin) Rekey(ctx context.Context) (done Rekeyed, err error) {
	newest, has := a.Config.Store.Keys.Newest()
	switch {
	case !has && a.Config.Store.Keyless != "":
		return done, refusal.Errorf("%s", a.Config.Store.Keyless)
	case !has:
		return done, refusal.Errorf("there is no key to encrypt with: store.encryption_key_file names the file of keys")
	}
	done.Key = newest
	if done.Records, err = storefile.Rekey(ctx, a.Store); err != nil {
		return done, err
	}
	done.Left = a.byHand().compact(ctx)
	return done, nil
}

func (c running) Rekey(ctx context.Context) (Rekeyed, error) {
	return control.Ask[Rekeyed](ctx, c.Untimed(), http.MethodPost, "/rekey", nil)
}
