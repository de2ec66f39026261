package carrier

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ppamaild/quote"
)

// The calls that build a session up. Each returns the session as it would be
// and whether that is acceptable; s stays as it is.

func (s Session) initiate(id string, c Initiate) (Session, Result) {
	if _, ok := c.AsOf.Time(); !ok {
		return s, Failed{Message: fmt.Sprintf("as_of %q is not a day of the form 2006-01-02", c.AsOf)}
	}
	if c.EffectiveDate == "" {
		return s, Failed{Field: "effective_date", Message: "is needed"}
	}
	s = Session{ID: id, AsOf: c.AsOf, Producer: c.Producer}
	s.Application.EffectiveDate = c.EffectiveDate
	s.Application.GaragingAddress = c.Address
	return s, s.check("effective_date", "garaging_address.")
}

func (s Session) setNamedInsured(c SetNamedInsured) (Session, Result) {
	s.Application.NamedInsured = c.NamedInsured
	return s, s.check("named_insured.")
}

func (s Session) addDriver(c AddDriver) (Session, Result) {
	at := fmt.Sprintf("drivers[%d].", len(s.Application.Drivers))
	if c.Driver.Accidents == nil {
		return s, Failed{Field: at + "accidents", Message: "is needed"}
	}
	if c.Driver.Violations == nil {
		return s, Failed{Field: at + "violations", Message: "is needed"}
	}
	s.Application.Drivers = append(slices.Clip(s.Application.Drivers), c.Driver)
	s.Principals = nil
	return s, s.check(at)
}

func (s Session) addVehicle(c AddVehicle) (Session, Result) {
	at := fmt.Sprintf("vehicles[%d].", len(s.Application.Vehicles))
	s.Application.Vehicles = append(slices.Clip(s.Application.Vehicles), c.Vehicle)
	s.Principals = nil
	return s, s.check(at)
}

func (s Session) updateCoverage(c UpdateCoverage) (Session, Result) {
	if c.Vehicle == nil {
		s.Application.Coverages = c.Coverages
		return s, s.check("coverages.")
	}
	if *c.Vehicle < 0 || *c.Vehicle >= len(s.Application.Vehicles) {
		return s, Failed{Message: fmt.Sprintf("there is no vehicle %d", *c.Vehicle)}
	}
	own := c.Coverages
	own.ComprehensiveDeductible, own.CollisionDeductible, own.Rental, own.Towing = nil, nil, nil, nil
	if own != (quote.Coverages{}) {
		return s, Failed{Message: "liability limits are the same for every vehicle"}
	}
	asked := s
	asked.Application.Coverages = c.Coverages
	s.ByVehicle = maps.Clone(s.ByVehicle)
	if s.ByVehicle == nil {
		s.ByVehicle = make(map[int]quote.Coverages)
	}
	s.ByVehicle[*c.Vehicle] = c.Coverages
	return s, asked.check("coverages.")
}

// check returns OK, or the first thing missing or wrong at a path that begins
// with any of prefixes; all of them begin with "".
func (s Session) check(prefixes ...string) Result {
	concerns := func(path string) bool {
		return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(path, p) })
	}
	for _, path := range quote.Missing(s.Application) {
		if concerns(path) {
			return Failed{Field: path, Message: "is needed"}
		}
	}
	for _, p := range quote.Validate(s.Application, s.AsOf) {
		if p.Severity == quote.Error && concerns(p.Path) {
			return Failed{Field: p.Path, Message: p.Message}
		}
	}
	return OK{}
}
