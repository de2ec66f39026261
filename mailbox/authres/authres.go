// Package authres judges whether a message comes from the address in its From field.
//
// The package trusts two sources only: Authentication-Results (RFC 8601) of servers that are
// trusted by name, and DKIM signatures (RFC 6376) that the package verifies. Every field of a
// trusted server counts, not only the first. The domain of either source must align with From
// (RFC 7489 §3.1). Comments and quoted strings are never results. A trusted server's failure
// outweighs every proof. An ambiguous field proves nothing.
package authres

import (
	"context"
	"strings"

	"ppamaild/mailbox/message"
)

// Verdict is the judgment on a sender.
type Verdict string

// The verdicts.
const (
	None Verdict = "none" // no trusted source says anything useful
	Pass Verdict = "pass" // the mail comes from the domain in its From field
	Fail Verdict = "fail" // a trusted server denies this, or the server's field is unreadable
)

// Evidence is a verdict and the reason for it, in words.
type Evidence struct {
	Verdict Verdict
	Why     string
}

// Checker checks senders. The zero value trusts no server and makes no DNS query.
type Checker struct {
	// TrustedIDs are the authserv-ids (RFC 8601 §2.5) of servers that receive the mailbox's
	// mail and remove forged fields (§5). "*.isp.test" matches every host below isp.test.
	// Microsoft's ID also covers fields without an ID.
	TrustedIDs []string
	// LookupTXT fetches keys from the DNS. If it is nil, Check verifies no signature. Check
	// only looks up names below From's own domain, several concurrently.
	LookupTXT func(ctx context.Context, name string) ([]string, error)
}

// Check judges the sender of m, which was parsed from raw. from is the only author of m. Check
// takes at most a few seconds and does no I/O when a trusted server gave a result.
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

// domainOf returns the domain of an address, or of a bare domain.
func domainOf(address string) string {
	return canonical(address[strings.LastIndexByte(address, '@')+1:])
}
