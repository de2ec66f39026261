package letters

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/templates"
)

// QuoteMail is what the mail with a rated quote is made from.
type QuoteMail struct {
	Letter   templates.Letter
	Case     quote.Case
	Quote    carrier.Quote
	Options  []PricedOption // other coverages with their prices
	Today    quote.Date
	Care     bool // the customer mailed numbers that no mail should hold
	CarsOnly bool // the customer also asked for other insurance
}

// PricedOption is the quote of other coverages, by the name that the templates give them.
type PricedOption struct {
	Name  string
	Quote carrier.Quote
}

// View lays out a rated quote as the mail shows it.
func (m QuoteMail) View() templates.Quote {
	q, a, es := m.Quote, m.Case.Application, m.Letter.Language == "es"
	v := templates.Quote{
		Letter: m.Letter, Term: term(q.TermMonths), Fees: fees(q, es), Total: q.Total.String(),
		Instalments: instalments(q, es), Assumptions: assumptions(m.Case, q, es),
		EffectiveDate: LongDate(q.EffectiveDate, es), AsOf: LongDate(q.AsOf, es),
		ValidUntil: LongDate(q.ValidUntil, es),
		QuoteID:    q.ID, Illustrative: q.Illustrative, Verified: q.Verified, Care: m.Care,
		CarsOnly: m.CarsOnly,
	}
	if !q.Illustrative {
		v.Carrier = q.Carrier
	}
	if q.TotalWithoutPending != q.Total {
		v.TotalWithoutPending = q.TotalWithoutPending.String()
	}
	v.Options = m.options()
	for _, r := range m.Case.Rejections(m.Today) {
		v.Offers = append(v.Offers, strings.TrimPrefix(r.Path, "coverages."))
	}
	for _, d := range a.Drivers {
		v.Drivers = append(v.Drivers, fullName(d))
	}
	for i := range a.Vehicles {
		v.Vehicles = append(v.Vehicles, quoteVehicle(a, q, i, es))
	}
	for _, d := range q.Discounts {
		v.Discounts = append(v.Discounts, quoteDiscount(d, es))
	}
	return v
}

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
			v.Lines = append(v.Lines, templates.QuoteLine{Coverage: coverageNames[l.Coverage],
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

func fees(q carrier.Quote, es bool) []templates.Item {
	items := []templates.Item{{Label: pick(es, "Policy fee", "Cargo de póliza"),
		Value: q.PolicyFee.String()}}
	if q.GoodDriver > 0 {
		items = append(items, templates.Item{Label: pick(es, "Good driver reduction",
			"Descuento por buen conductor"), Value: "-" + q.GoodDriver.String()})
	}
	return items
}

// coverageNames are the contract's names of a carrier's coverage codes.
var coverageNames = map[carrier.Coverage]string{
	carrier.BodilyInjury: "bodily_injury", carrier.PropertyDamage: "property_damage",
	carrier.UninsuredMotorist: "uninsured_motorist",
	carrier.MedicalPayments:   "medical_payments",
	carrier.PersonalInjury:    "personal_injury_protection",
	carrier.Comprehensive:     "comprehensive", carrier.Collision: "collision",
	carrier.Rental: "rental", carrier.Towing: "towing",
}

func quoteVehicle(a quote.Application, q carrier.Quote, i int, es bool) templates.QuoteVehicle {
	v := templates.QuoteVehicle{Name: capital(nameAmong(a.Vehicles, i, es)),
		Total: q.VehiclePremium(i).String()}
	if i < len(q.Principals) && q.Principals[i] >= 0 && q.Principals[i] < len(a.Drivers) {
		v.Driver = fullName(a.Drivers[q.Principals[i]])
	}
	for _, l := range q.Lines {
		if l.Vehicle == i {
			v.Lines = append(v.Lines, templates.QuoteLine{Coverage: coverageNames[l.Coverage],
				Limit: Limit(l), Premium: l.Premium.String()})
		}
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
func instalments(q carrier.Quote, es bool) []templates.Item {
	n := len(q.Plan.Payments)
	if n < 2 {
		return nil
	}
	label := fmt.Sprintf(pick(es, "%d payments", "%d pagos"), n)
	if q.Plan.Fee > 0 {
		label += fmt.Sprintf(pick(es, ", a fee of %s in each", ", con un cargo de %s en cada uno"),
			q.Plan.Fee)
	}
	return []templates.Item{{Label: pick(es, "In full", "Pago completo"), Value: q.Total.String()},
		{Label: label, Value: payments(q.Plan.Payments, es)}}
}

// payments lists the payments in order: "$300.00, then 3 of $100.00".
func payments(due []carrier.Cents, es bool) string {
	var runs []string
	for len(due) > 0 {
		n := slices.IndexFunc(due, func(c carrier.Cents) bool { return c != due[0] })
		switch {
		case n < 0 && len(runs) == 0:
			return due[0].String() + pick(es, " each", " cada uno")
		case n < 0:
			n = len(due)
		}
		run := due[0].String()
		if n > 1 {
			run = fmt.Sprintf(pick(es, "%d of %s", "%d de %s"), n, run)
		}
		runs, due = append(runs, run), due[n:]
	}
	return strings.Join(runs, pick(es, ", then ", ", después "))
}

// proofs are the documents that a customer sends for a discount, in English and Spanish.
// The carrier verifies all other discounts.
var proofs = map[quote.Discount][2]string{
	quote.MultiPolicy: {"the company and number of the other policy",
		"la compañía y el número de la otra póliza"},
	quote.GoodStudent: {"a transcript or report card with a B average",
		"una boleta de calificaciones con promedio de B"},
	quote.MatureDriver: {"the certificate of the mature driver course",
		"el certificado del curso para conductores mayores"},
	quote.DefensiveDriving: {"the certificate of the approved course, not older than three years",
		"el certificado del curso aprobado, de no más de tres años"},
	quote.DriverTraining: {"the certificate of the driver training",
		"el certificado del curso de manejo"},
	quote.AntiTheft:  {"the receipt of the device", "el recibo del dispositivo"},
	quote.Telematics: {"your enrollment in the program", "su inscripción en el programa"},
	quote.Affinity: {"proof of your membership, or from your employer",
		"un comprobante de su membresía o de su empleador"},
	quote.Military: {"orders or a leave and earnings statement, but no copy of an ID",
		"sus órdenes o un comprobante de haberes (LES), pero ninguna copia de una identificación"},
}

func quoteDiscount(d carrier.Discount, es bool) templates.QuoteDiscount {
	v := templates.QuoteDiscount{Name: string(d.Discount), Pending: d.Pending}
	if d.Pending {
		v.Proof = pick(es, proofs[d.Discount][0], proofs[d.Discount][1])
	}
	return v
}

// assumptions lists the values that the price depends on and nobody stated.
func assumptions(k quote.Case, q carrier.Quote, es bool) []string {
	var paths []string
	for path, f := range k.Facts {
		// The form assumes that the customer is the insured.
		if f.Standing == quote.Assumed && !strings.HasSuffix(path, ".relationship") {
			paths = append(paths, path)
		}
	}
	slices.SortFunc(paths, func(a, b string) int {
		return cmp.Or(rank(a)-rank(b), strings.Compare(a,
			b))
	})
	var out []string
	for _, path := range paths {
		out = append(out, Label(path, k.Application, es)+": "+Value(path, k.Application, es))
	}
	for _, said := range q.Assumptions {
		out = append(out, reworded(said, k.Application, es))
	}
	return out
}

// rank puts the person and the car before the coverages.
func rank(path string) int { return strings.Count(path, "coverages.") }

// costAssumption matches the reference carrier's note that it assumed a cost new.
var costAssumption = regexp.MustCompile(`^vehicle (\d+): cost new taken to be about (\$[\d,]+)$`)

// reworded puts an assumption of the carrier into a customer's words. An unknown
// assumption is unchanged.
func reworded(said string, a quote.Application, es bool) string {
	m := costAssumption.FindStringSubmatch(said)
	if m == nil {
		return said
	}
	n, _ := strconv.Atoi(m[1])
	return Label(fmt.Sprintf("vehicles[%d].cost_new", n-1), a, es) + pick(es, ": about ",
		": alrededor de ") + m[2]
}
