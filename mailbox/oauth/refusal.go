package oauth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/oauth2"
)

// refusal is a rejection by the endpoint.
type refusal struct {
	status      int
	code        string // of RFC 6749 §5.2, as received
	description string
	wait        time.Duration // requested pause; 0: none
}

func (r *refusal) Error() string {
	text := fmt.Sprintf("the endpoint answers %d", r.status)
	if r.code != "" {
		text += " " + strconv.Quote(r.code)
	}
	if r.description != "" {
		text += ", " + strconv.Quote(r.description)
	}
	return text + "; " + r.advice()
}

// temporary reports whether the same request may succeed later.
func (r *refusal) temporary() bool {
	busy := []int{http.StatusRequestTimeout, http.StatusTooManyRequests}
	return r.status >= http.StatusInternalServerError || slices.Contains(busy, r.status) ||
		slices.Contains([]string{"temporarily_unavailable", "server_error", "slow_down"}, r.code)
}

func (r *refusal) advice() string {
	switch {
	case r.temporary():
		return "it is asked again"
	case r.code == "invalid_grant":
		return "consent was withdrawn, or the refresh token expired or was replaced: get a new one, and put it where refresh_token says"
	case r.code == "access_denied", r.code == "authorization_declined":
		return "consent was refused"
	case r.code == "expired_token":
		return "consent did not come in time: run login again"
	case r.code == "invalid_client":
		return "check client_id, and client_secret, which may have expired"
	case r.code == "invalid_scope":
		return "check scopes, and what was consented to"
	case r.code == "unauthorized_client", r.code == "unsupported_grant_type":
		return "check how the client is registered: with refresh_token the grant is refresh_token, without it is client_credentials"
	}
	return "check token_url, client_id and scopes"
}

// refusedPause is the pause after a permanent rejection. After a fix, an admin waits at most
// this long.
const refusedPause = 5 * time.Minute

// pause returns how long to wait after consecutive failures.
func pause(err error, failures int) time.Duration {
	no, refused := errors.AsType[*refusal](err)
	switch {
	case refused && !no.temporary():
		return refusedPause
	case refused && no.wait > 0:
		return min(no.wait, time.Hour)
	}
	return min(time.Second<<min(failures-1, 6), time.Minute)
}

// explain returns an error that an admin can read. It trusts no text of the endpoint.
func (s *Source) explain(ctx context.Context, err error, refreshToken string) error {
	no, refused := errors.AsType[*oauth2.RetrieveError](err)
	if refused {
		return &refusal{
			status:      no.Response.StatusCode,
			code:        s.clean(no.ErrorCode, refreshToken),
			description: s.clean(no.ErrorDescription, refreshToken),
			wait:        retryAfter(no.Response.Header.Get("Retry-After"), s.o.Now()),
		}
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("the endpoint does not answer (%s)", s.o.Timeout)
	}
	if at, is := errors.AsType[*url.Error](err); is {
		return at.Err // does not repeat the URL
	}
	return fmt.Errorf("what answers gives no token: %s", strconv.Quote(s.clean(err.Error(), refreshToken)))
}

// clean shortens a text of the endpoint and removes secrets that it repeats.
func (s *Source) clean(said, refreshToken string) string {
	for _, secret := range []string{s.o.ClientSecret, s.o.RefreshToken, refreshToken} {
		if secret != "" {
			said = strings.ReplaceAll(said, secret, "***")
		}
	}
	const most = 200
	if said = strings.ToValidUTF8(said, "?"); utf8.RuneCountInString(said) > most {
		said = string([]rune(said)[:most]) + "…"
	}
	return said
}

// retryAfter reads the Retry-After field (RFC 9110 §10.2.3), or returns 0.
func retryAfter(field string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(field); err == nil {
		return time.Duration(min(max(seconds, 0), 86400)) * time.Second
	}
	if at, err := http.ParseTime(field); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}
