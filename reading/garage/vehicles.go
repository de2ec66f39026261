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
		saidBefore := m.Model != "" && slices.ContainsFunc(found, func(f find.Mention) bool { return f.Model == m.Model })
		if ok && r.Free(m.Span) && (meansCar(r, m) || saidBefore) {
			found = append(found, m)
			r.Take(m.Span)
			i = m.J - 1
		}
	}
	return found
}

// isSaidOf reports whether m is the year and trim of the car named just before.
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

// meansCar reports whether m is a car. A common word needs a year, a make or a capital.
func meansCar(r *claims.Sheet, m find.Mention) bool {
	signs := text.Folds(r.From.Surname, r.At(m.I)) || text.Folds(r.From.Given, r.At(m.I)) // Ford
	if r.Is(m.J, "mutual") || signs && m.Year == 0 && m.J == m.I+1 {
		return false
	}
	if r.Among(m.J, "lender") || m.Year == 0 && (r.Among(m.J, "a place") || r.Is(m.I-1, "-") && r.Glued(m.I) && r.Kind(m.I-2) == text.Word) {
		return false // "the Kona address", "Kailua-Kona"
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
	if m.Year != 0 || m.Make != "" && m.Model != "" && m.MakeAt != m.ModelAt {
		return true
	}
	if r.Is(m.I-1, "in", "near", "to", "at") && r.Cased {
		return false // "in Tacoma"
	}
	if !m.Common {
		return true
	}
	if find.IsState(r.Text, m.I) {
		return false // "my California license"
	}
	capital := r.Cased && r.Capital(m.I)
	owned := r.Among(m.I-1, "whose car") || r.Is(m.I-1, "old", "trusty", "beloved", "little") && r.Among(m.I-2, "whose car")
	known := slices.ContainsFunc(r.Vehicles, func(v *claims.Vehicle) bool { return (v.Make != "" || v.Model != "") && same(r, v, m) })
	return owned && r.Tokens[m.I].Kind == text.Mixed || capital && (owned || known || r.StartsAt("vin", m.J) > m.J)
}

// ReadYearAnswered reads the model year at the start of the answer below a question for the year.
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
