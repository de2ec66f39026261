package agent

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

// quoteView lays a rated quote out as a mail shows it.
func (b Toolbox) quoteView(s *State, q carrier.Quote, language string) templates.Quote {
	es := language == "es"
	v := templates.Quote{
		Letter: b.letter(s, StageQuote, language), Term: term(q.TermMonths), Fees: fees(q, es), Total: q.Total.String(),
		Instalments: instalments(q, es), Assumptions: assumptions(s.CustomerInfo.Case, q, es),
		EffectiveDate: longDate(q.EffectiveDate, es), AsOf: longDate(q.AsOf, es), ValidUntil: longDate(q.ValidUntil, es),
		QuoteID: q.ID, Illustrative: q.Illustrative, Verified: q.Verified, Care: s.notToBeMailed() != nil,
		CarsOnly: s.carsOnly() != nil,
	}
	if !q.Illustrative {
		v.Carrier = q.Carrier
	}
	if q.TotalWithoutPending != q.Total {
		v.TotalWithoutPending = q.TotalWithoutPending.String()
	}
	v.Options = optionViews(s, q)
	for _, r := range s.CustomerInfo.Case.Rejections(s.AgentScratchpad.Today) {
		v.Offers = append(v.Offers, strings.TrimPrefix(r.Path, "coverages."))
	}
	for _, d := range s.application().Drivers {
		v.Drivers = append(v.Drivers, fullName(d))
	}
	for i := range s.application().Vehicles {
		v.Vehicles = append(v.Vehicles, quoteVehicle(*s.application(), q, i, es))
	}
	for _, d := range q.Discounts {
		v.Discounts = append(v.Discounts, quoteDiscount(d, es))
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
	items := []templates.Item{{Label: pick(es, "Policy fee", "Cargo de póliza"), Value: q.PolicyFee.String()}}
	if q.GoodDriver > 0 {
		items = append(items, templates.Item{Label: pick(es, "Good driver reduction", "Descuento por buen conductor"), Value: "-" + q.GoodDriver.String()})
	}
	return items
}

// coverageNames are the contract's names of what a carrier calls by its code.
var coverageNames = map[carrier.Coverage]string{
	carrier.BodilyInjury: "bodily_injury", carrier.PropertyDamage: "property_damage", carrier.UninsuredMotorist: "uninsured_motorist",
	carrier.MedicalPayments: "medical_payments", carrier.PersonalInjury: "personal_injury_protection",
	carrier.Comprehensive: "comprehensive", carrier.Collision: "collision",
	carrier.Rental: "rental", carrier.Towing: "towing",
}

func quoteVehicle(a quote.Application, q carrier.Quote, i int, es bool) templates.QuoteVehicle {
	v := templates.QuoteVehicle{Name: capital(nameAmong(a.Vehicles, i, es)), Total: q.VehiclePremium(i).String()}
	if i < len(q.Principals) && q.Principals[i] >= 0 && q.Principals[i] < len(a.Drivers) {
		v.Driver = fullName(a.Drivers[q.Principals[i]])
	}
	for _, l := range q.Lines {
		if l.Vehicle == i {
			v.Lines = append(v.Lines, templates.QuoteLine{Coverage: coverageNames[l.Coverage], Limit: limit(l), Premium: l.Premium.String()})
		}
	}
	return v
}

// limit writes what a coverage pays up to, or its deductible, as a customer reads it.
func limit(l carrier.Line) string {
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

// instalments are the ways to pay; none where there is one only.
func instalments(q carrier.Quote, es bool) []templates.Item {
	n := len(q.Plan.Payments)
	if n < 2 {
		return nil
	}
	label := fmt.Sprintf(pick(es, "%d payments", "%d pagos"), n)
	if q.Plan.Fee > 0 {
		label += fmt.Sprintf(pick(es, ", a fee of %s in each", ", con un cargo de %s en cada uno"), q.Plan.Fee)
	}
	return []templates.Item{{Label: pick(es, "In full", "Pago completo"), Value: q.Total.String()}, {Label: label, Value: payments(q.Plan.Payments, es)}}
}

// payments writes out what is to be paid one after the other: "$300.00, then 3 of $100.00".
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

// proofs are what a customer is to send for a discount, in English and Spanish.
// Of what is not here the carrier finds out by itself.
var proofs = map[quote.Discount][2]string{
	quote.MultiPolicy:      {"the company and number of the other policy", "la compañía y el número de la otra póliza"},
	quote.GoodStudent:      {"a transcript or report card with a B average", "una boleta de calificaciones con promedio de B"},
	quote.MatureDriver:     {"the certificate of the mature driver course", "el certificado del curso para conductores mayores"},
	quote.DefensiveDriving: {"the certificate of the approved course, not older than three years", "el certificado del curso aprobado, de no más de tres años"},
	quote.DriverTraining:   {"the certificate of the driver training", "el certificado del curso de manejo"},
	quote.AntiTheft:        {"the receipt of the device", "el recibo del dispositivo"},
	quote.Telematics:       {"your enrollment in the program", "su inscripción en el programa"},
	quote.Affinity:         {"proof of your membership, or from your employer", "un comprobante de su membresía o de su empleador"},
	quote.Military:         {"orders or a leave and earnings statement, but no copy of an ID", "sus órdenes o un comprobante de haberes (LES), pero ninguna copia de una identificación"},
}

func quoteDiscount(d carrier.Discount, es bool) templates.QuoteDiscount {
	v := templates.QuoteDiscount{Name: string(d.Discount), Pending: d.Pending}
	if d.Pending {
		v.Proof = pick(es, proofs[d.Discount][0], proofs[d.Discount][1])
	}
	return v
}

// assumptions lists what nobody stated but the price rests on.
func assumptions(k quote.Case, q carrier.Quote, es bool) []string {
	var paths []string
	for path, f := range k.Facts {
		// That who asks is the insured is assumed of the form only.
		if f.Standing == quote.Assumed && !strings.HasSuffix(path, ".relationship") {
			paths = append(paths, path)
		}
	}
	slices.SortFunc(paths, func(a, b string) int { return cmp.Or(rank(a)-rank(b), strings.Compare(a, b)) })
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

// costAssumption is how the reference carrier says that it took a cost new for granted.
var costAssumption = regexp.MustCompile(`^vehicle (\d+): cost new taken to be about (\$[\d,]+)$`)

// reworded says an assumption of the carrier's to a customer; one that is not
// known stays as it is.
func reworded(said string, a quote.Application, es bool) string {
	m := costAssumption.FindStringSubmatch(said)
	if m == nil {
		return said
	}
	n, _ := strconv.Atoi(m[1])
	return Label(fmt.Sprintf("vehicles[%d].cost_new", n-1), a, es) + pick(es, ": about ", ": alrededor de ") + m[2]
}
