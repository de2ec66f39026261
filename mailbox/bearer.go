package mailbox

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-sasl"
)

// TokenSource returns the tokens of an account without a password. All connections to one
// account share a source.
type TokenSource interface {
	// Token returns a token that stays valid for a while. It may take long.
	Token(ctx context.Context) (string, error)
	// Refused reports that a server rejected the token. It returns whether another token may
	// work.
	Refused(token string) (again bool)
}

// withToken opens a connection with a token, or with "" if tokens is nil. If the server rejects
// the token, withToken tries once more with another token. After a second rejection, withToken
// calls onRejected, unless nil.
func withToken[T any](
	ctx context.Context, tokens TokenSource, onRejected func(), open func(token string) (T, error),
) (opened T, err error) {
	defer func() {
		if onRejected != nil && refusesLogin(err) {
			onRejected()
		}
	}()
	if tokens == nil {
		return open("")
	}
	token, err := tokens.Token(ctx)
	if err != nil {
		return opened, err
	}
	opened, err = open(token)
	if !refusesLogin(err) || !tokens.Refused(token) {
		return opened, err
	}
	if token, err = tokens.Token(ctx); err != nil {
		return opened, err
	}
	return open(token)
}

// xoauth2 is the mechanism of Google and Microsoft. No RFC describes it.
const xoauth2 = "XOAUTH2"

// bearer returns a SASL client for a token. It prefers the mechanism of RFC 7628. The encoded
// initial response has at most maxBytes bytes.
func bearer(offers func(mechanism string) bool, to endpoint, username, token string, maxBytes int) (sasl.Client, error) {
	switch {
	case offers(sasl.OAuthBearer):
		// RFC 5801 §4: encode commas and equals signs of a name.
		name := strings.NewReplacer("=", "=3D", ",", "=2C").Replace(username)
		return &tokenAuth{Client: sasl.NewOAuthBearerClient(&sasl.OAuthBearerOptions{Username: name, Token: token, Host: to.host, Port: to.port}), maxBytes: maxBytes}, nil
	case offers(xoauth2):
		return &tokenAuth{Client: xoauth2Client("user=" + username + "\x01auth=Bearer " + token + "\x01\x01"), maxBytes: maxBytes}, nil
	}
	return nil, errors.New("the server offers neither AUTH OAUTHBEARER nor AUTH XOAUTH2 on this connection")
}

type xoauth2Client string

func (c xoauth2Client) Start() (mechanism string, initial []byte, err error) {
	return xoauth2, []byte(c), nil
}

func (xoauth2Client) Next([]byte) ([]byte, error) { return nil, sasl.ErrUnexpectedServerChallenge }

// tokenAuth treats a challenge as the reason why the server rejects the token. An answer would
// only bring another rejection, without the reason, so the caller closes the connection.
type tokenAuth struct {
	sasl.Client
	maxBytes int
	later    []byte // the part that was too long for the command
}

func (a *tokenAuth) Start() (mechanism string, initial []byte, err error) {
	mechanism, initial, err = a.Client.Start()
	if base64.StdEncoding.EncodedLen(len(initial)) > a.maxBytes {
		a.later, initial = initial, nil
	}
	return mechanism, initial, err
}

func (a *tokenAuth) Next(challenge []byte) ([]byte, error) {
	if answer := a.later; answer != nil {
		a.later = nil
		return answer, nil
	}
	var said tokenRefusal
	if json.Unmarshal(challenge, &said) != nil || said.Status == "" {
		said.Status = string(challenge)
	}
	return nil, &said
}

// tokenRefusal is the challenge of a server that rejects a token (RFC 7628 §3.2.2).
type tokenRefusal struct {
	Status string `json:"status"`
	Scope  string `json:"scope"`
}

func (r *tokenRefusal) Error() string {
	short := func(s string) string { return strconv.Quote(strings.ToValidUTF8(s[:min(len(s), 200)], "?")) }
	text := "the server refuses the token: " + short(r.Status)
	if r.Scope != "" {
		text += ", scope " + short(r.Scope)
	}
	return text
}

// refusesLogin reports whether another token or password may fix the failure.
func refusesLogin(err error) bool {
	if isA[*tokenRefusal](err) {
		return true
	}
	if no, is := errors.AsType[*imap.Error](err); is {
		forNow := []imap.ResponseCode{imap.ResponseCodeUnavailable, imap.ResponseCodeInUse, imap.ResponseCodeLimit, imap.ResponseCodeServerBug, imap.ResponseCodeOverQuota}
		return no.Type == imap.StatusResponseTypeNo && !slices.Contains(forNow, no.Code) && inLogin(err)
	}
	return replyCode(err) == authFailed
}

// authFailed is the reply to invalid credentials (RFC 4954 §6).
const authFailed = 535

// inLogin reports whether the login to an account failed.
func inLogin(err error) bool {
	e, is := errors.AsType[*AccountError](err)
	return is && e.Op == loggingIn
}

// loggingIn is the operation of an AccountError in IMAP.
const loggingIn = "logging in"

// SMTP commands have at most 512 bytes, also AUTH with its initial response (RFC 4954 §4, RFC
// 5321 §4.5.3.1.4). Postfix truncates much longer commands. IMAP commands have no such limit.
const (
	maxWithAUTH         = 512 - len("AUTH OAUTHBEARER \r\n")
	maxWithAUTHENTICATE = math.MaxInt
)

// checkLogin says what to check when a server refuses a login.
func checkLogin(tokens TokenSource, username, password string) string {
	if tokens == nil {
		return fmt.Sprintf("username %q%s", username, password)
	}
	return fmt.Sprintf("username %q, that consent was given for it and for all scopes, and that the provider lets it in by this protocol", username)
}
