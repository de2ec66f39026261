package authentic

import (
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// canonical writes a domain as the DNS has it: lower case, A-labels, no dot at its
// end. It is "" for what is no domain.
func canonical(domain string) string {
	domain = strings.TrimSuffix(strings.TrimSpace(domain), ".")
	ascii, err := idna.Lookup.ToASCII(domain)
	if err != nil {
		return ""
	}
	return ascii
}

// aligned reports whether a domain speaks for another: the same, or one of the
// same organisation. RFC 7489 §3.1, relaxed: the name that was registered below a
// public suffix is the organisation.
func aligned(domain, from string) bool {
	domain = canonical(domain)
	if domain == "" || from == "" {
		return false
	}
	return domain == from || organisation(domain) != "" && organisation(domain) == organisation(from)
}

func organisation(domain string) string {
	name, err := publicsuffix.EffectiveTLDPlusOne(domain)
	if err != nil {
		return ""
	}
	return name
}
