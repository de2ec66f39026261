package client

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"

	"ppamaild/carrier/wire"
)

// final is an error that a retry cannot fix.
type final struct{ error }

func (e final) Unwrap() error { return e.error }

func isFinal(err error) bool {
	_, is := errors.AsType[final](err)
	return is
}

// giveUp returns a final error, which ends the retries.
func giveUp(format string, args ...any) error {
	return backoff.Permanent(final{fmt.Errorf(format, args...)})
}

// verdict reports whether the result of a request is known from its answer. An error means that
// the client must retry, unless the error is final.
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

// isReadable checks that an answer has the shape of the API. Otherwise the client asks the
// carrier for the result.
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

// delayed is an error with the pause that the carrier asks for.
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
