package config

import (
	"fmt"
	"slices"
	"strings"
)

// Problem is one mistake in a configuration file, or one warning about it.
type Problem struct {
	File   string // as it was passed to Load
	Line   int    // from 1; of the enclosing table where the key is missing
	Column int    // from 1, in bytes
	Key    string // "mailbox.customer.tls", "review.staff[1].address"; "" for syntax
	Found  string // what is there: `found "ssl"`, "unknown key", "missing"
	Want   string // what is allowed there: "allowed: implicit, starttls"
}

// String returns the problem on one line, as file:line:column: key: found; want.
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

// Problems is every mistake of a file, sorted by line.
type Problems []Problem

// with adds a problem, unless one of the same line tells of it in our words.
func (ps Problems) with(p Problem) Problems {
	if slices.ContainsFunc(ps, func(q Problem) bool { return q.Line == p.Line }) {
		return ps
	}
	return append(ps, p)
}

// Error returns one line a problem.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}
