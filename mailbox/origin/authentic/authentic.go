// Package authentic says how surely a message comes from the address in its From
// field.
//
// It promises to believe two witnesses only: Authentication-Results (RFC 8601) of
// servers that are trusted by name, all of them and not the first, and a DKIM
// signature (RFC 6376) that it verifies itself. What either vouches for must be
// aligned with From (RFC 7489 §3.1); what stands in a comment or in quotes is no
// result. A server's word that a sender is false outweighs every proof, and of
// what can't be read without doubt nothing is believed.
package authentic

import (
	"context"
	"strings"

	"ppamaild/mailbox/message"
)

// Verdict is what the evidence on a sender comes to.
type Verdict string

// The verdicts.
const (
	None Verdict = "none" // nobody who is trusted says anything of use
	Pass Verdict = "pass" // the mail is from the domain it says it is from
	Fail Verdict = "fail" // a trusted server says that it is not, or says what can't be made out
)

// Evidence is a verdict and what it rests on, in words.
type Evidence struct {
	Verdict Verdict
	Why     string
}

// Checker checks senders. The zero value trusts nobody and asks nobody.
type Checker struct {
	// TrustedIDs are the authserv-ids (RFC 8601 §2.5) of servers that take in the
	// mailbox's mail and remove what poses as theirs (§5); "*.isp.test" stands for
	// every host below isp.test. Microsoft's stands for fields without one, too.
	TrustedIDs []string
	// LookupTXT asks the DNS for keys; nil: no signature is verified. It is asked
	// for names below From's own domain only, of several at a time.
	LookupTXT func(ctx context.Context, name string) ([]string, error)
}

// Check weighs what there is on the sender of m, which was read from raw. from is
// its one author. It takes no longer than a few seconds, and does no I/O where a
// trusted server has spoken.
func (c Checker) Check(ctx context.Context, m *message.Message, from string, raw []byte) Evidence {
	domain := domainOf(from)
	if domain == "" || !strings.Contains(from, "@") {
		return Evidence{None, "its sender has no domain"}
	}
	said := c.results(m.Header["Authentication-Results"], domain)
	if said.Verdict != None || c.LookupTXT == nil {
		return said
	}
	found := c.signature(ctx, raw, domain)
	if found.Verdict == None && len(c.TrustedIDs) > 0 {
		found.Why = said.Why + "; " + found.Why
	}
	return found
}

// domainOf returns the domain of an address, or of a domain alone.
func domainOf(address string) string {
	return canonical(address[strings.LastIndexByte(address, '@')+1:])
}
