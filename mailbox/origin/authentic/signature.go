package authentic

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/emersion/go-msgauth/dkim"
)

// What verifying signatures may take.
const (
	maxSignatures = 5
	maxHeader     = 128 << 10 // octets, half of what mailbox.Parse reads
	maxLines      = 1000      // of the header, all of which dkim looks through for each name that a signature lists
	maxBlank      = 64 << 10  // line ends in a row, which dkim copies for each block of a body with several signatures
	patience      = 5 * time.Second
)

// signature verifies the message's own signatures. One that does not hold is no
// worse than none (RFC 6376 §6.1): gateways that add a line to a subject break it.
func (c Checker) signature(ctx context.Context, raw []byte, from string) Evidence {
	if !oneAuthor(raw) {
		return Evidence{None, "its header is not one that a signature can be trusted on"}
	}
	if blank(raw) {
		return Evidence{None, "it has too many empty lines to check a signature"}
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var broke atomic.Value
	found, err := dkim.VerifyWithOptions(bytes.NewReader(raw), &dkim.VerifyOptions{
		MaxVerifications: maxSignatures, LookupTXT: caught(c.lookup(ctx, from), &broke),
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

// lookup asks for the keys of From's organisation only: those of others prove
// nothing, and a stranger's DNS could keep us waiting.
func (c Checker) lookup(ctx context.Context, from string) func(name string) ([]string, error) {
	return func(name string) ([]string, error) {
		_, signer, _ := strings.Cut(name, "._domainkey.")
		if !aligned(signer, from) {
			return nil, errors.New("not of the sender's domain")
		}
		return c.LookupTXT(ctx, name)
	}
}

// caught keeps what a lookup panics with: dkim verifies several signatures in goroutines of
// its own, where that would end the program, and nobody could set the message apart.
func caught(lookup func(string) ([]string, error), broke *atomic.Value) func(string) ([]string, error) {
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
	fromField = regexp.MustCompile(`(?im)^From[ \t]*:`)
	fieldLine = regexp.MustCompile(`^[!-9;-~]+[ \t]*:`) // RFC 5322 §2.2
)

// oneAuthor holds where the header, as the signature has it, names one author and
// all of it is read by mailbox.Parse too: dkim passes over lines that are no fields, behind
// which a message has none. A second From put in front of a signed one leaves the signature
// whole (RFC 6376 §8.15).
func oneAuthor(raw []byte) bool {
	header, _, ended := bytes.Cut(raw, []byte("\r\n\r\n"))
	if !ended || len(header) > maxHeader || bytes.Count(header, []byte("\n")) >= maxLines || len(fromField.FindAll(header, 2)) != 1 {
		return false
	}
	begun := false // a folded line goes on with the field before it
	for line := range bytes.Lines(header) {
		if !fieldLine.Match(line) && !(begun && bytes.IndexAny(line, " \t") == 0) {
			return false
		}
		begun = true
	}
	return true
}

// blank holds for what has more line ends in a row than a person writes.
func blank(raw []byte) bool {
	row := 0
	for _, c := range raw {
		if c != '\r' && c != '\n' {
			row = 0
		} else if row++; row > maxBlank {
			return true
		}
	}
	return false
}
