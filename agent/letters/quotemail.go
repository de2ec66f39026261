package letters

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ppamaild/carrier"
	"ppamaild/lazy"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/templates"
)

// QuoteMail has the data for the mail with a rated quote.
type QuoteMail struct {
	Letter   templates.Letter
	Words    Words // in the language of the letter
	Case     quote.Case
	Quote    carrier.Quote
	Options  []PricedOption // other coverages with their prices
	Today    quote.Date
	Was      carrier.Cents      // total of the last quote; 0: none
	WasOf    *quote.Application // application of the last quote
	Care     bool               // the customer mailed numbers that no mail should hold
	CarsOnly bool               // the customer also asked for other insurance
}

// PricedOption is the quote of other coverages, by the name that the templates give them.
type PricedOption struct {
	Name  string
	Quote carrier.Quote
}

// View lays out a rated quote as the mail shows it.
func (m QuoteMail) View() templates.Quote {
	q, a, w := m.Quote, m.Case.Application, m.Words
	v := templates.Quote{
		Letter: m.Letter, Term: term(q.TermMonths), Fees: fees(q, w), Total: q.Total.String(),
		Instalments: instalments(q, w), Assumptions: assumptions(m.Case, q, w),
		EffectiveDate: LongDate(q.EffectiveDate, w), AsOf: LongDate(q.AsOf, w),
		ValidUntil: LongDate(q.ValidUntil, w),
		File:       w.Say("letters.file_name", q.ID),
		QuoteID:    q.ID, Illustrative: q.Illustrative, Verified: q.Verified, Care: m.Care,
		CarsOnly: m.CarsOnly,
	}
	if !q.Illustrative {
		v.Carrier = q.Carrier
	}
	if q.TotalWithoutPending != q.Total {
		v.TotalWithoutPending = q.TotalWithoutPending.String()
	}
	if m.WasOf != nil {
		v.Changed = CustomerChanges(*m.WasOf, m.Case, w)
	}
	if len(v.Changed) > 0 || m.Was != q.Total && m.Was != 0 {
		v.Was = m.Was.String()
	}
	v.Options = m.options()
	for _, r := range m.Case.Rejections(m.Today) {
		v.Offers = append(v.Offers, strings.TrimPrefix(r.Path, "coverages."))
	}
	for _, d := range a.Drivers {
		v.Drivers = append(v.Drivers, fullName(d))
	}
	for i := range a.Vehicles {
		v.Vehicles = append(v.Vehicles, quoteVehicle(a, q, i, w))
	}
	for _, d := range q.Discounts {
		if counts(q, d.Discount) {
			v.Discounts = append(v.Discounts, m.discount(d))
		}
	}
	for _, d := range a.Discounts {
		if !counts(q, d) {
			v.NotCounted = append(v.NotCounted, string(d))
		}
	}
	return v
}

// discount lays out a discount. It asks for no policy number that the customer gave.
func (m QuoteMail) discount(d carrier.Discount) templates.QuoteDiscount {
	v := quoteDiscount(d, m.Words)
	if d.Discount == quote.MultiPolicy && hasNumber.MatchString(m.Case.Facts["discounts"].Words) {
		v.Proof = ""
	}
	return v
}

// hasNumber matches words with the number of a policy.
var hasNumber = lazyregexp.MustCompile(`\d{4}`)

// options lays out the requested coverages followed by the options; nil without options.
func (m QuoteMail) options() []templates.QuoteOption {
	if len(m.Options) == 0 {
		return nil
	}
	views := []templates.QuoteOption{optionView(requested(m.Case), m.Quote)}
	for _, o := range m.Options {
		views = append(views, optionView(o.Name, o.Quote))
	}
	return views
}

// requested names the quoted coverages: the customer asked for them, or all are assumed.
func requested(k quote.Case) string {
	for path, f := range k.Facts {
		if strings.HasPrefix(path, "coverages.") && f.Standing != quote.Assumed && f.Value != nil {
			return "as_asked"
		}
	}
	return "as_assumed"
}

func optionView(name string, q carrier.Quote) templates.QuoteOption {
	v := templates.QuoteOption{Name: name, Total: q.Total.String()}
	if q.TotalWithoutPending != q.Total {
		v.TotalWithoutPending = q.TotalWithoutPending.String()
	}
	for _, l := range q.Lines {
		if l.Vehicle == 0 {
			v.Lines = append(v.Lines, templates.QuoteLine{Coverage: coverageNames.Get()[l.Coverage],
				Limit: Limit(l)})
		}
	}
	return v
}

func fullName(d quote.Driver) string { return strings.TrimSpace(d.GivenName + " " + d.Surname) }

func term(months int) string {
	if months == 12 {
		return "twelve_months"
	}
	return "six_months"
}

func fees(q carrier.Quote, w Words) []templates.Item {
	items := []templates.Item{{Label: w.Say("letters.policy_fee"),
		Value: q.PolicyFee.String()}}
	if q.GoodDriver > 0 {
		items = append(items, templates.Item{Label: w.Say("letters.good_driver"),
			Value: "-" + q.GoodDriver.String()})
	}
	return items
}

// coverageNames are the contract's names of a carrier's coverage codes.
var coverageNames = lazy.Value[map[carrier.Coverage]string]{New: func() map[carrier.Coverage]string {
	return map[carrier.Coverage]string{
		carrier.BodilyInjury: "bodily_injury", carrier.PropertyDamage: "property_damage",
		carrier.UninsuredMotorist: "uninsured_motorist",
		carrier.MedicalPayments:   "medical_payments",
		carrier.PersonalInjury:    "personal_injury_protection",
		carrier.Comprehensive:     "comprehensive", carrier.Collision: "collision",
		carrier.Rental: "rental", carrier.Towing: "towing",
	}
}}

// CoverageName is the name of a coverage in the quote mail.
func CoverageName(c carrier.Coverage) string { return coverageNames.Get()[c] }

func quoteVehicle(a quote.Application, q carrier.Quote, i int, w Words) templates.QuoteVehicle {
	v := templates.QuoteVehicle{Name: capital(nameAmong(a.Vehicles, i, w)),
		Total: q.VehiclePremium(i).String()}
	if i < len(q.Principals) && q.Principals[i] >= 0 && q.Principals[i] < len(a.Drivers) {
		v.Driver = fullName(a.Drivers[q.Principals[i]])
	}
	missing := []carrier.Coverage{carrier.Comprehensive, carrier.Collision}
	for _, l := range q.Lines {
		if l.Vehicle == i {
			missing = slices.DeleteFunc(missing,
				func(c carrier.Coverage) bool { return c == l.Coverage })
			v.Lines = append(v.Lines, templates.QuoteLine{Coverage: coverageNames.Get()[l.Coverage],
				Limit: Limit(l), Premium: l.Premium.String()})
		}
	}
	for _, c := range missing {
		v.Lines = append(v.Lines, templates.QuoteLine{
			Coverage: coverageNames.Get()[c], Limit: w.Say("letters.not_included")})
	}
	return v
}

// Limit writes the limit or deductible of a coverage as a customer reads it.
func Limit(l carrier.Line) string {
	switch l.Coverage {
	case carrier.BodilyInjury, carrier.UninsuredMotorist:
		return splitLimit(l.Limit)
	case carrier.PropertyDamage:
		return "$" + l.Limit + ",000"
	case carrier.Rental, carrier.Towing:
		return l.Limit
	}
	return "$" + thousands(l.Limit)
}

// instalments are the ways to pay; none if there is only one.
func instalments(q carrier.Quote, w Words) []templates.Item {
	n := len(q.Plan.Payments)
	if n < 2 {
		return nil
	}
	label := w.Say("letters.payments", strconv.Itoa(n))
	if q.Plan.Fee > 0 {
		label = w.Say("letters.payments_fee", label, q.Plan.Fee.String())
	}
	return []templates.Item{{Label: w.Say("letters.in_full"), Value: q.Total.String()},
		{Label: label, Value: payments(q.Plan.Payments, w)}}
}

// payments lists the payments in order: "$300.00, then 3 of $100.00".
func payments(due []carrier.Cents, w Words) string {
	var runs []string
	for len(due) > 0 {
		n := slices.IndexFunc(due, func(c carrier.Cents) bool { return c != due[0] })
		switch {
		case n < 0 && len(runs) == 0:
			return w.Say("letters.each", due[0].String())
		case n < 0:
			n = len(due)
		}
		run := due[0].String()
		if n > 1 {
			run = w.Say("letters.number_of", strconv.Itoa(n), run)
		}
		runs, due = append(runs, run), due[n:]
	}
	all := runs[0]
	for _, run := range runs[1:] {
		all = w.Say("letters.then", all, run)
	}
	return all
}

func quoteDiscount(d carrier.Discount, w Words) templates.QuoteDiscount {
	v := templates.QuoteDiscount{Name: string(d.Discount), Pending: d.Pending}
	if d.Pending {
		// The carrier verifies a discount without a phrase.
		if proof := "letters.proof." + string(d.Discount); w.Has(proof) {
			v.Proof = w.Say(proof)
		}
	}
	return v
}

// counts reports whether a price contains a discount. Pending discounts take nothing off if the
// total without pending discounts equals the total.
func counts(q carrier.Quote, d quote.Discount) bool {
	return slices.ContainsFunc(q.Discounts, func(in carrier.Discount) bool {
		return in.Discount == d && !(in.Pending && q.TotalWithoutPending == q.Total)
	})
}

// assumptions lists assumed values that affect the price.
func assumptions(k quote.Case, q carrier.Quote, w Words) []string {
	var paths []string
	for path, f := range k.Facts {
		// The form assumes that the customer is the insured.
		if f.Standing == quote.Assumed && !strings.HasSuffix(path, ".relationship") &&
			!isDropped(path, k.Application, q) {
			paths = append(paths, path)
		}
	}
	slices.SortFunc(paths, func(a, b string) int {
		return cmp.Or(rank(a)-rank(b), strings.Compare(a, b))
	})
	var out []string
	for _, path := range paths {
		out = append(out, assumed(path, k.Application, w))
	}
	for _, said := range q.Assumptions {
		out = append(out, reworded(said, k.Application, w))
	}
	for _, item := range FromFiles(k, w) {
		out = append(out, item.Label+": "+item.Value)
	}
	return out
}

// isDropped reports whether a path has the deductible of a coverage that no car of a quote has.
func isDropped(path string, a quote.Application, q carrier.Quote) bool {
	name, is := strings.CutSuffix(strings.TrimPrefix(path, "coverages."), "_deductible")
	return is && Value(path, a, English()) != English().Say("letters.none") &&
		!slices.ContainsFunc(q.Lines,
			func(l carrier.Line) bool { return CoverageName(l.Coverage) == name })
}

// assumed writes an assumed value as a sentence for the customer: "Bob has no tickets in the
// last 3 years". A value without a sentence follows its label.
func assumed(path string, a quote.Application, w Words) string {
	key, whose := split(path, a, w)
	phrase, value := "letters.assumed."+key, Value(path, a, w)
	if raw, _ := a.Get(path); slices.Contains([]string{"0", "false", `"owned"`}, string(raw)) {
		phrase += ".none"
	}
	switch {
	case w.Has(phrase):
		return capital(sentence(w, phrase, whose.said(w)))
	case IsCoverage(path) && value == w.Say("letters.none"):
		return w.Say("letters.assumed.without", Label(path, a, w))
	case path == "effective_date":
		return w.Say("letters.assumed.start", value)
	}
	return Label(path, a, w) + ": " + value
}

// AssumedChange names an assumed value of a driver that a change adds.
func AssumedChange(path string, a quote.Application, w Words) templates.Change {
	return templates.Change{Label: w.Say("letters.assumed.label"), Now: assumed(path, a, w)}
}

// rank orders paths: values of the person and the cars come before coverages.
func rank(path string) int { return strings.Count(path, "coverages.") }

// costAssumption matches the reference carrier's note that it assumed a cost new.
var costAssumption = lazyregexp.MustCompile(
	`^vehicle (\d+): cost new taken to be about (\$[\d,]+)$`,
)

// assumedCost is the price when new that a quote assumes for the car of a path; "" for none.
func assumedCost(path string, q *carrier.Quote) string {
	list, i, field, _ := entry(path)
	if q == nil || list != "vehicles" || field != "cost_new" {
		return ""
	}
	for _, said := range q.Assumptions {
		if m := costAssumption.FindStringSubmatch(said); m != nil && m[1] == strconv.Itoa(i+1) {
			return m[2]
		}
	}
	return ""
}

// reworded puts an assumption of the carrier into a customer's words. An unknown
// assumption is unchanged.
func reworded(said string, a quote.Application, w Words) string {
	m := costAssumption.FindStringSubmatch(said)
	if m == nil {
		return said
	}
	n, _ := strconv.Atoi(m[1]) // digits
	_, whose := split(fmt.Sprintf("vehicles[%d].cost_new", n-1), a, w)
	return capital(w.Say("letters.assumed.cost_new", whose.said(w), m[2]))
}
