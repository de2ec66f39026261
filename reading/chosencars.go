package reading

import "slices"

// Who buys a car looks at several, and speaks of cars that they may buy one day: of these only the ones that they
// chose, or want insured, are to be.

// isTriedOut reports whether m, which is named for the first time, is only one of those that were driven to try them:
// "test drove a Sienna and a Pacifica".
func (r *reader) isTriedOut(m mention) bool {
	return r.isListedBehind("tries out", m.i) && !r.isChosen(m.span) && !r.isChosenAfter(m)
}

// isListedBehind reports whether nothing but cars that are named stands between words of a cue and token i, in its
// sentence.
func (r *reader) isListedBehind(cue string, i int) bool {
	const longest = 24 // tokens of such a list
	from := max(r.sentence(i).i, i-longest)
	c, ok := r.before(cue, from, i)
	for k := c.j; ok && k < i; k++ {
		_, _, year := r.year(k, r.newestYear(), true)
		_, model, named := r.modelAt(k, "")
		if _, made, isMake := r.makeAt(k); isMake {
			k = made - 1
		} else if named {
			k = model - 1
		} else {
			ok = year || r.among(k, "in a list of cars") || r.capital(k)
		}
	}
	return ok
}

// isChosen reports whether the words before the car at s say that it was chosen or bought, or is to be insured:
// "please quote the Sienna", "went with the Sienna".
func (r *reader) isChosen(s span) bool {
	k := s.i
	for r.is(k-1, "the", "a", "an", "my", "our", "this", "that", "new", "just", "only", "for", "on", "us", "me") {
		k--
	}
	c := r.endsAt("chooses", k)
	return c < k && !r.named("negation", c, 4) && !r.named("supposes", c, 4) && r.endsAt("thinks of", c) == c && r.endsAt("means to", c) == c
}

// isChosenAfter reports whether a car is chosen behind m by "it", before another one is named: "a Sienna and bought it".
func (r *reader) isChosenAfter(m mention) bool {
	c, ok := r.cue("chooses it", span{m.j, min(len(r.toks), m.j+farthest)})
	for k := m.j; ok && k < c.i; k++ {
		ok = !r.namesCarPlainly(k)
	}
	return ok && !r.named("negation", c.i, 4)
}

// leaveCarsNotChosen drops vehicles that were only weighed, where another one was chosen, and those that may be bought
// one day, where others are to be insured.
func (r *reader) leaveCarsNotChosen(places []placed) {
	weighed, planned, chosen := make(map[int]bool), make(map[int]bool), make(map[int]bool)
	picked := false
	for _, p := range places {
		picks := r.isListedBehind("picks", p.at.i)
		isWeighed := !picks && r.isListedBehind("weighs", p.at.i)
		chosen[p.vehicle] = chosen[p.vehicle] || picks || r.isChosen(p.at)
		weighed[p.vehicle] = weighed[p.vehicle] || isWeighed
		picked = picked || picks
		was, met := planned[p.vehicle]
		planned[p.vehicle] = (was || !met) && r.isPlanned(p.at)
	}
	for _, k := range r.liveVehicles() {
		picked = picked || weighed[k] && chosen[k]
	}
	lasting := slices.ContainsFunc(r.liveVehicles(), func(k int) bool { return !planned[k] })
	for _, k := range r.liveVehicles() {
		if v := r.vehicles[k]; v.known < 0 && !chosen[k] && (weighed[k] && picked || planned[k] && lasting) {
			v.gone, v.apart = true, true
		}
	}
}

// isPlanned reports whether the car at s is one that somebody only thinks of, or means to buy in some months or years,
// and whose price they do not ask: "I'm thinking of buying a Tesla next spring".
func (r *reader) isPlanned(s span) bool {
	sentence := r.sentence(s.i)
	near := r.near(sentence, s)
	k := s.i
	for r.is(k-1, "new", "used", "another") {
		k--
	}
	if !r.is(k-1, "a", "an", "another") && k == s.i {
		return false
	}
	before := span{near.i, s.i}
	later := r.has(near, "far off") && (r.has(before, "means to") || r.has(before, "thinks of"))
	for k := near.i; k < min(near.j+farthest, len(r.toks)); k++ {
		if r.among(k, "asks a price") || !later && r.among(k, "wishes cover") && !r.is(k, "wants") {
			return false
		}
	}
	return later || r.has(before, "thinks of")
}
