package reading

import "slices"

// How long all, or both, have been licensed is said once: "we've each had our licenses 20 years".

// everyoneIn reports whether the sentence around i is about everybody.
func (r *reader) everyoneIn(i int) bool {
	named := r.who[i] > everybody && len(r.crews[r.who[i]]) > 1 // "Ann and I both"
	s := r.clauseOrSentence(i)
	if c, ok := r.cue("everyone", s); !ok || r.isNeitherNor(c.i) || c.i > i+3 && r.is(c.i, "we", "we've", "we'd", "we're") || r.who[i] == everybody || named || r.is(c.i, "us") && !r.startsAsUs(c.i) {
		return false
	}
	if c, ok := r.before("everyone", s.i, i); ok && len(r.crews[r.who[i]]) == 1 && !r.has(span{i, s.j}, "everyone") {
		return r.who[c.i] == r.who[i] || r.is(c.i, "neither", "either") // "three of us, and Mia who just got her license"
	}
	return true
}

// isSaidOfEach reports whether "each" stands behind years or behind the words for a license.
func (r *reader) isSaidOfEach(c, at span) bool {
	return (r.is(at.j, "each", "apiece") || r.is(c.j, "each", "apiece")) && len(r.crews[r.who[c.i]]) < 2
}

// everyoneMeant returns the drivers, and where the sentence around c says how many they are,
// "all three of us", those besides who live with the writer if that makes as many.
func (r *reader) everyoneMeant(c span) []int {
	if r.isOfThird(c.i) {
		return nil // "my kids both got their licenses in 2020"
	}
	s, size := r.sentence(c.i), 0
	for i := s.i; i < s.j; i++ {
		switch {
		case r.is(i, "both", "dos"), r.is(i, "two") && r.is(i+1, "of"):
			size = 2
		case r.is(i, "three", "tres") && r.is(i+1, "of"):
			size = 3
		}
	}
	var all []int
	for k, p := range r.people {
		if p.isDriver() || !p.outsider && !p.idle && p.relation != "" {
			all = append(all, k)
		}
	}
	if len(all) == size {
		return all
	}
	licensed := slices.DeleteFunc(slices.Clone(all), r.hasPermitOnly)
	if len(licensed) == size {
		return licensed // of both parents, and not of the child besides
	}
	return r.everyDriver()
}

// hasPermitOnly reports whether person k is said to have a learner's permit.
func (r *reader) hasPermitOnly(k int) bool {
	return k > 0 && slices.ContainsFunc(r.permits(), func(c span) bool { return slices.Equal(r.peopleAt(c.i), []int{k}) })
}

func (r *reader) everyDriver() []int {
	var all []int
	for k, p := range r.people {
		if p.isDriver() {
			all = append(all, k)
		}
	}
	return all
}

// parallel reads "38, 35 and 2 years" or "1988, 1991 and 2024" at token i as one
// number of years for each driver.
func (r *reader) parallel(i int) ([]int, span) {
	var list []int
	start, years := i, 0
	for {
		n, ok := r.number(i)
		if !ok || n.dollar || n.n > 80 && n.size != 4 {
			return nil, span{}
		}
		if since, _, ok := r.yearsSince(date{y: n.n, span: n.span}); ok && n.size == 4 {
			n.n = since
			years++
		}
		list = append(list, n.n)
		i = n.j
		if !r.is(i, ",", "and", "/") {
			break
		}
		for r.is(i, ",", "and", "/") {
			i++
		}
	}
	if len(list) < 2 || len(list) != len(r.everyDriver()) || years != len(list) && (years > 0 || !isYears(r.at(i))) {
		return nil, span{}
	}
	if years > 0 {
		return list, span{start, i}
	}
	return list, span{start, i + 1}
}
