package oauth

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode"

	"golang.org/x/oauth2"
)

// Consent asks for a refresh token (RFC 8628): tell is told where a person has to give
// consent, and the code to enter there; then it waits until they have, or the endpoint
// waits no longer. Of o no refresh token is used.
func Consent(ctx context.Context, o Options, deviceURL string, tell func(url, code string)) (refreshToken string, err error) {
	s := New(o)
	c := &oauth2.Config{ClientID: o.ClientID, ClientSecret: o.ClientSecret, Scopes: o.Scopes, Endpoint: oauth2.Endpoint{
		DeviceAuthURL: deviceURL, TokenURL: o.TokenURL, AuthStyle: oauth2.AuthStyleInParams,
	}}
	within := context.WithValue(ctx, oauth2.HTTPClient, s.http)
	begun, err := c.DeviceAuth(within)
	if err != nil {
		return "", fmt.Errorf("asking for consent at %s: %w", deviceURL, s.explain(ctx, err, ""))
	}
	if begun.VerificationURI == "" || begun.UserCode == "" || begun.DeviceCode == "" {
		return "", fmt.Errorf("asking for consent at %s: what answers gives no code; check device_url", deviceURL)
	}
	tell(printable(begun.VerificationURI), printable(begun.UserCode))
	got, err := await(within, c, begun)
	switch {
	case ctx.Err() != nil:
		return "", s.failure(ctx.Err())
	case errors.Is(err, context.DeadlineExceeded):
		return "", s.failure(errors.New("nobody gave consent in time; begin anew"))
	case err != nil:
		return "", s.failure(s.explain(ctx, err, ""))
	case got.RefreshToken == "":
		return "", s.failure(errors.New("consent was given, but no refresh token; Microsoft wants the scope offline_access for one"))
	}
	return got.RefreshToken, nil
}

// await asks again and again, also over a network that breaks meanwhile.
func await(ctx context.Context, c *oauth2.Config, begun *oauth2.DeviceAuthResponse) (*oauth2.Token, error) {
	if begun.Interval != 0 {
		begun.Interval = min(max(begun.Interval, 1), 60) // it may say anything
	}
	if begun.Expiry.IsZero() {
		begun.Expiry = time.Now().Add(15 * time.Minute)
	}
	for {
		got, err := c.DeviceAccessToken(ctx, begun)
		_, broken := errors.AsType[*url.Error](err)
		switch {
		case broken && ctx.Err() == nil && time.Now().Before(begun.Expiry):
		case isCode(err, "invalid_client") && c.ClientSecret != "" && c.Endpoint.AuthStyle == oauth2.AuthStyleInParams:
			c.Endpoint.AuthStyle = oauth2.AuthStyleInHeader
		default:
			return got, err
		}
	}
}

// printable is what a terminal may be shown of what the endpoint says.
func printable(said string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return -1
	}, said)
}
