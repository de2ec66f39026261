package reading

import (
	"strings"

	"ppamaild/quote"
)

// parse reads the value of a field from the words behind its label, and the
// words that it rests on.
func (r *reader) parse(field string, s span) (any, span, bool) {
	for s.i < s.j && r.kind(s.i) == mark && !r.is(s.i, "$", "(", "+", "'") {
		s.i++
	}
	if s.empty() || r.isBlank(s) && !(r.is(s.i, "n") && strings.HasPrefix(field, "coverages.")) {
		return nil, s, false
	}
	switch field {
	case "date_of_birth":
		return r.parseBirth(s)
	case "effective_date", "prior_insurance.expires":
		return r.parseDay(field, s)
	case "year":
		y, j, ok := r.year(s.i, r.newestYear(), true)
		return y, span{s.i, j}, ok
	case "make":
		return r.parseMake(s)
	case "model", "trim", "street", "city", "prior_insurance.carrier":
		return r.parseText(field, s)
	case "state", "license_state":
		return r.parseState(s)
	case "zip":
		at := r.zipAfter(address{span: span{s.i, s.i}}).zip
		return r.written(at), at, !at.empty()
	case "named_insured.phone":
		n, j := r.phone(s.i)
		return n, span{s.i, j}, j > s.i
	case "use":
		use, at := r.useIn(s)
		return use, at, use != ""
	case "ownership":
		own, at := r.ownershipIn(s)
		return own, at, own != ""
	case "relationship":
		if r.is(s.i, "self", "insured", "applicant") {
			return quote.Insured, span{s.i, s.i + 1}, true
		}
		kin, ok := r.kinAt(s.i)
		return kin.relation, span{s.i, s.i + 1}, ok && kin.relation != ""
	case "license_number", "vin", "named_insured.email":
		return nil, s, false // read already
	}
	return r.parseAmount(field, s)
}

// isBlank reports whether a value says that there is none to give.
func (r *reader) isBlank(s span) bool {
	return r.among(s.i, "no value") && (s.j-s.i < 4 || r.among(s.i, "no value at all"))
}

func (r *reader) parseBirth(s span) (any, span, bool) {
	for i := s.i; i < min(s.j, s.i+8); i++ {
		if v, ok := r.date(i); ok {
			day, ok := v.born(r.today)
			return day, v.span, ok
		}
		if n := r.at(i); r.kind(i) == digits && len(n) == 8 { // 03041985
			v := date{span: span{i, i + 1}, m: atoi(n[:2]), d: atoi(n[2:4]), y: atoi(n[4:])}
			day, ok := v.born(r.today)
			return day, v.span, ok && v.valid()
		}
	}
	return nil, s, false
}

func (r *reader) parseDay(field string, s span) (any, span, bool) {
	for _, read := range []func(int) (date, bool){r.date, func(i int) (date, bool) { return r.relative(i, r.today) }} {
		for i := s.i; i < min(s.j, s.i+8); i++ {
			if v, ok := read(i); ok {
				day, ok := v.coming(r.today)
				return day, v.span, ok && !r.has(span{max(s.i, i-2), i}, "negation")
			}
		}
	}
	if c, ok := r.cue("at once", s); ok && field == "effective_date" {
		return r.dateOf(), c, true
	}
	return nil, s, false
}

func (r *reader) parseMake(s span) (any, span, bool) {
	if m, j, ok := r.makeAt(s.i); ok && j <= s.j {
		return m.name, span{s.i, j}, true
	}
	return nameCase(r.one(s)), s, s.j-s.i <= 3 && r.kind(s.i) != mark
}

// parseText takes the words themselves.
func (r *reader) parseText(field string, s span) (any, span, bool) {
	for s.j > s.i && r.kind(s.j-1) == mark && !r.is(s.j-1, ")") {
		s.j--
	}
	switch field {
	case "model":
		if m, j, ok := r.modelAt(s.i, ""); ok && j <= s.j {
			return m.name, span{s.i, j}, true
		}
		return r.one(s), s, s.j-s.i <= 5
	case "trim":
		return r.trimName(s), s, s.j-s.i <= 6
	case "street":
		if st, ok := r.street(s.i); ok {
			s.j = st.j
		}
		return streetCase(r.one(s)), s, s.j-s.i <= 12 && r.kind(s.i) != word
	case "city":
		for k := s.i; k < s.j; k++ {
			if r.is(k, ",") {
				s.j = k
			}
		}
		return nameCase(r.one(s)), s, s.j-s.i <= 4 && r.kind(s.i) == word && !s.empty()
	}
	if c, j, ok := r.carrierAt(s.i); ok {
		return c, span{s.i, j}, true
	}
	name, j := r.insurerLike(s.i)
	return name, span{s.i, min(j, s.j)}, j > s.i && j <= s.j
}

func (r *reader) parseState(s span) (any, span, bool) {
	if code, j, ok := r.state(s.i); ok {
		return code, span{s.i, j}, true
	}
	code := strings.ToUpper(r.at(s.i))
	return code, span{s.i, s.i + 1}, len(code) == 2 && quote.IsState(code) && s.j == s.i+1
}

// parseAmount reads the fields that are numbers, yes or no.
func (r *reader) parseAmount(field string, s span) (any, span, bool) {
	switch field {
	case "years_licensed":
		return r.yearsIn(s)
	case "annual_miles":
		n, at, ok := r.milesIn(s)
		return n, at, ok
	case "accidents", "violations":
		return r.countIn(s)
	case "coverages.rental", "coverages.towing":
		no := r.is(s.i, "no", "n", "none", "declined", "decline", "rejected", "excluded") || r.is(s.i, "not") && r.is(s.i+1, "included", "needed", "wanted", "selected")
		return !no, span{s.i, s.i + 1}, no || !r.is(s.i, "not")
	case "coverages.bodily_injury", "coverages.property_damage", "coverages.uninsured_motorist":
		l, at, ok := r.limitsIn(s)
		return l, at, ok
	case "deductibles":
		return r.deductiblesIn(s)
	}
	for i := s.i; i < min(s.j, s.i+5); i++ {
		if n, ok := r.number(i); ok && n.j <= s.j {
			return n.n, n.span, field != "commute_miles_one_way" || n.n < 150 && !r.has(span{n.j, s.j}, "round trip")
		}
	}
	return nil, s, false
}

// countIn reads a number of accidents or tickets, "none" too.
func (r *reader) countIn(s span) (any, span, bool) {
	for i := s.i; i < min(s.j, s.i+4); i++ {
		if r.is(i, "none", "no", "zero", "clean", "nope", "ninguno", "ninguna", "never") {
			return 0, span{i, i + 1}, true
		}
		if n, ok := r.number(i); ok && n.n < 10 && (n.j >= s.j || !r.is(n.j, "/", "-") || !r.glued(n.j)) {
			return n.n, n.span, true
		}
	}
	return nil, s, false
}

// deductiblesIn reads "500/1000" and "$500" as those of comprehensive and collision.
func (r *reader) deductiblesIn(s span) (any, span, bool) {
	first, ok := r.number(s.i)
	if !ok || first.n < 50 || first.n > 5000 {
		return nil, s, false
	}
	j := first.j
	if r.pairs(j) {
		if second, ok := r.number(j + 1); ok && second.j <= s.j && 50 <= second.n && second.n <= 5000 {
			return [2]int{first.n, second.n}, span{s.i, second.j}, true
		}
	}
	if j < s.j && r.has(span{j, s.j}, "collision", "comprehensive") {
		return nil, s, false // read as prose
	}
	return [2]int{first.n, first.n}, first.span, true
}
