package carrier

import (
	"slices"

	"ppamaild/quote"
)

// reduction returns the factor of all discounts on a coverage of a vehicle
// together; driver is the vehicle's. It is never below the floor.
func (t tables) reduction(c Coverage, driver int, given []Discount) *product {
	all := newProduct(1)
	if c == Rental || c == Towing {
		return all
	}
	for _, r := range t.Reductions {
		has := func(d quote.Discount) bool { return isGiven(given, d, driver) }
		if (len(r.On) == 0 || slices.Contains(r.On, c)) && slices.ContainsFunc(r.Any, has) {
			all.times(r.Factor)
		}
	}
	if floor := newProduct(1).times(t.Floor); all.Cmp(&floor.Rat) < 0 {
		return floor
	}
	return all
}

// isGiven reports whether a driver has a discount.
func isGiven(given []Discount, d quote.Discount, driver int) bool {
	return slices.ContainsFunc(given, func(g Discount) bool {
		return g.Discount == d && (len(g.Drivers) == 0 || slices.Contains(g.Drivers, driver))
	})
}

// goodDriver returns what California's good driver discount takes off: of each
// vehicle whose driver has it, and of its share of the policy fee, as it applies
// to the total with fees (10 CCR 2632.12). It is rounded up to the cent, since
// the law sets the least that it may be.
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

// withoutPending leaves out discounts whose proof is outstanding.
func withoutPending(given []Discount) []Discount {
	return slices.DeleteFunc(slices.Clone(given), func(d Discount) bool { return d.Pending })
}
