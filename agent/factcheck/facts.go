package factcheck

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"ppamaild/agent/letters"
	"ppamaild/carrier"
	"ppamaild/quote"
)

// Text is a mail to check, as text and as HTML.
type Text struct {
	Text, HTML string
	Disclaimer string   // the mail must contain the disclaimer; "" for none
	Signed     []string // names in the signature that are also names of cars or insurers
}

// Known has the facts that a mail may state.
type Known struct {
	letters.Inquiry
	Name, Address string            // of the customer
	Said          string            // by the customer; a mail may quote these words
	Quote         *carrier.Quote    // nil: none
	Options       []carrier.Quote   // priced together with the quote
	PriorTotal    carrier.Cents     // of the quote before; 0: none
	Prior         quote.Application // of the quote before, because a draft may compare both
}

// Check lists the statements in mails that are neither in the application nor in the quote,
// and the phrases that only a licensed producer may use. It reads text and HTML as the
// customer sees them. The same reader reads the known facts from this program's wording of the
// application and the quote.
func Check(mails []Text, known Known, words letters.Words) []string {
	check := checker{
		known: factsOf(known, readerFor(words)), insurer: known.insurer(), words: words,
		said:   oneLine(known.Said),
		claims: make(memo[claim]), names: make(memo[claim]), prohibited: make(memo[string]),
	}
	var bad []string
	for _, m := range mails {
		bad = append(bad, check.text(oneLine(m.Text), m)...)
		bad = append(bad, check.text(visible(m.HTML), m)...)
	}
	slices.Sort(bad)
	return slices.Compact(bad)
}

// checker compares texts with the known facts. Its memos save time, because the HTML and the
// follow-ups of a mail repeat most of its text.
type checker struct {
	known   facts
	insurer string // on a single line; "" for none
	said    string // by the customer, on a single line; "" for nothing
	words   letters.Words

	claims, names memo[claim]
	prohibited    memo[string]
}

// insurer is the name of the quote's carrier. The name states no fact, even if it is
// "Best Choice Mutual".
func (k Known) insurer() string {
	if k.Quote != nil {
		return oneLine(k.Quote.Carrier)
	}
	return ""
}

// text lists the faults of a text. An empty text has none.
func (c checker) text(text string, m Text) (bad []string) {
	if text == "" {
		return nil
	}
	if m.Disclaimer != "" && !strings.Contains(text, oneLine(m.Disclaimer)) {
		bad = append(bad, c.words.Say("check.disclaimer", m.Disclaimer))
	}
	if c.insurer != "" {
		text = strings.ReplaceAll(text, c.insurer, "")
	}
	if c.said != "" {
		text = strings.ReplaceAll(text, "“"+c.said+"”", "")
	}
	names := namesIn(without(text, m.Signed), c.names)
	for _, said := range append(c.known.claimsIn(text, c.claims), names...) {
		if !c.known.holds(said) {
			bad = append(bad, c.words.Say("check.unsupported",
				c.words.Say(string(said.kind)), said.words))
		}
	}
	for _, said := range prohibitedIn(text, c.prohibited) {
		bad = append(bad, c.words.Say("check.prohibited", said))
	}
	return bad
}

// without removes stretches that need no check from a line.
func without(text string, stretches []string) string {
	for _, s := range stretches {
		text = strings.ReplaceAll(text, s, "")
	}
	return text
}

// facts are the claims that a draft may make, with the reader for these claims and for drafts.
type facts struct {
	*reader
	all []claim
}

// holds reports whether c is known. A day without a year matches the same day of any year.
func (f facts) holds(c claim) bool {
	return slices.ContainsFunc(f.all, func(known claim) bool {
		if known.kind != c.kind {
			return false
		}
		return known.value == c.value || c.kind == dayClaim &&
			strings.HasSuffix(known.value, strings.TrimPrefix(c.value, anyYear))
	})
}

// know adds the claims in a text by this program.
func (f *facts) know(texts ...string) {
	for _, t := range texts {
		f.all = append(f.all, f.claimsIn(oneLine(t), nil)...)
	}
}

// factsOf gathers the claims in the application and in the quote.
func factsOf(k Known, r *reader) facts {
	f := facts{reader: r}
	a := k.Application
	for path, raw := range a.All() {
		f.knowValue(path, letters.Written(path, raw, a, letters.English()))
	}
	for _, c := range k.Conflicts {
		for _, said := range letters.Values(c) {
			f.knowValue(c.Path, said)
			f.all = append(f.all, brandsIn(oneLine(said))...)
		}
	}
	for _, said := range k.Residents {
		f.all = append(f.all, brandsIn(oneLine(said))...)
		f.know(said)
	}
	limits := a.Coverages
	f.know(limits.BodilyInjury, limits.UninsuredMotorist, string(k.Today))
	if limits.PropertyDamage != nil {
		f.know(fmt.Sprintf("%s/%d", limits.BodilyInjury, *limits.PropertyDamage))
	}
	for _, p := range k.Problems { // a question names the choices
		f.know(k.Sold(p.Path, letters.English())...)
	}
	f.knowNames(k)
	if k.Quote != nil {
		f.knowQuote(*k.Quote)
	}
	for _, q := range k.Options {
		f.knowQuote(q)
		f.knowDifference(k.Quote, q.Total)
	}
	for path, raw := range k.Prior.All() {
		f.knowValue(path, letters.Written(path, raw, k.Prior, letters.English()))
	}
	f.knowDifference(k.Quote, k.PriorTotal)
	return f
}

// knowValue adds the claims in a value. It adds a VIN whole, because the reader recognizes only
// valid VINs. A name or a street makes no price known.
func (f *facts) knowValue(path, written string) {
	for _, c := range f.claimsIn(oneLine(written), nil) {
		if !IsFreeText(path) || c.kind != amountClaim && c.kind != percentClaim {
			f.all = append(f.all, c)
		}
	}
	if strings.HasSuffix(path, ".vin") {
		f.all = append(f.all, claim{kind: vinClaim, value: strings.ToUpper(written)})
	}
}

// freeText are values in a person's own words, and values that a reader cannot tell from
// invented values.
var freeText = []string{"given_name", "surname", "phone", "email", "street", "city", "carrier",
	"make", "model", "trim", "license_number"}

// IsFreeText reports whether the value at a path is free text.
func IsFreeText(path string) bool {
	return slices.Contains(freeText, path[strings.LastIndexByte(path, '.')+1:])
}

// knowQuote adds the amounts and days of a quote.
func (f *facts) knowQuote(q carrier.Quote) {
	f.know(string(q.EffectiveDate), string(q.AsOf), string(q.ValidUntil))
	f.know(q.Assumptions...)
	amounts := []carrier.Cents{q.PolicyFee, q.GoodDriver, q.GoodDriverWithoutPending, q.Total,
		q.TotalWithoutPending, q.Plan.Fee}
	amounts = append(amounts, q.Plan.Payments...)
	each := map[carrier.Coverage]carrier.Cents{} // of all vehicles
	for _, l := range q.Lines {
		f.know(letters.Limit(l))
		amounts = append(amounts, l.Premium, l.WithoutPending, q.VehiclePremium(l.Vehicle))
		each[l.Coverage] += l.Premium
	}
	amounts = slices.AppendSeq(amounts, maps.Values(each))
	if q.TermMonths > 0 {
		amounts = append(amounts, q.Total*12/carrier.Cents(q.TermMonths)) // for a year
	}
	for _, a := range amounts {
		f.know(a.String())
	}
}

// knowDifference adds another total and its difference from the total of the quote.
func (f *facts) knowDifference(q *carrier.Quote, other carrier.Cents) {
	if q != nil && other != 0 {
		f.know(other.String(), max(q.Total-other, other-q.Total).String())
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
