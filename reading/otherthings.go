package reading

// Motorcycles, boats and trailers are insured, used and driven too: what is told of one is told of no car.

// isToldOfOtherThing reports whether what stands at token i is told of such a thing: of the last that its sentence
// speaks of before it, or the sentence before where it goes on with "it".
func (r *reader) isToldOfOtherThing(i int) bool {
	if len(r.cues["other vehicle"])+len(r.cues["other thing"]) == 0 {
		return false // as in most mails
	}
	s := r.sentence(i)
	k := r.lastSpokenOf(s.i, i)
	if k < 0 && s.i > 0 && r.is(s.i, "it", "it's", "its", "that", "that's", "they", "they're") {
		k = r.lastSpokenOf(r.sentence(s.i-1).i, s.i)
	}
	return k >= 0 && r.isOtherThingNamed(k)
}

// lastSpokenOf returns the last token between two that speaks of a car or of such a thing, or begins to tell of who
// writes, as "I'm with Geico" does; -1 where none does. What stands in brackets is skipped.
func (r *reader) lastSpokenOf(from, to int) int {
	for k := to - 1; k >= max(from, to-30); k-- {
		for r.is(k, ")") && k > from {
			for k--; k > from && !r.is(k, "("); k-- {
			}
		}
		own := r.among(k, "i or we") && !r.is(k, "me", "us", "our") && k > from && !r.is(k-1, "that", "which")
		if own || r.refers[k] || r.namesCarPlainly(k) || r.among(k, "a car") && !r.is(k, "it", "that", "one") || r.is(k, "cars", "trucks", "auto", "autos", "pickup") || r.isOtherThingNamed(k) {
			return k
		}
	}
	return -1
}

// isOtherThingNamed reports whether token k begins the name of such a thing, which stands for more than what a car
// tows and where somebody is, and is not named together with a car.
func (r *reader) isOtherThingNamed(k int) bool {
	j := max(r.startsAt("other vehicle", k), r.startsAt("other thing", k))
	n := k - 1
	for owners[r.at(n)] || r.is(n, "horse", "utility", "cargo", "boat", "travel", "little", "small") {
		n--
	}
	if j == k || r.among(j, "beside another thing") || r.is(k, "bike") && n == k-1 {
		return false
	}
	hauled := r.has(span{max(r.sentence(k).i, k-5), k}, "hauls") || r.is(n, "in", "at", "with", "for", "from", "pulled", "no", "nor", "any", "without")
	joined := r.is(n, "and", "&", "+", "y") && (r.is(j, "are", "were", "have", "get", "go") || r.among(j, "words for a policy"))
	return !hauled && !joined
}

// isToldOfCarBehind reports whether a value at s is of a car that is named behind it.
func (r *reader) isToldOfCarBehind(s span) bool {
	_, behind := r.vehicleBehind(s)
	return behind
}
