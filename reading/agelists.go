package reading

import "strings"

// Who is short of time lists drivers by their ages: "Rick 49 (husband), licensed 33".

// listedByAge reads a name that starts an item, and the age at which somebody drives behind
// it: "Ana Lopez (33), licensed 11 years". A given name alone needs what one says of a driver
// besides.
func (r *reader) listedByAge(i int, n fullName) (int, int, bool) {
	kin, end := r.kinBehind(n.j)
	age, ok := r.number(r.skip(r.skip(r.skip(end, "(", ",", "-", ":"), "age", "aged", "m", "f", "male", "female"), ","))
	if ok && r.isYearsNoAge(age) {
		return r.listedByYears(i, n, kin, end)
	}
	if !ok || age.dollar || age.n < 15 || age.n > 95 || r.isMiles(age.j) || r.dated[age.i] || !r.cased || !r.standsAsItemFrom(i) && !r.siblings.namedAt(i) {
		return 0, i, false
	}
	j := r.behindAge(age)
	if of, behind := r.kinBehind(j); kin.relation == "" && behind > j {
		kin, end = of, behind
		r.take(span{j, end})
		j = end
	}
	marked := n.surname != "" && (r.is(n.j, "(") && r.is(age.j, ")") || r.is(n.j, ",") && (r.breaks(age.j) || j > age.j))
	marked = marked || r.siblings.namedAt(i) && r.siblings.kin.relation != "" // "our kids: Leo 21, Mia 19"
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

// isYearsNoAge reports whether "47 years" is for how long somebody has been licensed, as its sentence
// or the heading above tells that much: "Drivers and how long licensed:".
func (r *reader) isYearsNoAge(n number) bool {
	from := min(r.sentence(n.i).i, max(r.paragraph(n.i).i, n.i-40))
	return isYears(r.at(n.j)) && !r.is(n.j+1, "old", "young", "of") && r.has(span{from, n.i}, "licensed")
}

// listedByYears reads a name and a relative's word that start an item, and behind which the years
// are told in which that person has been licensed.
func (r *reader) listedByYears(i int, n fullName, kin kin, end int) (int, int, bool) {
	if kin.relation == "" || kin.outsider || !r.cased || !r.standsAsItemFrom(i) {
		return 0, i, false
	}
	return r.driverListed(i, n, kin, end)
}

// licensedItem reads a name that is an item of a list, and goes on with how long that person has been
// licensed: "Linh licensed 9 years, Kim Ng lic since 2012".
func (r *reader) licensedItem(i int) (int, int, bool) {
	if !r.cased || !r.capital(i) || !r.standsAsItemFrom(i) || !r.has(span{i + 1, i + 4}, "licensed") {
		return 0, i, false
	}
	n, ok := r.listedName(i)
	at := r.skip(n.j, ",", "-")
	if !ok || !r.is(at, "licensed", "lic") || strings.HasSuffix(r.at(i), "ly") || r.isFrom(n) || len(n.given) < 3 || n.surname == "" && !r.is(i-1, ",", ";", "and", "&") && at == n.j {
		return 0, i, false
	}
	if _, _, state := r.state(i); state || r.kind(r.skip(r.startsAt("licensed", at), "since", "for", ":")) != digits {
		return 0, i, false
	}
	k := r.personListed(i, n, kin{}, n.j, 0)
	if k > 0 {
		r.people[k].drives = true
	}
	return k, n.j, k >= 0
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
		if r.kind(k) == word && !r.is(k, "no", "one", "a", "zero", "brand", "new", "newly", "speeding", "been", "male", "female", "m", "f", "has", "with") {
			break
		}
	}
	return false
}

// licensedBare reads "licensed 33", a number of years without its unit. From 14 to 19 it
// may be the age as well.
func (r *reader) licensedBare(n number, c span) bool {
	if r.tellsHowLong(c) && n.i == c.j && n.plain && n.n < 70 && n.size < 3 && (r.breaks(n.j) || r.is(n.j, ".")) {
		return true // "I've had my license 20."
	}
	return r.behindLicensed(n, c) && n.n < 60 && (n.n < 14 || n.n > 19) && (n.n > 0 || n.size == 1)
}

// tellsHowLong reports whether the words for a license at c, with the verb before them, go on with how
// long: "have had my license", "been driving".
func (r *reader) tellsHowLong(c span) bool {
	if !r.is(c.j-1, "license", "licence", "driving", "licensed") {
		return false
	}
	for i := max(c.i-3, 0); i < c.j; i++ {
		if r.is(i, "been") || r.is(i, "had") && !r.is(i+1, "been") {
			return true
		}
	}
	return false
}

// behindLicensed reports whether n stands by itself right behind "licensed".
func (r *reader) behindLicensed(n number, c span) bool {
	ends := r.breaks(n.j) || r.is(n.j, ".", "and", "clean", "no", "/") || r.kind(n.j) == digits || n.j >= r.sentence(n.i).j
	return n.i == c.j && r.is(c.j-1, "licensed", "lic", "lic'd", "licd") && n.plain && ends
}

// licensedShort reads "lic 98" and "lic 02", a year of two digits.
func (r *reader) licensedShort(n number, c span) bool {
	return r.behindLicensed(n, c) && n.size == 2 && (n.n >= 60 || n.n < 10)
}
