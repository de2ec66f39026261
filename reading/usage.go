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
			if r.has(r.sentence(c.i), "employer's car") && !r.refersIn(r.sentence(c.i)) {
				continue // "the van I drive for work belongs to the company"
			}
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
	r.readBareUse()
	r.readRides()
	r.readOutings()
	r.readAtHome()
}

// readBareUse reads "work" and "fun" where they are an item of a line that names a vehicle
// whose use the mail does not say otherwise.
func (r *reader) readBareUse() {
	r.readUseOfHandles()
	for _, p := range r.places {
		of := entity{'v', p.vehicle}
		end := min(r.lines[r.lineOf(p.at.i)].j, p.at.j+mostItems)
		for i := p.at.j; i < end && !r.hasClaim(of, "use"); i++ {
			c := span{i, i + 1}
			if r.mentionedAt(i) >= 0 {
				break
			}
			if r.quiet[i] || !r.is(i, "work", "school", "fun", "personal", "business") || !r.standsAsItem(c) {
				continue
			}
			use, _ := r.useIn(c)
			r.say(of, "use", use, c)
		}
	}
}

// readUseOfHandles reads "#2 work 12,000" below "Car #2 Kia Rio".
func (r *reader) readUseOfHandles() {
	for k := 0; len(r.places) > 1 && k < len(r.lines); k++ {
		at := r.body(r.lines[k]).i
		i := r.pastHandle(at)
		if i == at || !r.is(i, "work", "school", "fun", "personal", "business", "commuting") || r.quiet[i] {
			continue
		}
		of := entity{'v', r.referredTo(i - 1)}
		if use, at := r.useIn(span{i, i + 1}); use != "" && !r.hasClaim(of, "use") {
			r.say(of, "use", use, at)
		}
	}
}

// isWithoutCar reports whether somebody gets to where c says by other means: "I take the
// bus to work", "to work I go by train".
func (r *reader) isWithoutCar(c span) bool {
	way := r.clause(c.i)
	if r.has(span{max(way.i, c.i-5), c.i + 1}, "without the car") && !r.is(c.j-1, "station") {
		return true
	}
	if r.startsAt("without the car", c.j) > c.j {
		return true // "I commute by bus so it's for groceries"
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

// findCarried finds where tools, or the like, are carried in a car, which is used for business then: "llevo mi
// herramienta".
func (r *reader) findCarried() {
	found := r.cues["business use"]
	for i := range r.toks {
		if !r.among(i, "carries") {
			continue
		}
		k := i + 1
		for k < i+5 && r.among(k, "whose tools") {
			k++
		}
		if r.among(k, "tools of a trade") && r.together(i, k+1) {
			found = append(found, span{i, k + 1})
			r.begins[i] = true
		}
	}
	if len(found) > len(r.cues["business use"]) {
		slices.SortStableFunc(found, func(a, b span) int { return a.i - b.i })
		r.cues["business use"] = found
	}
}

// findDrives finds where a drive to work or to school is spoken of, as such or by the
// place: "to the plant", "to Lakeside High".
func (r *reader) findDrives() {
	r.drives = slices.DeleteFunc(slices.Clone(r.cues["commutes"]), func(c span) bool { return r.isPlaceOfWork(c.j-1) && r.wentOnce(c.i) })
	for i := range r.toks {
		if end := r.jobAt(i + 1); end > i+1 && r.is(i, "to") && !r.wentOnce(i) {
			r.drives = append(r.drives, span{i, end})
		}
		to := r.is(i, "to", "al", "a") || r.is(i, "from") && r.is(i-1, "and")
		if end := r.workplaceAt(i + 1); end > i+1 && !r.wentOnce(i) && (to || r.is(i, "at") && r.has(r.clause(i), "drives") && !r.isThereNow(i)) {
			r.drives = append(r.drives, span{i, end})
		}
		if end := r.schoolAt(i + 1); to && end > i+1 {
			r.drives = append(r.drives, span{i, end})
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

// isThereNow reports whether "at" at token i stands where somebody tells where they are as they write:
// "I'm at the dealership and need a quote".
func (r *reader) isThereNow(i int) bool {
	return r.is(i-1, "i'm", "im", "we're", "am", "are", "currently", "now", "here", "sitting", "standing", "still") && !r.has(r.clause(i), "at the wheel")
}

// schoolAt returns the end of "her high school" and "the college" at token i, as where somebody
// learns, else i.
func (r *reader) schoolAt(i int) int {
	if !r.among(i, "whose car") && !r.is(i, "their") {
		return i
	}
	j := i + 1
	for j < i+3 && (r.is(j, "high", "new", "old") || r.kind(j) == word && !stopWord(r.at(j)) && !r.among(j, "schools")) {
		j++
	}
	goesOn := r.kind(j+1) == word && !stopWord(r.at(j+1)) || r.is(j+1, "where", "to") // "the college town"
	if !r.among(j, "schools") || r.is(j, "high") || goesOn || r.is(i, "the") && r.is(j, "school") {
		return i
	}
	return j + 1
}

// workplaceAt returns the end of "my office" and "the Gallo plant" at token i, else i. "The
// store" is rather where people shop.
func (r *reader) workplaceAt(i int) int {
	if !r.among(i, "whose car") {
		return i
	}
	k := i + 1
	for r.cased && k < i+3 && r.capital(k) && !r.among(k, "workplaces") {
		k++
	}
	for j := i + 1; j < i+4 && !stopWord(r.at(j)); j++ {
		if r.isJob(j) {
			return j + 1
		}
	}
	shops := k == i+1 && r.is(i, "the") && r.among(k, "where people shop") && !r.is(k+1, "where")
	if !r.among(k, "workplaces") || shops && !r.isDrivenOften(i) {
		return i
	}
	return k + 1
}

// jobAt returns the end of "her new job" and "his classes" at token i, else i.
func (r *reader) jobAt(i int) int {
	if !r.among(i, "whose car") && !r.is(i, "their", "a") {
		return i
	}
	k := i + 1
	for r.among(k, "kinds of job") && k < i+5 {
		k++
	}
	if !r.among(k, "jobs") || r.is(k+1, "interview", "fair", "site") {
		return i
	}
	return k + 1
}

// isPlaceOfWork reports whether token i is a place to which people go to work, not the word itself.
func (r *reader) isPlaceOfWork(i int) bool { return r.is(i, "office") || r.among(i, "workplaces") }

// wentOnce reports whether the words before token i tell where somebody went one time, and
// not where they drive: "I walked over to the shop to read it".
func (r *reader) wentOnce(i int) bool {
	for k := i - 1; k >= max(r.clause(i).i, i-4); k-- {
		if r.among(k, "goes once") {
			return true
		}
	}
	return false
}

// isDrivenOften reports whether the words around token i say that somebody goes there on most
// days: "to the restaurant, 4 miles away, 5 nights a week".
func (r *reader) isDrivenOften(i int) bool {
	s := r.sentence(i)
	return r.has(span{max(s.i, i-farthest), min(s.j, i+farthest)}, "workdays")
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
		if len(live) == 1 && !r.quiet[c.i] && !r.has(s, "negation", "formerly", "no more") && !r.drivesBesides(entity{'v', live[0]}) {
			r.dropClaims(entity{'v', live[0]}, "use")
			r.infer(entity{'v', live[0]}, "use", quote.Business, c)
		}
	}
}

// drivesBesides reports whether a use was said of a vehicle that outweighs driving others
// about for money.
func (r *reader) drivesBesides(of entity) bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool { return c.of == of && c.field == "use" && c.value != quote.Pleasure })
}

func (r *reader) dropClaims(of entity, field string) {
	r.claims = slices.DeleteFunc(r.claims, func(c claim) bool { return c.of == of && c.field == field })
}

// escorts reports whether others are brought to where c says: "I take the kids to
// school".
func (r *reader) escorts(c span) bool {
	return r.escortsBetween(r.clause(c.i).i, c.i)
}

// escortsBetween reports whether others are brought somewhere between two tokens.
func (r *reader) escortsBetween(from, to int) bool {
	takes, whom := false, false
	for i := from; i < to; i++ {
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
		return r.among(c.j, "shopped for") || r.among(c.i-1, "i or we are")
	case r.is(c.i, "personal"):
		return r.is(c.j, "injury", "auto", "property", "information", "info", "umbrella") || r.is(c.i-1, "my", "our", "own") && (r.among(c.j, "a car") || r.is(c.j, "pickup"))
	case r.is(c.i, "for") && r.is(c.j-1, "work"):
		return r.among(c.i-1, "moves") || r.among(c.i-2, "moves")
	case r.is(c.i, "for") && r.is(c.j-1, "school", "college"):
		ends := r.breaks(c.j) || r.is(c.j, ".", "only") || c.j >= r.sentence(c.i).j
		return !ends || !r.among(c.i-1, "serves for") && !r.focused(c.i-1) // "away for school"
	case r.is(c.i, "business", "negocio") && c.j == c.i+1:
		return r.among(c.i-1, "a business") || r.among(c.j, "of a business")
	}
	return false
}

// sayUse claims a use of the vehicles in focus that have no weightier one.
func (r *reader) sayUse(use quote.Use, at span) {
	if len(r.liveVehicles()) == 0 && !(r.isReply() && r.has(r.clause(at.i), "driven at all")) {
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
		if c, ok := r.cue(of.cue, s); ok && c.i < at.i && !(of.use == quote.Commute && r.isWithoutCar(c)) {
			use, at = of.use, c
		}
	}
	if use != "" {
		use, at = r.weighed(use, at, s)
	}
	if c, ok := r.cue("use label", s); ok && c.i < at.i && !r.isWithoutCar(c) {
		switch r.at(c.i) {
		case "work", "school", "trabajo", "commuter":
			return r.weighed(quote.Commute, c, s)
		case "personal", "recreational", "fun":
			return quote.Pleasure, c
		}
	}
	if use == "" && r.has(s, "occupations") && !r.has(s, "no work") && r.measures(s) {
		return quote.Commute, s // "she's a nurse and drives to St. Mary, 4 miles"
	}
	return use, at
}

// measures reports whether s tells how far it is somewhere.
func (r *reader) measures(s span) bool {
	for i := s.i; i < s.j; i++ {
		if n, ok := r.number(i); ok && r.isMiles(n.j) {
			return true
		}
	}
	return false
}

// uses are the cues of each use, the weightiest first.
var uses = []struct {
	cue string
	use quote.Use
}{{"business use", quote.Business}, {"commutes", quote.Commute}, {"pleasure use", quote.Pleasure}}
