package authres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"ppamaild/lazyregexp"

	"github.com/emersion/go-msgauth/dkim"
)

// Limits of signature verification.
const (
	maxSignatures = 5
	maxHeader     = 128 << 10 // bytes, half of the limit of message.Parse
	maxLines      = 1000      // header lines; dkim searches them for each name in a signature
	maxBlankRun   = 64 << 10  // line ends in a row; with several signatures, dkim copies them often
	patience      = 5 * time.Second
)

// signature verifies the message's signatures. A broken signature counts like no signature (RFC
// 6376 §6.1), because gateways break signatures by adding a line to a subject.
func (c Checker) signature(ctx context.Context, raw []byte, from string) Evidence {
	if !oneAuthor(raw) {
		return Evidence{None, "its header is not one that a signature can be trusted on"}
	}
	if hasBlankRun(raw) {
		return Evidence{None, "it has too many empty lines to check a signature"}
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var broke atomic.Value
	found, err := dkim.VerifyWithOptions(bytes.NewReader(raw), &dkim.VerifyOptions{
		MaxVerifications: maxSignatures, LookupTXT: withRecover(c.lookup(ctx, from), &broke),
	})
	if p := broke.Load(); p != nil {
		panic(p)
	}
	if err != nil && !errors.Is(err, dkim.ErrTooManySignatures) {
		return Evidence{None, fmt.Sprintf("its signatures can't be read: %v", err)}
	}
	why := "it has no signature of " + from
	for _, v := range found {
		switch {
		case !aligned(v.Domain, from):
		case v.Err != nil:
			why = fmt.Sprintf("its signature of %s does not hold: %v", v.Domain, v.Err)
		case !covers(v.HeaderKeys, "From") || !covers(v.HeaderKeys, "Subject"):
			why = fmt.Sprintf("its signature of %s leaves out From or Subject", v.Domain)
		default:
			return Evidence{Pass, "it is signed by " + v.Domain}
		}
	}
	return Evidence{None, why}
}

// lookup fetches only the keys of From's organization. Keys of other domains prove nothing, and
// a stranger's DNS server could keep us waiting.
func (c Checker) lookup(ctx context.Context, from string) func(name string) ([]string, error) {
	return func(name string) ([]string, error) {
		_, signer, _ := strings.Cut(name, "._domainkey.")
		if !aligned(signer, from) {
			return nil, errors.New("not of the sender's domain")
		}
		return c.LookupTXT(ctx, name)
	}
}

// withRecover stores the value of a panic in lookup. dkim verifies several signatures in
// goroutines of its own. A panic there would end the program and the daemon could not quarantine
// the message.
func withRecover(
	lookup func(string) ([]string, error), broke *atomic.Value,
) func(string) ([]string, error) {
	return func(name string) (keys []string, err error) {
		defer func() {
			if p := recover(); p != nil {
				broke.Store(fmt.Sprintf("%v\n%s", p, debug.Stack()))
				err = errors.New("asking for its key broke")
			}
		}()
		return lookup(name)
	}
}

func covers(signed []string, field string) bool {
	return slices.ContainsFunc(signed, func(name string) bool { return strings.EqualFold(name, field) })
}

var (
	fromField = lazyregexp.MustCompile(`(?im)^From[ \t]*:`)
	fieldLine = lazyregexp.MustCompile(`^[!-9;-~]+[ \t]*:`) // RFC 5322 §2.2
)

// oneAuthor reports whether the signed header names one author and message.Parse reads all of
// that header. dkim skips lines that are not fields; for message.Parse the header ends there. A
// second From field before the signed one does not break the signature (RFC 6376 §8.15).
func oneAuthor(raw []byte) bool {
	header, _, ended := bytes.Cut(raw, []byte("\r\n\r\n"))
	if !ended || len(header) > maxHeader || bytes.Count(header, []byte("\n")) >= maxLines || len(fromField.FindAll(header, 2)) != 1 {
		return false
	}
	begun := false // a folded line continues the field before it
	for line := range bytes.Lines(header) {
		if !fieldLine.Match(line) && !(begun && bytes.IndexAny(line, " \t") == 0) {
			return false
		}
		begun = true
	}
	return true
}

// hasBlankRun reports whether raw has more consecutive line ends than a person writes.
func hasBlankRun(raw []byte) bool {
	row := 0
	for _, c := range raw {
		if c != '\r' && c != '\n' {
			row = 0
		} else if row++; row > maxBlankRun {
			return true
		}
	}
	return false
}
