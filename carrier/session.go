package carrier

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ppamaild/quote"
)

// The functions below apply calls to a copy of s and check the result.

// After returns the session after an accepted call, or false if the call does not fit the
// session. OrderReports and Rate do not change the session.
func (s Session) After(c Call) (Session, bool) {
	switch c := c.(type) {
	case Initiate:
		s = Session{ID: s.ID, Version: s.Version, AsOf: c.AsOf, Producer: c.Producer}
		s.Application.EffectiveDate, s.Application.GaragingAddress = c.EffectiveDate, c.Address
	case SetNamedInsured:
		s.Application.NamedInsured = c.NamedInsured
	case AddDriver:
		s.Application.Drivers = append(slices.Clip(s.Application.Drivers), c.Driver)
		s.Principals, s.Verified = nil, false
	case AddVehicle:
		s.Application.Vehicles = append(slices.Clip(s.Application.Vehicles), c.Vehicle)
		s.Principals = nil
	case AssignDrivers:
		s.Principals = slices.Clone(c.Principals)
	case UpdateCoverage:
		return s.withCoverages(c)
	}
	return s, true
}

// withCoverages sets the coverages of all vehicles, or of an existing vehicle.
func (s Session) withCoverages(c UpdateCoverage) (Session, bool) {
	if c.Vehicle == nil {
		s.Application.Coverages = c.Coverages
		return s, true
	}
	if *c.Vehicle < 0 || *c.Vehicle >= len(s.Application.Vehicles) {
		return s, false
	}
	s.ByVehicle = maps.Clone(s.ByVehicle)
	if s.ByVehicle == nil {
		s.ByVehicle = make(map[int]quote.Coverages)
	}
	s.ByVehicle[*c.Vehicle] = c.Coverages
	return s, true
}

// Calls returns the calls that rebuild the session. It returns none before Initiate.
func (s Session) Calls() []Call {
	a := s.Application
	if s.ID == "" {
		return nil
	}
	calls := []Call{Initiate{EffectiveDate: a.EffectiveDate, Address: a.GaragingAddress, Producer: s.Producer, AsOf: s.AsOf}}
	if a.NamedInsured != (quote.NamedInsured{}) {
		calls = append(calls, SetNamedInsured{a.NamedInsured})
	}
	for _, d := range a.Drivers {
		calls = append(calls, AddDriver{d})
	}
	for _, v := range a.Vehicles {
		calls = append(calls, AddVehicle{v})
	}
	if len(s.Principals) > 0 {
		calls = append(calls, AssignDrivers{Principals: slices.Clone(s.Principals)})
	}
	if a.Coverages != (quote.Coverages{}) {
		calls = append(calls, UpdateCoverage{Coverages: a.Coverages})
	}
	for _, i := range slices.Sorted(maps.Keys(s.ByVehicle)) {
		calls = append(calls, UpdateCoverage{Vehicle: &i, Coverages: s.ByVehicle[i]})
	}
	if s.Verified {
		calls = append(calls, OrderReports{})
	}
	return calls
}

// checkCall returns OK if the session is acceptable after the call.
func (s Session) checkCall(c Call) Result {
	a := s.Application
	switch c := c.(type) {
	case Initiate:
		return s.checkInitiate(c)
	case SetNamedInsured:
		return s.check("named_insured.")
	case AddDriver:
		return s.checkDriver(fmt.Sprintf("drivers[%d].", len(a.Drivers)-1), c.Driver)
	case AddVehicle:
		return s.check(fmt.Sprintf("vehicles[%d].", len(a.Vehicles)-1))
	case UpdateCoverage:
		return s.checkCoverages(c)
	}
	return OK{}
}

func (s Session) checkInitiate(c Initiate) Result {
	if _, ok := c.AsOf.Time(); !ok {
		return Failed{Message: say("value.no_date", strconv.Quote(string(c.AsOf)))}
	}
	if c.EffectiveDate == "" {
		return Failed{Field: "effective_date", Message: say("carrier.needed")}
	}
	return s.check("effective_date", "garaging_address.")
}

func (s Session) checkDriver(at string, d quote.Driver) Result {
	if d.Accidents == nil {
		return Failed{Field: at + "accidents", Message: say("carrier.needed")}
	}
	if d.Violations == nil {
		return Failed{Field: at + "violations", Message: say("carrier.needed")}
	}
	return s.check(at)
}

func (s Session) checkCoverages(c UpdateCoverage) Result {
	if c.Vehicle == nil {
		return s.check("coverages.")
	}
	own := c.Coverages
	own.ComprehensiveDeductible, own.CollisionDeductible, own.Rental, own.Towing = nil, nil, nil, nil
	if own != (quote.Coverages{}) {
		return Failed{Message: say("value.own_limits")}
	}
	s.Application.Coverages = c.Coverages
	return s.check("coverages.")
}

// check returns OK, or the first missing or wrong value with one of the prefixes. The prefix
// "" includes all values.
func (s Session) check(prefixes ...string) Result {
	concerns := func(path string) bool {
		return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(path, p) })
	}
	for _, path := range quote.Missing(s.Application) {
		if concerns(path) {
			return Failed{Field: path, Message: say("carrier.needed")}
		}
	}
	for _, p := range quote.Validate(s.Application, s.AsOf, words()) {
		if p.Severity == quote.Error && concerns(p.Path) {
			return Failed{Field: p.Path, Message: p.Message}
		}
	}
	return OK{}
}
