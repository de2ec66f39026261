package authres

import (
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// longestDomain is more than 63 characters of four bytes in each of four labels. The cost of
// A-labels grows with the square of the length.
const longestDomain = 1024

// canonical writes a domain as the DNS has it: lower case, A-labels, no final dot. It returns
// "" for an invalid domain.
func canonical(domain string) string {
	domain = strings.TrimSuffix(strings.TrimSpace(domain), ".")
	if len(domain) > longestDomain {
		return ""
	}
	ascii, err := idna.Lookup.ToASCII(domain)
	if err != nil {
		return ""
	}
	return ascii
}

// aligned reports whether two domains are the same or belong to the same organization. This is
// the relaxed mode of RFC 7489 §3.1: the organization is the name registered below a public
// suffix.
func aligned(domain, from string) bool {
	domain = canonical(domain)
	if domain == "" || from == "" {
		return false
	}
	return domain == from || organization(domain) != "" && organization(domain) == organization(from)
}

func organization(domain string) string {
	name, err := publicsuffix.EffectiveTLDPlusOne(domain)
	if err != nil {
		return ""
	}
	return name
}
