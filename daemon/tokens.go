package daemon

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"

	"ppamaild/daemon/control"
	"ppamaild/store"
)

// Where an endpoint gives another refresh token in place of the configured one, that lies
// in the store, as a secret that is named by a digest of the configured one. Another one in
// the configuration thus counts by itself, and nothing that came of the one before.

func heirOf(token string) string {
	digest := sha256.Sum256([]byte(token))
	return hex.EncodeToString(digest[:])
}

// inStore keeps refresh tokens in a store that is open; see oauth.Keeper.
type inStore struct{ store.Store }

func (s inStore) Kept(ctx context.Context, of string) (string, error) { return s.kept(ctx, heirOf(of)) }

func (s inStore) Keep(ctx context.Context, of, newest string) error {
	return s.keep(ctx, heirOf(of), newest)
}

const secretRefreshToken = "refresh_token "

func (s inStore) kept(ctx context.Context, heir string) (newest string, err error) {
	err = s.View(ctx, func(tx store.Tx) error {
		value, err := tx.Secret(secretRefreshToken + heir)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		newest = string(value)
		return err
	})
	return newest, err
}

func (s inStore) keep(ctx context.Context, heir, newest string) error {
	return s.Update(ctx, func(tx store.Tx) error {
		return tx.PutSecret(secretRefreshToken+heir, []byte(newest))
	})
}

// Kept implements oauth.Keeper.
func (a Admin) Kept(ctx context.Context, of string) (string, error) {
	return inStore{a.Store}.Kept(ctx, of)
}

// Keep implements oauth.Keeper.
func (a Admin) Keep(ctx context.Context, of, newest string) error {
	return inStore{a.Store}.Keep(ctx, of, newest)
}

// refreshTokenHandlers serve a check that is made while the daemon runs: what one of them
// is given the other is to use.
func refreshTokenHandlers(mux *http.ServeMux, a Admin) {
	kept := inStore{a.Store}
	mux.HandleFunc("GET /refresh_tokens/{heir}", control.Answer(func(r *http.Request) (string, error) {
		return kept.kept(r.Context(), r.PathValue("heir"))
	}))
	mux.HandleFunc("PUT /refresh_tokens/{heir}", func(w http.ResponseWriter, r *http.Request) {
		control.Fulfil(func(ctx context.Context, newest string) (struct{}, error) {
			return struct{}{}, kept.keep(ctx, r.PathValue("heir"), newest)
		})(w, r)
	})
}

func (c running) Kept(ctx context.Context, of string) (string, error) {
	return control.Get[string](ctx, c.Client, "/refresh_tokens/"+heirOf(of))
}

func (c running) Keep(ctx context.Context, of, newest string) error {
	_, err := control.Ask[struct{}](ctx, c.Client, http.MethodPut, "/refresh_tokens/"+heirOf(of),
		newest)
	return err
}
