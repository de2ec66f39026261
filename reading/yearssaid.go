package reading

import (
	"slices"
	"strings"
)

// readYearsSaid reads model years that are said apart from the name of their vehicle: "the
// Forester is from 2020", "it was built in 2015", "Quote my Highlander please, 2017."
func (r *reader) readYearsSaid() {
	if !slices.ContainsFunc(r.liveVehicles(), func(k int) bool { return r.vehicles[k].year == 0 }) {
		return
	}
	for i := range r.toks {
		if r.taken[i] || r.quiet[i] || r.dated[i] || r.kind(i) == mark && !r.is(i, "'") {
			continue
		}
		y, j, ok := r.yearOrYears(i)
		if !ok || !r.free(span{i, j}) || !r.saysYear(i, j) && !r.isYearOnly(i, j) {
			continue
		}
		if r.sayYearList(i) {
			continue
		}
		for _, k := range r.vehiclesAt(span{i, j}, "year") {
			if of := (entity{'v', k}); !r.hasClaim(of, "year") && r.vehicles[k].year == 0 {
				r.say(of, "year", y, span{i, j})
				r.take(span{i, j})
				if t := (span{j, r.trimAt(j)}); !t.empty() && !r.hasClaim(of, "trim") {
					r.say(of, "trim", r.trimName(t), t) // "The Mustang is a 2017 GT"
				}
			}
		}
	}
}

// isYearListed reports whether another year follows at token j: ", 2015", "and 2015".
func (r *reader) isYearListed(j int) bool {
	for range mostEntries {
		k := r.skip(r.skip(j, ","), "and", "y", "&")
		_, end, ok := r.year(k, r.newestYear(), false)
		if !ok || k == j || r.namesCar(r.skipLooks(end)) || r.endsClause(end) {
			return ok && k > j && !r.namesCar(r.skipLooks(end))
		}
		j = end
	}
	return false
}

// sayYearList claims the years of vehicles in their order, where a list of as many starts at token i:
// "an Odyssey and an Accord, 2017 and 2015".
func (r *reader) sayYearList(i int) bool {
	live, k := r.liveVehicles(), i
	if !r.isYearListed(k + 1) {
		return false
	}
	var years []span
	for len(years) <= len(live) {
		_, j, ok := r.year(k, r.newestYear(), false)
		if !ok {
			break
		}
		years = append(years, span{k, j})
		k = r.skip(r.skip(j, ","), "and", "y", "&")
	}
	if len(years) != len(live) {
		return false
	}
	for n, v := range live {
		if of := (entity{'v', v}); !r.hasClaim(of, "year") {
			y, _, _ := r.year(years[n].i, r.newestYear(), false)
			r.say(of, "year", y, years[n])
		}
		r.take(years[n])
	}
	return true
}

// yearOrYears reads a model year at token i, also of several cars: "both are 2019s".
func (r *reader) yearOrYears(i int) (int, int, bool) {
	if one, plural := strings.CutSuffix(r.at(i), "s"); plural && r.kind(i) == mixed && len(one) == 4 {
		y := atoi(one)
		return y, i + 1, 1960 < y && y <= r.newestYear()
	}
	return r.year(i, r.newestYear(), false)
}

// saysYear reports whether the words that lead to the year at i say that it is a car's.
func (r *reader) saysYear(i, j int) bool {
	s := r.sentence(i)
	ends := r.endsClause(j) || r.is(j, "and", "so", "with", "model", "i", "y", "con", "that", "which", "one") || r.trimAt(j) > j
	if !ends || r.isMiles(j) || r.has(span{max(s.i, i-10), i}, "home", "dwelling", "licenses spoken of", "birth") {
		return false
	}
	k := i
	for r.is(k-1, "a", "an", "the", "un", "una", "el", "only", "just", "actually", "both", "probably", "about", "all", "now", ",") {
		k--
	}
	a, is := r.is(i-1, "a", "an", "un", "una", "both", "all"), r.is(i-1, "both") || r.is(k-1, "is", "car's", "truck's", "mine's", "van's", "it's", "its", "es", "being", "are", "son", "be", "was")
	switch {
	case r.is(i-1, "from", "del"), r.is(i-1, "de") && r.is(i-2, "es"):
		itself := r.is(i-2, "is", "es", "son", "are") && (r.is(i-3, "it", "car", "truck", "van", "one", "cars", "both", "carro", "mine", "hers", "his") || r.mentionsTo(i-2) || r.breaks(i-3) || r.sentence(i).i == i-2)
		return itself || r.is(i-2, "it's", "its", "one", "car", "truck") || r.mentionsTo(i-1)
	case r.is(i-1, "in", "en"):
		return r.is(i-2, "built", "made", "manufactured", "fabricado", "hecho")
	case r.has(span{max(s.i, i-6), i}, "model year"), r.is(k-1, "year", "yr", "ano") && !r.is(k-2, "this", "last", "next"):
		return true
	}
	return a && (is || r.mentionsTo(k)) // "just the Rio now, a 2017"
}

// mentionsTo reports whether the name of a vehicle ends before token i.
func (r *reader) mentionsTo(i int) bool {
	for _, p := range r.places {
		if p.at.j == i {
			return true
		}
	}
	return false
}

// isYearOnly reports whether a year is all of a clause about one vehicle, or all that is said
// right behind a sentence about one.
func (r *reader) isYearOnly(i, j int) bool {
	n, _ := r.number(i)
	s := r.sentence(i)
	if r.which[i] <= everybody && len(r.liveVehicles()) > 1 || n.j != j || !n.plain && !n.short || r.has(s, "licenses spoken of", "birth", "home") {
		return false
	}
	opens, ends := s.i == i || r.breaks(i-1), (r.endsClause(j) || r.trimAt(j) > j) && !r.is(j, "-") || r.isYearListed(j)
	if !opens || !ends {
		return false
	}
	if s.i == i {
		return r.is(i-1, "?") && r.is(i-2, "year", "ano") || s.i > 0 && r.refersIn(r.sentence(s.i-1)) && !r.has(r.sentence(s.i-1), "licenses spoken of", "birth")
	}
	return r.refersIn(s) && !r.tellsIncident(span{s.i, i})
}

// tellsIncident reports whether s tells of tickets or accidents.
func (r *reader) tellsIncident(s span) bool {
	for i := s.i; i < s.j; i++ {
		if r.among(i, "of a ticket") || r.among(i, "states of a record") || r.is(i, "bought", "since", "speeding", "dui", "got", "hit") {
			return true
		}
	}
	return false
}

// readTrimsSaid reads trims that are said apart from the name: "It's the XLE.", "black, RTL-E."
func (r *reader) readTrimsSaid() {
	if len(r.liveVehicles()) == 0 {
		return
	}
	for i := range r.toks {
		if r.longestCar(i) == 0 || r.taken[i] || r.quiet[i] {
			continue
		}
		j := r.trimAt(i)
		if s := (span{i, j}); j > i && r.free(s) && r.saysTrim(s) {
			for _, k := range r.vehiclesAt(s, "trim") {
				if of := (entity{'v', k}); !r.hasClaim(of, "trim") && r.vehicles[k].model != "" {
					r.say(of, "trim", r.trimName(s), s)
				}
			}
		}
	}
}

// saysTrim reports whether a trim at s is said of a vehicle: behind "it's the", or all of a
// clause about one.
func (r *reader) saysTrim(s span) bool {
	if !r.endsClause(s.j) && !r.is(s.j, "and", "so", "with", "model", "trim", "edition", "one", "y") || r.is(s.j, ":") {
		return false
	}
	if r.is(s.i-1, "the", "el", "la", "a", "an") {
		is := r.is(s.i-2, "it's", "its", "is", "es", "was", "are") || r.is(s.i-2, ",") && (r.refersIn(r.sentence(s.i)) || r.which[s.i] > everybody)
		return is && (r.capital(s.i) || r.kind(s.i) == mixed)
	}
	letters := s.j-s.i > 1 || len(r.at(s.i)) > 1 && !isTitled(r.raw(s))
	return letters && (r.sentence(s.i).i == s.i || r.breaks(s.i-1)) && r.which[s.i] > everybody && r.capital(s.i)
}

// isTitled reports whether a word is written as one at the start of a sentence may be.
func isTitled(s string) bool { return len(s) > 1 && s[1:] == strings.ToLower(s[1:]) }
