package reading

import (
	"slices"

	"ppamaild/quote"
)

// readUse reads what vehicles are driven for. A drive to work outweighs one for
// pleasure, and business outweighs both.
func (r *reader) readUse() {
	for _, of := range uses {
		for _, c := range r.usesOf(of.cue) {
			if r.quiet[c.i] || r.taken[c.i] || r.has(r.clause(c.i), "rideshare") || r.isNoUse(c) {
				continue
			}
			use := of.use
			if use == quote.Commute && r.isWithoutCar(c) {
				r.carless = append(r.carless, c)
				continue
			}
			if use == quote.Commute && r.escorts(c) {
				use = quote.Pleasure
			}
			if r.has(span{max(r.clause(c.i).i, c.i-5), c.i}, "negation") {
				if use != quote.Commute {
					continue
				}
				use = quote.Pleasure
			}
			r.sayUse(use, c)
		}
	}
	r.readRides()
	r.readAtHome()
}

// isWithoutCar reports whether somebody gets to where c says by other means: "I take the
// bus to work", "to work I go by train".
func (r *reader) isWithoutCar(c span) bool {
	way := r.clause(c.i)
	if r.has(span{max(way.i, c.i-5), c.i + 1}, "without the car") && !r.is(c.j-1, "station") {
		return true
	}
	return r.has(span{c.j, way.j}, "without the car") && !r.has(way, "drives", "at the wheel")
}

// usesOf returns where a use is spoken of; a drive to a place of work too.
func (r *reader) usesOf(cue string) []span {
	if cue == "commutes" {
		return r.drives
	}
	return r.cues[cue]
}

// findDrives finds where a drive to work or to school is spoken of, as such or by the
// place: "to the plant", "to Lakeside High".
func (r *reader) findDrives() {
	r.drives = slices.Clone(r.cues["commutes"])
	for i := range r.toks {
		to := r.is(i, "to", "al", "a") || r.is(i, "from") && r.is(i-1, "and")
		if (to || r.is(i, "at")) && r.among(i+1, "whose car") && r.among(i+2, "workplaces") && (to || r.has(r.clause(i), "drives")) && !(r.is(i+1, "the") && r.among(i+2, "where people shop") && !r.is(i+3, "where")) {
			r.drives = append(r.drives, span{i, i + 3})
		}
		if k := r.skip(i+1, "the"); to && r.cased && r.capital(k) {
			for j := k + 1; j < min(r.clause(i).j, k+4) && r.capital(j); j++ {
				if r.among(j, "schools") {
					r.drives = append(r.drives, span{i, j + 1})
				}
			}
		}
	}
	slices.SortStableFunc(r.drives, func(a, b span) int { return a.i - b.i })
}

// drivesBefore reports whether a drive to work or to school is spoken of in the few tokens
// before token i, in its sentence.
func (r *reader) drivesBefore(i, within int) bool {
	k, _ := slices.BinarySearchFunc(r.drives, i, func(c span, i int) int { return c.i - i })
	return k > 0 && r.drives[k-1].j <= i && r.drives[k-1].i >= max(i-within, r.sentence(i).i)
}

// readRides reads what a vehicle is driven for that no other use was said of, where the
// mail says that people or meals are driven about for money.
func (r *reader) readRides() {
	live := r.liveVehicles()
	for _, c := range r.cues["rideshare"] {
		s := r.clause(c.i)
		if len(live) == 1 && !r.quiet[c.i] && !r.has(s, "negation", "formerly", "no more") && !r.hasClaim(entity{'v', live[0]}, "use") {
			r.infer(entity{'v', live[0]}, "use", quote.Business, c)
		}
	}
}

// escorts reports whether others are brought to where c says: "I take the kids to
// school".
func (r *reader) escorts(c span) bool {
	takes, whom := false, false
	for i := r.clause(c.i).i; i < c.i; i++ {
		takes = takes || r.among(i, "escorts")
		whom = takes && (whom || r.among(i, "escorted"))
	}
	return whom
}

// isNoUse reports whether the words mean something else: "this weekend", or a
// business as a thing, as in "you have had my business".
func (r *reader) isNoUse(c span) bool {
	switch {
	case r.is(c.i, "weekend"):
		return r.is(c.i-1, "this", "last", "next", "coming", "past")
	case r.is(c.i, "shopping") && c.j == c.i+1:
		return r.among(c.j, "shopped for")
	case r.is(c.i, "personal"):
		return r.is(c.j, "injury", "auto", "property", "information", "info", "umbrella")
	case r.is(c.i, "for") && r.is(c.j-1, "work"):
		return r.among(c.i-1, "moves") || r.among(c.i-2, "moves")
	case r.is(c.i, "business", "negocio") && c.j == c.i+1:
		return r.among(c.i-1, "a business") || r.among(c.j, "of a business")
	}
	return false
}

// sayUse claims a use of the vehicles in focus that have no weightier one.
func (r *reader) sayUse(use quote.Use, at span) {
	if len(r.liveVehicles()) == 0 {
		return
	}
	for _, k := range r.vehiclesAt(at, "use") {
		if !r.hasClaim(entity{'v', k}, "use") {
			r.claim(entity{'v', k}, "use", use, at, quote.Stated)
		}
	}
}

// useIn reads the use behind a label.
func (r *reader) useIn(s span) (quote.Use, span) {
	use, at := quote.Use(""), span{s.j, s.j}
	for _, of := range uses {
		if c, ok := r.cue(of.cue, s); ok && c.i < at.i {
			use, at = of.use, c
		}
	}
	if c, ok := r.cue("use label", s); ok && c.i < at.i {
		switch r.at(c.i) {
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

// uses are the cues of each use, the weightiest first.
var uses = []struct {
	cue string
	use quote.Use
}{{"business use", quote.Business}, {"commutes", quote.Commute}, {"pleasure use", quote.Pleasure}}

// readOwnership reads how vehicles are held.
func (r *reader) readOwnership() {
	r.readBareOwnership()
	r.readPaidCash()
	r.readPaidInFull()
	for _, of := range ownerships {
		for _, c := range r.cues[of.cue] {
			if r.quiet[c.i] || r.taken[c.i] || len(r.liveVehicles()) == 0 || r.isHome(c, of.own) {
				continue
			}
			if of.own == quote.Financed && r.startsAt("loan ended", c.j) > c.j {
				r.ofVehicles("ownership", quote.Owned, c, quote.Inferred)
				continue // "the loan is paid off"
			}
			if of.own == quote.Leased && r.among(c.j, "ends a lease") && !r.isToCome(span{c.j, c.j + 5}) {
				continue // and bought it then
			}
			if r.is(c.j-1, "mine", "me", "her", "him") && r.among(c.i, "whose it is") && r.focused(c.i-1) && len(r.liveVehicles()) > 1 {
				continue // of several, "the Civic is mine" says who drives it
			}
			if of.own != quote.Owned && r.isWithin(c, "owned") || of.own == quote.Owned && r.isWithin(c, "financed") {
				continue // "loan free", "almost paid off"
			}
			if of.own != quote.Owned && (r.has(span{max(r.clause(c.i).i, c.i-3), c.i}, "negation") || r.declinedBehind(c.j) || r.is(c.j, "nothing", "nada")) {
				r.ofVehicles("ownership", quote.Owned, c, quote.Inferred)
				continue
			}
			r.ofVehicles("ownership", of.own, c, quote.Stated)
		}
	}
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
		for j := i + 2; j < min(i+5, r.sentence(i).j) && !r.breaks(j-1); j++ {
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
			if !r.is(i, "own", "lease", "leasing", "finance", "financing", "loan", "cash") || !r.standsAsItem(c) || r.quiet[i] {
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
	case "own", "owned", "owner", "yes", "propio", "cash":
		return quote.Owned, span{s.i, s.i + 1}
	case "lease", "leased", "leasing":
		return quote.Leased, span{s.i, s.i + 1}
	case "finance", "financed", "financing", "loan":
		return quote.Financed, span{s.i, s.i + 1}
	}
	return "", s
}
