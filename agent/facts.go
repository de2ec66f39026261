package agent

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"ppamaild/agent/letters"
	"ppamaild/carrier"
)

// CheckFacts says what in a draft, or in what follows it, does not come from the
// application or from the rated quote, or must not be said by anyone but a licensed
// producer. It reads what a customer would see, be it as text or as HTML; nothing
// found is nil. A fact counts as known where our own writing of the application and
// the quote holds it; the same reader reads both.
func CheckFacts(d Draft, s *State) []string {
	drafts := []Draft{d}
	for _, f := range d.Followups {
		drafts = append(drafts, f.Draft)
	}
	check := checker{known: knownFacts(s), insurer: insurer(s)}
	var bad []string
	for _, d := range drafts {
		bad = append(bad, check.text(oneLine(d.Text), d)...)
		bad = append(bad, check.text(visible(d.HTML), d)...)
	}
	slices.Sort(bad)
	return slices.Compact(bad)
}

// checker checks the texts of one draft and its follow-ups. A mail shares most of its
// text with its HTML and its follow-ups, so each part is searched once.
type checker struct {
	known   facts
	insurer string // the carrier of the quote in a single line, or ""

	claims, names memo[claim]
	binding       memo[string]
}

// insurer is what the carrier of the quote is called. Its name claims nothing, even if
// it is "Best Choice Mutual".
func insurer(s *State) string {
	if q := s.AgentScratchpad.Quote; q != nil {
		return oneLine(q.Carrier)
	}
	return ""
}

// text says what is wrong with a text of a draft. An empty one says nothing, and has
// nothing wrong.
func (c *checker) text(text string, d Draft) (bad []string) {
	if text == "" {
		return nil
	}
	if d.Disclaimer != "" && !strings.Contains(text, oneLine(d.Disclaimer)) {
		bad = append(bad, "the disclaimer is missing or changed: "+d.Disclaimer)
	}
	if c.insurer != "" {
		text = strings.ReplaceAll(text, c.insurer, "")
	}
	names := namesIn(without(text, d.Signed), &c.names)
	for _, said := range append(claimsIn(text, &c.claims), names...) {
		if !c.known.holds(said) {
			bad = append(bad, fmt.Sprintf("%s %q is in neither the application nor the quote", said.kind, said.words))
		}
	}
	for _, words := range bindingIn(text, &c.binding) {
		bad = append(bad, fmt.Sprintf("%q binds, advises or promises, which only a licensed producer may", words))
	}
	return bad
}

// without is a single line of which some stretches are nobody's to check.
func without(text string, stretches []string) string {
	for _, s := range stretches {
		text = strings.ReplaceAll(text, s, "")
	}
	return text
}

// facts are the claims that a draft may make.
type facts []claim

// holds reports whether c is known. A day without a year is one of that day in
// any year.
func (f facts) holds(c claim) bool {
	return slices.ContainsFunc(f, func(known claim) bool {
		if known.kind != c.kind {
			return false
		}
		return known.what == c.what || c.kind == dayClaim && strings.HasSuffix(known.what, strings.TrimPrefix(c.what, anyYear))
	})
}

// know adds what a text of ours says.
func (f *facts) know(texts ...string) {
	for _, t := range texts {
		*f = append(*f, claimsIn(oneLine(t), nil)...)
	}
}

// knownFacts gathers what is said of the application and of the quote.
func knownFacts(s *State) facts {
	var f facts
	pad, a := s.AgentScratchpad, *s.application()
	for path, raw := range a.All() {
		f.knowValue(path, letters.Written(path, raw, a, false))
	}
	for _, c := range pad.Conflicts {
		for _, said := range letters.Values(c) {
			f.knowValue(c.Path, said)
			f = append(f, calledIn(oneLine(said))...)
		}
	}
	limits := a.Coverages
	f.know(limits.BodilyInjury, limits.UninsuredMotorist, string(pad.Today))
	if limits.PropertyDamage != nil {
		f.know(fmt.Sprintf("%s/%d", limits.BodilyInjury, *limits.PropertyDamage))
	}
	for _, p := range pad.Problems { // what it can be had at instead is told
		f.know(s.Inquiry().Sold(p.Path, false)...)
	}
	f.knowNames(s)
	if pad.Quote != nil {
		f.knowQuote(*pad.Quote)
	}
	for _, o := range pad.Options {
		f.knowQuote(o.Quote)
	}
	return f
}

// knowValue adds a value as it is written, and a VIN, which is not recognised
// among other words unless it is one. A name, or a street, makes no price known.
func (f *facts) knowValue(path, written string) {
	for _, c := range claimsIn(oneLine(written), nil) {
		if !isFreeText(path) || c.kind != amountClaim && c.kind != percentClaim {
			*f = append(*f, c)
		}
	}
	if strings.HasSuffix(path, ".vin") {
		*f = append(*f, claim{kind: vinClaim, what: strings.ToUpper(written)})
	}
}

// knowQuote adds the amounts and days of a quote.
func (f *facts) knowQuote(q carrier.Quote) {
	f.know(string(q.EffectiveDate), string(q.AsOf), string(q.ValidUntil))
	f.know(q.Assumptions...)
	amounts := []carrier.Cents{q.PolicyFee, q.GoodDriver, q.GoodDriverWithoutPending, q.Total, q.TotalWithoutPending, q.Plan.Fee}
	amounts = append(amounts, q.Plan.Payments...)
	for _, l := range q.Lines {
		f.know(letters.Limit(l))
		amounts = append(amounts, l.Premium, l.WithoutPending, q.VehiclePremium(l.Vehicle))
	}
	for _, a := range amounts {
		f.know(a.String())
	}
}

func oneLine(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for word := range strings.FieldsSeq(s) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
}

// visible is the text of a page, as a single line.
func visible(page string) string {
	var b strings.Builder
	b.Grow(len(page) / 2)
	hidden := 0
	for z := html.NewTokenizer(strings.NewReader(page)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return oneLine(b.String())
		case html.StartTagToken:
			if isHidden(z) {
				hidden++
			}
			b.WriteByte(' ')
		case html.EndTagToken:
			if isHidden(z) && hidden > 0 {
				hidden--
			}
			b.WriteByte(' ')
		case html.TextToken:
			if hidden == 0 {
				b.Write(z.Text())
			}
		}
	}
}

// isHidden reports whether the element of a tag is not shown.
func isHidden(z *html.Tokenizer) bool {
	name, _ := z.TagName()
	return slices.Contains([]string{"head", "style", "script", "title"}, string(name))
}
