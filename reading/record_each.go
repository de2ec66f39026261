package reading

import "ppamaild/quote"

// A sentence that told of one person's tickets or accidents goes on with another's, and only counts
// them: "no tickets for me, Linda has one", "I had two tickets in 2025 and Linda had one".

// readOneEach reads such a number as one of what the words before it were about, where they were
// about one kind only.
func (r *reader) readOneEach() {
	for i := range r.toks {
		have := r.skipBackOnly(i)
		v, ok := r.number(i)
		if !ok || v.n < 1 || v.n > 9 || v.dollar || r.quiet[i] || !r.isToldAnew(have-1) || !r.is(have, "have", "has", "had", "got", "tiene", "tuvo", "tengo", "tuve") {
			continue
		}
		who := have - 1
		if r.isSurname(who) && r.isGiven(who-1) >= 0 {
			who-- // "Linda Doe has one"
		}
		k, ok := r.onePerson(who)
		field, told := r.kindBefore(who)
		at := span{have, v.j}
		if !ok || !told || !r.endsCount(v.j) || r.isOld(span{i, v.j}) || r.isOldBehind(at, incidentCue[field]) || field == "accidents" && r.isBlamelessBehind(at) || r.counted(field, span{who, r.sentence(i).j}) {
			continue
		}
		r.sayOf([]int{k}, field, v.n, at, quote.Stated)
	}
}

// incidentCue is the cue for what a field counts.
var incidentCue = map[string]string{"accidents": "accident", "violations": "ticket"}

// skipBackOnly returns the verb before a number at token i, "has only one", "has had one", or the token
// before it.
func (r *reader) skipBackOnly(i int) int {
	for i--; r.is(i, "only", "just", "also", "solo"); i-- {
	}
	if r.is(i, "had", "got") && r.is(i-1, "has", "have") {
		return i - 1
	}
	return i
}

// othersOwn reports whether the words for a person at token i begin what is told of them, and end no list:
// "our son Max has one", "Linda may have one", "Linda one".
func (r *reader) othersOwn(i int) bool {
	for r.isPersonEnd(i) && r.isPersonEnd(i+1) {
		i++
	}
	_, counts := r.number(i + 1)
	return r.namesOne(i) && (counts || r.is(i+1, tellers...)) || r.isToldAnew(i)
}

// tellers are verbs that tell something of the person before them.
var tellers = []string{"may", "might", "could", "should", "probably", "maybe", "thinks", "think", "believe", "believes", "guess", "hope",
	"will", "would", "is", "was", "does", "did", "says", "said", "picked", "ran", "hit", "drives", "drive", "gets", "received"}

// isToldAnew reports whether the person at token i is whom the words behind are about, "Linda has".
func (r *reader) isToldAnew(i int) bool {
	return i >= 0 && r.namesOne(i) && (r.among(i+1, "tells of one") || r.is(i+1, "only", "just", "also") && r.among(i+2, "tells of one"))
}

// onePerson returns whom alone token i stands for.
func (r *reader) onePerson(i int) (int, bool) {
	if r.is(i, "i", "yo") {
		return 0, true
	}
	g := r.lone[i]
	if g <= everybody || len(r.crews[g]) != 1 {
		return 0, false
	}
	p := r.people[r.crews[g][0]]
	return r.crews[g][0], (p.isDriver() || p.mayDrive()) && (p.given != "" || p.relation != "other")
}

// kindBefore returns what the words right before the person at token i counted, in the sentence or, where
// the person begins it, the one before; not where they were of both kinds, or turned to something else.
func (r *reader) kindBefore(i int) (field string, ok bool) {
	first := i
	for r.isKin(first-1) || owners[r.at(first-1)] {
		first--
	}
	turn := first
	for r.is(turn-1, ",", "and", "but", "y", "pero", "while", ";", ".") {
		turn--
	}
	s := r.sentence(max(0, turn-1))
	if turn == first || turn <= s.i {
		return "", false
	}
	s.j = turn
	accident, ticket := r.has(s, "accident", "past claim"), r.has(s, "ticket")
	if field = "violations"; accident {
		field = "accidents"
	}
	c, named := r.before(incidentCue[field], s.i, turn)
	if accident == ticket || !named || !r.counted(field, s) || r.is(r.sentence(i).j-1, "?") {
		return "", false
	}
	for k := c.j; k < turn; k++ {
		if r.is(k, ",", "and", "but", "y", ";") {
			return "", false // "no tickets for me, my car is old and Linda has one"
		}
	}
	return field, true
}

// endsCount reports whether nothing follows at token j but when it was: "one", "one too", "one last year".
func (r *reader) endsCount(j int) bool {
	if k := r.startsAt("too", j); k > j {
		j = k
	}
	if k := r.skip(j, ","); r.is(k, "but") && r.is(k+1, "it", "that", "was", "not", "got") {
		return false // "but it was dismissed"
	}
	if r.endsThere(j) || r.is(j, "last", "recently") {
		return true
	}
	if j = r.skip(j, "in", "on", "from", "back", "("); r.is(j, "last") || months[r.at(j)] > 0 {
		return true
	}
	_, dated := r.date(j)
	_, _, year := r.year(j, r.today.Year(), false)
	n, number := r.number(j)
	return dated || year || number && isYears(r.at(n.j)) && r.is(n.j+1, "ago", "back")
}

// isBlamelessBehind reports whether the words behind a number say that it was not the driver's fault.
func (r *reader) isBlamelessBehind(at span) bool {
	return r.has(span{at.j, min(len(r.toks), r.sentence(at.i).j+6)}, "not my fault")
}
