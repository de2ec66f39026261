package daemon

import (
	"context"
	"net/http"

	"ppamaild/daemon/control"
	"ppamaild/daemon/refusal"
	"ppamaild/store/crypt"
)

// Rekeyed says what came of encrypting the store anew.
type Rekeyed struct {
	Key     crypt.ID `json:"key"` // the only one that is needed now
	Records int      `json:"records"`
	Left    string   `json:"left,omitempty"` // as of Forgotten
}

// rekeyer is a store that can be encrypted.
type rekeyer interface {
	Rekey(ctx context.Context) (int, error)
}

// Rekey encrypts all of the store with the newest key. It fails with a refusal where there
// is none.
func (a Admin) Rekey(ctx context.Context) (done Rekeyed, err error) {
	newest, has := a.Config.Store.Keys.Newest()
	s, can := a.Store.(rekeyer)
	switch {
	case !has && a.Config.Store.Keyless != "":
		return done, refusal.Errorf("%s", a.Config.Store.Keyless)
	case !has:
		return done, refusal.Errorf("there is no key to encrypt with: store.encryption_key_file names the file of keys")
	case !can:
		return done, refusal.Errorf("a store of this kind is encrypted by its own means")
	}
	done.Key = newest
	if done.Records, err = s.Rekey(ctx); err != nil {
		return done, err
	}
	done.Left = a.byHand().scrub(ctx)
	return done, nil
}

// Rekey implements rekeyer, where the store does.
func (s patientStore) Rekey(ctx context.Context) (int, error) {
	inner, can := s.Store.(rekeyer)
	if !can {
		return 0, refusal.Errorf("a store of this kind is encrypted by its own means")
	}
	return inner.Rekey(ctx)
}

func rekeyHandler(a Admin) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		done, err := a.Rekey(r.Context())
		control.Respond(w, done, err)
	}
}

func (c running) Rekey(ctx context.Context) (Rekeyed, error) {
	return control.Ask[Rekeyed](ctx, c.Untimed(), http.MethodPost, "/rekey", nil)
}
