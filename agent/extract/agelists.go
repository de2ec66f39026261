package extract

// Who is short of time lists drivers by their ages: "Rick 49 (husband), licensed 33".

// listedByAge reads a name that starts an item, and the age at which somebody drives behind
// it: "Ana Lopez (33), licensed 11 years". A given name alone needs what one says of a driver
// besides.
func (r *reader) listedByAge(i int, n fullName) (int, int, bool) {
	kin, end := r.kinBehind(n.j)
	age, ok := r.number(r.skip(r.skip(end, "(", ",", "-", ":"), "age", "aged"))
	if !ok || age.dollar || age.n < 15 || age.n > 95 || r.isMiles(age.j) || r.dated[age.i] || !r.cased || !r.standsAsItemFrom(i) && i >= r.siblings.end {
		return 0, i, false
	}
	j := r.behindAge(age)
	if of, behind := r.kinBehind(j); kin.relation == "" && behind > j {
		kin, end = of, behind
		r.take(span{j, end})
		j = end
	}
	marked := n.surname != "" && (r.is(n.j, "(") && r.is(age.j, ")") || r.is(n.j, ",") && (r.breaks(age.j) || j > age.j))
	marked = marked || i < r.siblings.end && r.siblings.kin.relation != "" // "our kids: Leo 21, Mia 19"
	if !marked && r.is(n.j, "(") && r.is(age.j, ")") {
		marked = r.has(r.sentence(i), "drives") // "a quote for Ann (44), Bo (46) and Cy (17)"
	}
	if !marked && kin.relation == "" && !r.tellsOfDriver(j) {
		return 0, i, false
	}
	k := r.personListed(i, n, kin, max(end, n.j), age.n)
	if k < 0 {
		return 0, i, false
	}
	r.people[k].drives, r.people[k].age = true, age.n
	r.take(age.span)
	return k, n.j, true
}

// behindAge returns the token behind an age and the words for its unit.
func (r *reader) behindAge(age number) int {
	j := age.j
	for isYears(r.at(j)) || r.is(j, "old", "yo", "y", "o", "/", "-", ")") && j < age.j+4 {
		j++
	}
	return j
}

// tellsOfDriver reports whether what follows at token i, in its line and sentence, is what
// one says of a driver: "licensed 4", "clean", "1 ticket".
func (r *reader) tellsOfDriver(i int) bool {
	end := min(r.sentence(max(i-1, 0)).j, i+8)
	for k := r.skip(i, ",", "-", ";", "&", "and"); k < end; k++ {
		if r.is(k, "lic", "clean", "permit") || r.has(span{k, k + 1}, "licensed", "license words", "ticket", "accident", "clean record") {
			return true
		}
		if r.kind(k) == word && !r.is(k, "no", "one", "a", "zero", "speeding", "been", "male", "female", "m", "f", "has", "with") {
			break
		}
	}
	return false
}

// licensedBare reads "licensed 33", a number of years without its unit. From 14 to 19 it
// may be the age as well.
func (r *reader) licensedBare(n number, c span) bool {
	return r.behindLicensed(n, c) && n.n < 60 && (n.n < 14 || n.n > 19) && (n.n > 0 || n.size == 1)
}

// behindLicensed reports whether n stands by itself right behind "licensed".
func (r *reader) behindLicensed(n number, c span) bool {
	ends := r.breaks(n.j) || r.is(n.j, ".", "and", "clean", "no") || r.kind(n.j) == digits || n.j >= r.sentence(n.i).j
	return n.i == c.j && r.is(c.j-1, "licensed", "lic", "lic'd", "licd") && n.plain && ends
}

// licensedShort reads "lic 98" and "lic 02", a year of two digits.
func (r *reader) licensedShort(n number, c span) bool {
	return r.behindLicensed(n, c) && n.size == 2 && (n.n >= 60 || n.n < 10)
}
