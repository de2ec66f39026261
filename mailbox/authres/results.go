package authres

import (
	"fmt"
	"slices"
	"strings"
)

// microsoft is the name of Microsoft 365 in ARC. Its Authentication-Results have no
// authserv-id.
const microsoft = "mx.microsoft.com"

// results weighs the fields of trusted servers. A forged field can be at any position, because
// not every server removes forged fields (RFC 8601 §5). So results prefers none: if two fields
// have results of one method, both must vouch for From.
func (c Checker) results(fields []string, from string) Evidence {
	var all [][]result
	for _, field := range fields {
		id, results, err := parse(field)
		if !c.trusts(id) {
			continue
		}
		if err == nil && count(results, "dmarc") > 1 {
			err = fmt.Errorf("it has %d results of dmarc", count(results, "dmarc"))
		}
		if err != nil {
			return Evidence{Fail, fmt.Sprintf("what %s says of the sender can't be made out: %v", id, err)}
		}
		all = append(all, results)
	}
	return weigh(all, from)
}

// trusts reports whether id is a trusted server.
func (c Checker) trusts(id string) bool {
	if id == "" {
		id = microsoft
	}
	return slices.ContainsFunc(c.TrustedIDs, func(trusted string) bool {
		if host, wild := strings.CutPrefix(strings.ToLower(trusted), "*."); wild {
			return strings.HasSuffix(strings.ToLower(id), "."+host)
		}
		return strings.EqualFold(trusted, id)
	})
}

func count(results []result, method string) (n int) {
	for _, r := range results {
		if r.method == method {
			n++
		}
	}
	return n
}

// witness is a method and the rule that says which of its results concern From.
type witness struct {
	method string
	about  func(r result, from string) bool
}

// witnesses are the methods that can prove a sender, the strongest first.
var witnesses = []witness{{"dmarc", dmarcOf}, {"dkim", dkimOf}, {"spf", spfOf}}

// weigh judges all fields together. Each field is a list of results.
func weigh(fields [][]result, from string) Evidence {
	for r := range each(fields) {
		// compauth is Microsoft's overall result.
		if r.value == "fail" && (r.method == "dmarc" || r.method == "compauth") {
			return Evidence{Fail, fmt.Sprintf("the mail server says %s=fail", r.method)}
		}
	}
	for _, w := range witnesses {
		if w.vouches(fields, from) {
			return Evidence{Pass, fmt.Sprintf("the mail server says %s=pass for %s", w.method, from)}
		}
	}
	for _, w := range witnesses {
		for r := range each(fields) {
			if r.method == w.method && r.value == "fail" && w.about(r, from) {
				return Evidence{Fail, fmt.Sprintf("the mail server says %s=fail for %s", w.method, from)}
			}
		}
	}
	return Evidence{None, "no mail server that is trusted vouches for " + from}
}

// vouches reports whether every field that has results of the method has a pass for From. A
// field may hold more results of the method, for example of a second signature.
func (w witness) vouches(fields [][]result, from string) bool {
	vouched := false
	for _, results := range fields {
		if count(results, w.method) == 0 {
			continue
		}
		vouched = slices.ContainsFunc(results, func(r result) bool {
			return r.method == w.method && r.value == "pass" && w.about(r, from)
		})
		if !vouched {
			return false
		}
	}
	return vouched
}

func each(fields [][]result) func(yield func(result) bool) {
	return slices.Values(slices.Concat(fields...))
}

// dmarcOf reports whether the judged domain is From's own. A domain of the same organization
// does not count (RFC 7489 §11.1: header.from is the domain of From).
func dmarcOf(r result, from string) bool {
	domains := r.get("header.from")
	return len(domains) == 1 && domainOf(domains[0]) == from
}

// dkimOf reports whether the signer (d=) is aligned. If the result only has i=, that address
// must be in the domain or below it.
func dkimOf(r result, from string) bool {
	signers := r.get("header.d")
	if len(signers) == 0 {
		signers = r.get("header.i")
	}
	return len(signers) == 1 && aligned(domainOf(signers[0]), from)
}

// spfOf reports whether the envelope sender is aligned. The HELO name proves nothing about
// From.
func spfOf(r result, from string) bool {
	senders := r.get("smtp.mailfrom")
	return len(senders) == 1 && aligned(domainOf(senders[0]), from)
}
