package reading

import (
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// namedAt reads a name: of somebody met before, of the writer, behind "Driver
// 2", or with a birth date.
func namedAt(r *party, i int) (person, end int, ok bool) {
	if k := r.isGiven(i); k >= 0 {
		end = i + 1
		if n, ok := find.NameAt(r.Text, i, 3); ok && n.Surname != "" && (r.people[k].surname == "" || n.Surname == r.people[k].surname) {
			if r.people[k].surname == "" {
				addName(r.sheet, k, n)
			}
			end = n.J
		}
		if c := r.Clause(i); r.Has(c, "drives") {
			r.people[k].drives = true
		}
		return k, end, true
	}
	if k, j, ok := selfNamed(r, i); ok {
		return k, j, true
	}
	if isUnnamed(r, i-1) {
		if n, ok := listedName(r.sheet, i); ok && (n.Surname != "" || r.Breaks(n.J) || r.Is(n.J, "and", ".")) {
			k := r.crews[r.lone[i-1]][0]
			addName(r.sheet, k, n)
			return k, n.J, true // "He is Caleb Ostrander"
		}
	}
	if k, j, ok := listed(r, i); ok {
		return k, j, true
	}
	if k, j, ok := describedByAge(r.sheet, i); ok {
		return k, j, true
	}
	k := isShortGiven(r.sheet, i)
	return k, i + 1, k >= 0
}

// isShortGiven returns the one person whose given name token i is short for, or -1: "Roz" is
// the Rosalind named before.
func isShortGiven(r *sheet, i int) int {
	name := text.Noun(r.At(i))
	if r.Kind(i) != text.Word || !r.Cased || !r.Capital(i) || len(name) < 3 || r.Taken[i] || isSurname(r, i) || text.StopWord(name) || find.Months[name] > 0 || find.Particles[name] || find.NamesCar(r.Text, i) {
		return -1
	}
	found := -1
	for k, p := range r.people {
		if p.given == "" || p.outsider || !find.IsShortFor(name, p.given) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = k
	}
	return found
}

// selfNamed reads "my name is Maria Lopez", "I'm Maria Lopez", "this is roy
// tibbets", "Maria Lopez here", "myself (Grant Mulvaney".
func selfNamed(r *party, i int) (int, int, bool) {
	j := r.StartsAt("my name is", i)
	if r.Is(i-1, "me") {
		j = i // "me tony valdez 7/7/79"
	}
	n, ok := find.NameAt(r.Text, j, 3)
	if ok && j == i && n.Surname != "" && r.Is(n.J, "here") && (r.Sentence(i).I == i || r.Breaks(i-1) || r.Is(i-1, "hi", "hello", "hey")) {
		addName(r.sheet, 0, n)
		return 0, n.J + 1, true
	}
	if ok && j == i && isAnsweredName(r.sheet, i, n) {
		addName(r.sheet, 0, n)
		return 0, n.J, true
	}
	if j == i && (!ok || !r.Is(i-1, "me") || n.J >= len(r.Tokens) || !r.Dated[n.J]) {
		return 0, i, false
	}
	if r.Is(i-1, "her", "his", "their", "su") || find.IsKin(r.Text, i-1) {
		return theirName(r, i, n, ok)
	}
	weak := !r.Is(j-1, "is", "name", "llamo", ":") || r.Is(j-2, "this")
	if !ok || weak && (n.Surname == "" || !r.Cased && !isIntroduced(r.sheet, n)) && !isFrom(r.sheet, n) {
		return 0, i, false
	}
	if r.people[0].given == "" || isFrom(r.sheet, n) || !weak {
		addName(r.sheet, 0, n)
	}
	return 0, n.J, true
}

// isAnsweredName reports whether n is all of a numbered answer, and the sender's address
// has a part of it.
func isAnsweredName(r *sheet, i int, n find.FullName) bool {
	l := r.Lines[r.LineOf(i)]
	local, _, _ := strings.Cut(text.Fold(r.in.FromAddress), "@")
	known := len(n.Given) > 2 && strings.Contains(local, text.Fold(n.Given)) || len(n.Surname) > 2 && strings.Contains(local, text.Fold(n.Surname))
	return known && r.people[0].given == "" && n.Surname != "" && r.ItemNumber(l) > 0 && r.Body(l).I == i && isWholeLine(r.Text, n.J, l.J)
}

// isIntroduced reports whether n, in a mail without capitals, is surely a name: the
// sender's address has a part of it, or the header names nobody, and what stands
// behind it can follow a name.
func isIntroduced(r *sheet, n find.FullName) bool {
	local, _, _ := strings.Cut(text.Fold(r.in.FromAddress), "@")
	known := len(n.Surname) > 2 && strings.Contains(local, text.Fold(n.Surname)) || len(n.Given) > 2 && strings.Contains(local, text.Fold(n.Given)) || r.from.Given == ""
	return known && fitsName(r, n, n.I)
}

// theirName reads "her name is Ana Becker" for whom "her" stands.
func theirName(r *party, i int, n find.FullName, ok bool) (int, int, bool) {
	g := r.who[i-1]
	if !ok || g <= everybody || len(r.crews[g]) != 1 {
		return 0, i, false
	}
	addName(r.sheet, r.crews[g][0], n)
	return r.crews[g][0], n.J, true
}

// isFrom reports whether n is the name in the From header, as far as it goes.
func isFrom(r *sheet, n find.FullName) bool {
	if isInAddress(r, n) {
		return true
	}
	if mine := r.people[0].given; r.from.Given == "" && (mine == "" || text.Fold(mine) == text.Fold(n.Given)) && slices.ContainsFunc(r.couple, n.Fits) {
		return true
	}
	return n.Fits(r.from)
}

// isInAddress reports whether both names of n stand in the sender's address: "ana.lopez@…".
func isInAddress(r *sheet, n find.FullName) bool {
	local, _, _ := strings.Cut(r.in.FromAddress, "@")
	local = text.Fold(local)
	return len(n.Given) > 2 && len(n.Surname) > 2 && strings.Contains(local, text.Fold(n.Given)) && strings.Contains(local, text.Fold(n.Surname))
}

// listed reads a full name that a birth date follows, as in a list of drivers.
func listed(r *party, i int) (int, int, bool) {
	n, ok := listedName(r.sheet, i)
	if !ok || n.Surname == "" && r.Is(i-1, "in", "at", "from", "near", "of", "en", "de") {
		return 0, i, false // "a hairdresser in Yreka, dob 10/10/1972"
	}
	kin, end := kinBehind(r.sheet, n.J)
	j := end
	for range 3 {
		j = r.Skip(r.StartsAt("birth", j), ",", "(", "-", ":", ";", "|", "is")
	}
	v, ok := find.DateAt(r.Text, j)
	if !ok {
		return listedByAge(r, i, n)
	}
	if !bornAsDriver(r.sheet, v) || n.Surname == "" && !r.Is(n.J, "(", ",", "-", ":") && !(r.Cased && standsAsItemFrom(r.Text, i)) {
		return 0, i, false
	}
	day, _ := v.Born(r.Today)
	age, _ := quote.Age(day, r.dateOf())
	k := personListed(r, i, n, kin, end, age)
	if k < 0 {
		return 0, i, false
	}
	r.people[k].drives = true
	r.say(entity{'d', k}, "date_of_birth", day, v.Span)
	r.Take(v.Span)
	return k, n.J, true
}

// listedByAge reads a full name that starts an item, and the age at which somebody
// drives behind it: "Ana Lopez (33), licensed 11 years".
func listedByAge(r *party, i int, n find.FullName) (int, int, bool) {
	age, ok := find.NumberAt(r.Text, n.J+1)
	marked := r.Is(n.J, "(") && r.Is(age.J, ")") || r.Is(n.J, ",") && (r.Breaks(age.J) || isYears(r.At(age.J)) || r.Is(age.J, "yo"))
	if !ok || !marked || age.Dollar || age.N < 15 || age.N > 95 || n.Surname == "" || !r.Cased || !standsAsItemFrom(r.Text, i) {
		return 0, i, false
	}
	k := personListed(r, i, n, find.Kin{}, n.J, age.N)
	if k < 0 {
		return 0, i, false
	}
	r.people[k].drives, r.people[k].age = true, age.N
	return k, n.J, true
}

// describedByAge reads a given name at the start of a sentence that says how old somebody
// is, at an age at which people drive: "Hannah is 17, birthday July 30", "Rick's birthday is".
func describedByAge(r *sheet, i int) (int, int, bool) {
	if !r.Cased || !r.Capital(i) || r.Sentence(i).I != i || len(r.people) >= mostEntries {
		return 0, i, false
	}
	n, ok := listedName(r, i)
	if !ok || n.J != i+1 || isFrom(r, n) || !(saysAge(r, n.J) || n.GivenRaw != r.Raw(n.Span) && r.StartsAt("birth", n.J) > n.J) {
		return 0, i, false
	}
	r.people = append(r.people, &person{known: -1, first: n.I, at: n.Span, drives: true})
	addName(r, len(r.people)-1, n)
	return len(r.people) - 1, n.J, true
}

// saysAge reports whether "is 17" or "just turned 18" stands at token i.
func saysAge(r *sheet, i int) bool {
	if !r.Is(i, "is", "turned", "just") {
		return false
	}
	age, ok := find.NumberAt(r.Text, r.Skip(r.Skip(i, "is", "just"), "turned"))
	ends := r.Breaks(age.J) || r.Is(age.J, ".", "and", "years", "year", "yrs", "-")
	return ok && 15 <= age.N && age.N <= 95 && ends
}

// bornAsDriver reports whether v can be the birth date of somebody who drives.
func bornAsDriver(r *sheet, v find.Date) bool {
	day, ok := v.Born(r.Today)
	age, known := quote.Age(day, r.dateOf())
	return ok && known && 14 <= age && age <= 95
}

// standsAsItemFrom reports whether token i starts a clause or a line.
func standsAsItemFrom(r *find.Text, i int) bool {
	return r.Breaks(i-1) || r.Is(i-1, "and", "&") || r.Body(r.Lines[r.LineOf(i)]).I == i
}

// personListed returns whom a name in a list means: a relative where it says so,
// the writer, or somebody new; -1 where there are too many.
func personListed(r *party, i int, n find.FullName, kin find.Kin, end int, age int) int {
	switch {
	case kin.Relation != "" && !kin.Outsider:
		k := meet(r.sheet, kin, n, n.J)
		if k >= 0 {
			r.say(entity{'d', k}, "relationship", kin.Relation, text.Between(n.J, end))
		}
		return k
	case isUnnamed(r, i-1):
		k := r.crews[r.lone[i-1]][0]
		addName(r.sheet, k, n)
		return k
	case isFrom(r.sheet, n), isSelfBehind(r.Text, n.J), r.Among(i-2, "self") && r.Is(i-1, "(", ",", "-", ":"), isFirstNamed(r.sheet):
		addName(r.sheet, 0, n)
		return 0
	case len(r.people) >= mostEntries:
		return -1
	}
	if k := unnamedOf(r.sheet, age); k > 0 {
		addName(r.sheet, k, n)
		r.say(entity{'d', k}, "relationship", r.people[k].relation, n.Span)
		return k // "my wife and me", and both by name below
	}
	k := len(r.people)
	r.people = append(r.people, &person{known: -1, first: n.I, at: n.Span})
	addName(r.sheet, k, n)
	if of := r.siblings.kin; i < r.siblings.end && of.Relation != "" {
		r.people[k].relation, r.people[k].gender = of.Relation, of.Gender
		r.say(entity{'d', k}, "relationship", of.Relation, n.Span)
	}
	return k
}

// unnamedOf returns the first relative who drives, has no name so far, and can be of an
// age: that which was said, a spouse not a generation apart from the writer, a
// child a generation later; -1 where there is none.
func unnamedOf(r *sheet, age int) int {
	writers, known := ageOf(r, 0)
	return slices.IndexFunc(r.people, func(p *person) bool {
		switch {
		case p.given != "" || p.relation == "" || p.relation == quote.Insured || !p.isDriver() || p.known >= 0:
			return false
		case p.age > 0:
			return p.age == age
		case known && p.relation == quote.Spouse:
			return age > writers-25 && age < writers+25
		case known && p.relation == quote.Child:
			return age <= writers-14
		}
		return true
	})
}

// isUnnamed reports whether token i, as in "he's Ben Carver" or "Him: Ben
// Carver", stands for one person whose name is not known yet.
func isUnnamed(r *party, i int) bool {
	pointed := r.Is(i, ":", "-") && r.Is(i-1, "him", "her", "he", "she")
	if i < 0 || !pointed && !r.Among(i, "he is") && !r.Is(i, "is") || r.lone[i] <= everybody || len(r.crews[r.lone[i]]) != 1 {
		return false
	}
	k := r.crews[r.lone[i]][0]
	return k > 0 && r.people[k].given == ""
}

// kinBehind reads "(husband)", "(me)" or ", my daughter" behind a name, and where it
// ends: in brackets, whatever else they say but a date.
func kinBehind(r *sheet, i int) (find.Kin, int) {
	j := r.Skip(r.Skip(i, "(", ",", "-"), "my", "our", "the", "his", "her", "mi", "su", "nuestro", "nuestra")
	k, ok := find.KinAt(r.Text, j)
	if isSelfBehind(r.Text, i) {
		j = selfAt(r.Text, i+1)
	} else if j == i || !ok {
		return find.Kin{}, i
	}
	if r.Is(j+1, "-") && r.Is(j+2, "in") && r.Is(j+4, "law") {
		k.Relation = quote.Other
	}
	for end := j + 1; r.Is(i, "(") && end < min(len(r.Tokens), j+8) && !r.Dated[end] && r.StartsAt("birth", end) == end; end++ {
		if r.Is(end, ")") {
			return k, end + 1
		}
	}
	return k, r.Skip(j+1, ")")
}

// isSelfBehind reports whether "(me", ", myself" or "(that's me" stands at token i.
func isSelfBehind(r *find.Text, i int) bool {
	return r.Is(i, "(", ",", "-") && r.Is(selfAt(r, i+1), "me", "myself", "self")
}

// selfAt skips what may stand before "me" where somebody points at their own name.
func selfAt(r *find.Text, i int) int {
	if r.Is(i, "that's", "this", "that", "it's", "thats") {
		return r.Skip(i+1, "is")
	}
	return i
}

// listedName reads a name that starts at token i, and not before.
func listedName(r *sheet, i int) (find.FullName, bool) {
	if r.Taken[i] || r.Cased && !r.Capital(i) || r.Gap(i) && r.Row(i-1) == r.Row(i) && find.IsNamePart(r.Text, i-1, true) {
		return find.FullName{}, false
	}
	if _, _, insurer := find.CarrierAt(r.Text, i); insurer || find.NamesCarPlainly(r.Text, i) {
		return find.FullName{}, false
	}
	n, ok := find.NameAt(r.Text, i, 3)
	return n, ok && (r.Cased || isFrom(r, n))
}

// isFirstNamed reports whether neither the mail nor its header has named anybody so far.
func isFirstNamed(r *sheet) bool {
	return len(r.people) == 1 && r.people[0].given == "" && r.from.Given == ""
}
