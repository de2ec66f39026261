package carrier

import "ppamaild/quote"

// referBefore returns the reasons why the reference carrier does not price a session.
func (t tables) referBefore(s Session) []string {
	a := s.Application
	var reasons []string
	switch quote.Refer(a, nil, s.AsOf) {
	case quote.ReferMinor:
		reasons = append(reasons, say("carrier.refer.minor"))
	case quote.ReferCommercial:
		reasons = append(reasons, say("carrier.refer.business"))
	}
	for i, d := range a.Drivers {
		points, _ := d.Points()
		if points >= t.ReferPoints {
			reasons = append(reasons, say("carrier.refer.points", i+1, points))
		} else if points >= t.NewDriverPoints && value(d.YearsLicensed) < t.NewDriverYears &&
			quote.Allowed(a.GaragingAddress.State, quote.YearsOfExperience, a.EffectiveDate) {
			reasons = append(reasons,
				say("carrier.refer.new_driver_points", i+1, t.NewDriverYears, points))
		}
	}
	for i, v := range a.Vehicles {
		if quote.IsExotic(v, a.GaragingAddress.State, a.EffectiveDate) {
			reasons = append(reasons, say("carrier.refer.exotic", i+1))
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
			reasons = append(reasons, say("carrier.refer.premium", i+1, t.ReferPremium))
		}
	}
	return reasons
}
