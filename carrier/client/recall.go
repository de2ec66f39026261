package client

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/cenkalti/backoff/v5"

	"ppamaild/carrier/wire"
)

// recall asks for the result of the call with a key. It returns false if the call never took
// effect.
func (c *Client) recall(ctx context.Context, key string) (a wire.Answer, found bool, err error) {
	a, after, err := c.do(ctx, http.MethodGet, "/transactions/"+url.PathEscape(key), http.Header{}, nil)
	switch {
	case err != nil:
		return a, false, err
	case a.StatusCode == http.StatusNotFound && problemOf(a).Type == wire.NotFound:
		return a, false, nil
	case a.StatusCode == http.StatusOK:
		a, err = recalled(key, a)
		return a, err == nil, err
	}
	if _, err := verdict(a, after); err != nil {
		return a, false, err
	}
	return a, false, giveUp("asked for the result of a call, %s", said(a))
}

// recalled returns the answer in a transaction. Several answers mean that the call took effect
// twice.
func recalled(key string, a wire.Answer) (wire.Answer, error) {
	var t wire.Transaction
	if err := wire.Decode(a.Body, &t); err != nil {
		return a, giveUp("what came of a call is not understood: %w", err)
	}
	if t.TransactionId != key || len(t.Answer) != 1 {
		return a, giveUp("the call %s is answered %d times for %s", key, len(t.Answer), t.TransactionId)
	}
	return t.Answer[0], nil
}

// show reads a quote from the carrier.
func (c *Client) show(ctx context.Context, number string) (wire.PersAutoQuote, error) {
	a, err := backoff.Retry(ctx, func() (wire.Answer, error) {
		a, after, err := c.do(ctx, http.MethodGet, "/quotes/"+url.PathEscape(number), http.Header{}, nil)
		if err == nil {
			_, err = verdict(a, after)
		}
		return a, err
	}, backoff.WithBackOff(pauses()), backoff.WithMaxElapsedTime(c.o.GiveUpAfter))
	var q wire.PersAutoQuote
	switch {
	case err != nil:
		return q, err
	case a.StatusCode == http.StatusGone:
		return q, errExpired
	case a.StatusCode != http.StatusOK:
		return q, errors.New(said(a))
	}
	return q, wire.Decode(a.Body, &q)
}
