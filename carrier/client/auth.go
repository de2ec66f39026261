package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"github.com/cenkalti/backoff/v5"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"ppamaild/carrier/wire"
)

// tokens keeps a bearer token until it expires or is refused.
type tokens struct {
	oauth OAuth
	http  *http.Client

	turn chan struct{} // held by the goroutine that gets a token; others wait

	mu      sync.Mutex
	current *oauth2.Token // protected by mu
	refused int           // in a row; protected by mu
}

// authorize adds the credentials to a request.
func (c *Client) authorize(ctx context.Context, h http.Header) error {
	if c.tokens == nil {
		h.Set(wire.HeaderAPIKey, c.o.APIKey)
		return nil
	}
	token, err := c.tokens.get(ctx)
	if err != nil {
		return err
	}
	h.Set("Authorization", "Bearer "+token)
	return nil
}

// forgetToken drops the token, so that the next request gets a new one. It returns false if
// a new token cannot help.
func (c *Client) forgetToken() bool {
	if c.tokens == nil {
		return false
	}
	c.tokens.mu.Lock()
	defer c.tokens.mu.Unlock()
	c.tokens.current = nil
	c.tokens.refused++
	return c.tokens.refused < 2
}

func (t *tokens) get(ctx context.Context) (string, error) {
	if token, has := t.kept(); has {
		return token, nil
	}
	select {
	case t.turn <- struct{}{}:
		defer func() { <-t.turn }()
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
	if token, has := t.kept(); has {
		return token, nil
	}
	c := clientcredentials.Config{ClientID: t.oauth.ClientID, ClientSecret: t.oauth.ClientSecret, TokenURL: t.oauth.TokenURL, Scopes: t.oauth.Scopes}
	token, err := c.Token(context.WithValue(ctx, oauth2.HTTPClient, t.http))
	if refused, is := errors.AsType[*oauth2.RetrieveError](err); is && refused.Response.StatusCode < 500 && refused.Response.StatusCode != http.StatusTooManyRequests {
		// The text of err contains the server's answer, and the answer may contain the secret.
		return "", backoff.Permanent(final{fmt.Errorf("no token is to be had: %s answers %d", t.oauth.TokenURL, refused.Response.StatusCode)})
	}
	if err != nil {
		return "", fmt.Errorf("getting a token: %w", err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.current = token
	return token.AccessToken, nil
}

// kept returns the current token unless it has expired.
func (t *tokens) kept() (token string, has bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.current.Valid() {
		return "", false
	}
	t.refused = 0
	return t.current.AccessToken, true
}
