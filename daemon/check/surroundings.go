package check

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"ppamaild/config"
)

func checkClock(_ context.Context, cfg *config.Config) []Result {
	return []Result{judgeClock(time.Now().In(cfg.Agency.Location))}
}

// judgeClock detects a clock that was never set. Mails and prices get the date of the clock.
func judgeClock(now time.Time) Result {
	r := Result{What: "clock", Detail: now.Format("Mon 2 Jan 2006 15:04:05 MST")}
	if now.Year() < 2025 {
		r.Err = fmt.Errorf("the clock shows %s; set it", r.Detail)
	}
	return r
}

func checkDNS(ctx context.Context, cfg *config.Config) []Result {
	var results []Result
	domains := []string{domainOf(cfg.Mailbox.Customer.Address), domainOf(cfg.Mailbox.Agency.Address)}
	for _, domain := range slices.Compact(domains) {
		results = append(results, judgeDomain(domain, func() ([]*net.MX, error) { return net.DefaultResolver.LookupMX(ctx, domain) }))
	}
	return results
}

// judgeDomain reports whether a domain accepts mail. RFC 6761 §6.2 and others reserve some
// names. A domain with an MX record without a host accepts no mail (RFC 7505).
func judgeDomain(domain string, lookup func() ([]*net.MX, error)) Result {
	r := Result{What: "DNS of " + domain}
	if reserved(domain) {
		r.Detail = "not looked up: ." + topOf(domain) + " is reserved (RFC 6761)"
		return r
	}
	mx, err := lookup()
	unknown, _ := errors.AsType[*net.DNSError](err)
	switch {
	case err == nil && len(mx) == 0, unknown != nil && unknown.IsNotFound:
		r.Err = errors.New("the domain has no MX record, so mail may not arrive; the MX record names the domain's mail server")
	case err != nil:
		r.Err = fmt.Errorf("looking up the MX record: %w", err)
	case strings.Trim(mx[0].Host, ".") == "":
		r.Err = errors.New("the MX record names no server, so the domain accepts no mail; the record should name the domain's mail server")
	default:
		r.Detail = "mail for it goes to " + strings.TrimSuffix(mx[0].Host, ".")
	}
	return r
}

// reserved reports whether no server has mail for a domain (RFC 6761 §6).
func reserved(domain string) bool {
	return slices.Contains([]string{"test", "example", "invalid", "localhost"}, topOf(domain))
}

func topOf(domain string) string { return domain[strings.LastIndex(domain, ".")+1:] }

func domainOf(address string) string {
	_, domain, _ := strings.Cut(address, "@")
	return domain
}
