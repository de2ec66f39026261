package authentic

import (
	"fmt"
	"slices"
	"strings"
)

// microsoft is what Microsoft 365 calls itself in ARC; its Authentication-Results
// name no authserv-id at all.
const microsoft = "mx.microsoft.com"

// results weighs the fields of trusted servers. A forged one may stand anywhere
// among them, as not every server removes what poses as its own (RFC 8601 §5): so
// none is preferred, and where two speak of a method both must vouch for From.
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

// trusts reports whether id is one of the trusted.
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

// witness is a method and which of its results are about From.
type witness struct {
	method string
	about  func(r result, from string) bool
}

// witnesses are what may prove a sender, the strongest first.
var witnesses = []witness{{"dmarc", dmarcOf}, {"dkim", dkimOf}, {"spf", spfOf}}

// weigh says what fields, each a list of results, come to.
func weigh(fields [][]result, from string) Evidence {
	for r := range each(fields) {
		// compauth is Microsoft's own word for the whole.
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

// vouches holds where every field that speaks of the method has a pass for From.
// One field may have other results beside it, as of a second signature.
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

// dmarcOf: the domain that was judged is From's own, not only one of its
// organisation (RFC 7489 §11.1: header.from is the domain of From).
func dmarcOf(r result, from string) bool {
	domains := r.get("header.from")
	return len(domains) == 1 && domainOf(domains[0]) == from
}

// dkimOf: the signer, d=, is aligned; i=, where only that is said, is in or below it.
func dkimOf(r result, from string) bool {
	signers := r.get("header.d")
	if len(signers) == 0 {
		signers = r.get("header.i")
	}
	return len(signers) == 1 && aligned(domainOf(signers[0]), from)
}

// spfOf: the envelope's sender is aligned; that of HELO proves nothing about From.
func spfOf(r result, from string) bool {
	senders := r.get("smtp.mailfrom")
	return len(senders) == 1 && aligned(domainOf(senders[0]), from)
}
