package form

import (
	"strings"

	"ppamaild/reading/claims"
	"ppamaild/reading/drivers"
	"ppamaild/reading/driving"
	"ppamaild/reading/find"
	"ppamaild/reading/home"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// Parse reads the value of a field from the words behind its label, and the source words.
func Parse(r *who.Party, field string, s text.Span) (any, text.Span, bool) {
	for s.I < s.J && r.Kind(s.I) == text.Mark && !r.Is(s.I, "$", "(", "+", "'") {
		s.I++
	}
	if s.Empty() || isBlank(r.Text, s) && !(r.Is(s.I, "n") && strings.HasPrefix(field, "coverages.")) {
		return nil, s, false
	}
	switch field {
	case "date_of_birth":
		return parseBirth(r.Sheet, s)
	case "effective_date", "prior_insurance.expires":
		return parseDay(r.Sheet, s)
	case "year":
		y, j, ok := find.YearAt(r.Text, s.I, find.NewestYear(r.Text), true)
		return y, text.Between(s.I, j), ok
	case "make":
		return parseMake(r.Sheet, s)
	case "model", "trim", "street", "city", "prior_insurance.carrier":
		return parseText(r.Sheet, field, s)
	case "state", "license_state":
		code, j, ok := find.StateAt(r.Text, s.I)
		return code, text.Between(s.I, j), ok
	case "zip":
		at := find.ZIPAfter(r.Text, find.Address{Span: text.Between(s.I, s.I)}).ZIP
		return r.Words(at), at, !at.Empty()
	case "named_insured.phone":
		n, j := find.PhoneAt(r.Text, s.I)
		return n, text.Between(s.I, j), j > s.I
	case "use":
		use, at := driving.UseIn(r.Text, s)
		return use, at, use != ""
	case "ownership":
		own, at := driving.OwnershipIn(r.Text, s)
		return own, at, own != ""
	case "relationship":
		kin, ok := find.KinAt(r.Text, s.I)
		return kin.Relation, text.Between(s.I, s.I+1), ok && kin.Relation != ""
	case "license_number", "vin", "named_insured.email":
		return nil, s, false // read already
	}
	return parseAmount(r, field, s)
}

// isBlank reports whether the words mean a missing value.
func isBlank(r *find.Text, s text.Span) bool {
	return r.Among(s.I, "no value") && (s.J-s.I < 4 || r.Among(s.I, "no value at all"))
}

func parseBirth(r *claims.Sheet, s text.Span) (any, text.Span, bool) {
	for i := s.I; i < min(s.J, s.I+8); i++ {
		if v, ok := find.DateAt(r.Text, i); ok {
			day, ok := v.Born(r.Today)
			return day, v.Span, ok
		}
	}
	return nil, s, false
}

func parseDay(r *claims.Sheet, s text.Span) (any, text.Span, bool) {
	var v find.Date
	ok := false
	for i := s.I; i < min(s.J, s.I+8) && !ok; i++ {
		v, ok = find.DateAt(r.Text, i)
	}
	for i := s.I; i < min(s.J, s.I+8) && !ok; i++ {
		v, ok = find.RelativeDay(r.Text, i, r.Today)
	}
	day, near := v.Coming(r.Today)
	return day, v.Span, ok && near && !r.Has(text.Between(max(s.I, v.I-2), v.I), "negation")
}

func parseMake(r *claims.Sheet, s text.Span) (any, text.Span, bool) {
	if m, j, ok := find.MakeAt(r.Text, s.I); ok && j <= s.J {
		return m.Name, text.Between(s.I, j), true
	}
	return find.NameCase(r.Words(s)), s, s.J-s.I <= 3 && r.Kind(s.I) != text.Mark
}

func parseText(r *claims.Sheet, field string, s text.Span) (any, text.Span, bool) {
	for s.J > s.I && r.Kind(s.J-1) == text.Mark && !r.Is(s.J-1, ")") {
		s.J--
	}
	switch field {
	case "model":
		if m, j, ok := find.ModelAt(r.Text, s.I, ""); ok && j <= s.J {
			return m.Name, text.Between(s.I, j), true
		}
		return r.Words(s), s, s.J-s.I <= 5
	case "trim":
		return find.TrimName(r.Text, s), s, s.J-s.I <= 6
	case "street":
		if st, ok := find.StreetAt(r.Text, s.I); ok {
			s.J = st.J
		}
		return home.StreetCase(r.Words(s)), s, s.J-s.I <= 12 && r.Kind(s.I) != text.Word
	case "city":
		if a := find.TownAfter(r.Text, find.Address{Span: text.Between(s.I, s.I)}); !a.City.Empty() && a.J <= s.J {
			s = a.City // "Salem OR 97301"
		}
		return find.NameCase(r.Words(s)), s, s.J-s.I <= 4 && r.Kind(s.I) == text.Word && !s.Empty()
	}
	name, j, ok := find.CarrierAt(r.Text, s.I)
	return name, text.Between(s.I, j), ok
}

func parseAmount(r *who.Party, field string, s text.Span) (any, text.Span, bool) {
	switch field {
	case "years_licensed":
		return drivers.YearsIn(r, s)
	case "annual_miles":
		return driving.MilesIn(r.Garage, s)
	case "accidents", "violations":
		return countIn(r.Sheet, s)
	case "coverages.rental", "coverages.towing":
		no := r.Is(s.I, "no", "n", "none", "declined", "decline", "rejected", "excluded") || r.Is(s.I, "not") && r.Is(s.I+1, "included", "needed", "wanted", "selected")
		return !no, text.Between(s.I, s.I+1), no || !r.Is(s.I, "not")
	case "coverages.bodily_injury", "coverages.property_damage", "coverages.uninsured_motorist", "deductibles":
		return nil, s, false // read as prose
	}
	for i := s.I; i < min(s.J, s.I+5); i++ {
		if n, ok := find.NumberAt(r.Text, i); ok && n.J <= s.J {
			return n.N, n.Span, field != "commute_miles_one_way" || n.N < 150 && !r.Has(text.Between(n.J, s.J), "round trip")
		}
	}
	return nil, s, false
}

func countIn(r *claims.Sheet, s text.Span) (any, text.Span, bool) {
	for i := s.I; i < min(s.J, s.I+4); i++ {
		if r.Is(i, "none", "no", "zero", "clean", "nope", "ninguno", "ninguna", "never") {
			return 0, text.Between(i, i+1), true
		}
		if n, ok := find.NumberAt(r.Text, i); ok && n.N < 10 && (n.J >= s.J || !r.Is(n.J, "/", "-") || !r.Glued(n.J)) {
			return n.N, n.Span, n.N == 0 || !claims.IsPast(r, n.Span) // prose: "1 (2025), 1 (2019)"
		}
	}
	return nil, s, false
}
