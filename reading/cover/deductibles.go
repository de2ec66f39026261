package cover

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/drivers"
	"ppamaild/reading/find"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
)

const (
	Comprehensive = "coverages.comprehensive_deductible"
	Collision     = "coverages.collision_deductible"
)

// ReadDeductibles reads "$500 deductibles" as both, and "500/1000" as comprehensive and collision.
func ReadDeductibles(r *garage.Garage) {
	apart := len(r.LiveVehicles()) > 1 && len(liabilityOnly(r.Text)) == 0
	for i := 0; i < len(r.Tokens); i++ {
		n, ok := find.NumberAt(r.Text, i)
		if !ok || !find.IsDeductible(n.N) || !r.Free(n.Span) {
			continue
		}
		i = n.J - 1
		at, second, s := n.Span, n, r.Sentence(n.I)
		near := text.Between(max(s.I, n.I-12), min(s.J, n.J+8))
		next, pair := find.NumberAt(r.Text, n.J+1)
		pair = pair && find.PairsAt(r.Text, n.J) && find.IsDeductible(next.N)
		named := pair && drivers.Counted(r.Sheet, "coverages.bodily_injury", s) ||
			r.Has(near, "comprehensive", "collision", "deductible")
		if !named || r.Quiet[n.I] || r.EndsAt("not", n.I) < n.I ||
			find.IsMiles(r.Text, n.J) || find.PeriodFollows(r.Text, r.Skip(n.J, "dollars", "dolares")) {
			continue
		}
		if pair && len(coversNextTo(r.Sheet, next.J, s.J)) == 0 {
			at.J, second = next.J, next
		}
		amounts := map[string]int{Comprehensive: n.N, Collision: second.N}
		for _, field := range deductibleFields(r.Sheet, at, near) {
			for _, of := range carsWith(r, at, apart) {
				r.Say(of, field, amounts[field], at)
			}
		}
		r.Take(at)
	}
}

// carsWith returns the cars next to amounts, "comp 500 on the Camry", or the application for all.
func carsWith(r *garage.Garage, at text.Span, apart bool) (of []claims.Entity) {
	s, extra := r.Sentence(at.I), r.Has(at, "rental", "towing")
	s = text.Between(max(s.I, at.I-20), min(s.J, at.J+40)) // near
	isAmount := func(i int) bool {
		return i < s.J && !r.Refers[i] && (r.Kind(i) != text.Word || r.Is(i, "and", "or") || extra && r.Has(text.Between(i, i+1), "rental", "towing") ||
			r.Has(text.Between(i, r.Skip(i, "for")+1), "deductible", "comprehensive", "collision"))
	}
	for ; isAmount(at.J); at.J++ {
	}
	cars, _ := garage.CarsBehind(r, at.J+1, 4)
	ok := at.J < s.J && r.Is(at.J, "on", "for") && !r.Is(at.J-1, ",", ";", "and")
	if first, end := garage.CarsBehind(r, s.I+1, 2); len(first) > 0 && r.Is(s.I, "on", "for") {
		for ; end < at.I && isAmount(end); end++ {
		}
		if end == at.I {
			cars, ok = first, true
		}
	}
	for i := at.I - 2; i > s.I && r.Is(at.I-1, "to"); i-- { // "the deductible on the Camry to 1000"
		if list, end := garage.CarsBehind(r, i, 0); len(list) > 0 && r.Skip(end, "back") == at.I-1 {
			cars, ok = list, true
		}
	}
	for i, own := at.J, true; i < min(r.Sentence(s.J).J, s.J+20); i++ { // also "Same on the Civic."
		other := r.Kind(i) == text.Digits || r.Is(i, "but") || r.StartsAt("negation", i) > i
		own = own && i < s.J && (r.Refers[i] || !other)
		left := r.Is(i-1, "leave", "keep") || r.Is(i-2, "leave", "keep") // "leave the Civic alone"
		named := !own || !r.Refers[i] || left || slices.Contains(cars, garage.ReferredTo(r, i))
		ok = ok && !r.Is(i, "same", "too") && named
	}
	if !ok || !apart || len(cars) == 0 || len(cars) == len(r.LiveVehicles()) {
		return []claims.Entity{claims.Application}
	}
	for _, k := range cars {
		of = append(of, claims.Car(k))
	}
	return of
}

// deductibleFields returns the coverages next to an amount, else the coverages near it, else both.
func deductibleFields(r *claims.Sheet, amount, near text.Span) []string {
	named, clause := []string(nil), r.Clause(amount.I)
	for _, of := range carCovers {
		if c, ok := r.Cue(of.Cue, near); ok && c.I < clause.J && r.EndsAt("negation", c.I) == c.I {
			named = append(named, of.Path)
		}
	}
	before, behind := coversNextTo(r, amount.I, near.I), coversNextTo(r, amount.J, near.J)
	near = text.Between(max(near.I, clause.I), amount.I)
	if len(before)*len(behind) > 0 && drivers.Counted(r, before[0], near) {
		before = nil // "500 comp 1000 collision"
	}
	all := [][]string{before, behind, named, {Comprehensive, Collision}}
	return all[slices.IndexFunc(all, func(fields []string) bool { return len(fields) > 0 })]
}

// coversNextTo returns the coverages next to an amount, from token i to token end: "$500 deductible
// for comp and collision". The coverages are before the amount if end < i.
func coversNextTo(r *claims.Sheet, i, end int) (fields []string) {
	match, step, joiners := r.StartsAt, 1, "for covers"
	if end < i {
		match, step, joiners = r.EndsAt, -1, "to covers"
	}
	for (end-i)*step > 0 {
		token, next := min(i, i+step), match("deductible", i)
		for _, of := range carCovers {
			if k := match(of.Cue, i); k != i {
				fields, next = append(fields, of.Path), k
			}
		}
		if next == i && (r.Among(token, joiners) || len(fields) > 0 && find.PairsAt(r.Text, token)) {
			next = i + step
		}
		if next == i {
			break
		}
		i = next
	}
	return fields
}

// ReadExtras reads whether the customer wants rental and towing.
func ReadExtras(r *garage.Garage) {
	for _, of := range []optional{{"rental", "coverages.rental", true}, {"towing", "coverages.towing", true}} {
		for _, c := range r.Cues[of.Cue] {
			s := r.Sentence(c.I)
			context := !r.Has(text.Between(c.I, c.I+1), "needs context") || r.Is(c.I-1, "day") ||
				speaksOfCover(r.Text, s) || r.Has(s, "negation", "comprehensive", "collision")
			_, _, through := find.CarrierAt(r.Text, r.Skip(c.J, "through", "with", "from", "by"))
			_, _, before := find.CarrierAt(r.Text, c.I-2) // "I have AAA for towing", "already have towing"
			elsewhere := through || before && r.Is(c.I-1, "for") || r.Is(c.I-2, "already")
			if context && !elsewhere && !r.Taken[c.I] && !claims.IsInquiry(r.Text, s) {
				for _, car := range carsWith(r, c, len(r.LiveVehicles()) > 1) {
					r.Say(car, of.Path, !Declines(r.Text, c, of.Plain), c)
				}
			}
		}
	}
}

func speaksOfCover(r *find.Text, s text.Span) bool {
	return r.Has(s, "wants", "liability", "deductible", "coverage") ||
		r.Has(s, "comprehensive") && r.Has(s, "collision") ||
		r.Has(s, "rental") && r.Has(s, "towing") && !r.Is(s.J-1, "?")
}

// optional is a coverage that a customer can decline. A coverage that is not plain has a name with
// other meanings: "no collision in five years".
type optional struct {
	Cue, Path string
	Plain     bool
}

var carCovers = []optional{{"comprehensive", Comprehensive, false}, {"collision", Collision, false}}

// declinable are the coverages that a customer can decline.
var declinable = []optional{
	{"uninsured motorist", "coverages.uninsured_motorist", true},
	{"medical payments", "coverages.medical_payments", true},
	{"personal injury protection", "coverages.personal_injury_protection", true},
	{"comprehensive", Comprehensive, false}, {"collision", Collision, false}}

// Declined returns the coverages that the mail declines and gives no value of. A declined coverage
// is a fact without a value, so that no default replaces the customer's words.
func Declined(r *claims.Sheet) (facts []quote.Fact) {
	found := append(liabilityOnly(r.Text), text.Span{})
	only := len(found) > 1 && len(r.LiveVehicles()) < 2 // several: ReadLiabilityOnly reads one car
	for _, of := range declinable {
		at, refuses := found[0], only && !of.Plain
		for _, c := range r.Cues[of.Cue] {
			if !refuses && !r.Quiet[c.I] && Declines(r.Text, c, of.Plain) {
				at, refuses = text.Between(max(r.Clause(c.I).I, c.I-6), c.J), true
			}
		}
		if refuses && !slices.ContainsFunc(r.Claims, func(c claims.Claim) bool { return c.Field == of.Path }) {
			facts = append(facts, quote.Fact{Path: of.Path, Message: r.Mail.Message, Words: r.Raw(at), Standing: quote.Stated})
		}
	}
	return facts
}

// Declines reports whether the words around a coverage decline the coverage for every car.
func Declines(r *find.Text, c text.Span, plain bool) bool {
	s := r.Sentence(c.I)
	event := r.Is(c.I-1, "a", "any", "had") || r.Is(c.J, "on", "for", "in", "auto") || r.Has(s, "accident", "ticket")
	if !plain && (event || !speaksOfCover(r, s) || claims.IsInquiry(r, s)) {
		return false
	}
	from := max(s.I, c.I-6)
	if !plain {
		from = max(r.Clause(c.I).I, from)
	}
	not, no := r.Before("negation", from, c.I)
	no = no && !r.Has(text.Between(not.J+1, c.I), "says yes") && r.EndsAt("rental", not.J) == not.J && r.EndsAt("towing", not.J) == not.J || r.Is(c.J-1, "no") // "rental no, tow yes"
	_, off := r.Before("drop", from, c.I)
	yes := r.StartsAt("says yes", r.Skip(c.J, ":", "=", "-", "?")) > c.J+1
	return !yes && (off || no) || claims.DeclinedBehind(r, c.J)
}

// ReadLiabilityOnly reads the car, of several, for which the customer wants only liability.
func ReadLiabilityOnly(r *garage.Garage) {
	for _, at := range liabilityOnly(r.Text) {
		k, found := garage.VehicleBehind(r, at)
		if of := r.Fleets[r.Which[at.I]]; !found && r.Is(at.J+1, "it") && len(of) == 1 {
			k, found = of[0], true
		}
		for _, cover := range carCovers {
			if found && r.Is(at.J, "on", "for") && len(r.LiveVehicles()) > 1 {
				r.Say(claims.Car(k), cover.Path, 0, text.Between(at.I, r.Clause(at.I).J))
			}
		}
	}
}

func liabilityOnly(r *find.Text) (found []text.Span) {
	for i := range r.Tokens {
		end := r.Skip(i+1, "want", "wants", "need", "do")
		only := r.Is(i, "liability") && r.Is(end, "only") || r.Is(i, "only", "just") && r.Is(end, "liability")
		if only && !r.Quiet[i] && !r.Has(text.Between(max(r.Sentence(i).I, i-4), i), "negation") {
			found = append(found, text.Between(i, end+1))
		}
	}
	return found
}
