package reading

// rosterAt reads the names of all who drive, given one behind the other: "Drivers: Ann, Bo and
// Tara", "it'd be Ann, Bo, Tara". Who each of them is, the rest of the mail says.
func (r *reader) rosterAt(i int) (group, end int, ok bool) {
	if !r.cased || !r.capital(i) || r.quiet[i] || len(r.cues["drivers are called"]) == 0 && !r.is(i-1, ",") || r.endsAt("drivers are called", i) == i && r.endsAt("drivers are called", r.skipBackColon(i)) == r.skipBackColon(i) && !r.isBehindMe(i) {
		return 0, i, false
	}
	names := r.namesListed(i)
	if len(names) < 2 || len(names)+len(r.people) > mostEntries {
		return 0, i, false
	}
	members := make([]int, 0, len(names))
	for n, of := range names {
		members = append(members, r.personOfRoster(of, n == 0))
	}
	return r.crews.of(members...), names[len(names)-1].j, true
}

// namesListed reads names from token i on that commas or an "and" part.
func (r *reader) namesListed(i int) (names []fullName) {
	for len(names) < mostEntries {
		n, ok := r.listedName(i)
		if !ok || r.isKin(i) {
			break
		}
		names = append(names, n)
		if i = r.behindComma(n.j); i < 0 || i >= len(r.toks) {
			if i = r.skip(n.j, ","); i == n.j || i >= len(r.toks) {
				break
			}
		}
	}
	return names
}

// personOfRoster returns whom a name in a list of drivers means: who writes, somebody met
// before, or somebody new.
func (r *reader) personOfRoster(n fullName, first bool) int {
	k := r.isGiven(n.i)
	switch {
	case k >= 0:
	case r.isFrom(n) || first && r.isFirstNamed():
		k = 0
	default:
		k = len(r.people)
		r.people = append(r.people, &person{known: -1, first: n.i, at: n.span})
	}
	r.people[k].drives = true
	r.addName(k, n)
	return k
}

// isBehindMe reports whether token i goes on a list that begins with who writes: "me, Bo Ash
// and Cy Oak", "me (Ann), Bo Ash and Cy Oak".
func (r *reader) isBehindMe(i int) bool {
	if !r.is(i-1, ",") {
		return false
	}
	k := i - 2
	for r.is(i-2, ")") && k > i-6 && !r.is(k, "(") {
		k--
	}
	return r.is(r.skipBackParen(k), "me", "myself")
}

// skipBackColon returns the token of a colon that stands before token i, else i.
func (r *reader) skipBackColon(i int) int {
	if r.is(i-1, ":", "-", "=") {
		return i - 1
	}
	return i
}

// skipBackParen returns the token before the one that opens a bracket at token i, else i.
func (r *reader) skipBackParen(i int) int {
	if r.is(i, "(") {
		return i - 1
	}
	return i
}
