package check

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"

	"golang.org/x/net/publicsuffix"

	"ppamaild/config"
	"ppamaild/lazyregexp"
)

// lookupTXT returns the TXT records of a name, like net.Resolver.LookupTXT.
type lookupTXT func(ctx context.Context, name string) ([]string, error)

// checkSpam looks for the records that let other servers trust mail from the customers' address.
// DKIM has no record with a known name. judgeDKIM looks at a test mail instead.
func checkSpam(ctx context.Context, cfg *config.Config) []Result {
	domain := domainOf(cfg.Mailbox.Customer.Address)
	if reserved(domain) {
		return nil
	}
	lookup := net.DefaultResolver.LookupTXT
	return []Result{judgeSPF(ctx, domain, lookup), judgeDMARC(ctx, domain, lookup)}
}

// judgeSPF judges the record that lists the servers of a domain (RFC 7208).
func judgeSPF(ctx context.Context, domain string, lookup lookupTXT) Result {
	r := Result{What: "SPF of " + domain}
	found, err := recordsOf(ctx, domain, "v=spf1", lookup)
	switch {
	case err != nil:
		r.Advice = fmt.Sprintf("looking up the record: %v", err)
	case len(found) == 0:
		r.Advice = "mail may land in spam, because the domain has no SPF record: " +
			"add the TXT record that your provider names"
	case len(found) > 1: // RFC 7208 §4.5
		r.Advice = "mail may land in spam, because the domain has several SPF records: " +
			"merge them into one"
	case strings.HasSuffix(found[0], "+all") || strings.HasSuffix(found[0], " all"):
		r.Advice = "mail may land in spam, because the SPF record allows every server: " +
			"end it with ~all or -all"
	default:
		r.Detail = found[0]
	}
	return r
}

// judgeDMARC judges the record that says what to do with forged mail (RFC 7489). The record of
// the organization's domain applies to subdomains.
func judgeDMARC(ctx context.Context, domain string, lookup lookupTXT) Result {
	r := Result{What: "DMARC of " + domain}
	found, err := recordsOf(ctx, "_dmarc."+domain, "v=DMARC1", lookup)
	whole := organization(domain)
	if err == nil && len(found) == 0 && whole != domain {
		found, err = recordsOf(ctx, "_dmarc."+whole, "v=DMARC1", lookup)
	}
	switch {
	case err != nil:
		r.Advice = fmt.Sprintf("looking up the record: %v", err)
	case len(found) != 1:
		r.Advice = fmt.Sprintf("mail may land in spam, because the domain has %d DMARC records: "+
			`publish one at _dmarc.%s, such as "v=DMARC1; p=none; rua=mailto:ADDRESS"`,
			len(found), domain)
	default:
		r.Detail = found[0]
	}
	return r
}

// recordsOf returns the TXT records of a name that begin with a version. A name without records is
// no error.
func recordsOf(
	ctx context.Context, name, version string, lookup lookupTXT,
) (found []string, err error) {
	records, err := lookup(ctx, name)
	if unknown, is := errors.AsType[*net.DNSError](err); is && unknown.IsNotFound {
		err = nil
	}
	for _, record := range records {
		tag, _, _ := strings.Cut(strings.ReplaceAll(record, ";", " "), " ")
		if strings.EqualFold(tag, version) {
			found = append(found, record)
		}
	}
	return found, err
}

// signer finds the domain of a signature in an unfolded field (RFC 6376 §3.5).
var signer = lazyregexp.MustCompile(`(?i)[:;]\s*d\s*=\s*([^;\s]+)`)

// judgeDKIM returns advice if no DKIM signature in the header of a test mail is aligned with the
// domain of From (RFC 7489 §3.1.1).
func judgeDKIM(header []byte, domain, arrived string) string {
	if reserved(domain) {
		return ""
	}
	unfolded := strings.NewReplacer("\r\n ", " ", "\r\n\t", " ").Replace(string(header))
	for line := range strings.Lines(unfolded) {
		name, _, _ := strings.Cut(line, ":")
		found := signer.FindStringSubmatch(line)
		if strings.EqualFold(strings.TrimSpace(name), "DKIM-Signature") && found != nil &&
			organization(found[1]) == organization(domain) {
			return ""
		}
	}
	return arrived + ", but without a DKIM signature of " + domain + ", so mail may land in spam: " +
		"turn on DKIM at your provider, unless the provider signs only mail that leaves"
}

// organization returns the domain that an organization registered, or the domain itself.
func organization(domain string) string {
	domain = strings.ToLower(domain)
	if whole, err := publicsuffix.EffectiveTLDPlusOne(domain); err == nil {
		return whole
	}
	return domain
}
