package client

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"

	"ppamaild/carrier/wire"
)

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
