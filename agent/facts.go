package agent

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"

	"ppamaild/carrier"
	"ppamaild/quote"
)

// Disclaimer opens the statement that every quote mail must carry.
const Disclaimer = "Estimate only, not a binder or offer"

var (
	amounts = regexp.MustCompile(`\$\s?\d[\d,]*(?:\.\d+)?`)
	dates   = regexp.MustCompile(`\b\d{4}-\d{2}-\d{2}\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}\b|\b\d{1,2} de [a-z]+ de \d{4}\b`)
	vins    = regexp.MustCompile(`\b[A-HJ-NPR-Z0-9]{17}\b`)
	// Unlicensed staff, and so a program, may not advise, bind or promise.
	binding = regexp.MustCompile(`(?i)\byou(?:'re| are) (?:now )?(?:covered|insured)\b|\bcoverage is (?:now )?(?:bound|in force|active)\b|\b(?:i|we) recommend\b|\bguarantee[ds]?\b|\bbest (?:price|rate|coverage|choice)\b|\byou (?:don't|do not) need\b|\bestá(?:s)? (?:cubiert|asegurad)[oa]\b|\b(?:le |te )?recomendamos\b|\bgarantiza(?:mos|do)\b`)
)

// CheckFacts says what in a draft does not come from the application or from the
// rated quote, or must not be said by anyone but a licensed producer. It reads
// the text that a customer would see; nothing found is nil.
func CheckFacts(d Draft, s *State) []string {
	known := knownFacts(s)
	var bad []string
	for _, found := range amounts.FindAllString(d.Text, -1) {
		if !known.has(number(found)) {
			bad = append(bad, fmt.Sprintf("the amount %s is in neither the application nor the quote", found))
		}
	}
	for _, found := range append(dates.FindAllString(d.Text, -1), vins.FindAllString(d.Text, -1)...) {
		if !known.has(found) {
			bad = append(bad, fmt.Sprintf("%q is in neither the application nor the quote", found))
		}
	}
	if words := binding.FindString(d.Text); words != "" {
		bad = append(bad, fmt.Sprintf("%q binds or advises, which only a licensed producer may", words))
	}
	if d.QuoteID != "" && !hasDisclaimer(d.Text) {
		bad = append(bad, "the disclaimer is missing: "+Disclaimer+" …")
	}
	return bad
}

func hasDisclaimer(text string) bool {
	flat := strings.Join(strings.Fields(text), " ")
	return strings.Contains(flat, Disclaimer) || strings.Contains(flat, disclaimerSpanish)
}

const disclaimerSpanish = "Solo es un estimado, no una póliza provisional ni una oferta"

// facts is a set of strings that a draft may state.
type facts map[string]bool

func (f facts) has(s string) bool { return f[s] }

// knownFacts gathers every scalar of the application and of the quote.
func knownFacts(s *State) facts {
	f := make(facts)
	f.gather(s.CustomerInfo.Case.Application)
	if q := s.AgentScratchpad.Quote; q != nil {
		f.gather(q)
		f.money(*q)
	}
	for _, c := range s.AgentScratchpad.Conflicts {
		for _, v := range plain(c.Values) {
			f.add(v)
		}
	}
	return f
}

// money adds the amounts of a quote as a mail writes them.
func (f facts) money(q carrier.Quote) {
	amounts := []carrier.Cents{q.PolicyFee, q.GoodDriver, q.GoodDriverWithoutPending, q.Total, q.TotalWithoutPending, q.Plan.Fee}
	amounts = append(amounts, q.Plan.Payments...)
	for _, l := range q.Lines {
		amounts = append(amounts, l.Premium, l.WithoutPending, q.VehiclePremium(l.Vehicle))
	}
	for _, a := range amounts {
		f.add(a.String())
	}
}

// gather adds every scalar in the JSON of v.
func (f facts) gather(v any) {
	raw, err := json.Marshal(v)
	if err != nil {
		return // nothing is known then, and everything is flagged
	}
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.UseNumber()
	for {
		token, err := dec.Token()
		if err != nil {
			return
		}
		switch t := token.(type) {
		case string:
			f.add(t)
			for part := range strings.SplitSeq(t, "/") { // "100/300": in thousands
				f[part+"000"] = true
			}
		case json.Number:
			f.add(t.String())
			f[t.String()+"000"] = true
		}
	}
}

func (f facts) add(s string) {
	f[s], f[number(s)] = true, true
	if d := quote.Date(s); len(s) == len(time.DateOnly) {
		f[longDate(d, false)], f[longDate(d, true)] = true, true
	}
}

// number brings "$1,016.00" and "1016" to one form.
func number(s string) string {
	s = strings.NewReplacer("$", "", ",", "", " ", "").Replace(s)
	if whole, cents, found := strings.Cut(s, "."); found && strings.Trim(cents, "0") == "" {
		return whole
	}
	return s
}
