package quoting

import (
	"reflect"
	"slices"

	"ppamaild/agent"
	"ppamaild/carrier"
	"ppamaild/quote"
)

// Compare selects the other coverages that a quote shows a price for.
type Compare struct {
	Minimum   bool            // the state minimum
	Now       bool            // the customer's current limits
	Coverages quote.Coverages // these coverages; zero: none
}

// Options returns the options to price, without prices. It skips options equal to the requested
// coverages or to each other. There are none if a vehicle has coverages of its own.
func (c Compare) Options(s *agent.State) []agent.Option {
	a := *s.Application()
	if slices.ContainsFunc(a.Vehicles,
		func(v quote.Vehicle) bool { return v.Coverages != (quote.Coverages{}) }) {
		return nil
	}
	var all []agent.Option
	add := func(name string, coverages quote.Coverages) {
		same := func(o agent.Option) bool { return reflect.DeepEqual(o.Coverages, coverages) }
		if !reflect.DeepEqual(a.Coverages, coverages) && !slices.ContainsFunc(all, same) {
			all = append(all, agent.Option{Name: name, Coverages: coverages})
		}
	}
	if least, known := quote.MinimumCoverages(a, s.AgentScratchpad.Today); c.Minimum && known {
		add("state_minimum", least)
	}
	if c.Now && a.PriorInsurance.BodilyInjury != "" {
		add("same_as_now", withLimits(a.Coverages, a.PriorInsurance))
	}
	if c.Coverages != (quote.Coverages{}) {
		add("other_limits", c.Coverages)
	}
	return all
}

// withLimits replaces the liability limits by the limits of a policy. Uninsured motorist limits
// follow if they equal the bodily injury limits.
func withLimits(c quote.Coverages, now quote.PriorInsurance) quote.Coverages {
	if c.UninsuredMotorist == c.BodilyInjury {
		c.UninsuredMotorist = now.BodilyInjury
	}
	c.BodilyInjury = now.BodilyInjury
	if now.PropertyDamage != nil {
		c.PropertyDamage = now.PropertyDamage
	}
	return c
}

// recordPrice stores a price for the requested coverages or for an option.
func (b Toolbox) recordPrice(s *agent.State, session carrier.Session, q carrier.Quote) {
	pad := &s.AgentScratchpad
	if pad.Quote != nil {
		for _, o := range b.Compare.Options(s) {
			if reflect.DeepEqual(o.Coverages, session.Application.Coverages) {
				o.Quote = q
				pad.Options = append(pad.Options, o)
				return
			}
		}
	}
	b.recordQuote(pad, q)
}

// isOption reports whether a call prices an option. Options are priced after the requested
// coverages.
func isOption(s *agent.State, call string) bool {
	return s.AgentScratchpad.Quote != nil &&
		(call == carrier.UpdateCoverage{}.Name() || call == carrier.Rate{}.Name())
}

// clearPrices removes the prices of an expired carrier session, so that all calls are made again.
func clearPrices(s *agent.State) {
	pad := &s.AgentScratchpad
	pad.CallsRevision, pad.CallsDone, pad.Quote, pad.Options = 0, 0, nil, nil
}

// unpricedOptions lists the options without a price, for staff.
func (b Toolbox) unpricedOptions(s *agent.State) []string {
	var flags []string
	for _, o := range b.Compare.Options(s) {
		if !slices.ContainsFunc(s.AgentScratchpad.Options,
			func(p agent.Option) bool { return p.Name == o.Name }) {
			flags = append(flags, b.say("quoting.option_unpriced", o.Name))
		}
	}
	return flags
}
