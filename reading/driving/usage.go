// Package driving reads how cars are used: miles, commutes, use and ownership.
package driving

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/drivers"
	"ppamaild/reading/find"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// ReadUse reads the use of vehicles. Business outweighs a drive to work, which outweighs pleasure.
func ReadUse(r *Driving) {
	for _, of := range uses {
		found := r.Cues[of.cue]
		if of.use == quote.Commute {
			found = r.drives
		}
		for _, c := range found {
			if r.Quiet[c.I] || r.Taken[c.I] || r.Has(r.Clause(c.I), "rideshare") || isNoUse(r.Text, c) || of.use == quote.Commute && isWithoutCar(r.Text, c) || of.use == quote.Pleasure && !slices.Contains(r.PeopleAt(c.I), r.Writer) && slices.ContainsFunc(r.Mail.Known.Vehicles, func(v quote.Vehicle) bool { return v.Use == quote.Commute }) {
				continue
			}
			use := of.use
			if use == quote.Commute && escorts(r.Text, c) {
				use = quote.Pleasure
			}
			if r.Has(text.Between(max(r.Clause(c.I).I, c.I-5), c.I), "negation") {
				if use != quote.Commute {
					continue
				}
				use = quote.Pleasure
			}
			sayUse(r.Garage, use, c)
		}
	}
}

// isWithoutCar reports whether a person goes to the place at c by other means than a car.
func isWithoutCar(r *find.Text, c text.Span) bool {
	way := r.Clause(c.I)
	return r.Has(text.Between(max(way.I, c.I-5), c.I+1), "without the car") && !r.Is(c.J-1, "station") ||
		r.Has(text.Between(c.J, way.J), "without the car") && !r.Has(way, "drives", "at the wheel")
}

// findDrives finds the words for a drive to work or to school, and for the place: "to the plant".
func findDrives(r *Driving) {
	r.drives = slices.Clone(r.Cues["commutes"])
	for i := range r.Tokens {
		to := r.Is(i, "to", "al", "a") || r.Is(i, "from") && r.Is(i-1, "and")
		if (to || r.Is(i, "at")) && r.Among(i+1, "whose car") && r.Among(i+2, "workplaces") && (to || r.Has(r.Clause(i), "drives")) && !(r.Is(i+1, "the") && r.Among(i+2, "where people shop") && !r.Is(i+3, "where")) {
			r.drives = append(r.drives, text.Between(i, i+3))
		}
	}
	slices.SortStableFunc(r.drives, func(a, b text.Span) int { return a.I - b.I })
}

// drivesBefore reports whether a drive to work or school is just before token i, in its sentence.
func drivesBefore(r *Driving, i, within int) bool {
	k, _ := slices.BinarySearchFunc(r.drives, i, func(c text.Span, i int) int { return c.I - i })
	return k > 0 && r.drives[k-1].J <= i && r.drives[k-1].I >= max(i-within, r.Sentence(i).I)
}

// escorts reports whether the author takes others to the place at c: "I take the kids to school".
func escorts(r *find.Text, c text.Span) bool {
	takes, whom := false, false
	for i := r.Clause(c.I).I; i < c.I; i++ {
		takes = takes || r.Among(i, "escorts")
		whom = takes && (whom || r.Among(i, "escorted"))
	}
	return whom
}

// isNoUse reports whether the words mean no use: "this weekend", "you have had my business".
func isNoUse(r *find.Text, c text.Span) bool {
	switch {
	case r.Is(c.I, "weekend"):
		return r.Is(c.I-1, "this", "next", "last", "past")
	case r.Is(c.I, "shopping") && c.J == c.I+1:
		return r.Among(c.J, "shopped for") || r.Is(c.I-1, "i'm", "am", "are", "we're")
	case r.Is(c.I, "for") && r.Is(c.J-1, "work"):
		return r.Among(c.I-1, "moves") || r.Among(c.I-2, "moves")
	case r.Is(c.J-1, "home"):
		n, ok := find.NumberAt(r, c.J)
		return ok && n.N < 5 && r.Is(n.J, "day", "days") // "work from home 3 days"
	case r.Is(c.I, "business", "negocio") && c.J == c.I+1:
		return r.Among(c.I-1, "a business") || r.Among(c.J, "of a business")
	}
	return false
}

// sayUse claims a use of the vehicles in focus without a weightier use.
func sayUse(r *garage.Garage, use quote.Use, at text.Span) {
	if len(r.LiveVehicles()) == 0 {
		return
	}
	for _, k := range r.VehiclesAt(at, "use") {
		if !r.HasClaim(claims.Car(k), "use") {
			r.Claim(claims.Car(k), "use", use, at, quote.Stated)
		}
	}
}

// UseIn reads the use behind a label.
func UseIn(r *find.Text, s text.Span) (quote.Use, text.Span) {
	use, at := quote.Use(""), text.Between(s.J, s.J)
	for _, of := range uses {
		if c, ok := r.Cue(of.cue, s); ok && c.I < at.I && !r.Is(c.I-1, "your") {
			use, at = of.use, c
		}
	}
	if c, ok := r.Cue("use label", s); ok && c.I < at.I {
		switch r.At(c.I) {
		case "work", "school", "trabajo", "commuter":
			return quote.Commute, c
		case "personal", "recreational", "fun":
			return quote.Pleasure, c
		}
	}
	return use, at
}

var uses = []struct {
	cue string
	use quote.Use
}{{"business use", quote.Business}, {"commutes", quote.Commute}, {"pleasure use", quote.Pleasure}}

// ReadOwnership reads whether vehicles are owned, financed or leased.
func ReadOwnership(r *garage.Garage) {
	readBareOwnership(r)
	for _, of := range ownerships {
		for _, c := range r.Cues[of.cue] {
			if r.Quiet[c.I] || r.Taken[c.I] || len(r.LiveVehicles()) == 0 || isHome(r.Text, c, of.own) {
				continue
			}
			if of.own == quote.Financed && r.StartsAt("loan ended", c.J) > c.J {
				r.OfVehicles("ownership", quote.Owned, c, quote.Inferred)
				continue // "the loan is paid off"
			}
			if len(r.LiveVehicles()) > 1 && r.Is(c.J-1, "mine", "me", "her", "him") && r.Among(c.I, "whose it is") && garage.Focused(r, c.I-1) ||
				of.own == quote.Leased && r.Among(c.J, "ends a lease") ||
				of.own != quote.Owned && r.IsWithin(c, "owned") || of.own == quote.Owned && r.IsWithin(c, "financed") {
				continue // of several, "the Civic is mine" says who drives; "almost paid off"
			}
			if of.own != quote.Owned && (r.Has(text.Between(max(r.Clause(c.I).I, c.I-3), c.I), "negation") || claims.DeclinedBehind(r.Text, c.J) || r.Is(c.J, "nothing", "nada")) {
				r.OfVehicles("ownership", quote.Owned, c, quote.Inferred)
				continue
			}
			r.OfVehicles("ownership", of.own, c, quote.Stated)
		}
	}
}

var ownerships = []struct {
	cue string
	own quote.Ownership
}{{"leased", quote.Leased}, {"financed", quote.Financed}, {"owned", quote.Owned}}

// readBareOwnership reads "own" as an item of a line with a vehicle.
func readBareOwnership(r *garage.Garage) {
	for _, p := range r.Places {
		end := min(r.Lines[r.LineOf(p.At.I)].J, p.At.J+60)
		for i := p.At.J; i < end && (!r.Refers[i] || garage.ReferredTo(r, i) == p.Vehicle); i++ {
			c := text.Between(i, i+1)
			if r.Is(i, "own", "lease", "leasing", "finance", "financing", "loan", "cash") && drivers.StandsAsItem(r.Text, c) && !r.Quiet[i] {
				own, _ := OwnershipIn(r.Text, c)
				r.Say(claims.Car(p.Vehicle), "ownership", own, c)
			}
		}
	}
}

// isHome reports whether the owned property is a house, or no car.
func isHome(r *find.Text, c text.Span, own quote.Ownership) bool {
	before := text.Between(max(r.Sentence(c.I).I, c.I-2), c.I)
	return own == quote.Owned && r.Has(before, "negation") || r.Has(before, "home") ||
		r.Has(text.Between(c.J, min(r.Clause(c.J-1).J, c.J+4)), "home")
}

// OwnershipIn reads the ownership behind a label.
func OwnershipIn(r *find.Text, s text.Span) (quote.Ownership, text.Span) {
	switch r.At(s.I) {
	case "own", "owned", "owner", "yes", "propio", "cash":
		return quote.Owned, text.Between(s.I, s.I+1)
	case "lease", "leased", "leasing":
		return quote.Leased, text.Between(s.I, s.I+1)
	case "finance", "financed", "financing", "loan":
		return quote.Financed, text.Between(s.I, s.I+1)
	}
	return "", s
}

// ReadCost reads the price of a vehicle when new: "MSRP was $28,500", "cost $28,500 new", "bought
// new for $28,500", "$28,500 on the sticker", but not the price of a used car.
func ReadCost(r *garage.Garage) {
	for i := range r.Tokens {
		n, ok := find.NumberAt(r.Text, i)
		if !ok || !n.Dollar && !r.Named("cost new", i, 3) || n.N < 5_000 || n.N > 500_000 || r.Quiet[i] || !r.Free(n.Span) {
			continue
		}
		bought := r.Is(i-1, "for") && r.Is(i-2, "new") && !r.Is(i-3, "a")
		if bought || r.Named("cost new", i, 4) || r.Is(n.J, "on") && r.Is(n.J+1, "the") && r.Has(text.Between(n.J+2, n.J+3), "cost new") || r.Has(text.Between(n.J, n.J+1), "when new") && !r.Is(n.J+1, "deductible") {
			r.OfVehicles("cost_new", n.N, n.Span, quote.Stated)
			r.Take(n.Span)
		}
	}
}

// Driving has the words of a mail for the use of cars.
type Driving struct {
	*who.Party
	drives []text.Span // the words for drives to work or to school, in order
}
