package drivers

import (
	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// readBareBirth claims a date behind a person as the birth date: "my wife Ana (3/4/85)".
func readBareBirth(r *who.Party, v find.Date) bool {
	day, ok := v.Born(r.Today)
	age, known := quote.Age(day, r.DateOf())
	if !ok || !known || age < 14 || !isBareBirth(r.Sheet, v, age) {
		return false
	}
	sayBirth(r, day, v.Span)
	return true
}

// isBareBirth reports whether v is behind a person, behind an age, or alone.
func isBareBirth(r *claims.Sheet, v find.Date, age int) bool {
	j := v.I
	for r.Is(j-1, "(", ",", "-", ":", "|", ";") {
		j--
	}
	aged := j
	for r.Is(aged-1, "old", "yo") || find.IsYears(r.At(aged-1)) {
		aged--
	}
	if n, ok := find.NumberAt(r.Text, aged-1); ok && j < v.I && n.N == age {
		return true // "I'm 22 (6/9/2004)"
	}
	return isEquated(r, v.I) || startsAlone(r, v) || j < v.I && r.Is(j-1, "him", "her") ||
		!r.Is(j-1, ")") && who.IsPersonEnd(r, j-1)
}

// startsAlone reports whether v starts a line or a sentence that can mean one person only.
func startsAlone(r *claims.Sheet, v find.Date) bool {
	l, s := r.Body(r.Lines[r.LineOf(v.I)]), r.Sentence(v.I)
	starts, ends := s.I == v.I, s.J-v.J < 2
	switch one := len(r.People) == 1; {
	case starts && r.Is(v.J, ",") && r.Has(text.Between(v.J+1, v.J+3), "licensed"):
		return true // "4/4/1990, licensed 18 years"
	case (one || r.IsReply()) && l.I == v.I && who.IsWholeLine(r.Text, v.J, l.J), one && starts && ends:
		return true // "I am the only driver. 7/19/1958."
	default:
		return one && r.IsReply() && (r.Is(v.I-1, ":") || ends && putsIt(r.Text, v.I) ||
			starts && r.Is(v.J, "and", "y", ",", ";", "-"))
	}
}

// isEquated reports whether a person is said to be the date at token i: "mine is", "I'm".
func isEquated(r *claims.Sheet, i int) bool {
	if r.Is(i-1, "is", "was", "es") {
		return r.IsGiven(i-2) >= 0 || r.Is(i-2, "mine", "hers", "his") ||
			r.Is(i-2, ",") && (who.IsSurname(r, i-3) || r.IsGiven(i-3) >= 0) // "Ana Lopez, is"
	}
	return r.Among(i-1, "i am")
}

// putsIt reports whether the words before token i answer a question: "it's", "should be", "I meant".
func putsIt(r *find.Text, i int) bool {
	return r.Is(i-1, "it's", "its", "es", "meant", "mean") ||
		r.Is(i-1, "is", "was") && r.Is(i-2, "it", "that") ||
		r.Is(i-1, "be") && r.Is(i-2, "should", "must")
}

// ReadAges reads the ages that people give, and an age with its birthday: "turns 17 on December 3".
func ReadAges(r *who.Party) {
	for i := range r.Tokens {
		if r.Taken[i] || r.Quiet[i] || r.Kind(i) == text.Mark {
			continue
		}
		n, ok := find.NumberAt(r.Text, i)
		if !ok || n.Dollar || n.N < 10 || n.N > 99 || find.IsMiles(r.Text, n.J) {
			continue
		}
		people := r.PeopleAt(i)
		if len(people) != 1 {
			people = r.Crews[max(r.Lone[i], claims.Everybody)]
		}
		switch {
		case len(people) != 1:
		case r.Has(text.Between(max(0, i-2), i), "turns"):
			readBirthday(r.Sheet, people[0], n)
		case isAge(r.Sheet, n):
			r.People[people[0]].Age = n.N
		}
	}
}

// isAge reports whether n has a place where ages appear: "(77)", "I'm 41,", "age 62", "Leo, 17,".
func isAge(r *claims.Sheet, n find.Number) bool {
	j := r.Skip(n.J, ",")
	switch {
	case r.Is(n.I-1, "(") && r.Is(n.J, ")"), r.Is(n.I-1, "age", "aged"):
		return true
	case find.IsYears(r.At(n.J)):
		return r.Is(n.J+1, "old", "young") ||
			r.Is(n.I-1, "tengo", "tiene") && !CountsYearsOf(r.Text, n)
	case n.N >= 15 && r.Sentence(n.I).I == n.I && r.Among(j, "behind an age"):
		return j > n.J || r.Is(j, "male", "female")
	case r.Is(n.I-1, "i'm", "im", "he's", "she's", "am", "tengo"), r.Is(n.I-1, ",") && r.IsGiven(n.I-2) >= 0:
		return r.Breaks(n.J) || r.Is(n.J, ".", "and", "yo", "y")
	}
	return false
}

// readBirthday claims the birth date of person k, who turns n on the day that follows.
func readBirthday(r *claims.Sheet, k int, n find.Number) {
	j := r.Skip(r.Skip(r.Skip(n.J, "years"), "old"), "on", "el", "(")
	v, ok := find.DateAt(r.Text, j)
	if !ok || v.D == 0 || v.Short || !r.Together(n.I, v.J) {
		return
	}
	if v.Y == 0 || v.Y+n.N > r.Today.Year()+1 { // not "turned 16 (6/15/2010)"
		day, _ := v.Coming(r.Today)
		if r.Has(text.Between(max(0, n.I-2), n.I), "turned") {
			day, _ = v.Gone(r.Today)
		}
		v.Y = day.Year() - n.N
	}
	if born, ok := v.Born(r.Today); ok {
		s := text.Between(n.I, v.J)
		r.People[k].Drives = true
		r.Infer(claims.Driver(k), "date_of_birth", born, s)
		r.Take(s)
	}
}

// CountsYearsOf reports whether n counts the years of something: "tengo 11 años con licencia".
func CountsYearsOf(r *find.Text, n find.Number) bool {
	return find.IsYears(r.At(n.J)) && r.Is(n.J+1, "con", "de", "manejando", "licenciado",
		"licenciada", "conduciendo", "aqui", "en", "of", "licensed", "driving")
}
