package drivers

import (
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// yearsAt reads years completed at token i behind the cue c: "since 2008", "12 years", "at 16".
func yearsAt(r *who.Party, i int, c text.Span) (int, text.Span, bool) {
	if v, ok := find.DateAt(r.Text, i); ok && v.Y != 0 && r.Free(v.Span) {
		return yearsSince(r.Text, v)
	}
	n, ok := find.NumberAt(r.Text, i)
	if r.Is(i, "a", "one") && r.Is(i+2, "ago") {
		n, ok = find.Number{Span: text.Between(i, i+1), N: 1}, true // "a year ago"
	}
	if !ok || n.Dollar || !r.Free(n.Span) {
		return 0, text.Span{}, false
	}
	if r.Is(i-1, "almost", "nearly") && n.N > 0 {
		n.N-- // years completed
	}
	j := r.Skip(n.J, "+", "plus", "-", "full")
	if r.Is(j, "and") && r.Is(j+1, "a") && r.Is(j+2, "half") {
		j += 3
	}
	aged := 13 <= n.N && n.N <= 60
	switch y, k, isYear := find.YearAt(r.Text, i, r.Today.Year(), false); {
	case find.IsYears(r.At(j)) && n.N < 80:
		if r.Is(j+1, "old") || r.Is(i-1, "los") && r.Is(i-2, "desde", "a") && aged {
			return sinceAge(r, n, j+2)
		}
		return n.N, text.Between(n.I, j+1), true
	case r.Is(j, "month", "months", "meses") && n.N < 100:
		return n.N / 12, text.Between(n.I, j+1), true
	case r.Is(j, "day", "days", "week", "weeks", "dias", "semanas"):
		return 0, text.Between(n.I, j+1), true
	case isYear && y > r.Today.Year()-85:
		return yearsSince(r.Text, find.Date{Span: text.Between(i, k), Y: y})
	case r.Is(i-1, "since", "desde", "in") && n.Plain && n.Size == 2 && (n.N >= 40 || n.N < 10):
		return yearsSince(r.Text, find.Date{Span: n.Span, Y: n.N, Short: true}) // "since 96"
	case r.Is(i-1, "at", "was", "were", "age", "turned", "los") && aged, r.Is(i-1, "since") && 13 <= n.N && n.N <= 21:
		return sinceAge(r, n, n.J)
	case r.Is(c.J, ":", "years", "yrs") && n.N < 80 && !find.IsMiles(r.Text, n.J):
		return n.N, n.Span, true
	}
	return 0, text.Span{}, false
}

// yearsSince counts completed years from a day, or the difference of the years.
func yearsSince(r *find.Text, v find.Date) (int, text.Span, bool) {
	if v.Short {
		v.Y += 2000
		if v.Y > r.Today.Year() {
			v.Y -= 100
		}
	}
	n := r.Today.Year() - v.Y
	if v.M > int(r.Today.Month()) || v.M == int(r.Today.Month()) && v.D > r.Today.Day() {
		n--
	}
	return max(n, 0), v.Span, n < 85 && v.Y <= r.Today.Year()
}

// sinceAge counts the years since the people in focus had the age n, if their age today is known.
func sinceAge(r *who.Party, n find.Number, end int) (int, text.Span, bool) {
	at := text.Between(n.I, end)
	people := r.PeopleAt(n.I)
	for _, k := range people {
		age, ok := who.AgeOf(r.Sheet, k)
		if len(people) == 1 {
			return age - n.N, at, ok && age >= n.N
		}
		if ok && age >= n.N {
			r.Infer(claims.Driver(k), "years_licensed", age-n.N, at)
		}
	}
	return 0, at, false
}

// yearsBefore reads "12 years licensed", "20 yrs of driving experience".
func yearsBefore(r *claims.Sheet, c text.Span) (int, text.Span, bool) {
	j := c.I
	for range 2 {
		if r.Is(j-1, "of", "been", "a", "with", "as", "experience", "con", "de") {
			j--
		}
	}
	for i := max(0, j-5); i < j-1 && find.IsYears(r.At(j-1)); i++ {
		if n, ok := find.NumberAt(r.Text, i); ok && n.J >= j-2 && n.N < 80 {
			return n.N, text.Between(n.I, j), true
		}
	}
	return 0, text.Span{}, false
}

// YearsIn reads years licensed behind a label: "23", "since 2003", "2003", "at 16".
func YearsIn(r *who.Party, s text.Span) (any, text.Span, bool) {
	for i := s.I; i < min(s.J, s.I+6); i++ {
		if n, at, ok := yearsAt(r, i, text.Between(s.I, s.I)); ok {
			return n, at, true
		}
		if n, ok := find.NumberAt(r.Text, i); ok && n.N < 80 && !n.Dollar && n.J <= s.J {
			aged := r.Is(i-1, "age", "at", "turned", "was") || r.Is(i-1, "since") || r.Is(i-1, "los") && r.Is(i-2, "desde", "a")
			return n.N, n.Span, !aged // the age today may follow further below
		}
	}
	return nil, s, false
}
