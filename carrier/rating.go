package carrier

import (
	"fmt"
	"slices"

	"ppamaild/quote"
)

const (
	termMonths  = 6
	validDays   = 30 // from the day of the quote
	maxPayments = termMonths
)

// assignDrivers checks the assignment of a session, or makes an assignment.
func (r *Reference) assignDrivers(s Session, stated []Seat) (Session, Result, error) {
	if failed, is := s.check("").(Failed); is {
		return s, failed, nil
	}
	if failed, is := s.checkStated(stated).(Failed); is {
		return s, failed, nil
	}
	if len(s.Principals) == 0 {
		var err error
		if s.Principals, err = r.tables.assign(s.Application, stated); err != nil {
			return s, nil, fmt.Errorf("assigning drivers: %w", err)
		}
	}
	return s, s.checkPrincipals(), nil
}

// rate prices the session twice, with and without pending discounts.
func (r *Reference) rate(id string, s Session, c Rate) (Result, error) {
	if failed, is := s.ready(c).(Failed); is {
		return failed, nil
	}
	if reasons := r.tables.referBefore(s); len(reasons) > 0 {
		return Referred{Reasons: reasons}, nil
	}
	full, err := r.tables.price(s, c.Discounts)
	if err != nil {
		return nil, err
	}
	proven, err := r.tables.price(s, withoutPending(c.Discounts))
	if err != nil {
		return nil, err
	}
	if reasons := r.tables.referAfter(proven, len(s.Application.Vehicles)); len(reasons) > 0 {
		return Referred{Reasons: reasons}, nil
	}
	version, err := r.tables.version()
	if err != nil {
		return nil, err
	}
	q := quoteOf(s, full, proven)
	q.ID, q.Carrier, q.Illustrative, q.TableVersion = id, r.Name(), true, version
	q.PolicyFee, q.Discounts = r.tables.PolicyFee, full.counted(c.Discounts)
	q.Plan = planOf(full.total, max(c.Payments, 1), r.tables.InstalmentFee)
	return Rated{Quote: q}, nil
}

// quoteOf combines both prices.
func quoteOf(s Session, full, proven priced) Quote {
	q := Quote{
		State:                    s.Application.GaragingAddress.State,
		EffectiveDate:            s.Application.EffectiveDate,
		TermMonths:               termMonths,
		AsOf:                     s.AsOf,
		ValidUntil:               s.AsOf.AddDays(validDays),
		Lines:                    slices.Clone(full.lines),
		GoodDriver:               full.goodDriver,
		GoodDriverWithoutPending: proven.goodDriver,
		Total:                    full.total,
		TotalWithoutPending:      proven.total,
		Principals:               slices.Clone(s.Principals),
		Verified:                 s.Verified,
	}
	for i := range q.Lines {
		q.Lines[i].WithoutPending = proven.lines[i].Premium
	}
	for i, v := range s.Application.Vehicles {
		if _, assumption := costNew(v); assumption != "" {
			q.Assumptions = append(q.Assumptions, fmt.Sprintf("vehicle %d: %s", i+1, assumption))
		}
	}
	return q
}

// planOf splits total evenly. The first payment contains the remaining cents.
func planOf(total Cents, payments int, fee Cents) Plan {
	if payments == 1 {
		return Plan{Payments: []Cents{total}}
	}
	each := total / Cents(payments)
	p := Plan{Payments: slices.Repeat([]Cents{each + fee}, payments), Fee: fee}
	p.Payments[0] += total % Cents(payments)
	return p
}

// ready returns OK if the session can be rated.
func (s Session) ready(c Rate) Result {
	if failed, is := s.check("").(Failed); is {
		return failed
	}
	if len(s.Principals) == 0 {
		return Failed{Message: say("carrier.no_drivers_assigned")}
	}
	if failed, is := s.checkPrincipals().(Failed); is {
		return failed
	}
	state := s.Application.GaragingAddress.State
	m, ok := quote.Minimum(state, s.Application.EffectiveDate)
	if !ok {
		return Failed{Field: "garaging_address.state", Message: say("carrier.no_minimum", state)}
	}
	if lacking := m.Lacks(s.Application.Coverages); len(lacking) > 0 {
		return Failed{Field: lacking[0], Message: say("carrier.compulsory", state)}
	}
	return checkRate(s, c)
}

func (s Session) checkStated(stated []Seat) Result {
	for _, seat := range stated {
		switch {
		case seat.Vehicle < 0 || seat.Vehicle >= len(s.Application.Vehicles):
			return Failed{Message: say("carrier.no_such_vehicle")}
		case seat.Driver < 0 || seat.Driver >= len(s.Application.Drivers):
			return Failed{Message: say("carrier.no_such_driver", seat.Driver)}
		}
	}
	return OK{}
}

func (s Session) checkPrincipals() Result {
	if len(s.Principals) != len(s.Application.Vehicles) {
		return Failed{Message: say("carrier.wrong_number_of_drivers",
			len(s.Principals), len(s.Application.Vehicles))}
	}
	for _, d := range s.Principals {
		if d < 0 || d >= len(s.Application.Drivers) {
			return Failed{Message: say("carrier.no_such_driver", d)}
		}
	}
	return OK{}
}

// checkRate checks the discounts and payments against the session.
func checkRate(s Session, c Rate) Result {
	has := func(d quote.Discount) bool {
		return slices.ContainsFunc(c.Discounts, func(x Discount) bool { return x.Discount == d })
	}
	switch {
	case c.Payments < 0 || c.Payments > maxPayments:
		return Failed{Message: say("carrier.no_payment_plan", c.Payments, maxPayments)}
	case c.Payments > 1 && has(quote.PaidInFull):
		return Failed{Field: "discounts", Message: say("carrier.paid_in_full")}
	case len(s.Application.Vehicles) < 2 && has(quote.MultiCar):
		return Failed{Field: "discounts", Message: say("carrier.multi_car")}
	}
	return OK{}
}
