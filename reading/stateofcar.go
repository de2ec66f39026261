package reading

// stateOfCars infers the state of a town that is named without one from where the cars are
// registered, if the mail says so of one state only: "Oregon plates", "registered in Oregon".
// Plates that somebody still has tell of where they came from.
func (r *reader) stateOfCars() {
	if !r.hasClaim(theApplication, "garaging_address.city") || r.hasClaim(theApplication, "garaging_address.state") {
		return
	}
	found, at := "", span{}
	for i := range r.toks {
		code, j, ok := r.state(i)
		if !ok || r.quiet[i] || j-i == 1 && len(r.at(i)) == 2 || !r.isRegistered(i, j) {
			continue
		}
		if found != "" && found != code {
			return
		}
		found, at = code, span{i, j}
	}
	if found != "" {
		r.infer(theApplication, "garaging_address.state", found, at)
	}
}

// isRegistered reports whether cars are said to be registered in the state at tokens i to j.
func (r *reader) isRegistered(i, j int) bool {
	behind := r.among(j, "of a registration") || r.is(j, "rebuilt", "salvage", "clean") && r.is(j+1, "title")
	if !behind && !(r.is(i-1, "in", "en") && r.is(i-2, "registered", "titled", "plated", "tagged", "registrado", "registrada")) {
		return false
	}
	s := r.sentence(i)
	for k := max(s.i, i-farthest); k < min(s.j, j+farthest); k++ {
		if r.is(k, "still", "old", "moved", "moving", "from", "until", "not", "switch", "todavia") {
			return false
		}
	}
	return true
}

// unrepeated leaves out of addresses the street that the next one says again in other words:
// "41 Calle Roble, o sea 41 Roble St".
func (r *reader) unrepeated(all []address) []address {
	var kept []address
	for k, a := range all {
		if k+1 < len(all) && r.isSaidAgain(a, all[k+1]) {
			continue
		}
		kept = append(kept, a)
	}
	return kept
}

func (r *reader) isSaidAgain(a, b address) bool {
	return !a.street.empty() && !b.street.empty() && a.zip.empty() && r.at(a.street.i) == r.at(b.street.i) &&
		b.i-a.j <= 4 && r.has(span{a.j, b.i}, "in other words")
}
