package configured

import (
	"log/slog"
	"strings"

	"ppamaild/config"
	"ppamaild/mailbox"
	"ppamaild/mailbox/oauth"
)

// Tokens gives the tokens of mail accounts. Accounts that get them alike share them.
type Tokens struct {
	keeper  oauth.Keeper
	log     *slog.Logger
	sources map[string]*oauth.Source
}

// NewTokens returns who gives tokens; keeper keeps the refresh tokens that come with them.
func NewTokens(keeper oauth.Keeper, log *slog.Logger) *Tokens {
	return &Tokens{keeper: keeper, log: log, sources: make(map[string]*oauth.Source)}
}

// For returns where the tokens of an account come from; nil where it takes a password.
func (t *Tokens) For(c config.Server) mailbox.TokenSource {
	if c.Auth != config.AuthOAuth2 {
		return nil
	}
	key := GrantKey(c.OAuth)
	if t.sources[key] == nil {
		t.sources[key] = oauth.New(oauth.Options{
			TokenURL: c.TokenURL, ClientID: c.ClientID, ClientSecret: c.ClientSecret.Reveal(), RefreshToken: c.RefreshToken.Reveal(),
			Scopes: c.Scopes, RootCAs: c.TokenCAs, Keeper: t.keeper, Logger: t.log,
		})
	}
	return t.sources[key]
}

// GrantKey is the same for accounts that get the same tokens. It is a secret.
func GrantKey(o config.OAuth) string {
	return strings.Join(append([]string{o.TokenURL, o.ClientID, o.ClientSecret.Reveal(), o.RefreshToken.Reveal()}, o.Scopes...), "\x00")
}
