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

// Error is a request that got no answer.
type Error struct {
	Temporary bool          // it may be answered later
	After     time.Duration // the service asks to wait as long; 0: it does not say
	Err       error

	refusal bool // the service said no, and did nothing that costs
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
		return refused(e.HTTPStatusCode, codeOf(e), e.Message, after)
	}
	if e, is := errors.AsType[*openai.RequestError](err); is {
		return refused(e.HTTPStatusCode, "", string(e.Body), after)
	}
	if errors.Is(err, openai.ErrReasoningToolsRequireResponses) || errors.Is(err, openai.ErrReasoningEffortUnsupported) {
		return permanent("this model takes tools by the Responses API only, which is not spoken here; choose another")
	}
	if e, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		// It was paid for, and the next one will be no other.
		return permanent("the answer is not as the API has it: %s is given as %s", e.Field, e.Value)
	}
	if e, is := errors.AsType[*url.Error](err); is {
		err = e.Err // without the URL, which may hold a user name
	}
	if ctx.Err() != nil && errors.Is(err, context.DeadlineExceeded) {
		return temporary("no answer in time")
	}
	return temporary("no complete answer: %w", err)
}

// codeOf is the code of an error, else its type. The library makes a 0 of a code that
// is not there.
func codeOf(e *openai.APIError) string {
	if code := fmt.Sprint(e.Code); e.Code != nil && code != "0" && code != "" {
		return code
	}
	return e.Type
}

// refused is what a status says. Behind a gateway that gives up waiting somebody may go on.
func refused(status int, code, message string, after time.Duration) *Error {
	e := meaning(status, code, message)
	e.refusal = status != http.StatusGatewayTimeout
	if e.Temporary {
		e.After = after
	}
	return e
}

// meaning says what a status means: RFC 9110 §15 for most, RFC 6585 §4 for 429. A
// quota that is used up does not come back by waiting.
func meaning(status int, code, message string) *Error {
	said := fmt.Errorf("HTTP %s: %s", strings.TrimSpace(fmt.Sprint(status, " ", code)), brief(plain(message)))
	switch {
	case status == http.StatusUnauthorized:
		// Services repeat parts of the key here.
		return permanent("HTTP %d: the API key is not accepted", status)
	case status == http.StatusForbidden:
		return permanent("%s", starred.ReplaceAllString(said.Error(), "***")) // a key that is told in part
	case status == http.StatusNotFound && code != "model_not_found":
		return permanent("%w (does the API have this model, and is base_url its address, which mostly ends in /v1?)", said)
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

// plain is a message without the markup of the page that a proxy puts in its place.
func plain(message string) string {
	if isPage.MatchString(message) {
		return markup.ReplaceAllString(message, " ")
	}
	return message
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
