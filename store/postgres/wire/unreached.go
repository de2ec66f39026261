package wire

import (
	"errors"
	"slices"
	"strings"
)

// unreached is the error of a failed connection. pgconn tries each server with TLS and without,
// and lists both failures. unreached shows one failure for each server: the server's answer, or
// the last failure.
type unreached struct{ error }

func (u unreached) Unwrap() error { return u.error }

func (u unreached) Error() string {
	text := u.error.Error()
	if inner := errors.Unwrap(u.error); inner != nil { // without the user and the database
		text = inner.Error()
	}
	var servers, failures []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimPrefix(line, "hostname resolving error: ")
		server, _, _ := strings.Cut(line, " (")
		at := slices.Index(servers, server)
		switch {
		case at < 0:
			servers, failures = append(servers, server), append(failures, line)
		case !strings.Contains(failures[at], "(SQLSTATE "):
			failures[at] = line
		}
	}
	return "connecting: " + strings.Join(failures, "; ")
}
