package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"ppamaild/lazyregexp"

	openai "github.com/sashabaranov/go-openai"
)

// Error is the error of a request without an answer.
type Error struct {
	Temporary bool          // a later request may succeed
	After     time.Duration // time to wait according to the service; 0: unknown
	Err       error

	refusal bool // the service refused the request and charges nothing
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

// failure converts an error of the library.
func failure(ctx context.Context, err error, after time.Duration) *Error {
	if e, is := errors.AsType[*Error](err); is {
		return e
	}
	if e, is := errors.AsType[*openai.APIError](err); is {
		return refused(e.HTTPStatusCode, codeOf(e), e.Message, after)
	}
	if e, is := errors.AsType[*openai.RequestError](err); is {
		return refused(e.HTTPStatusCode, "", string(e.Body), after)
	}
	if errors.Is(err, openai.ErrReasoningToolsRequireResponses) || errors.Is(err, openai.ErrReasoningEffortUnsupported) {
		return permanent("this model needs the unsupported Responses API for tools; choose another model")
	}
	if e, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		// The answer has a price, and the next answer would be the same.
		return permanent("the answer does not match the API: %s has the type %s", e.Field, e.Value)
	}
	if e, is := errors.AsType[*url.Error](err); is {
		err = e.Err // the URL may contain a user name
	}
	if ctx.Err() != nil && errors.Is(err, context.DeadlineExceeded) {
		return temporary("no answer in time")
	}
	return temporary("no complete answer: %w", err)
}

// codeOf returns the code of an error, or else its type. The library returns 0 for a missing
// code.
func codeOf(e *openai.APIError) string {
	if code := fmt.Sprint(e.Code); e.Code != nil && code != "0" && code != "" {
		return code
	}
	return e.Type
}

// refused converts an HTTP status to an error. After a gateway timeout, the service may still
// process the request.
func refused(status int, code, message string, after time.Duration) *Error {
	e := meaning(status, code, message)
	e.refusal = status != http.StatusGatewayTimeout
	if e.Temporary {
		e.After = after
	}
	return e
}

// meaning interprets a status by RFC 9110 §15, and 429 by RFC 6585 §4. Waiting does not restore
// a used-up quota.
func meaning(status int, code, message string) *Error {
	said := fmt.Errorf("HTTP %s: %s", strings.TrimSpace(fmt.Sprint(status, " ", code)), brief(plain(message)))
	switch {
	case status == http.StatusUnauthorized:
		// services repeat parts of the key in this message
		return permanent("HTTP %d: the service does not accept the API key (check "+
			"planner.api_key, api_key_env or api_key_file)", status)
	case status == http.StatusForbidden:
		return permanent("%s", starred.ReplaceAllString(said.Error(), "***")) // a partial key
	case status == http.StatusNotFound && code != "model_not_found":
		return permanent("%w (check the name of the model and base_url, which usually ends in /v1)", said)
	case status == http.StatusTooManyRequests && strings.Contains(code, "insufficient_quota"):
		return &Error{Err: said}
	case status >= 500, slices.Contains([]int{http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests}, status):
		return &Error{Temporary: true, Err: said}
	}
	return &Error{Err: said}
}

var (
	markup  = lazyregexp.MustCompile(`(?is)<(?:style|script)\b.*?</(?:style|script)>|<[^>]*>`)
	isPage  = lazyregexp.MustCompile(`(?i)^\s*<(?:!doctype|html)\b`)
	starred = lazyregexp.MustCompile(`\S*\*{2,}\S*`)
)

// plain removes the markup from a message, because a proxy may answer with a web page.
func plain(message string) string {
	if isPage.MatchString(message) {
		return markup.ReplaceAllString(message, " ")
	}
	return message
}

// brief returns a text as a single, short line.
func brief(text string) string {
	const most = 300
	text = strings.ToValidUTF8(strings.Join(strings.Fields(text), " "), "?")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
