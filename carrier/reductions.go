package carrier

import (
	"slices"

	"ppamaild/quote"
)

// reductions returns the factors of the discounts on a coverage of a vehicle with a driver. If
// the reduction exceeds the floor, the floor replaces the factors.
func (t tables) reductions(c Coverage, driver int, given []Discount) factors {
	if c == Rental || c == Towing {
		return nil
	}
	var all factors
	for _, r := range t.Reductions {
		if len(r.On) > 0 && !slices.Contains(r.On, c) {
			continue
		}
		has := func(d quote.Discount) bool { return isGiven(given, d, driver) }
		if i := slices.IndexFunc(r.Any, has); i >= 0 {
			all = append(all, Factor{"discount", string(r.Any[i]), r.Factor})
		}
	}
	if all.product().Cmp(&newProduct(1).times(t.Floor).Rat) < 0 {
		return factors{{allDiscounts, "all of them together take off no more", t.Floor}}
	}
	return all
}

// isGiven reports whether a driver gets a discount.
func isGiven(given []Discount, d quote.Discount, driver int) bool {
	return slices.ContainsFunc(given, func(g Discount) bool {
		return g.Discount == d && (len(g.Drivers) == 0 || slices.Contains(g.Drivers, driver))
	})
}

// goodDriver returns the amount of California's good driver discount. The discount reduces the
// premium of each vehicle with a good driver, and the share of the policy fee. It applies to
// the total with fees (10 CCR 2632.12). The amount is rounded up to the cent, because the law
// sets a minimum.
func (t tables) goodDriver(s Session, lines []Line, given []Discount) Cents {
	if s.Application.GaragingAddress.State != "CA" {
		return 0
	}
	good := func(vehicle int) bool { return isGiven(given, quote.GoodDriver, s.Principals[vehicle]) }
	premium, vehicles := Cents(0), Cents(len(s.Principals))
	share := Cents(0)
	for i := range s.Principals {
		if good(i) {
			share += t.PolicyFee
		}
	}
	for _, l := range lines {
		if good(l.Vehicle) {
			premium += l.Premium
		}
	}
	off := Cents(100 - t.CaliforniaGoodDriver)
	whole := 100 * vehicles
	return ((premium*vehicles+share)*off + whole - 1) / whole
}

// counted returns the discounts in the price. The tables have no good driver discount outside of
// California, and a discount for comprehensive coverage needs this coverage.
func (p priced) counted(given []Discount) []Discount {
	return slices.DeleteFunc(slices.Clone(given), func(d Discount) bool {
		if d.Discount == quote.GoodDriver {
			return p.goodDriver == 0
		}
		return !slices.ContainsFunc(p.steps, func(l ExplainedLine) bool {
			return slices.ContainsFunc(l.Factors, func(f Factor) bool {
				return f.Name == allDiscounts || f.Name == "discount" && f.Of == string(d.Discount)
			})
		})
	})
}

// allDiscounts is the factor in place of the discounts of a line if the floor applies.
const allDiscounts = "discounts"

// withoutPending omits discounts with outstanding proof.
func withoutPending(given []Discount) []Discount {
	return slices.DeleteFunc(slices.Clone(given), func(d Discount) bool { return d.Pending })
}
