package oauth

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

// grant is the endpoint's response.
type grant struct {
	access string
	lasts  time.Duration // 0: not stated
}

// getInTurn is get, while no other process asks with the same refresh token.
func (s *Source) getInTurn(ctx context.Context) (got grant, err error) {
	if s.o.Turn == nil || s.o.RefreshToken == "" {
		return s.get(ctx)
	}
	asked := false
	failed := s.o.Turn(ctx, func() error {
		got, err = s.get(ctx)
		asked = true
		return err
	})
	if !asked {
		err = s.failure(failed)
	}
	return got, err
}

// get requests a token with the newest refresh token. If the refresh token was used up, another
// process may have stored a newer token.
func (s *Source) get(ctx context.Context) (grant, error) {
	refreshToken, err := s.newest(ctx)
	if err != nil {
		return grant{}, err
	}
	got, err := s.ask(ctx, refreshToken)
	if isCode(err, "invalid_grant") && refreshToken != "" {
		if other, failed := s.newest(ctx); failed == nil && other != refreshToken {
			refreshToken = other
			got, err = s.ask(ctx, refreshToken)
		}
	}
	if err != nil {
		return grant{}, s.failure(s.explain(ctx, err, refreshToken))
	}
	if refreshToken != "" && got.RefreshToken != refreshToken {
		s.unsaved = got.RefreshToken
		if _, err := s.newest(ctx); err != nil { // also stores it
			return grant{}, err
		}
		s.log.Debug("the endpoint replaced the refresh token; the new token is in the store")
	}
	g := grant{access: got.AccessToken}
	if !got.Expiry.IsZero() {
		g.lasts = time.Until(got.Expiry)
	}
	return g, nil
}

// newest returns the newest refresh token and makes sure the token is stored, or "" without a
// refresh token.
func (s *Source) newest(ctx context.Context) (string, error) {
	configured := s.o.RefreshToken
	switch {
	case configured == "" || s.o.Keeper == nil:
		return cmp.Or(s.unsaved, configured), nil
	case s.unsaved != "":
		if err := s.o.Keeper.Keep(ctx, configured, s.unsaved); err != nil {
			return "", s.failure(errors.Join(errors.New("the endpoint gave another refresh token, which can't be kept"), err))
		}
		newest := s.unsaved
		s.unsaved = ""
		return newest, nil
	}
	kept, err := s.o.Keeper.Kept(ctx, configured)
	if err != nil {
		return "", s.failure(err)
	}
	return cmp.Or(kept, configured), nil
}

// ask makes the request. It sends the secret in the body, as Google and Microsoft require, and
// in a header if the endpoint rejects the body.
func (s *Source) ask(ctx context.Context, refreshToken string) (*oauth2.Token, error) {
	got, err := s.request(ctx, refreshToken)
	if s.o.ClientSecret == "" || s.inBasic || !isCode(err, "invalid_client") {
		return got, err
	}
	s.inBasic = true
	got, again := s.request(ctx, refreshToken)
	if isCode(again, "invalid_client") {
		s.inBasic = false
		return nil, err
	}
	return got, again
}

func (s *Source) request(ctx context.Context, refreshToken string) (*oauth2.Token, error) {
	c := clientcredentials.Config{
		ClientID: s.o.ClientID, ClientSecret: s.o.ClientSecret, TokenURL: s.o.TokenURL, Scopes: s.o.Scopes, AuthStyle: oauth2.AuthStyleInParams,
	}
	if s.inBasic {
		c.AuthStyle = oauth2.AuthStyleInHeader
	}
	if refreshToken != "" { // oauth2.Config would omit the scopes, which Microsoft requires
		c.EndpointParams = url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refreshToken}}
	}
	return c.Token(context.WithValue(ctx, oauth2.HTTPClient, s.http))
}

func isCode(err error, code string) bool {
	no, is := errors.AsType[*oauth2.RetrieveError](err)
	return is && no.ErrorCode == code && no.Response.StatusCode < http.StatusInternalServerError
}
