package model

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// Error is a request that got no answer.
type Error struct {
	Temporary bool          // it may be answered later
	After     time.Duration // the service asks to wait as long; 0: it does not say
	Err       error
}

func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

func temporary(format string, args ...any) *Error {
	return &Error{Temporary: true, Err: fmt.Errorf(format, args...)}
}

func permanent(format string, args ...any) *Error {
	return &Error{Err: fmt.Errorf(format, args...)}
}

// failure makes an Error of what the library returned.
func failure(ctx context.Context, err error, after time.Duration) *Error {
	if e, is := errors.AsType[*Error](err); is {
		return e
	}
	if e, is := errors.AsType[*openai.APIError](err); is {
		return refused(e.HTTPStatusCode, cmp.Or(fmt.Sprint(cmp.Or(e.Code, any(""))), e.Type), e.Message, after)
	}
	if e, is := errors.AsType[*openai.RequestError](err); is {
		return refused(e.HTTPStatusCode, "", string(e.Body), after)
	}
	if errors.Is(err, openai.ErrReasoningToolsRequireResponses) || errors.Is(err, openai.ErrReasoningEffortUnsupported) {
		return permanent("this model takes tools by the Responses API only, which is not spoken here; choose another")
	}
	if e, is := errors.AsType[*url.Error](err); is {
		err = e.Err // without the URL, which may hold a user name
	}
	if ctx.Err() != nil && errors.Is(err, context.DeadlineExceeded) {
		return temporary("no answer in time")
	}
	return temporary("no complete answer: %w", err)
}

// refused says what a status means: RFC 9110 §15 for most, RFC 6585 §4 for 429. A
// quota that is used up does not come back by waiting.
func refused(status int, code, message string, after time.Duration) *Error {
	said := fmt.Errorf("HTTP %d %s: %s", status, code, brief(message))
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		// Services repeat parts of the key here.
		return permanent("HTTP %d: the API key is not accepted", status)
	case status == http.StatusTooManyRequests && strings.Contains(code, "insufficient_quota"):
		return &Error{Err: said}
	case status >= 500, slices.Contains([]int{http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests}, status):
		return &Error{Temporary: true, After: after, Err: said}
	}
	return &Error{Err: said}
}

// brief is a text as a single, short line.
func brief(text string) string {
	const most = 300
	text = strings.ToValidUTF8(strings.Join(strings.Fields(text), " "), "?")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
