package mcp

import (
	"fmt"
	"strings"

	"ppamaild/lazyregexp"
)

// Error is implemented by all errors of Tools and Call: *Unavailable, *Refused, *ToolError and
// *Malformed.
type Error interface {
	error
	ofServer() string
}

// Unavailable means that the server could not be started or reached, stopped, or took too long,
// or that the caller's context ended.
type Unavailable struct {
	Server string
	Doing  string // "calling search_invoices"
	Sent   bool   // the call may have been executed
	Err    error
}

// Refused explains why a call was not sent.
type Refused struct {
	Server, Tool string
	Reason       string // reason for staff and models
}

// ToolError is a failure reported by the server.
type ToolError struct {
	Server, Tool string
	Text         string // the server's text, shortened
}

// Malformed means that a server violates the protocol or its own schemas. The call was executed.
// A listing has no Tool.
type Malformed struct {
	Server, Tool string
	Err          error
}

func (e *Unavailable) Error() string {
	outcome := "nothing was done"
	if e.Sent {
		outcome = "it may have been carried out"
	}
	return fmt.Sprintf("%s at %s: %s: %s", e.Doing, e.Server, outcome, e.Why())
}

// Why explains the failure in few words, without internals of the SDK and without the URL, which
// may hold a secret.
func (e *Unavailable) Why() string {
	why := steps.ReplaceAllString(e.Err.Error(), "")
	switch {
	case inOurCode.MatchString(why):
		return "what it answered is no message of the protocol"
	case strings.HasPrefix(why, "invalid character"):
		why = "what it answered is no message of the protocol: " + why
	}
	return closings.ReplaceAllStringFunc(why, func(all string) string {
		if rest := closings.FindStringSubmatch(all)[1]; rest != "" {
			return "(" + rest + ")"
		}
		return ""
	})
}

var (
	// inOurCode matches the part of a decoder's error that names Go code.
	inOurCode = lazyregexp.MustCompile(`^(?:json: |unmarshaling )`)
	// closings are errors of pipes after their process ended. Another message reports the end.
	closings = lazyregexp.MustCompile(` \((?:close|read|write) \|\d: file already closed\)|\((?:close|read|write) \|\d: file already closed \(([^()]*)\)\)`)
)

// steps are parts of errors about the way to the failure.
var steps = lazyregexp.MustCompile(`(?:(?:calling|sending) "[\w/]+"|rejected by transport|connection closed|client is closing|(?:Get|Post|Delete) "[^"]*"|not tried again before [\d:]+|fork/exec [^:]+): `)

func (e *Refused) Error() string {
	return fmt.Sprintf("%s of %s was not called: %s", e.Tool, e.Server, e.Reason)
}

func (e *ToolError) Error() string {
	return fmt.Sprintf("%s of %s failed: %s", e.Tool, e.Server, e.Text)
}

func (e *Malformed) Error() string {
	if e.Tool == "" {
		return fmt.Sprintf("%s lists its tools wrongly: %v", e.Server, e.Err)
	}
	return fmt.Sprintf("%s of %s answered wrongly: %v", e.Tool, e.Server, e.Err)
}

// Unwrap returns the cause.
func (e *Unavailable) Unwrap() error { return e.Err }

// Unwrap returns the cause.
func (e *Malformed) Unwrap() error { return e.Err }

func (e *Unavailable) ofServer() string { return e.Server }
func (e *Refused) ofServer() string     { return e.Server }
func (e *ToolError) ofServer() string   { return e.Server }
func (e *Malformed) ofServer() string   { return e.Server }
