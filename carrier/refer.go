package carrier

import (
	"fmt"

	"ppamaild/quote"
)

// referBefore returns the reasons why the reference carrier does not price a session.
func (t tables) referBefore(s Session) []string {
	a := s.Application
	var reasons []string
	switch quote.Refer(a, nil, s.AsOf) {
	case quote.ReferMinor:
		reasons = append(reasons, "the named insured is a minor")
	case quote.ReferCommercial:
		reasons = append(reasons, "the named insured is a business")
	}
	for i, d := range a.Drivers {
		points, _ := d.Points()
		if points >= t.ReferPoints {
			reasons = append(reasons, fmt.Sprintf("driver %d has %d points", i+1, points))
		} else if points >= t.NewDriverPoints && value(d.YearsLicensed) < t.NewDriverYears &&
			quote.Allowed(a.GaragingAddress.State, quote.YearsOfExperience, a.EffectiveDate) {
			reasons = append(reasons, fmt.Sprintf("driver %d is licensed for less than %d years and has %d points", i+1, t.NewDriverYears, points))
		}
	}
	for i, v := range a.Vehicles {
		if quote.IsExotic(v, a.GaragingAddress.State, a.EffectiveDate) {
			reasons = append(reasons, fmt.Sprintf("vehicle %d is exotic, or cost more than is rated", i+1))
		}
	}
	return reasons
}

// referAfter returns the vehicles with premiums above the limit of the carrier.
func (t tables) referAfter(p priced, vehicles int) []string {
	var reasons []string
	for i := range vehicles {
		sum := Cents(0)
		for _, l := range p.lines {
			if l.Vehicle == i {
				sum += l.Premium
			}
		}
		if sum > t.ReferPremium {
			reasons = append(reasons, fmt.Sprintf("vehicle %d came out above %s", i+1, t.ReferPremium))
		}
	}
	return reasons
}
