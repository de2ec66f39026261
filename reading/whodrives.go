package reading

import (
	"slices"
	"strings"

	"ppamaild/quote"
)

// Who mostly drives which car, as the customer says it in answer to our question, or by themselves:
// "Linda drives the Forester and I drive the Civic", "my wife drives it to work". What is not said
// plainly is left: who drives a car sometimes, who has it too, whose it may be.

// readWhoDrives reads it.
func (r *reader) readWhoDrives() {
	r.readDriversAsked()
	r.shareCars = r.othersDriveToo()
	for i := range r.toks {
		says := r.among(i, "at a wheel") || r.is(i, "driver", "conductor", "conductora", "is", "it's", "its", "es")
		if !says || r.quiet[i] || r.isUnsureWho(i) {
			continue
		}
		switch {
		case r.among(i, "at a wheel"):
			r.readDrivesCar(i)
		case r.is(i, "driver", "conductor", "conductora"):
			r.readMainDriver(i)
		case r.is(i, "is", "it's", "its", "es"):
			r.readCarIsOf(i)
		}
	}
}

// isUnsureWho reports whether the sentence of token i asks, denies, or is of what may be or was.
func (r *reader) isUnsureWho(i int) bool {
	s := r.sentence(i)
	if r.is(s.j-1, "?") || r.has(r.clause(i), "negation") {
		return true
	}
	clause := r.clause(i)
	for k := max(s.i, i-40); k < min(s.j, i+40); k++ {
		besides := r.is(k, "also", "too", "tambien") && (k < clause.i || k >= clause.j) // "we also have a Kia, she drives it"
		if r.is(k, "once") || r.among(k, "now and then") && !besides {
			return true
		}
	}
	return false
}

// driverIs claims that person k drives vehicle v most; of who alone asks for a quote that goes
// without saying, and where several share a car of which nobody asked, so does that others do, too.
func (r *reader) driverIs(v, k int, at span, standing quote.Standing) {
	drivers := 0
	for _, p := range r.people {
		if p.isDriver() {
			drivers++
		}
	}
	p := r.people[k]
	if r.vehicles[v].gone || !p.isDriver() || !r.inThread() && (drivers < 2 || r.shareCars) {
		return
	}
	r.claim(entity{'v', v}, "driver", whoDrives(k), at, standing)
}

// othersDriveToo reports whether somebody is said to drive what another drives: "I drive it to work,
// and our daughter drives it too".
func (r *reader) othersDriveToo() bool {
	for i := range r.toks {
		if !r.among(i, "at a wheel") || r.quiet[i] {
			continue
		}
		for k := max(r.clause(i).i, i-8); k < min(r.clause(i).j, i+8); k++ {
			if r.is(k, "too", "also", "tambien", "both", "sometimes", "occasionally", "we", "ambos", "nosotros") {
				return true
			}
		}
	}
	return false
}

// whoDrives is a value, by the place in reader.people.
type whoDrives int

// nameAnswered reads the name at token i of an answer that ends before token end, also where the mail
// has no capitals: "7. Rosa", "7. rosa".
func (r *reader) nameAnswered(i, end int) (fullName, bool) {
	if r.cased || r.taken[i] {
		w := noun(r.at(i))
		r.nameOnly = r.capital(i) && (givenWords[w] && w != "ella" || mayBeName[w] && (i+1 >= end || r.is(i+1, "."))) // "7. Mark"
		n, ok := r.listedName(i)
		r.nameOnly = false
		return n, ok
	}
	if _, _, insurer := r.carrierAt(i); insurer || r.namesCarPlainly(i) || !r.capital(i) && (end-i > 2 || !r.isNameLike(span{i, end})) {
		return fullName{}, false
	}
	return r.name(i, 2)
}

// wheelAnswer is an answer to our question who drives a car.
type wheelAnswer struct {
	span
	vehicle int // index into Known.Vehicles
}

// findWheelAnswers returns them.
func (r *reader) findWheelAnswers() (found []wheelAnswer) {
	asked, answered := "", false
	for k, l := range r.lines {
		if r.quoted[l.i] {
			if n := r.itemNumber(r.unquoted(l)); n > 0 {
				asked = r.askedAt(n)
			}
			continue
		}
		path := asked
		if asked = ""; l.j <= r.subjectEnd() {
			continue
		}
		if n := max(r.itemNumber(l), r.placeOfAnswer(k)); n > 0 && len(r.in.Asked) > 0 {
			path = r.askedAt(n)
		} else if s := r.sentence(l.i); !answered && len(r.in.Asked) == 1 && s.j-s.i < 5 {
			path = r.in.Asked[0] // "Rosa. She was born 5/2/1962."
		}
		answered = true
		entry, isDriver := strings.CutSuffix(strings.TrimPrefix(path, "vehicles["), "].driver")
		v := atoi(entry)
		if s := r.body(l); isDriver && v >= 0 && v < len(r.in.Known.Vehicles) && !s.empty() && len(found) < mostEntries {
			found = append(found, wheelAnswer{span{s.i, min(s.j, r.sentence(s.i).j)}, v})
		}
	}
	return found
}

// readDriversAsked reads who these say it is.
func (r *reader) readDriversAsked() {
	for _, a := range r.wheel {
		r.answerWhoDrives(a.vehicle, a.span)
	}
}

// answersWhoDrives reads the name of somebody new that is an answer to our question who drives a car,
// or begins it: "7. Rosa", "7. Mostly Rosa, 5/2/1962".
func (r *reader) answersWhoDrives(i int) (who, end int, ok bool) {
	if len(r.wheel) == 0 || len(r.people) >= mostEntries || r.among(i, "names no driver") {
		return 0, i, false
	}
	at := slices.IndexFunc(r.wheel, func(a wheelAnswer) bool {
		return i == a.i || i == a.i+1 && i < a.j && r.among(a.i, "names no driver")
	})
	if at < 0 {
		return 0, i, false
	}
	n, ok := r.nameAnswered(i, r.wheel[at].j)
	if !ok || r.isFrom(n) || len(n.given) < 2 || n.j < r.wheel[at].j && !r.breaks(n.j) && !r.is(n.j, ".") && !r.among(n.j, "at a wheel") && !r.dated[min(n.j, len(r.toks)-1)] && !r.is(n.j, "(", "does", "will", "born", "who") {
		return 0, i, false
	}
	k := len(r.people)
	r.people = append(r.people, &person{known: -1, first: n.i, at: n.span, drives: true})
	r.addName(k, n)
	return k, n.j, true
}

// askedAt returns the path of our n-th question.
func (r *reader) askedAt(n int) string {
	if n < 1 || n > len(r.in.Asked) {
		return ""
	}
	return r.in.Asked[n-1]
}

// answerWhoDrives reads the one person that an answer names: "I do", "my wife Linda".
func (r *reader) answerWhoDrives(v int, s span) {
	if r.isUnsureWho(s.i) {
		return
	}
	who, at := -1, s
	for i := s.i; i < min(s.j, s.i+farthest); i++ {
		k, end := r.driverAt(i)
		if r.is(i, "we", "us", "both", "whoever", "depends", "nosotros", "ambos") || k >= 0 && who >= 0 && k != who {
			return
		}
		if k >= 0 {
			if who < 0 {
				at = span{i, end}
			}
			who, i = k, end-1
		}
	}
	if who >= 0 && !r.people[who].outsider && !r.people[who].idle {
		r.people[who].drives = true
		r.driverIs(v, who, at, quote.Stated)
	}
}

// driverAt returns whom the words at token i mean, "I", "Linda", "my wife", "she", and where they
// end; -1 where it is nobody in particular.
func (r *reader) driverAt(i int) (k, end int) {
	if r.is(i, "i", "me", "myself", "i'm", "i'll", "yo", "self") && r.raw(span{i, i + 1}) != "ME" {
		return 0, i + 1
	}
	if k := r.calledByName(i); k >= 0 {
		end = i + 1
		if surname := r.people[k].surname; surname != "" && noun(r.at(end)) == fold(surname) {
			end++
		}
		return k, end
	}
	j := r.skip(i, "my", "our", "mi")
	if kin, ok := r.kinAt(j); ok && !kin.outsider {
		if k := r.calledByName(j + 1); k > 0 {
			return k, j + 2
		}
		return r.onlyPerson(func(p *person) bool { return p.relation == kin.relation && p.mayBeOf(kin.gender) && !p.idle }), j + 1
	}
	if gender := pronouns[r.at(i)]; gender != 0 {
		if k := r.onlyPerson(func(p *person) bool { return p.mayBeOf(gender) && p.isDriver() }); k >= 0 {
			return k, i + 1
		}
		if g := r.lone[i]; g > everybody && len(r.crews[g]) == 1 && r.people[r.crews[g][0]].at.j > 0 && r.people[r.crews[g][0]].isDriver() {
			return r.crews[g][0], i + 1 // "our daughter Casey … She'll drive the Civic"
		}
		return -1, i + 1
	}
	return -1, i + 1
}

// pronouns are those for one person, and the gender.
var pronouns = map[string]byte{"she": 'f', "she's": 'f', "she'll": 'f', "her": 'f', "hers": 'f', "ella": 'f', "he": 'm', "he's": 'm', "he'll": 'm', "his": 'm', "him": 'm'}

// calledByName returns the person whose given name stands at token i, also as "Linda's", or -1.
func (r *reader) calledByName(i int) int {
	if r.kind(i) != word || r.cased && !r.capital(i) {
		return -1
	}
	name := noun(r.at(i))
	return slices.IndexFunc(r.people, func(p *person) bool { return p.given != "" && !p.outsider && (fold(p.given) == name || p.nick == name) })
}

// onlyPerson returns the one person besides who writes that fits, or -1.
func (r *reader) onlyPerson(fits func(*person) bool) int {
	found := -1
	for k, p := range r.people {
		if k == 0 || p.outsider || !fits(p) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = k
	}
	return found
}

// driverEnding returns whom the words that end before token i mean, or -1, and where they begin; what
// stands in brackets behind them, "she (Linda, born 4/25/1981) drives it", is not of them.
func (r *reader) driverEnding(i int) (k, from int) {
	if r.is(i-1, ")") {
		for i--; i > r.sentence(i).i && !r.is(i, "("); i-- {
		}
	}
	for from = max(r.sentence(i).i, i-3); from < i; from++ {
		if k, end := r.driverAt(from); k >= 0 && end == i {
			if other, _ := r.driverAt(from - 2); r.is(from-1, "and", "&", "y", "or", "nor") && other >= 0 {
				return -1, from // "Linda and I drive the Civic"
			}
			return k, from
		}
	}
	return -1, i
}

// carAt returns the vehicle that is named at token i, behind "the" or the like, and where that ends;
// -1 where none is.
func (r *reader) carAt(i int) (v, end int) {
	if v := r.referredTo(i); v >= 0 && r.mentionedAt(i) < 0 && r.bodyAt(i) < 0 && r.is(i, "the") {
		return v, i + 2 // "the other one"
	}
	if v := r.referredTo(i); v >= 0 && r.is(i, "mine", "hers") {
		return v, i + 1
	} else if v >= 0 && noun(r.at(i)) != r.at(i) && r.among(i+1, "a car") {
		return v, i + 2 // "Mike's truck"
	}
	if v, j := r.carPointedAt(i); v >= 0 {
		return v, j
	}
	if r.is(i, "it") {
		if of := r.vehiclesAt(span{i, i + 1}, "driver"); len(of) == 1 {
			return of[0], i + 1
		}
		return -1, i
	}
	for k := i; k < i+4; k++ {
		if v := r.mentionedAt(k); v >= 0 {
			return v, r.placeEnd(k)
		}
		if v := r.bodyAt(k); v >= 0 {
			return v, k + 1
		}
		if !r.is(k, "the", "my", "our", "her", "his", "a", "an", "el", "la", "mi", "su", "first", "second", "third", "primer", "segundo", "tercer") {
			break
		}
	}
	return -1, i
}

// carPointedAt returns the vehicle that "that one" at token i means, which was named last, or "the
// second" of as many; -1 where it is neither.
func (r *reader) carPointedAt(i int) (v, end int) {
	live := r.liveVehicles()
	if n := ordinals[r.at(i+1)]; r.is(i, "the") && 1 <= n && n <= len(live) {
		if j := r.skip(i+2, "one", "car"); r.endsClause(j) || r.is(j, "and") {
			return live[n-1], j
		}
	}
	if !r.is(i, "that") || !r.is(i+1, "one", "car") {
		return -1, i
	}
	last := placed{vehicle: -1}
	for _, p := range r.places {
		if p.at.j <= i && r.paragraph(p.at.i) == r.paragraph(i) {
			last = p
		}
	}
	if len(last.alike) > 0 {
		return -1, i
	}
	return last.vehicle, i + 2
}

// carEnding returns the vehicle whose name ends before token i, or -1.
func (r *reader) carEnding(i int) int {
	for _, p := range r.places {
		if p.at.j == i {
			return p.vehicle
		}
	}
	return r.bodyAt(i - 1)
}

// readDrivesCar reads "Linda drives the Forester", "I drive both", and "is driven by Linda" at the
// verb at token i.
func (r *reader) readDrivesCar(i int) {
	j := i + 1
	for r.among(j, "most of the time") {
		j++
	}
	if r.is(i, "driven", "used") {
		k, end := -1, j
		if r.is(j, "by") {
			k, end = r.driverAt(j + 1)
		}
		if v := r.carEnding(r.beforeAdverbs(i) - 1); k >= 0 && v >= 0 && !r.joinsPerson(end) {
			r.driverIs(v, k, span{i, end}, quote.Stated)
		}
		return
	}
	k, from := r.driverEnding(r.beforeAdverbs(i))
	if k < 0 {
		return
	}
	if live := r.liveVehicles(); r.is(j, "both", "all") && len(live) > 1 && (r.endsClause(j+1) || r.is(j+1, "cars", "of", "vehicles")) && (len(live) == 2 || r.is(j, "all")) {
		for _, v := range live {
			r.driverIs(v, k, span{from, j + 1}, quote.Stated)
		}
		return
	}
	for v, end := r.carAt(j); v >= 0; v, end = r.carAt(j) {
		r.driverIs(v, k, span{from, end}, quote.Stated)
		if j = end; !r.is(j, "and", "&", "y") {
			break
		}
		if _, next := r.carAt(j + 1); r.is(next, "is", "gets", "goes", "was", "has") {
			break // "I drive the Civic and the Forester is hers"
		}
		j++
	}
}

// beforeAdverbs returns token i, or that of the adverbs and helping verbs before it.
func (r *reader) beforeAdverbs(i int) int {
	for r.among(i-1, "most of the time") || r.is(i-1, "will", "'ll") {
		i--
	}
	return i
}

// joinsPerson reports whether another person is joined on at token i: "by me and Linda".
func (r *reader) joinsPerson(i int) bool {
	k, _ := r.driverAt(i + 1)
	return r.is(i, "and", "&", "y", "or") && k >= 0
}

// readMainDriver reads "Linda is the main driver of the Civic" and "the main driver of the Civic is
// Linda" at the word driver at token i.
func (r *reader) readMainDriver(i int) {
	if !r.is(i-1, "main", "primary", "principal", "usual", "regular") && !r.is(i+1, "principal") {
		return
	}
	of := r.skip(r.skip(i+1, "principal"), "of", "on", "for", "in", "de", "del")
	v, end := r.carAt(of)
	if v < 0 {
		return
	}
	k, from := r.driverEnding(r.beforeBeing(i - 1))
	if r.is(end, "is", "es") {
		k, end = r.driverAt(end + 1)
		from = i
	}
	if k >= 0 && !r.joinsPerson(end) {
		r.driverIs(v, k, span{from, end}, quote.Stated)
	}
}

// beforeBeing returns where "is the" before token i begins.
func (r *reader) beforeBeing(i int) int {
	for r.is(i-1, "the", "my", "is", "am", "will", "be", "la", "el", "es", "soy") {
		i--
	}
	return i
}

// readCarIsOf reads "the Civic is hers" and "it's her commute car" at the verb at token i.
func (r *reader) readCarIsOf(i int) {
	v := r.carEnding(i)
	if r.is(i, "it's", "its") || r.is(i, "is") && r.is(i-1, "it") {
		if g := r.which[i]; g > everybody && len(r.fleets[g]) == 1 {
			v = r.fleets[g][0]
		}
	}
	if v < 0 {
		return
	}
	if r.is(i+1, "mine") && r.endsOwning(i+2) {
		r.driverIs(v, 0, span{i, i + 2}, quote.Inferred)
		return
	}
	k, end := r.driverAt(i + 1)
	if r.is(i+1, "my", "mi") && !r.isKin(i+2) {
		k, end = 0, i+2
	}
	possessive := noun(r.at(end-1)) != r.at(end-1) || r.is(i+1, "my", "mi") && end == i+2
	if k < 0 || !possessive && !r.is(end-1, "hers", "his", "her") {
		return
	}
	of := r.skip(r.skip(end, "main", "primary", "daily", "own"), "commute", "commuter", "work", "daily")
	kept := r.is(of, "car", "driver", "vehicle", "ride", "truck") || of > end && r.endsOwning(of)
	if kept || r.is(end-1, "hers", "his") && r.endsOwning(end) || possessive && k > 0 && r.endsOwning(end) {
		r.driverIs(v, k, span{i, max(of, end)}, quote.Inferred)
	}
}

// endsOwning reports whether what is said of whose a car is ends at token i: not "hers to sell".
func (r *reader) endsOwning(i int) bool {
	return r.endsClause(i) || r.is(i, "and", "y") && !r.is(i+1, "mine", "hers", "his", "my", "our")
}

// ownerKnown is whose a car is by who is known to drive it.
func (r *reader) ownerKnown(v quote.Vehicle) owner {
	switch {
	case v.Driver == nil || *v.Driver < 0 || *v.Driver >= len(r.in.Known.Drivers):
		return ""
	case *v.Driver == 0:
		return writersOwn
	}
	return owner(fold(r.in.Known.Drivers[*v.Driver].GivenName))
}
