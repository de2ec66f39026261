package reading

import "ppamaild/quote"

// readOwnership reads how vehicles are held.
func (r *reader) readOwnership() {
	r.readBareOwnership()
	r.readPaidCash()
	r.readPaidInFull()
	r.readFinanceVerb()
	var weak []span
	for _, of := range ownerships {
		for _, c := range r.cues[of.cue] {
			switch {
			case r.quiet[c.i] || r.taken[c.i] || len(r.liveVehicles()) == 0 || r.isHome(c, of.own) || r.tellsNoOwnership(c, of.own):
			case of.own != quote.Owned && r.isOver(c, of.own):
				r.ofVehicles("ownership", quote.Owned, c, quote.Inferred)
			case r.is(c.j-1, "mine", "me", "us", "ours"), of.own == quote.Owned && r.is(c.j-1, "own") && r.is(c.i, "i", "we"):
				weak = append(weak, c) // "it's mine, with a loan", "I own a Kia that I'm paying off"
			default:
				r.sayOwnership(of.own, c)
			}
		}
	}
	for _, c := range weak {
		cars := r.ownedBehind(c)
		if len(cars) == 0 {
			cars = r.vehiclesAt(c, "ownership")
		}
		for _, k := range cars {
			if of := (entity{'v', k}); !r.hasClaim(of, "ownership") {
				r.say(of, "ownership", quote.Owned, c)
			}
		}
	}
	r.readOwnershipElsewise()
}

// sayOwnership claims how the vehicles are held that the words at c are about.
func (r *reader) sayOwnership(own quote.Ownership, c span) {
	of := r.ownedBehind(c)
	for _, k := range of {
		r.say(entity{'v', k}, "ownership", own, c)
	}
	if len(of) == 0 {
		r.ofVehicles("ownership", own, c, quote.Stated)
	}
}

// isOver reports whether a loan or a lease is denied, or ended with the vehicle bought: "no
// loan", "the loan is paid off".
func (r *reader) isOver(c span, own quote.Ownership) bool {
	if own == quote.Financed && r.startsAt("loan ended", c.j) > c.j {
		return true
	}
	return r.has(span{max(r.clause(c.i).i, c.i-3), c.i}, "negation") || r.declinedBehind(c.j) || r.is(c.j, "nothing", "nada")
}

// tellsNoOwnership reports whether the words at c only look as if they told how a vehicle is
// held.
func (r *reader) tellsNoOwnership(c span, own quote.Ownership) bool {
	s := r.sentence(c.i)
	switch {
	case own == quote.Leased && r.is(c.i, "lease") && r.is(c.i-1, "the", "our") && r.is(c.i-2, "on"): // of a home
		return true
	case own == quote.Leased && r.among(c.j, "ends a lease"):
		return !r.isToCome(span{c.j, c.j + 5}) // and bought it then
	case own != quote.Owned && r.isOfThePast(c):
		return true
	case r.is(c.j-1, "mine", "me", "her", "him") && r.among(c.i, "whose it is") && r.focused(c.i-1) && len(r.liveVehicles()) > 1:
		return true // of several, "the Civic is mine" says who drives it
	case own == quote.Leased && r.is(c.j, "starts", "begins"):
		return true // of a home
	case own == quote.Financed && r.asksHowToPay(c):
		return true
	case own == quote.Owned && r.is(c.j-1, "mine", "ours") && (r.is(c.i-1, "so", "as") || r.has(span{max(s.i, c.i-8), c.i}, "accident", "ticket", "clean record")):
		return true // "his record is clean and so is mine"
	case own == quote.Owned:
		return r.is(s.j-1, "?") && r.is(s.j, "no", "nope") || r.isWithin(c, "financed") // "Do you own it? No", "almost paid off"
	}
	return r.isWithin(c, "owned") // "loan free"
}

// asksHowToPay reports whether the payments at c are those of a premium, that somebody asks about: "do you
// take monthly payments?"
func (r *reader) asksHowToPay(c span) bool {
	s := r.sentence(c.i)
	if !r.is(c.j-1, "payments", "payment") || !r.is(s.j-1, "?") {
		return false
	}
	for i := max(s.i, c.i-4); i < c.j; i++ {
		if r.is(i, "take", "accept", "offer", "allow", "split", "do", "make", "aceptan", "ofrecen") {
			return true
		}
	}
	return false
}

// isToCome reports whether s names a time that is to come: "next year", "in 2028".
func (r *reader) isToCome(s span) bool {
	for i := s.i; i < s.j; i++ {
		if n, ok := r.number(i); ok && r.is(i-1, "in", "en", "until", "till", "til") && n.plain && n.size == 4 && n.n >= r.today.Year() {
			return true
		}
	}
	return r.has(s, "to come")
}

// isWithin reports whether the words of c are part of a cue of another name.
func (d *document) isWithin(c span, name string) bool {
	for i := max(0, c.i-3); i <= c.i; i++ {
		if end := d.startsAt(name, i); end > i && end >= c.j && end-i > c.j-c.i {
			return true
		}
	}
	return false
}

var ownerships = []struct {
	cue string
	own quote.Ownership
}{{"leased", quote.Leased}, {"financed", quote.Financed}, {"owned", quote.Owned}}

// readPaidCash reads "paid my cousin cash" of a vehicle.
func (r *reader) readPaidCash() {
	for i := range r.toks {
		if !r.is(i, "paid") || r.quiet[i] || r.taken[i] || len(r.liveVehicles()) == 0 {
			continue
		}
		for j := i + 2; j < min(i+7, r.sentence(i).j) && !r.breaks(j-1); j++ {
			if r.is(j, "cash") {
				r.ofVehicles("ownership", quote.Owned, span{i, j + 1}, quote.Stated)
			}
		}
	}
}

// readBareOwnership reads "own" and the like where they are an item of a line
// that names a vehicle.
func (r *reader) readBareOwnership() {
	for _, p := range r.places {
		end := min(r.lines[r.lineOf(p.at.i)].j, p.at.j+mostItems)
		for i := p.at.j; i < end; i++ {
			c := span{i, i + 1}
			if i > p.at.j && r.mentionedAt(i) >= 0 {
				break
			}
			if !r.is(i, "own", "lease", "leasing", "finance", "financing", "loan", "payments", "cash", "paid") || !r.standsAsItem(c) || r.quiet[i] {
				continue
			}
			if own, _ := r.ownershipIn(c); own != "" {
				r.say(entity{'v', p.vehicle}, "ownership", own, c)
			}
		}
	}
}

// mostItems is how many tokens behind a vehicle are looked at for what its line
// says of it.
const mostItems = 60

// isHome reports whether it is a house, or something else, that is owned.
func (r *reader) isHome(c span, own quote.Ownership) bool {
	s := r.sentence(c.i)
	before := span{max(s.i, c.i-2), c.i}
	if own == quote.Owned && (r.among(c.i-1, "not my own") || r.has(before, "negation")) {
		return true
	}
	return r.has(span{c.j, min(r.clause(c.j-1).j, c.j+4)}, "home") || r.has(before, "home")
}

// ownershipIn reads the ownership behind a label.
func (r *reader) ownershipIn(s span) (quote.Ownership, span) {
	for _, of := range ownerships {
		if c, ok := r.cue(of.cue, s); ok {
			return of.own, c
		}
	}
	switch r.at(s.i) {
	case "own", "owned", "owner", "yes", "propio", "propia", "cash", "paid":
		return quote.Owned, span{s.i, s.i + 1}
	case "finance", "financed", "financing", "loan", "payments":
		return quote.Financed, span{s.i, s.i + 1}
	}
	return "", s
}
