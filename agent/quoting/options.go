package quoting

import (
	"fmt"
	"reflect"
	"slices"

	"ppamaild/agent"
	"ppamaild/carrier"
	"ppamaild/quote"
)

// Compare says which other coverages a quote shows the price of.
type Compare struct {
	Minimum   bool            // the least that the state allows
	Now       bool            // what the customer has now
	Coverages quote.Coverages // these; zero: none
}

// Options returns what is to be priced besides what was asked for, without prices.
// What comes to the same coverages is left out. Vehicles that are covered each in its
// own way can't be compared so.
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

// withLimits is coverages with the limits of a policy, those of uninsured motorist too
// where they were the same as those of bodily injury.
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

// keepPrice takes a price in: of what was asked for, or of an option.
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

// isOption reports whether a call is for an option: what was asked for has a price.
func isOption(s *agent.State, call string) bool {
	return s.AgentScratchpad.Quote != nil &&
		(call == carrier.UpdateCoverage{}.Name() || call == carrier.Rate{}.Name())
}

// voidPrices forgets the prices of a session that the carrier no longer has, so that
// everything is priced again.
func clearPrices(s *agent.State) {
	pad := &s.AgentScratchpad
	pad.CalledFor, pad.Called, pad.Quote, pad.Options = 0, 0, nil, nil
}

// unpriced says which options have no price, for staff.
func (b Toolbox) unpricedOptions(s *agent.State) []string {
	var flags []string
	for _, o := range b.Compare.Options(s) {
		if !slices.ContainsFunc(s.AgentScratchpad.Options,
			func(p agent.Option) bool { return p.Name == o.Name }) {
			flags = append(flags,
				fmt.Sprintf("the carrier gave no price for the option %s, so the mail does not show it", o.Name))
		}
	}
	return flags
}
