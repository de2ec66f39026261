package admin

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

// NewKeptTokens returns the tokens that a store keeps.
func NewKeptTokens(s store.Store) KeptTokens { return KeptTokens{s} }

func heirOf(token string) string {
	digest := sha256.Sum256([]byte(token))
	return hex.EncodeToString(digest[:])
}

// KeptTokens keeps refresh tokens in an open store. KeptTokens implements oauth.Keeper.
type KeptTokens struct{ store store.Store }

func (s KeptTokens) Kept(ctx context.Context, of string) (string, error) {
	return s.kept(ctx, heirOf(of))
}

func (s KeptTokens) Keep(ctx context.Context, of, newest string) error {
	return s.keep(ctx, heirOf(of), newest)
}

const secretRefreshToken = "refresh_token "

func (s KeptTokens) kept(ctx context.Context, heir string) (newest string, err error) {
	err = s.store.View(ctx, func(tx store.Tx) error {
		value, err := tx.Secret(secretRefreshToken + heir)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		newest = string(value)
		return err
	})
	return newest, err
}

func (s KeptTokens) keep(ctx context.Context, heir, newest string) error {
	return s.store.Update(ctx, func(tx store.Tx) error {
		return tx.PutSecret(secretRefreshToken+heir, []byte(newest))
	})
}

// refreshTokenHandlers serve a check that is made while the daemon runs: what one of them
// is given the other is to use.
func refreshTokenHandlers(mux *http.ServeMux, kept KeptTokens) {
	mux.HandleFunc("GET /refresh_tokens/{heir}", control.Answer(func(r *http.Request) (string, error) {
		return kept.kept(r.Context(), r.PathValue("heir"))
	}))
	mux.HandleFunc("PUT /refresh_tokens/{heir}", func(w http.ResponseWriter, r *http.Request) {
		control.Fulfil(func(ctx context.Context, newest string) (struct{}, error) {
			return struct{}{}, kept.keep(ctx, r.PathValue("heir"), newest)
		})(w, r)
	})
}
