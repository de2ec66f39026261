package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"

	"ppamaild/carrier"
	"ppamaild/carrier/wire"
)

// notDone is a failure of a call that certainly took no effect.
type notDone struct{ why error }

func (e notDone) Error() string {
	if errors.Is(e.why, errNotSent) {
		return "it could not be reached: " + e.why.Error()
	}
	return e.why.Error() // the carrier answered "not available"
}

func (e notDone) Unwrap() error { return e.why }

// waiting means that the carrier needs more time. It contains the last answer.
type waiting struct{ answer wire.Answer }

func (waiting) Error() string { return "the carrier is still waiting for something" }

// exchange repeats a request until the result is known or the time is up.
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
	pending, waits := errors.AsType[waiting](err)
	switch {
	case waits:
		return pending.answer, nil
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
