package drivers

import (
	"strings"

	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

func yearsAt(r *who.Party, i int, c text.Span) (int, text.Span, bool) {
	if v, ok := find.DateAt(r.Text, i); ok && v.Y != 0 && r.Free(v.Span) {
		return yearsSince(r.Text, v)
	}
	if v, ok := find.DateAt(r.Text, i); ok && v.D > 0 && r.Is(i-1, "past", "last") && r.Free(v.Span) { // "this past July 6"
		if day, ok := v.Gone(r.Today); ok {
			v.Y = day.Year()
			return yearsSince(r.Text, v)
		}
	}
	if m := find.Months.Get()[r.At(i)]; m > 0 && r.Has(c, "license words") && r.Is(i-1, "in", "last", "this", "past", "en") && len(r.At(i)) > 2 {
		v := find.Date{Span: text.Between(i, i+1), M: m, Y: r.Today.Year()}
		if m > int(r.Today.Month()) {
			v.Y--
		}
		return yearsSince(r.Text, v)
	}
	if n, ok := birthdayAt(r.Text, i); ok {
		return sinceAge(r, n, n.J)
	}
	if r.Is(i, "a", "one") && find.IsYears(r.At(i+1)) && r.Is(i+2, "ago") {
		return 1, text.Between(i, i+3), true
	}
	if r.Is(i, "un") && find.IsYears(r.At(i+1)) && r.Is(i-1, "hace") {
		return 1, text.Between(i, i+2), true
	}
	if n, at, ok := duration(r.Sheet, i); ok {
		return n, at, true
	}
	n, ok := find.NumberAt(r.Text, i)
	if !ok || n.Dollar || !r.Free(n.Span) {
		return 0, text.Span{}, false
	}
	if r.Is(i-1, "almost", "nearly") && n.N > 0 {
		n.N-- // years completed
	}
	j := r.Skip(n.J, "+", "plus", "-", "full")
	if r.Is(j, "y") && r.Glued(j) && n.N < 80 {
		return n.N, text.Between(n.I, j+1), true
	}
	if r.Is(j, "and") && r.Is(j+1, "a") && r.Is(j+2, "half") {
		j += 3
	}
	if find.IsYears(r.At(j)) && n.N < 80 {
		if r.Is(j+1, "old") || r.Is(i-1, "los") && r.Is(i-2, "desde", "a") && 13 <= n.N {
			return sinceAge(r, n, j+2)
		}
		return n.N, text.Between(n.I, j+1), true
	}
	if y, k, ok := find.YearAt(r.Text, i, r.Today.Year(), false); ok && y > r.Today.Year()-85 {
		return yearsSince(r.Text, find.Date{Span: text.Between(i, k), Y: y})
	}
	if r.Is(i-1, "since", "desde", "in") && n.Plain && n.Size == 2 && (n.N >= 40 || n.N < 10) {
		return yearsSince(r.Text, find.Date{Span: n.Span, Y: n.N, Short: true}) // "since 96"
	}
	if r.Is(i-1, "at", "was", "were", "age", "turned", "since", "los") && 13 <= n.N && n.N <= 60 && !(r.Is(i-1, "since") && n.N > 21) {
		return sinceAge(r, n, n.J)
	}
	if r.Is(i-1, "for", "por") && n.N < 80 && (r.Breaks(n.J) || r.Sentence(i).J <= n.J+1 || r.Among(n.J, "personal") || r.Is(n.J, "we", "we've", "and", "they", "no")) {
		return n.N, n.Span, true // "and she has been licensed for fifty"
	}
	if r.Is(c.J, ":", "years", "yrs") && n.N < 80 && !find.IsMiles(r.Text, n.J) {
		return n.N, n.Span, true
	}
	return 0, text.Span{}, false
}

// duration reads years completed of a time that is not counted in years: "two decades",
// "18 months", "half a century", and "a year and a half".
func duration(r *claims.Sheet, i int) (int, text.Span, bool) {
	if r.Is(i, "half") && r.Is(i+1, "a") && r.Is(i+2, "century", "decade") {
		if r.Is(i+2, "century") {
			return 50, text.Between(i, i+3), true
		}
		return 5, text.Between(i, i+3), true
	}
	if r.Is(i, "a", "one") && find.IsYears(r.At(i+1)) && r.Is(i+2, "and") && r.Is(i+3, "a") && r.Is(i+4, "half") {
		return 1, text.Between(i, i+5), true
	}
	n, j := 1, r.Skip(i, "a", "una")
	if v, ok := find.NumberAt(r.Text, i); ok && !v.Dollar {
		n, j = v.N, v.J
	}
	switch {
	case j == i || n > 900:
		return 0, text.Span{}, false
	case r.Is(j, "decade", "decades", "decada", "decadas") && n < 9:
		return n * 10, text.Between(i, j+1), true
	case r.Is(j, "month", "months", "meses") && n >= 12:
		return n / 12, text.Between(i, j+1), true
	}
	return 0, text.Span{}, false
}

// lately returns the end of words at token i for less than a year ago, or i: "last
// week", "this year", "yesterday", "two months ago", "a few weeks ago".
func lately(r *claims.Sheet, i int) int {
	if r.Is(i, "yesterday", "ayer") {
		return i + 1
	}
	if find.Weekdays.Get()[r.At(i+1)] > 0 && r.Is(i, "on") {
		return i + 2
	}
	if _, day := find.OrdinalNumber(r.At(i + 1)); day && r.Is(i, "the") && r.Is(i-1, "on") && !r.Is(i+2, "of", "birthday") {
		return i + 2
	}
	if r.Is(i, "last", "this", "past") && (r.Is(i+1, "week", "month", "weekend", "summer", "spring", "fall", "winter") || r.Is(i, "this") && r.Is(i+1, "year") || find.Weekdays.Get()[r.At(i+1)] > 0) {
		return i + 2
	}
	if under := r.Skip(r.Skip(i, "less"), "than", "under"); under > i && !r.Is(under, "less") && r.Is(under, "a", "one") && r.Is(under+1, "year", "yr", "month", "week") {
		return under + 2
	}
	j := r.Skip(r.Skip(i, "a"), "few", "couple")
	j = r.Skip(j, "of")
	if n, ok := find.NumberAt(r.Text, i); ok && n.N < 12 {
		j = n.J
	}
	if j > i && r.Is(j, "day", "days", "week", "weeks", "month", "months") && (r.Is(j+1, "ago") || r.Is(i-1, "licensed", "for", "since")) {
		return r.Skip(j+1, "ago")
	}
	return i
}

// birthdayAt reads "16th birthday" at token i as an age.
func birthdayAt(r *find.Text, i int) (find.Number, bool) {
	n := find.Number{Span: text.Between(i, i+2), N: text.Atoi(strings.TrimRight(r.At(i), "stndrh"))}
	return n, r.Kind(i) == text.Mixed && find.IsOrdinal(r.At(i)) && 13 <= n.N && n.N <= 60 && r.Is(i+1, "birthday", "bday")
}

// yearsSince counts completed years from a day; of a year alone, the difference of the years.
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

// sinceAge counts the years since somebody had an age, where it is known how old
// they are now; an age in which people are licensed.
func sinceAge(r *who.Party, n find.Number, end int) (int, text.Span, bool) {
	at := text.Between(n.I, end)
	people := r.PeopleAt(n.I)
	for _, k := range people {
		age, ok := who.AgeOf(r.Sheet, k)
		if len(people) == 1 || !ok {
			return age - n.N, at, ok && age >= n.N
		}
		r.Infer(claims.Driver(k), "years_licensed", age-n.N, at)
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
	if !find.IsYears(r.At(j - 1)) {
		return 0, text.Span{}, false
	}
	for i := max(0, j-5); i < j-1; i++ {
		if n, ok := find.NumberAt(r.Text, i); ok && n.J >= j-2 && n.N < 80 {
			return n.N, text.Between(n.I, j), true
		}
	}
	return 0, text.Span{}, false
}

// yearsSummed reads what an age comes to: "I was 17, so 20 years".
func yearsSummed(r *claims.Sheet, i, end int) (any, text.Span, bool) {
	for ; i < min(end, r.Sentence(i).J); i++ {
		if n, ok := find.NumberAt(r.Text, i); ok && n.N < 80 && find.IsYears(r.At(n.J)) && !r.Is(n.J+1, "old") {
			return n.N, n.Span, true
		}
	}
	return nil, text.Between(i, i), false
}

// YearsIn reads years licensed behind a label: "23", "since 2003", "2003", "at 16".
func YearsIn(r *who.Party, s text.Span) (any, text.Span, bool) {
	for i := s.I; i < min(s.J, s.I+6); i++ {
		if n, at, ok := yearsAt(r, i, text.Between(s.I, s.I)); ok {
			return n, at, true
		}
		if n, ok := find.NumberAt(r.Text, i); ok && n.N < 80 && !n.Dollar && n.J <= s.J {
			if r.Is(i-1, "age", "at", "turned", "was") || r.Is(i-1, "los") && r.Is(i-2, "desde", "a") {
				return yearsSummed(r.Sheet, n.J, s.J) // how old they are now may be said further below
			}
			if r.Has(text.Between(max(0, s.I-8), s.I), "age label") {
				return nil, s, false
			}
			return n.N, n.Span, true
		}
	}
	return nil, s, false
}
