package client

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"

	"ppamaild/carrier"
	"ppamaild/carrier/wire"
)

// maxAnswer is how long an answer may be.
const maxAnswer = 1 << 20

// notDone is a failure after which the call surely took no effect.
type notDone struct{ why error }

func (e notDone) Error() string { return "it could not be reached: " + e.why.Error() }
func (e notDone) Unwrap() error { return e.why }

// waiting says that the carrier has not come to an answer, and holds the last one.
type waiting struct{ answer wire.Answer }

func (waiting) Error() string { return "the carrier is still waiting for something" }

// exchange makes a request until it is known what came of it, or until it is time
// to give up.
func (c *Client) exchange(ctx context.Context, key carrier.Key, version int, r wire.Request) (wire.Answer, error) {
	body, err := json.Marshal(r.Body)
	if err != nil {
		return wire.Answer{}, fmt.Errorf("writing the request: %w", err)
	}
	header := http.Header{wire.HeaderKey: {key.ID}, "Content-Type": {"application/json"}}
	if version > 0 {
		header[wire.HeaderVersion] = []string{wire.Version(version)}
	}
	unknown := key.Again
	answer, err := backoff.Retry(ctx, func() (wire.Answer, error) {
		if unknown {
			answer, found, err := c.recall(ctx, key.ID)
			if err != nil || found {
				return answer, err
			}
			unknown = false
		}
		answer, after, err := c.do(ctx, r.Method, r.Path, header, body)
		known := err == nil || errors.Is(err, errNotSent)
		if err == nil {
			known, err = verdict(answer, after)
		}
		if err == nil {
			known, err = isReadable(answer, r)
		}
		unknown = !known
		return answer, err
	}, backoff.WithBackOff(pauses()), backoff.WithMaxElapsedTime(c.o.GiveUpAfter), backoff.WithNotify(c.retrying(r)))
	still, waits := errors.AsType[waiting](err)
	switch {
	case waits:
		return still.answer, nil
	case err != nil && !unknown && !isFinal(err):
		return answer, notDone{err}
	}
	return answer, err
}

func pauses() *backoff.ExponentialBackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval, b.MaxInterval = 200*time.Millisecond, 10*time.Second
	return b
}

func (c *Client) retrying(r wire.Request) backoff.Notify {
	return func(err error, pause time.Duration) {
		c.o.Logger.Warn("calling the carrier again", "path", r.Path, "in", pause.Round(time.Millisecond), "error", err)
	}
}

// final is an error that no repetition mends.
type final struct{ error }

func (e final) Unwrap() error { return e.error }

func isFinal(err error) bool {
	_, is := errors.AsType[final](err)
	return is
}

func giveUp(format string, args ...any) error {
	return backoff.Permanent(final{fmt.Errorf(format, args...)})
}

// verdict says whether it is known what came of a request that was answered so; an
// error means that it is to be made again, unless it is final.
func verdict(a wire.Answer, after time.Duration) (known bool, err error) {
	switch status := a.StatusCode; {
	case status == http.StatusAccepted:
		return true, retryAfter(waiting{a}, after)
	case status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable:
		return true, retryAfter(errors.New(said(a)), after)
	case status >= 500:
		return false, errors.New(said(a))
	case status == http.StatusConflict && problemOf(a).Type == wire.InProgress:
		return false, errors.New(said(a))
	case status == http.StatusUnauthorized:
		return true, errors.New(said(a))
	case status < 200 || status >= 300 && status < 400:
		return true, giveUp("it answers with %d, which means to go elsewhere", status)
	}
	return true, nil
}

// isReadable looks at whether an answer is what the API has for a request. If not,
// the carrier is asked what it meant.
func isReadable(a wire.Answer, r wire.Request) (known bool, err error) {
	var shape any = new(wire.PersAutoQuote)
	if _, rates := r.Body.(wire.RatingRequest); rates {
		shape = new(wire.RatingAnswer)
	}
	if a.StatusCode < 300 {
		err = wire.Decode(a.Body, shape)
	}
	if err != nil {
		err = fmt.Errorf("its answer is not understood: %w", err)
	}
	return err == nil, err
}

// delayed is an error after which to wait as long as the carrier asks.
type delayed struct {
	error
	retry *backoff.RetryAfterError
}

func (d delayed) Unwrap() []error { return []error{d.error, d.retry} }

func retryAfter(err error, after time.Duration) error {
	if after <= 0 {
		return err
	}
	return delayed{err, &backoff.RetryAfterError{Duration: after}}
}

var errNotSent = errors.New("the request was not sent")

// do makes one request. With errNotSent it surely did not arrive.
func (c *Client) do(ctx context.Context, method, path string, header http.Header, body []byte) (a wire.Answer, after time.Duration, err error) {
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(body))
	if err != nil {
		return a, 0, giveUp("making the request: %w", err)
	}
	req.Header = header.Clone()
	if err := c.authorize(ctx, req.Header); err != nil {
		return a, 0, fmt.Errorf("%w: %w", errNotSent, err)
	}
	resp, err := c.http.Do(req)
	switch {
	case err != nil && isUntrusted(err):
		return a, 0, giveUp("it can't be trusted: %w", err)
	case err != nil && wasNotSent(err):
		return a, 0, fmt.Errorf("%w: %w", errNotSent, err)
	case err != nil:
		return a, 0, err
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	switch {
	case err != nil:
		return a, 0, fmt.Errorf("reading the answer: %w", err)
	case len(raw) > maxAnswer:
		return a, 0, fmt.Errorf("the answer is longer than %d bytes", maxAnswer)
	}
	if resp.StatusCode == http.StatusUnauthorized && !c.forgetToken() {
		return a, 0, fmt.Errorf("%w: %w", errNotSent, giveUp("it does not take our credentials"))
	}
	return wire.Answer{StatusCode: resp.StatusCode, Body: raw}, pause(resp.Header.Get("Retry-After")), nil
}

// wasNotSent reports whether a connection was never made: no name, or nobody there.
func wasNotSent(err error) bool {
	op, is := errors.AsType[*net.OpError](err)
	return is && op.Op == "dial"
}

// isUntrusted reports whether a connection was broken off for the server's
// certificate.
func isUntrusted(err error) bool {
	_, is := errors.AsType[*tls.CertificateVerificationError](err)
	return is
}

// pause reads Retry-After in seconds or as a date (RFC 9110 §10.2.3).
func pause(value string) time.Duration {
	if n, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && n >= 0 && n < 1<<30 {
		return time.Duration(n) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}

// recall asks what came of the call with a key; false: it never took effect.
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
	return a, false, giveUp("asked what came of a call, %s", said(a))
}

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

// show reads a quote as the carrier has it.
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
