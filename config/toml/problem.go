package toml

import (
	"fmt"
	"slices"
	"strings"
)

// Problem is a mistake in a file, or a warning about the file.
type Problem struct {
	File   string // as passed to Parse
	Line   int    // from 1; of the table around a missing key
	Column int    // from 1, in bytes
	Key    string // "mailbox.customer.tls", "review.staff[1].address"; "" for a syntax error
	Found  string // what the file contains: `found "ssl"`, "unknown key", "missing"
	Want   string // what is allowed: "allowed: implicit, starttls"
}

// String returns the problem in one line: "file:line:column: key: found; want".
func (p Problem) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: ", p.File, p.Line, p.Column)
	if p.Key != "" {
		b.WriteString(p.Key + ": ")
	}
	b.WriteString(p.Found)
	if p.Want != "" {
		b.WriteString("; " + p.Want)
	}
	return b.String()
}

// Problems is a list of mistakes, sorted by line.
type Problems []Problem

// with adds a problem unless its line has a problem already.
func (ps Problems) with(p Problem) Problems {
	if slices.ContainsFunc(ps, func(q Problem) bool { return q.Line == p.Line }) {
		return ps
	}
	return append(ps, p)
}

// Error returns one line for each problem.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}
