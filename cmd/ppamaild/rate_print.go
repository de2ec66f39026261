package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"ppamaild/carrier"
)

// print explains a price with all numbers, so that a person can verify the price.
func (r rating) print(w io.Writer) error {
	var b strings.Builder
	a := r.application
	fmt.Fprintf(&b, "Personal auto in %s %s from %s; rate tables %s, which are made up.\n",
		a.GaragingAddress.State, a.GaragingAddress.ZIP, a.EffectiveDate, r.explained.Table)
	r.printRules(&b)
	for i := range a.Vehicles {
		r.printVehicle(&b, i)
	}
	r.printTotal(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func (r rating) printRules(b *strings.Builder) {
	m := r.minimum
	fmt.Fprintf(b, "\nMinimum limits since %s: BI %s, PD %d (%s)\n", m.From, cmp.Or(m.BodilyInjury, "none"), m.PropertyDamage, m.Source)
	for _, rule := range r.rules {
		verdict := "may count"
		if !rule.Allowed {
			verdict = "may not count"
		}
		fmt.Fprintf(b, "  %-20s %s in %s (%s)\n", rule.Factor, verdict, rule.State, rule.Source)
	}
	for _, x := range r.rejections {
		fmt.Fprintf(b, "  %s must be offered and is left out, which takes %s (%s)\n", x.Path, x.Rejection, x.Source)
	}
	for _, f := range r.assumed {
		fmt.Fprintf(b, "  assumed: %s = %s\n", f.Path, f.Value)
	}
	for _, d := range r.discounts {
		fmt.Fprintf(b, "  discount %s: %s, as %s\n", d.Discount, d.Status, d.Evidence)
	}
}

func (r rating) printVehicle(b *strings.Builder, i int) {
	v := r.application.Vehicles[i]
	year := ""
	if v.Year != nil {
		year = fmt.Sprint(*v.Year)
	}
	fmt.Fprintf(b, "\nVehicle %d: %s\n", i+1, strings.Join(strings.Fields(year+" "+v.Make+" "+v.Model+" "+v.VIN), " "))
	sum := carrier.Cents(0)
	for _, l := range r.explained.Lines {
		if l.Vehicle == i {
			printLine(b, l)
			sum += l.Premium
		}
	}
	amount(b, "this vehicle", sum)
}

func printLine(b *strings.Builder, l carrier.ExplainedLine) {
	fmt.Fprintf(b, "  %-5s base %s\n", l.Coverage, l.Base)
	for _, f := range l.Factors {
		fmt.Fprintf(b, "      × %s  %-15s %s\n", f.By, f.Name, f.Of)
	}
	amount(b, "    = $"+l.Exact+", to whole dollars", l.Premium)
}

func (r rating) printTotal(b *strings.Builder) {
	e := r.explained
	b.WriteByte('\n')
	amount(b, "premiums", e.Premiums)
	amount(b, "policy fee", e.PolicyFee)
	if e.GoodDriver > 0 {
		amount(b, "good driver, off premiums and fee (CA)", -e.GoodDriver)
	}
	amount(b, "total for six months", e.Total)
	if len(r.referred) == 0 && r.proven != e.Total {
		amount(b, "without discounts that need documents", r.proven)
	}
	for _, why := range r.referred {
		fmt.Fprintf(b, "\nNo price: %s; a person must decide.\n", why)
	}
}

func amount(b *strings.Builder, label string, c carrier.Cents) {
	fmt.Fprintf(b, "  %-48s %12s\n", label, c)
}
