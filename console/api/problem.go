package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"

	"ppamaild/console"
	"ppamaild/store"
)

// problem is an error answer (RFC 9457). Programs read the code.
type problem struct {
	Type   string   `json:"type"`
	Title  string   `json:"title"`
	Status int      `json:"status"`
	Detail string   `json:"detail,omitempty"`
	Code   string   `json:"code"`
	Lines  []string `json:"lines,omitempty"` // more sentences about a decision without effect

	after string // Retry-After, in seconds
}

// Error implements error.
func (p problem) Error() string { return p.Code + ": " + p.Detail }

func problemOf(status int, code, detail string) problem {
	return problem{Status: status, Detail: detail, Code: code}
}

func invalid(detail string) problem {
	return problemOf(http.StatusUnprocessableEntity, "invalid", detail)
}

var (
	errToken = problemOf(http.StatusUnauthorized, "token_required",
		"send Authorization: Bearer with a token of ppamaild token add")
	errAttempts = problemOf(http.StatusTooManyRequests, "too_many_attempts",
		"too many requests without a valid token")
	errScope = problemOf(http.StatusForbidden, "scope",
		"the token has the scope read")
	errRecent = problemOf(http.StatusForbidden, "recent_token_required",
		"the token is older than 12 hours, and not --licensed; this review needs a license")
)

// problemFor is the problem of an error. unknown is true for an error without a code.
func problemFor(err error) (p problem, unknown bool) {
	_, long := errors.AsType[*http.MaxBytesError](err)
	switch {
	case errors.As(err, &p):
		return p, false
	case long:
		return problemOf(http.StatusRequestEntityTooLarge, "too_long", ""), false
	case errors.Is(err, console.ErrNotFound), errors.Is(err, store.ErrNotFound):
		return problemOf(http.StatusNotFound, "not_found", ""), false
	case errors.Is(err, console.ErrCursor):
		return problemOf(http.StatusBadRequest, "cursor", "no cursor of this list"), false
	case errors.Is(err, console.ErrOtherBody):
		return problemOf(http.StatusUnprocessableEntity, "key_reused",
			"the Idempotency-Key belongs to another body"), false
	case errors.Is(err, console.ErrManyKeys):
		return problemOf(http.StatusTooManyRequests, "too_many_keys",
			"too many tasks with an Idempotency-Key in 24 hours"), false
	case errors.Is(err, console.ErrNotYours):
		return problemOf(http.StatusForbidden, "not_yours", "a colleague made the decision"), false
	case errors.Is(err, console.ErrTooLate):
		return problemOf(http.StatusConflict, "too_late", "the mail has left"), false
	case errors.Is(err, store.ErrDisk):
		return problemOf(http.StatusServiceUnavailable, "disk", "the disk is full"), true
	case errors.Is(err, store.ErrUnavailable): // the log has a line about the database
		return problemOf(http.StatusServiceUnavailable, "database",
			"the database is down; nothing was done, and nothing is lost"), false
	}
	if why, is := errors.AsType[console.Refused](err); is {
		return invalid(string(why)), false
	}
	return problemOf(http.StatusServiceUnavailable, "unavailable", ""), true
}

// fail answers a failed request. The log has the reason of unexpected errors.
func (a *API) fail(w http.ResponseWriter, r *http.Request, err error) {
	p, unknown := problemFor(err)
	if unknown && r.Context().Err() == nil {
		a.Logger.Error("api", "path", r.URL.Path, "error", err)
	}
	switch p.Status {
	case http.StatusUnauthorized:
		w.Header().Set("WWW-Authenticate", `Bearer realm="ppamaild"`)
	case http.StatusTooManyRequests:
		w.Header().Set("Retry-After", cmp.Or(p.after, "3600"))
	}
	send(w, p)
}

func send(w http.ResponseWriter, p problem) {
	p.Type, p.Title = "about:blank", http.StatusText(p.Status)
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // a client may hang up
}

func sendJSON(w http.ResponseWriter, status int, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(text, '\n')) // a client may hang up
	return nil
}
