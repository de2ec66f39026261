package quoting

import (
	"cmp"
	"slices"

	"ppamaild/agent/letters"
	"ppamaild/carrier"
)

// explainer is a carrier that can explain a price.
type explainer interface {
	Explain(s carrier.Session, c carrier.Rate) (carrier.Explanation, error)
}

// mostFactors limits the facts in an answer to "why?".
const mostFactors = 5

// weighed is a fact that counts in the price, in words.
type weighed struct {
	words string
	by    carrier.Percent
}

// factors lists the facts that raise the price and the facts that lower the price, the most
// important first; nil if the carrier explains no price.
func (w answerer) factors() (up, down []string) {
	by, can := w.Carrier.(explainer)
	if !can || w.s.MercurySession == nil {
		return nil, nil
	}
	session := *w.s.MercurySession
	explained, err := by.Explain(session, carrier.Rate{
		Discounts: carrier.Eligible(w.s.AgentScratchpad.Discounts)})
	if err != nil {
		return nil, nil
	}
	var all []weighed
	for _, l := range explained.Lines {
		for _, f := range l.Factors {
			words := w.factor(f, l.Vehicle, session)
			seen := func(o weighed) bool { return o.words == words }
			if words != "" && f.By != 100 && !slices.ContainsFunc(all, seen) {
				all = append(all, weighed{words, f.By})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b weighed) int {
		return cmp.Compare(abs(b.by-100), abs(a.by-100))
	})
	for _, f := range all {
		switch {
		case f.by > 100 && len(up) < mostFactors:
			up = append(up, f.words)
		case f.by < 100 && len(down) < mostFactors:
			down = append(down, f.words)
		}
	}
	return up, down
}

func abs(p carrier.Percent) carrier.Percent { return max(p, -p) }

// factor writes a factor for the customer; "" for a factor without words.
func (w answerer) factor(f carrier.Factor, vehicle int, session carrier.Session) string {
	driver := ""
	if vehicle < len(session.Principals) {
		driver = letters.DriverName(session.Application, session.Principals[vehicle])
	}
	car, of := w.view.Vehicles[vehicle].Name, session.Application.Vehicles[vehicle]
	switch f.Name {
	case "territory":
		return w.words.Say("letters.factor.territory", session.Application.GaragingAddress.ZIP)
	case "mileage":
		return w.words.Say("letters.factor.mileage", car,
			letters.Amount(*of.AnnualMiles))
	case "use":
		return w.words.Say("letters.factor.use", car, letters.Word(string(of.Use), w.words))
	case "years licensed":
		return w.words.Say("letters.factor.years", driver)
	case "points":
		return w.words.Say("letters.factor.points", driver)
	case "age of vehicle":
		return w.words.Say("letters.factor.age", car)
	case "cost new":
		return w.words.Say("letters.factor.cost", car)
	case "discount", "discounts":
		return w.words.Say("letters.factor.discounts")
	}
	return ""
}
