package drivers

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// readBareBirth claims a full date without a word for its role as the birth date
// of the person it stands behind: "my wife Ana (3/4/85)".
func readBareBirth(r *who.Party, v find.Date) bool {
	day, ok := v.Born(r.Today)
	age, known := quote.Age(day, r.DateOf())
	if !ok || !known || age < 14 || v.D == 0 || !isBareBirth(r, v, age) {
		return false
	}
	sayBirth(r, day, v.Span)
	return true
}

// isBareBirth reports whether v, so many years ago, stands where birth dates do.
func isBareBirth(r *who.Party, v find.Date, age int) bool {
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
	if isEquated(r.Sheet, v.I) || startsAlone(r.Sheet, v) || j < v.I && r.Is(j-1, "him", "her") {
		return true
	}
	if r.Named("event", v.I, 5) && !r.Is(v.I-1, "(") {
		return false
	}
	return endsPerson(r.Sheet, j-1) || isItemOfPerson(r, v, age)
}

// startsAlone reports whether v starts a line or sentence that can be of one person
// only: a line of its own among answers, or where one person is spoken of; "I am the
// only driver. 7/19/1958."; "4/4/1990, licensed 18 years".
func startsAlone(r *claims.Sheet, v find.Date) bool {
	l, s := r.Body(r.Lines[r.LineOf(v.I)]), r.Sentence(v.I)
	one := len(r.People) == 1
	switch {
	case r.IsReply() && one && putsIt(r.Text, v.I) && s.J-v.J < 2, r.IsReply() && one && s.I == v.I && r.Is(v.J, "and", "y", ",", ";", "-"), r.IsReply() && one && r.Is(v.I-1, ":"), (r.IsReply() || one) && l.I == v.I && who.IsWholeLine(r.Text, v.J, l.J), one && s.I == v.I && s.J-v.J < 2:
		return true
	}
	return s.I == v.I && r.Is(v.J, ",") && r.Has(text.Between(v.J+1, v.J+3), "licensed")
}

// isEquated reports whether a person is said to be the date at token i: "Noriko is 4/2/1977", "hers
// is 1/19/1996", "I'm 3/5/1990", and "I was born on June 2, 1947, and she on May 3, 1949".
func isEquated(r *claims.Sheet, i int) bool {
	switch {
	case r.Is(i-1, "is", "was", "es"):
		whole := r.Is(i-2, ",") && (who.IsSurname(r, i-3) || r.IsGiven(i-3) >= 0) // "my wife, Ana Lopez, is"
		return whole || r.IsGiven(i-2) >= 0 || r.Is(i-2, "mine", "hers", "his")
	case r.Is(i-1, "on", "el"):
		return r.Is(i-2, "she", "he", "i", "yo", "ella") && r.Named("birth", i, 16)
	}
	return r.Among(i-1, "i am")
}

// endsPerson reports whether token i ends the name of a person, perhaps with who that
// is in brackets behind: "Ana Lopez (my wife)".
func endsPerson(r *claims.Sheet, i int) bool {
	if !r.Is(i, ")") {
		return who.IsPersonEnd(r, i)
	}
	said := false
	for k := i - 1; k > max(0, i-8); k-- {
		if r.Is(k, "(") {
			return said && who.IsPersonEnd(r, k-1)
		}
		said = said || find.IsKin(r.Text, k) || r.Among(k, "self")
	}
	return false
}

// isItemOfPerson reports whether v is a separate item of a sentence that names one person, and too
// long ago for anything but a birth: "My husband Dale, same last name, 1/31/1964".
func isItemOfPerson(r *who.Party, v find.Date, age int) bool {
	s := r.Sentence(v.I)
	g := r.Lone[v.I]
	if age < 15 || age > 95 || v.Y < 100 || !r.Breaks(v.I-1) || r.Has(text.Between(s.I, v.I), "event", "licensed", "effective", "expires") || g <= claims.Everybody || len(r.Crews[g]) != 1 {
		return false
	}
	p := r.People[r.Crews[g][0]]
	return p.Given != "" && s.I <= p.At.I && p.At.I < v.I && who.BirthOf(r.Sheet, r.Crews[g][0]) == ""
}

// readBirthList reads "2/2/1984 and 1/1/1985" as the birth dates of as many people, in the
// order in which they were named last, and returns where it ends, or the start of v.
func readBirthList(r *who.Party, v find.Date) int {
	list := []find.Date{v}
	for next, ok := find.DateAt(r.Text, behindComma(r.Text, v.J)); ok && next.Y != 0 && next.D != 0 && len(list) < claims.MostEntries; next, ok = find.DateAt(r.Text, behindComma(r.Text, next.J)) {
		list = append(list, next)
	}
	if len(list) < 2 || roleOf(r, v) != "birth" && !r.Is(v.I-1, ":") {
		return v.I
	}
	people := namedBefore(r, v.I, len(list))
	days := make([]quote.Date, len(list))
	for n, each := range list {
		day, ok := each.Born(r.Today)
		age, known := quote.Age(day, r.DateOf())
		if people == nil || !ok || !known || r.People[people[n]].Age > 0 && r.People[people[n]].Age != age {
			return v.I
		}
		days[n] = day
	}
	for n, k := range people {
		r.People[k].Drives = true
		r.Say(claims.Driver(k), "date_of_birth", days[n], list[n].Span)
		r.Take(list[n].Span)
	}
	return list[len(list)-1].J
}

// behindComma returns the token behind ", and" or one of both at token i; -1 where
// neither stands there.
func behindComma(r *find.Text, i int) int {
	if j := r.Skip(r.Skip(i, ","), "and", "&"); j > i {
		return j
	}
	return -1
}

// namedBefore returns the n people that were named before token i, in their order, where
// the last sentence that names anybody names just as many; else nil.
func namedBefore(r *who.Party, i, n int) []int {
	var people []int
	from := -1
	for k := i - 1; k >= max(0, i-40); k-- {
		if r.Sentence(k).I < from && len(people) > 0 {
			break
		}
		if g := r.Lone[k]; g > claims.Everybody && (k == 0 || g != r.Lone[k-1]) && len(r.Crews[g]) == 1 && !slices.Contains(people, r.Crews[g][0]) {
			people = append(people, r.Crews[g][0])
			from = r.Sentence(k).I
		}
	}
	if len(people) != n {
		return nil
	}
	slices.Reverse(people)
	return people
}

// putsIt reports whether the words before token i give what was asked for: "it's", "that should
// be", "I meant".
func putsIt(r *find.Text, i int) bool {
	return r.Is(i-1, "it's", "its", "es", "meant", "mean") ||
		r.Is(i-1, "is", "was") && r.Is(i-2, "it", "that") ||
		r.Is(i-1, "be") && r.Is(i-2, "should", "must")
}

// ReadAges reads how old people say they are. An age is no birth date, but it
// tells how long somebody licensed "at 16" has been; with the birthday that it
// starts at, as in "turns 17 on December 3", it is one.
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
			if people = r.Crews[max(r.Lone[i], claims.Everybody)]; len(people) != 1 {
				continue
			}
		}
		switch p := r.People[people[0]]; {
		case r.Has(text.Between(max(0, i-2), i), "turns"):
			readBirthday(r.Sheet, people[0], n)
		case isAge(r.Sheet, n):
			p.Age = n.N
		}
	}
}

// isAge reports whether n stands where ages do: "(77)", "I'm 41,", "75 years
// old", "age 62", "Leo, 17,".
func isAge(r *claims.Sheet, n find.Number) bool {
	if r.Is(n.I-1, "(") && r.Is(n.J, ")") || r.Is(n.I-1, "age", "aged") {
		return true
	}
	if find.IsYears(r.At(n.J)) {
		return r.Is(n.J+1, "old", "young") || r.Is(n.I-1, "tengo", "tiene") && !CountsYearsOf(r.Text, n)
	}
	if opensAge(r.Text, n) {
		return true
	}
	ends := r.Breaks(n.J) || r.Is(n.J, ".", "and", "yo", "y")
	return ends && (r.Is(n.I-1, "i'm", "im", "he's", "she's", "am", "tengo") || r.Is(n.I-1, ",") && r.IsGiven(n.I-2) >= 0)
}

// opensAge reports whether n begins a sentence that goes on with what one says of a driver:
// "41, been driving since I was 16", "33 male, clean record".
func opensAge(r *find.Text, n find.Number) bool {
	j := r.Skip(n.J, ",")
	return n.N >= 15 && r.Sentence(n.I).I == n.I && r.Among(j, "behind an age") && (j > n.J || r.Is(j, "male", "female"))
}

func readBirthday(r *claims.Sheet, k int, n find.Number) {
	j := r.Skip(n.J, "years")
	j = r.Skip(r.Skip(j, "old"), "on", "el", "(")
	v, ok := find.DateAt(r.Text, j)
	if !ok {
		v, ok = find.JustGone(r.Text, j)
	}
	if !ok || v.D == 0 || !r.Together(n.I, v.J) {
		return
	}
	if given := r.Today.Year() - v.Y - n.N; v.Y == 0 || given < -1 || given > 1 { // not "turned 16 (6/15/2010)"
		day, ok := v.Coming(r.Today)
		if r.Has(text.Between(max(0, n.I-2), n.I), "turned") {
			day, ok = v.Gone(r.Today)
		}
		if !ok {
			return
		}
		v.Y, v.Short = day.Year()-n.N, false
	}
	if born, ok := v.Born(r.Today); ok {
		s := text.Between(n.I, v.J)
		r.People[k].Drives = true
		r.Claim(claims.Driver(k), "date_of_birth", born, s, quote.Inferred)
		r.Take(s)
	}
}

// CountsYearsOf reports whether n is how many years somebody has had something: "tengo 11 años
// con licencia".
func CountsYearsOf(r *find.Text, n find.Number) bool {
	return find.IsYears(r.At(n.J)) && r.Is(n.J+1, "con", "de", "manejando", "licenciado", "licenciada", "conduciendo", "aqui", "en", "of", "licensed", "driving")
}
