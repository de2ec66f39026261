package admin

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"ppamaild/console/apitoken"
	"ppamaild/daemon/control"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/refusal"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// Token is a token of the API.
type Token = apitoken.Token

// APITokens are the orders about tokens of the API.
type APITokens interface {
	Tokens(ctx context.Context) ([]Token, error)
	AddToken(ctx context.Context, o TokenOrder) (NewToken, error)
	RevokeToken(ctx context.Context, name, by string) (Token, error)
}

// TokenOrder is an order to make a token.
type TokenOrder struct {
	Name     string `json:"name"`
	Scope    string `json:"scope"`
	Staff    string `json:"staff"`
	Licensed bool   `json:"licensed,omitempty"`
	By       string `json:"by"`
}

// NewToken is a new token. No other answer has the secret.
type NewToken struct {
	Token
	Secret string `json:"secret"`
}

// tokenOrders carries out orders about tokens of the API.
type tokenOrders struct{ *deps.Deps }

// Tokens returns all tokens, by name, without their digests.
func (a tokenOrders) Tokens(ctx context.Context) ([]Token, error) {
	return queue.Read(ctx, a.Store, func(tx store.Tx) ([]Token, error) {
		all, err := apitoken.All(tx)
		for i := range all {
			all[i].Digest = ""
		}
		return all, err
	})
}

// AddToken makes a token for a member of staff.
func (a tokenOrders) AddToken(ctx context.Context, o TokenOrder) (made NewToken, err error) {
	m, isStaff := a.Staff.Find(o.Staff)
	if !isStaff {
		return made, refusal.Errorf("%s is not on the staff (review.staff)", o.Staff)
	}
	secret, digest, err := apitoken.New(a.Rand)
	if err != nil {
		return made, err
	}
	made = NewToken{Secret: secret, Token: Token{
		Name: o.Name, Scope: o.Scope, Staff: m.Address, Licensed: o.Licensed,
		CreatedAt: a.Now().UTC(), CreatedBy: o.By,
	}}
	err = a.Update(ctx, failpoint.Keep, func(tx store.Tx) error {
		kept := made.Token
		kept.Digest = digest
		return apitoken.Add(tx, kept)
	})
	for _, why := range []error{apitoken.ErrName, apitoken.ErrTaken, apitoken.ErrMany} {
		if errors.Is(err, why) {
			return NewToken{}, refusal.Errorf("%v", why)
		}
	}
	if err == nil {
		a.Log.Info("token added", "name", o.Name, "scope", o.Scope, "staff", m.Address, "by", o.By)
	}
	return made, err
}

// RevokeToken removes a token. Requests with the token fail from now on.
func (a tokenOrders) RevokeToken(
	ctx context.Context, name, by string,
) (revoked Token, err error) {
	err = a.Update(ctx, failpoint.Keep, func(tx store.Tx) error {
		revoked, err = apitoken.Revoke(tx, name)
		return err
	})
	switch {
	case errors.Is(err, store.ErrNotFound):
		return revoked, refusal.Errorf("no token %s; ppamaild token list shows the tokens", name)
	case err == nil:
		a.Log.Info("token revoked", "name", name, "by", by)
	}
	return revoked, err
}

func (a tokenOrders) handle(mux *http.ServeMux) {
	mux.HandleFunc("GET /tokens", control.Answer(func(r *http.Request) ([]Token, error) {
		return a.Tokens(r.Context())
	}))
	mux.HandleFunc("POST /tokens", control.Fulfill(a.AddToken))
	mux.HandleFunc("DELETE /tokens/{name}", control.Answer(func(r *http.Request) (Token, error) {
		return a.RevokeToken(r.Context(), r.PathValue("name"), r.FormValue("by"))
	}))
}

// Tokens implements Commands.
func (r Remote) Tokens(ctx context.Context) ([]Token, error) {
	return control.Get[[]Token](ctx, r.Client, "/tokens")
}

// AddToken implements Commands.
func (r Remote) AddToken(ctx context.Context, o TokenOrder) (NewToken, error) {
	return control.Ask[NewToken](ctx, r.Client, http.MethodPost, "/tokens", o)
}

// RevokeToken implements Commands.
func (r Remote) RevokeToken(ctx context.Context, name, by string) (Token, error) {
	path := "/tokens/" + url.PathEscape(name) + "?by=" + url.QueryEscape(by)
	return control.Ask[Token](ctx, r.Client, http.MethodDelete, path, nil)
}
