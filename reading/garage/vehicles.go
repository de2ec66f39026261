package garage

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

func vehicleMentions(r *claims.Sheet) []find.Mention {
	var found []find.Mention
	for i := 0; i < len(r.Tokens); i++ {
		if r.Taken[i] || r.Dated[i] {
			continue
		}
		m, ok := find.MentionAt(r.Text, i)
		if ok && isSaidOf(r, m, found) {
			continue
		}
		dropMiles(r.Text, &m, found)
		if ok && r.Free(m.Span) && (meansCar(r, m) || saidBefore(found, m)) {
			found = append(found, m)
			r.Take(m.Span)
			i = m.J - 1
		}
	}
	return found
}

// isSaidOf reports whether what looks like a car of that year is the year and trim of the one
// that was just named: "the Durango is a 2018 GT".
func isSaidOf(r *claims.Sheet, m find.Mention, found []find.Mention) bool {
	k := m.I
	for k > 0 && r.Among(k-1, "before a year") {
		k--
	}
	if len(found) == 0 || m.Year == 0 || m.MakeAt != m.ModelAt || found[len(found)-1].J != k-1 || !r.Is(k-1, "is", "es", "was") {
		return false
	}
	last := found[len(found)-1]
	return last.Year == 0 && last.Model != "" && find.TrimAt(r.Text, m.ModelAt.I) > m.ModelAt.I
}

// dropMiles takes a year behind the name of a car off m where that car was named with
// another year before: "Civic 6000 miles, Sentra 2000".
func dropMiles(r *find.Text, m *find.Mention, found []find.Mention) {
	if m.Year == 0 || m.YearAt.I < m.ModelAt.J || m.YearAt.J != m.J || r.Is(m.J-1, ")") || m.ModelAt.Empty() {
		return
	}
	if slices.ContainsFunc(found, func(f find.Mention) bool { return f.Model == m.Model && f.Year != 0 && f.Year != m.Year }) {
		m.Year, m.YearAt, m.J = 0, text.Span{}, m.YearAt.I
	}
}

func saidBefore(found []find.Mention, m find.Mention) bool {
	return m.Model != "" && slices.ContainsFunc(found, func(f find.Mention) bool { return f.Model == m.Model })
}

// meansCar reports whether the words are about a car: a common word needs a
// year, a make, or a determiner and a capital; and a lender is no car.
func meansCar(r *claims.Sheet, m find.Mention) bool {
	if isPersons(r, m) || isInsurers(r, m) {
		return false
	}
	if r.Among(m.J, "lender") || m.Year == 0 && (r.Among(m.J, "a place") || r.Is(m.I-1, "-") && r.Glued(m.I) && r.Kind(m.I-2) == text.Word) {
		return false // "the Kona address", "Kailua-Kona"
	}
	if _, _, insurer := find.CarrierAt(r.Text, m.I); insurer && m.Model == "" && m.Year == 0 && r.Named("insured with", m.I, 2) && !r.Among(m.I-1, "whose car") {
		return false // "with Mercury"
	}
	if m.Common && m.MakeAt == m.ModelAt && r.Is(m.J, "force", "conditioning", "guard") {
		return false // "in the Air Force"
	}
	if r.Has(text.Between(m.J, m.J+2), "other vehicle") {
		return false // "2015 Honda Shadow motorcycle"
	}
	if n, ok := find.NumberAt(r.Text, m.I-1); ok && n.Spelled && n.J > m.I {
		return false // "nineteen ninety-eight" is no Oldsmobile
	}
	if m.Year == 0 && r.Is(m.I-1, "hp", "horsepower") {
		return false // "60 hp Merc" is what drives a boat
	}
	if r.Is(m.J, "of") && r.Capital(m.J-1) && m.Model == "" && m.Year == 0 {
		return false
	}
	if m.Year != 0 || m.Make != "" && m.Model != "" && m.MakeAt != m.ModelAt {
		return true
	}
	if r.Is(m.I-1, "in", "near", "to", "at") && r.Cased {
		return false // "in Tacoma"
	}
	if !m.Common {
		return true
	}
	if _, _, state := find.StateAt(r.Text, m.I); state {
		return false // "my California license"
	}
	capital := r.Cased && r.Capital(m.I)
	switch {
	case r.Among(m.I-1, "whose car"), r.Is(m.I-1, "old", "trusty", "beloved", "little") && r.Among(m.I-2, "whose car"):
		return capital || r.Tokens[m.I].Kind == text.Mixed || known(r, m)
	case r.Is(m.I-1, "a", "an", "un", "una"):
		return capital
	}
	return capital && (known(r, m) || isDescribedAs(r, m))
}

// isPersons reports whether the name of a car is that of who writes: "Vince Corrado",
// "Thanks, Mercedes". A year, an article or a make before a model makes it a car's.
func isPersons(r *claims.Sheet, m find.Mention) bool {
	if m.Year != 0 || m.Make != "" && m.Model != "" && m.MakeAt != m.ModelAt || m.J != m.I+1 {
		return false
	}
	name, before := r.At(m.I), r.At(m.I-1)
	for _, n := range append(r.Couple[:len(r.Couple):len(r.Couple)], r.From) {
		given, surname := text.Fold(n.Given), text.Fold(n.Surname)
		switch name {
		case "":
		case surname:
			return before == given && given != "" || !isCarsPlace(r.Text, m.I)
		case given:
			return !isCarsPlace(r.Text, m.I)
		}
	}
	return false
}

// isCarsPlace reports whether a word stands before token i that stands before cars, and
// before no names.
func isCarsPlace(r *find.Text, i int) bool {
	return r.Among(i-1, "whose car") || r.Is(i-1, "a", "an", "un", "una", "old", "new", "used", "drive", "this", "that")
}

// isInsurers reports whether the name of a car is the start of an insurer's: "my Liberty Mutual".
func isInsurers(r *claims.Sheet, m find.Mention) bool {
	_, j, ok := find.CarrierAt(r.Text, m.I)
	return ok && j > m.J || r.Is(m.J, "mutual")
}

// isDescribedAs reports whether what follows a name that is a word besides is said of cars:
// "Explorer vin …", "Mustang is a 2018".
func isDescribedAs(r *claims.Sheet, m find.Mention) bool {
	if r.StartsAt("vin", m.J) > m.J {
		return true
	}
	j := r.Skip(m.J, "is", "es")
	k := r.Skip(j, "a", "an", "un")
	_, _, ok := find.YearAt(r.Text, k, find.NewestYear(r.Text), false)
	return ok && k > j && j > m.J
}

// ReadTrims reads "SV trim" and "the trim is SV" of vehicles that have none yet.
func ReadTrims(r *Garage) {
	for i := range r.Tokens {
		if !r.Is(i, "trim") || r.Quiet[i] || r.Taken[i] {
			continue
		}
		at := r.Skip(r.Skip(r.Skip(i+1, "level"), "is", ":"), "the", "a", "an")
		s := text.Between(at, find.TrimAt(r.Text, at))
		for k := i - 1; k >= max(0, i-3) && s.Empty(); k-- {
			if find.TrimAt(r.Text, k) == i && r.Free(text.Between(k, i)) {
				s = text.Between(k, i)
			}
		}
		if s.Empty() || !r.Free(s) {
			continue
		}
		for _, k := range r.VehiclesAt(s, "trim") {
			if of := claims.Car(k); !r.HasClaim(of, "trim") {
				r.Say(of, "trim", find.TrimName(r.Text, s), s)
			}
		}
	}
}

// ReadYearAnswered reads the model year at the start of what stands below a question for it.
func ReadYearAnswered(r *Garage) {
	for _, q := range r.Questions {
		if q.End < 0 || q.End+1 >= len(r.Lines) || !r.Has(q.Span, "model year") {
			continue
		}
		s := r.Body(r.Lines[q.End+1])
		for r.Is(s.I, "it's", "its", "it", "is", "a", "es", "un", "una", "del") {
			s.I++
		}
		if y, j, ok := find.YearAt(r.Text, s.I, find.NewestYear(r.Text), false); ok && !r.Quoted[s.I] && r.Free(text.Between(s.I, j)) && (j >= s.J || r.Breaks(j) || r.Is(j, ".")) {
			r.OfVehicles("year", y, text.Between(s.I, j), quote.Stated)
			r.Take(text.Between(s.I, j))
		}
	}
}
