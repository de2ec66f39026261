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

// Consent requests a refresh token (RFC 8628). Consent calls tell with the URL where a person
// gives consent, and the code to enter there. Then Consent waits for the consent, as long as
// the endpoint allows, and ignores the refresh token of o.
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
		return "", s.failure(errors.New("no consent was given in time; start again"))
	case err != nil:
		return "", s.failure(s.explain(ctx, err, ""))
	case got.RefreshToken == "":
		return "", s.failure(errors.New("consent was given, but no refresh token; Microsoft wants the scope offline_access for one"))
	}
	return got.RefreshToken, nil
}

// await polls for the token, also over a network that fails meanwhile.
func await(ctx context.Context, c *oauth2.Config, begun *oauth2.DeviceAuthResponse) (*oauth2.Token, error) {
	if begun.Interval != 0 {
		begun.Interval = min(max(begun.Interval, 1), 60) // the endpoint may send any number
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

// printable returns the part of an endpoint's text that is safe to show on a terminal.
func printable(said string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return -1
	}, said)
}
