package configured

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"strings"

	"ppamaild/config"
	"ppamaild/mailbox"
	"ppamaild/mailbox/oauth"
)

// Tokens provides the tokens of mail accounts. Accounts with the same settings share a token.
type Tokens struct {
	keeper  oauth.Keeper
	log     *slog.Logger
	turn    func(ctx context.Context, name string, work func() error) error
	sources map[string]*oauth.Source
}

// NewTokens returns a provider of tokens; keeper stores the new refresh tokens.
func NewTokens(keeper oauth.Keeper, log *slog.Logger) *Tokens {
	return &Tokens{keeper: keeper, log: log, sources: make(map[string]*oauth.Source)}
}

// TakeTurns lets several processes share refresh tokens. turn calls work while no other process
// does work of the name.
func (t *Tokens) TakeTurns(
	turn func(ctx context.Context, name string, work func() error) error,
) *Tokens {
	t.turn = turn
	return t
}

// turnOf returns the turn for a refresh token; nil: there is no other process.
func (t *Tokens) turnOf(c config.OAuth) oauth.Turn {
	if t.turn == nil {
		return nil
	}
	digest := sha256.Sum256([]byte(c.RefreshToken.Reveal()))
	name := "refresh_token " + hex.EncodeToString(digest[:])
	return func(ctx context.Context, work func() error) error { return t.turn(ctx, name, work) }
}

// For returns the token source of an account; nil for an account with a password.
func (t *Tokens) For(c config.Server) mailbox.TokenSource {
	if c.Auth != config.AuthOAuth2 {
		return nil
	}
	key := GrantKey(c.OAuth)
	if t.sources[key] == nil {
		t.sources[key] = oauth.New(oauth.Options{
			TokenURL: c.TokenURL, ClientID: c.ClientID, ClientSecret: c.ClientSecret.Reveal(), RefreshToken: c.RefreshToken.Reveal(),
			Scopes: c.Scopes, RootCAs: c.TokenCAs, Keeper: t.keeper,
			Turn: t.turnOf(c.OAuth), Logger: t.log,
		})
	}
	return t.sources[key]
}

// GrantKey returns the same key for accounts that share tokens. The key is a secret.
func GrantKey(o config.OAuth) string {
	return strings.Join(append([]string{o.TokenURL, o.ClientID, o.ClientSecret.Reveal(), o.RefreshToken.Reveal()}, o.Scopes...), "\x00")
}
