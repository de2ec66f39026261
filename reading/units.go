package reading

import (
	"strings"
)

// correctsUnit reads "that's apartment 14, not 4" around the negation at c, where the street that
// is known has that unit, and reports whether it did.
func (r *reader) correctsUnit(c span) bool {
	street, unit := r.knownUnit()
	if unit == "" || r.quiet[c.i] {
		return false
	}
	j := c.j
	for r.isUnitWord(j) || r.is(j, "#") {
		j++
	}
	if r.at(j) != unit {
		return false
	}
	worded, s := j > c.j, r.sentence(c.i)
	for k := c.i - 1; k >= max(s.i, c.i-5); k-- {
		if r.isUnitWord(k) || r.is(k, "#") {
			return r.sayUnit(street, r.skip(r.skip(k+1, "number", "no"), "#"), c.i)
		}
	}
	k := j + 1
	for r.is(k, ",", "but", "it's", "its", "is", "it", "-", "#") || r.isUnitWord(k) {
		worded = worded || r.isUnitWord(k)
		k++
	}
	return worded && k < s.j && r.sayUnit(street, k, s.j)
}

// knownUnit returns the street that is known up to the number of its unit, and that number,
// folded; "" where it has none.
func (r *reader) knownUnit() (street, unit string) {
	known := r.in.Known.GaragingAddress.Street
	at := strings.LastIndexAny(known, " #")
	if at < 0 {
		return "", ""
	}
	fields := strings.Fields(known[:at+1])
	if n := len(fields); n == 0 || known[at] != '#' && !dwellingUnits[fold(strings.TrimRight(fields[n-1], "."))] {
		return "", ""
	}
	return known[:at+1], fold(known[at+1:])
}

var dwellingUnits = wordSet("apt apartment unit suite ste apto departamento space spc lot")

func (r *reader) isUnitWord(i int) bool { return dwellingUnits[r.at(i)] }

// sayUnit claims the known street with the unit at token i, which must stand before end.
func (r *reader) sayUnit(street string, i, end int) bool {
	if i >= end || r.kind(i) == mark || r.kind(i) == word && len(r.at(i)) > 1 || r.claimsStreet() || r.in.Known.GaragingAddress.Street == "" {
		return false
	}
	r.fixOnly([]part{{"garaging_address.street", street + strings.ToUpper(r.raw(span{i, i + 1}))}}, span{i, i + 1})
	return true
}

// readUnitAlone reads a short sentence that says nothing but the unit: "It's apartment 14",
// "Sorry, Apt 14".
func (r *reader) readUnitAlone() {
	known := r.in.Known.GaragingAddress.Street
	if known == "" {
		return
	}
	street, unit := r.knownUnit()
	if unit == "" {
		street = known + " Apt "
	}
	for i := r.subjectEnd(); i < len(r.toks); i++ {
		if !r.isUnitWord(i) || r.quoted[i] || r.quiet[i] || r.taken[i] {
			continue
		}
		k, s := r.startOfUnit(i), r.sentence(i)
		v := r.skip(r.skip(r.skip(i+1, "is", "number", "no"), "#"), "is")
		if (k == s.i || r.is(k, ":") || r.is(k, ",") && r.is(k+1, "and") && r.has(s, "correction")) && r.stopsAt(v+1) && !r.is(s.j-1, "?") {
			r.sayUnit(street, v, s.j)
		}
	}
}

// startOfUnit returns the token behind what may stand before a unit in its sentence: "sorry, it's", "the
// address should be", "I forgot:".
func (r *reader) startOfUnit(i int) int {
	for r.is(i-1, "it's", "its", "it", "is", "that's", "thats", "that", "the", "my", "our", "sorry", "oops", ",", "actually", "should", "be", "address", "also", "forgot", "i", ":", "and", "meant", "say", "to", "in", "make", "num") {
		i--
	}
	return i
}
