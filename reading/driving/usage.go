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

// ReadUse reads what vehicles are driven for. A drive to work outweighs one for
// pleasure, and business outweighs both.
func ReadUse(r *Driving) {
	for _, of := range uses {
		for _, c := range usesOf(r, of.cue) {
			if r.Quiet[c.I] || r.Taken[c.I] || r.Has(r.Clause(c.I), "rideshare") || isNoUse(r.Text, c) {
				continue
			}
			use := of.use
			if use == quote.Commute && isWithoutCar(r.Text, c) {
				r.carless = append(r.carless, c)
				continue
			}
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
	readRides(r.Sheet)
	readAtHome(r)
}

// isWithoutCar reports whether somebody gets to where c says by other means: "I take the
// bus to work", "to work I go by train".
func isWithoutCar(r *find.Text, c text.Span) bool {
	way := r.Clause(c.I)
	if r.Has(text.Between(max(way.I, c.I-5), c.I+1), "without the car") && !r.Is(c.J-1, "station") {
		return true
	}
	return r.Has(text.Between(c.J, way.J), "without the car") && !r.Has(way, "drives", "at the wheel")
}

// usesOf returns where a use is spoken of; a drive to a place of work too.
func usesOf(r *Driving, cue string) []text.Span {
	if cue == "commutes" {
		return r.drives
	}
	return r.Cues[cue]
}

// findDrives finds where a drive to work or to school is spoken of, as such or by the
// place: "to the plant", "to Lakeside High".
func findDrives(r *Driving) {
	r.drives = slices.Clone(r.Cues["commutes"])
	for i := range r.Tokens {
		to := r.Is(i, "to", "al", "a") || r.Is(i, "from") && r.Is(i-1, "and")
		if (to || r.Is(i, "at")) && r.Among(i+1, "whose car") && r.Among(i+2, "workplaces") && (to || r.Has(r.Clause(i), "drives")) && !(r.Is(i+1, "the") && r.Among(i+2, "where people shop") && !r.Is(i+3, "where")) {
			r.drives = append(r.drives, text.Between(i, i+3))
		}
		if k := r.Skip(i+1, "the"); to && r.Cased && r.Capital(k) {
			for j := k + 1; j < min(r.Clause(i).J, k+4) && r.Capital(j); j++ {
				if r.Among(j, "schools") {
					r.drives = append(r.drives, text.Between(i, j+1))
				}
			}
		}
	}
	slices.SortStableFunc(r.drives, func(a, b text.Span) int { return a.I - b.I })
}

// drivesBefore reports whether a drive to work or to school is spoken of in the few tokens
// before token i, in its sentence.
func drivesBefore(r *Driving, i, within int) bool {
	k, _ := slices.BinarySearchFunc(r.drives, i, func(c text.Span, i int) int { return c.I - i })
	return k > 0 && r.drives[k-1].J <= i && r.drives[k-1].I >= max(i-within, r.Sentence(i).I)
}

// readRides reads what a vehicle is driven for that no other use was said of, where the
// mail says that people or meals are driven about for money.
func readRides(r *claims.Sheet) {
	live := r.LiveVehicles()
	for _, c := range r.Cues["rideshare"] {
		s := r.Clause(c.I)
		if len(live) == 1 && !r.Quiet[c.I] && !r.Has(s, "negation", "formerly", "no more") && !r.HasClaim(claims.Car(live[0]), "use") {
			r.Infer(claims.Car(live[0]), "use", quote.Business, c)
		}
	}
}

// escorts reports whether others are brought to where c says: "I take the kids to school".
func escorts(r *find.Text, c text.Span) bool {
	takes, whom := false, false
	for i := r.Clause(c.I).I; i < c.I; i++ {
		takes = takes || r.Among(i, "escorts")
		whom = takes && (whom || r.Among(i, "escorted"))
	}
	return whom
}

// isNoUse reports whether the words mean something else: "this weekend", or a
// business as a thing, as in "you have had my business".
func isNoUse(r *find.Text, c text.Span) bool {
	switch {
	case r.Is(c.I, "weekend"):
		return r.Is(c.I-1, "this", "last", "next", "coming", "past")
	case r.Is(c.I, "shopping") && c.J == c.I+1:
		return r.Among(c.J, "shopped for")
	case r.Is(c.I, "personal"):
		return r.Is(c.J, "injury", "auto", "property", "information", "info", "umbrella")
	case r.Is(c.I, "for") && r.Is(c.J-1, "work"):
		return r.Among(c.I-1, "moves") || r.Among(c.I-2, "moves")
	case r.Is(c.I, "business", "negocio") && c.J == c.I+1:
		return r.Among(c.I-1, "a business") || r.Among(c.J, "of a business")
	}
	return false
}

// sayUse claims a use of the vehicles in focus that have no weightier one.
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
		if c, ok := r.Cue(of.cue, s); ok && c.I < at.I {
			use, at = of.use, c
		}
	}
	if c, ok := r.Cue("use label", s); ok && c.I < at.I {
		switch r.At(c.I) {
		case "business":
			return quote.Business, c
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
	readPaidCash(r)
	readPaidInFull(r)
	for _, of := range ownerships {
		for _, c := range r.Cues[of.cue] {
			if r.Quiet[c.I] || r.Taken[c.I] || len(r.LiveVehicles()) == 0 || isHome(r.Text, c, of.own) {
				continue
			}
			if of.own == quote.Financed && r.StartsAt("loan ended", c.J) > c.J {
				r.OfVehicles("ownership", quote.Owned, c, quote.Inferred)
				continue // "the loan is paid off"
			}
			if of.own == quote.Leased && r.Among(c.J, "ends a lease") && !isToCome(r.Sheet, text.Between(c.J, c.J+5)) {
				continue // and bought it then
			}
			if r.Is(c.J-1, "mine", "me", "her", "him") && r.Among(c.I, "whose it is") && garage.Focused(r, c.I-1) && len(r.LiveVehicles()) > 1 {
				continue // of several, "the Civic is mine" says who drives it
			}
			if of.own != quote.Owned && r.IsWithin(c, "owned") || of.own == quote.Owned && r.IsWithin(c, "financed") {
				continue // "loan free", "almost paid off"
			}
			if of.own != quote.Owned && (r.Has(text.Between(max(r.Clause(c.I).I, c.I-3), c.I), "negation") || claims.DeclinedBehind(r.Text, c.J) || r.Is(c.J, "nothing", "nada")) {
				r.OfVehicles("ownership", quote.Owned, c, quote.Inferred)
				continue
			}
			r.OfVehicles("ownership", of.own, c, quote.Stated)
		}
	}
}

// isToCome reports whether s names a time that is to come: "next year", "in 2028".
func isToCome(r *claims.Sheet, s text.Span) bool {
	for i := s.I; i < s.J; i++ {
		if n, ok := find.NumberAt(r.Text, i); ok && r.Is(i-1, "in", "en", "until", "till", "til") && n.Plain && n.Size == 4 && n.N >= r.Today.Year() {
			return true
		}
	}
	return r.Has(s, "to come")
}

var ownerships = []struct {
	cue string
	own quote.Ownership
}{{"leased", quote.Leased}, {"financed", quote.Financed}, {"owned", quote.Owned}}

func readPaidCash(r *garage.Garage) {
	for i := range r.Tokens {
		if !r.Is(i, "paid") || r.Quiet[i] || r.Taken[i] || len(r.LiveVehicles()) == 0 {
			continue
		}
		for j := i + 2; j < min(i+5, r.Sentence(i).J) && !r.Breaks(j-1); j++ {
			if r.Is(j, "cash") {
				r.OfVehicles("ownership", quote.Owned, text.Between(i, j+1), quote.Stated)
			}
		}
	}
}

// readBareOwnership reads "own" and the like where they are an item of a line that names a vehicle.
func readBareOwnership(r *garage.Garage) {
	for _, p := range r.Places {
		end := min(r.Lines[r.LineOf(p.At.I)].J, p.At.J+mostItems)
		for i := p.At.J; i < end; i++ {
			c := text.Between(i, i+1)
			if !r.Is(i, "own", "lease", "leasing", "finance", "financing", "loan", "cash") || !drivers.StandsAsItem(r.Text, c) || r.Quiet[i] {
				continue
			}
			if own, _ := OwnershipIn(r.Text, c); own != "" {
				r.Say(claims.Car(p.Vehicle), "ownership", own, c)
			}
		}
	}
}

// mostItems is how many tokens behind a vehicle are looked at for what its line says of it.
const mostItems = 60

// isHome reports whether it is a house, or something else, that is owned.
func isHome(r *find.Text, c text.Span, own quote.Ownership) bool {
	s := r.Sentence(c.I)
	before := text.Between(max(s.I, c.I-2), c.I)
	if own == quote.Owned && (r.Among(c.I-1, "not my own") || r.Has(before, "negation")) {
		return true
	}
	return r.Has(text.Between(c.J, min(r.Clause(c.J-1).J, c.J+4)), "home") || r.Has(before, "home")
}

// OwnershipIn reads the ownership behind a label.
func OwnershipIn(r *find.Text, s text.Span) (quote.Ownership, text.Span) {
	for _, of := range ownerships {
		if c, ok := r.Cue(of.cue, s); ok {
			return of.own, c
		}
	}
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

// DriverOf is the value of field driver: a place in reader.people, which resolve turns into an
// index of drivers.
type DriverOf int

// ReadDrives reads the driver of a car: "Erik drives the Outback". Questions and several
// drivers state nothing.
func ReadDrives(r *who.Party) {
	for _, p := range r.Places {
		i := p.At.I
		for r.Is(i-1, "a", "an", "the", "my", "our", "his", "her", "el", "la", "un", "una", "mi", "nuestro", "nuestra") || r.Kind(i-1) == text.Digits {
			i--
		}
		s := r.Sentence(i)
		if !r.Is(i-1, "drive", "drives", "maneja") || r.Quiet[i-1] || r.Is(s.J-1, "?") || r.Has(r.Clause(i-1), "negation", "everyone") {
			continue
		}
		if r.Is(p.At.J, "too", "also", "sometimes", "tambien") {
			continue
		}
		words := text.Between(max(i-2, s.I), p.At.J)
		g := r.Lone[max(i-2, 0)]
		switch {
		case r.Is(i-3, "and", "or", "y") && !r.Is(i-1, "drive") || r.Is(p.At.J, "when", "if"):
		case r.Is(i-2, "i"):
			if k := r.IsGiven(i - 4); !r.Is(i-3, "and", "or") || k < 0 && !find.IsKin(r.Text, i-4) {
				driverIs(r.Sheet, p, 0, words)
			}
		case r.IsGiven(i-2) >= 0:
			driverIs(r.Sheet, p, r.IsGiven(i-2), words)
		case g > claims.Everybody && len(r.Crews[g]) == 1 && find.IsKin(r.Text, i-2):
			driverIs(r.Sheet, p, r.Crews[g][0], words)
		}
	}
}

// driverIs claims that person k drives the car at p. Where only one person drives, the claim
// says nothing.
func driverIs(r *claims.Sheet, p garage.Placed, k int, at text.Span) {
	drivers := 0
	for _, other := range r.People {
		if other.IsDriver() {
			drivers++
		}
	}
	of := claims.Car(p.Vehicle)
	if !r.Vehicles[p.Vehicle].Gone && r.People[k].IsDriver() && drivers > 1 && !r.HasClaim(of, "driver") {
		r.Claim(of, "driver", DriverOf(k), at, quote.Stated)
	}
}

// ReadCost reads what a vehicle cost when it was new: "MSRP was $28,500", "cost
// $28,500 new", "bought new for $28,500", "$28,500 on the sticker". The price of a used car says
// nothing about the price when new.
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

func readPaidInFull(r *garage.Garage) {
	for _, c := range r.Cues["discount paid_in_full"] {
		if IsPaidCar(r, c) && !r.Quiet[c.I] {
			r.OfVehicles("ownership", quote.Owned, c, quote.Stated)
		}
	}
}

// IsPaidCar tells "my Camry is paid in full" and "paid in full years ago" from how the
// insurance is to be paid.
func IsPaidCar(r *garage.Garage, c text.Span) bool {
	if len(r.LiveVehicles()) == 0 || !r.Is(c.I, "paid") || AsksDiscount(r.Text, r.Sentence(c.I)) {
		return false
	}
	line := r.Lines[r.LineOf(c.I)]
	since := r.Is(c.J, "for", "already", "ago", "last") || r.Is(c.J+1, "ago") || isKnownYear(r.Sheet, c.J)
	return since || r.Is(c.I-1, "is", "it's", "its", "was", "been", ",", "are") && (garage.CarOnLine(r, c.I) || refersIn(r, r.Clause(c.I)) || r.Is(c.I-1, "it's")) && !r.Has(line.Span, "coverage")
}

// isKnownYear reports whether "in 2021" stands at token i.
func isKnownYear(r *claims.Sheet, i int) bool {
	y, _, ok := find.YearAt(r.Text, r.Skip(i, "in", "back"), r.Today.Year(), false)
	return ok && r.Is(i, "in", "back") && y > 0
}

// AsksDiscount reports whether s has the word discount.
func AsksDiscount(r *find.Text, s text.Span) bool {
	for i := s.I; i < s.J; i++ {
		if r.Is(i, "discount", "discounts", "descuento", "descuentos") {
			return true
		}
	}
	return false
}

// Driving is what the mail says of the use of cars.
type Driving struct {
	*who.Party
	carless []text.Span // where somebody gets to work without a car
	drives  []text.Span // where a drive to work or to school is spoken of, in order
}

// readAtHome reads a vehicle as driven for pleasure if the mail says only that its drivers have no
// work to drive to: "I'm retired", "I walk to work".
func readAtHome(r *Driving) {
	if len(r.LiveVehicles()) == 0 {
		return
	}
	signs := slices.Clone(r.carless)
	for _, c := range r.Cues["no work"] {
		if isSaidOfSomebody(r.Sheet, c) {
			signs = append(signs, c)
		}
	}
	for _, c := range signs {
		if r.Quiet[c.I] {
			continue
		}
		for _, k := range drivenBy(r.Party, c) {
			if of := claims.Car(k); !r.HasClaim(of, "use") {
				r.Infer(of, "use", quote.Pleasure, c)
			}
		}
	}
}

// isSaidOfSomebody tells "I'm retired" and "Retired, so …" from "the agent we liked has
// retired" and "my retired neighbor".
func isSaidOfSomebody(r *claims.Sheet, c text.Span) bool {
	switch s := r.Sentence(c.I); {
	case r.Has(text.Between(max(s.I, c.I-3), c.I), "negation"), garage.OutsiderSpeaks(r, s, c.I), r.Among(c.I-1, "once was"):
		return false
	case r.Has(text.Between(c.J, c.J+4), "discount military"):
		return false // "retired Navy" may have a job
	case r.Is(c.J-1, "work", "trabajo"):
		ends := r.EndsClause(c.J) || r.Among(c.J, "behind no work")
		return ends && !r.Is(c.I, "doesn't", "does", "doesnt")
	case c.J > c.I+1, r.Clause(c.I).I == c.I:
		return true
	}
	k := c.I - 1
	for r.Among(k, "before retired") {
		k--
	}
	return r.Among(k, "i or we are") || r.Among(k, "others are") && !r.Is(c.J, "from", "de")
}

// drivenBy returns the vehicles of whom the words at c are about: theirs, or all where
// nobody else drives.
func drivenBy(r *who.Party, c text.Span) []int {
	live, people := r.LiveVehicles(), r.PeopleAt(c.I)
	if len(people) == 1 && who.EachHasOwner(r.Sheet) {
		if k := who.KeptBy(r.Sheet, people[0]); k >= 0 {
			return []int{k}
		}
		return nil
	}
	if others := othersBeside(r.Sheet, people); len(others) == 0 || r.Who[c.I] == claims.Everybody {
		return live
	}
	if k := r.Which[c.I]; k > claims.Everybody && len(live) > 1 && refersIn(r.Garage, r.Sentence(c.I)) {
		return r.VehiclesAt(c, "use") // "Neil, who's retired, has the Maverick"
	}
	return nil
}

func othersBeside(r *claims.Sheet, people []int) []int {
	among := func(k int) bool { return slices.Contains(people, k) }
	return slices.DeleteFunc(r.EveryDriver(), among)
}

func refersIn(r *garage.Garage, s text.Span) bool { return slices.Contains(r.Refers[s.I:s.J], true) }
