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

// KeptTokens keeps refresh tokens in an open store. A token endpoint may replace the configured
// refresh token. The replacement is a secret in the store, named by a digest of the configured
// token. So a new token in the configuration counts, and replacements of the old token do not.
// KeptTokens implements oauth.Keeper.
type KeptTokens struct{ store store.Store }

// NewKeptTokens returns the tokens that a store keeps.
func NewKeptTokens(s store.Store) KeptTokens { return KeptTokens{s} }

// tokenDigest returns the name under which the replacement of a token is stored.
func tokenDigest(token string) string {
	digest := sha256.Sum256([]byte(token))
	return hex.EncodeToString(digest[:])
}

// Kept returns the replacement of a configured token, or "".
func (s KeptTokens) Kept(ctx context.Context, of string) (string, error) {
	return s.kept(ctx, tokenDigest(of))
}

// Keep stores the replacement of a configured token.
func (s KeptTokens) Keep(ctx context.Context, of, newest string) error {
	return s.keep(ctx, tokenDigest(of), newest)
}

const secretRefreshToken = "refresh_token " // continues with the digest

func (s KeptTokens) kept(ctx context.Context, digest string) (newest string, err error) {
	err = s.store.View(ctx, func(tx store.Tx) error {
		value, err := tx.Secret(secretRefreshToken + digest)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		newest = string(value)
		return err
	})
	return newest, err
}

func (s KeptTokens) keep(ctx context.Context, digest, newest string) error {
	return s.store.Update(ctx, func(tx store.Tx) error {
		return tx.PutSecret(secretRefreshToken+digest, []byte(newest))
	})
}

// refreshTokenHandlers serves ppamaild check while the daemon runs: both must use the token that
// either of them receives.
func refreshTokenHandlers(mux *http.ServeMux, kept KeptTokens) {
	mux.HandleFunc("GET /refresh_tokens/{digest}", control.Answer(func(r *http.Request) (string, error) {
		return kept.kept(r.Context(), r.PathValue("digest"))
	}))
	mux.HandleFunc("PUT /refresh_tokens/{digest}", func(w http.ResponseWriter, r *http.Request) {
		control.Fulfill(func(ctx context.Context, newest string) (struct{}, error) {
			return struct{}{}, kept.keep(ctx, r.PathValue("digest"), newest)
		})(w, r)
	})
}
