package who

import (
	"slices"
	"strings"

	"ppamaild/lazy"
	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// namedAt reads the name of the writer, of somebody met before, or with a birth date.
func namedAt(r *Party, i int) (person, end int, ok bool) {
	if k := r.IsGiven(i); k >= 0 {
		p, j := r.People[k], i+1
		if n, ok := find.NameAt(r.Text, i, 4); ok && n.Surname != "" && (p.Surname == "" || n.Surname == p.Surname) {
			if p.Surname == "" {
				AddName(r.Sheet, k, n)
			}
			j = n.J
		}
		p.At = text.Between(i, j)
		p.Drives = p.Drives || p.Relation != "" && p.Relation != quote.Other && r.Among(j, "drives a car") &&
			!r.Quiet[i] && !r.Has(r.Clause(i), "insured apart", "negation")
		return k, j, true
	}
	if k, j, ok := listed(r, i); ok {
		return k, j, true
	}
	if k, j, ok := describedByAge(r.Sheet, i); ok {
		return k, j, true
	}
	k := isShortGiven(r.Sheet, i)
	return k, i + 1, k >= 0
}

// isShortGiven returns the only person with a name that token i shortens, or -1: "Roz" of Rosalind.
func isShortGiven(r *claims.Sheet, i int) int {
	name := text.Noun(r.At(i))
	if r.Kind(i) != text.Word || !r.Cased || !r.Capital(i) || len(name) < 3 || r.Taken[i] || IsSurname(r, i) || text.StopWord(name) || find.Months.Get()[name] > 0 || find.Particles.Has(name) || find.NamesCar(r.Text, i) {
		return -1
	}
	found := -1
	for k, p := range r.People {
		if p.Given == "" || p.Outsider || !find.IsShortFor(name, p.Given) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = k
	}
	return found
}

// selfNamed reads "my name is Maria Lopez", "this is roy tibbets", "Maria Lopez here".
func selfNamed(r *Party, i int) (int, int, bool) {
	if n, ok := find.NameAt(r.Text, i+2, 4); ok && r.Is(i, "se") && r.Is(i+1, "llama") && len(r.People) > 1 {
		g, _, _ := lastPerson(r, 0, i)
		AddName(r.Sheet, r.Crews[g][0], n)
		r.People[r.Crews[g][0]].Drives = true
		return r.Crews[g][0], n.J, true
	}
	j := r.StartsAt("my name is", i)
	if r.Is(i-1, "me") {
		j = i // "me tony valdez 7/7/79"
	}
	if j > i && (partsOfNames.Has(r.At(i-1)) || partsOfNames.Has(r.At(j-2))) {
		return partOfName(r.Sheet, i, j)
	}
	n, ok := find.NameAt(r.Text, j, 4)
	if ok && j == i && n.Surname != "" && r.Is(n.J, "here") && (r.Sentence(i).I == i || r.Breaks(i-1) || r.Is(i-1, "hi", "hello", "hey")) {
		AddName(r.Sheet, 0, n)
		return 0, n.J + 1, true
	}
	if j == i && (!ok || !r.Is(i-1, "me") || n.J >= len(r.Tokens) || !r.Dated[n.J]) {
		return 0, i, false
	}
	k := i
	if r.Is(k-1, "full", "legal") {
		k--
	}
	if r.Is(k-1, "her", "his", "their", "su") || find.IsKin(r.Text, k-1) ||
		strings.HasSuffix(r.At(k-1), "'s") && !r.Is(k-1, "insured's") {
		return theirName(r, k, n, ok)
	}
	weak := !r.Is(j-1, "is", "name", "llamo", ":") || r.Is(j-2, "this")
	if !ok || weak && (n.Surname == "" || !r.Cased) && !IsFrom(r.Sheet, n) {
		return 0, i, false
	}
	if p := r.People[0]; p.Given == "" || !weak || p.Known < 0 && IsFrom(r.Sheet, n) {
		AddName(r.Sheet, 0, n)
	} else {
		r.Doubted++
	}
	return 0, n.J, true
}

// partsOfNames are words before "name" that make a name less than a full name.
var partsOfNames = lazy.Set("last family maiden sur middle first given")

// partOfName reads "my last name is Simmons", with the name at token j. Other parts are asked.
func partOfName(r *claims.Sheet, i, j int) (int, int, bool) {
	n, ok := find.NameAt(r.Text, j, 4)
	last := r.Is(i-1, "last", "family") || r.Is(j-3, "last", "family") || r.Is(j-2, "last", "family")
	if ok && last && n.Surname == "" && (r.Is(i, "my") || r.Is(i-2, "my")) {
		AddName(r, 0, find.FullName{Span: n.Span, Surname: n.Given, SurnameRaw: n.GivenRaw})
	}
	r.Doubted++
	return 0, n.J, false
}

// theirName reads "her name is Ana Becker" for the person in focus.
func theirName(r *Party, i int, n find.FullName, ok bool) (int, int, bool) {
	g := r.Who[i-1]
	if !ok || g <= claims.Everybody || len(r.Crews[g]) != 1 {
		return 0, i, false
	}
	AddName(r.Sheet, r.Crews[g][0], n)
	return r.Crews[g][0], n.J, true
}

// IsFrom reports whether n is the name in the From header, as far as it goes.
func IsFrom(r *claims.Sheet, n find.FullName) bool {
	return isInAddress(r, n) || n.Fits(r.From)
}

// isInAddress reports whether both names of n stand in the sender's address: "ana.lopez@…".
func isInAddress(r *claims.Sheet, n find.FullName) bool {
	local, _, _ := strings.Cut(r.Mail.FromAddress, "@")
	local = text.Fold(local)
	return len(n.Given) > 2 && len(n.Surname) > 2 && strings.Contains(local, text.Fold(n.Given)) && strings.Contains(local, text.Fold(n.Surname))
}

// listed reads a full name that a birth date follows, as in a list of drivers.
func listed(r *Party, i int) (int, int, bool) {
	n, ok := listedName(r.Sheet, i)
	if !ok || n.Surname == "" && r.Is(i-1, "in", "at", "from", "near", "of", "en", "de") {
		return 0, i, false // "a hairdresser in Yreka, dob 10/10/1972"
	}
	kin, j := kinBehind(r.Sheet, n.J)
	if n.Surname != "" {
		j = r.SkipPast(j, ",", "she", "he", "was")
	}
	for range 3 {
		j = r.Skip(r.StartsAt("birth", j), ",", "(", "-", ":", ";", "|", "is")
	}
	v, ok := find.DateAt(r.Text, j)
	if !ok {
		return listedByAge(r, i, n)
	}
	if !bornAsDriver(r.Sheet, v) || n.Surname == "" && !r.Is(n.J, "(", ",", "-", ":") && !(r.Cased && standsAsItemFrom(r.Text, i)) {
		return 0, i, false
	}
	day, _ := v.Born(r.Today)
	age, _ := quote.Age(day, r.DateOf())
	k := personListed(r, n, i, kin, age)
	if k < 0 {
		return 0, i, false
	}
	r.People[k].Drives = true
	r.Say(claims.Driver(k), "date_of_birth", day, v.Span)
	r.Take(v.Span)
	return k, n.J, true
}

// listedByAge reads a full name that starts an item, with an age: "Ana Lopez (33), licensed …".
func listedByAge(r *Party, i int, n find.FullName) (int, int, bool) {
	age, ok := find.NumberAt(r.Text, n.J+1)
	marked := r.Is(n.J, "(") && r.Is(age.J, ")") || r.Is(n.J, ",") && (r.Breaks(age.J) || find.IsYears(r.At(age.J)) || r.Is(age.J, "yo"))
	if said := saidAge(r.Sheet, r.SkipPast(n.J, ",", "she", "he")); said > 0 {
		age.N, ok, marked = said, true, true // "Ana Lopez, she turns 16 on May 2"
	}
	if !ok || !marked || age.Dollar || age.N < 15 || age.N > 95 || n.Surname == "" || !r.Cased || !standsAsItemFrom(r.Text, i) {
		return 0, i, false
	}
	k := personListed(r, n, i, find.Kin{}, age.N)
	if k < 0 {
		return 0, i, false
	}
	r.People[k].Drives, r.People[k].Age = true, age.N
	return k, n.J, true
}

// describedByAge reads a name at the start of a clause about an age of drivers: "Hannah is 17".
func describedByAge(r *claims.Sheet, i int) (int, int, bool) {
	begins := r.Sentence(i).I == i || r.Is(i-1, "and", ",") && r.Is(i+1, "turned")
	if !begins || !r.Cased || !r.Capital(i) || len(r.People) >= claims.MostEntries {
		return 0, i, false
	}
	n, ok := listedName(r, i)
	age := saidAge(r, n.J)
	if !ok || n.J != i+1 || IsFrom(r, n) || !(age > 0 || n.GivenRaw != r.Raw(n.Span) && r.StartsAt("birth", n.J) > n.J) {
		return 0, i, false
	}
	k := unnamedOrNew(r, n, age)
	r.People[k].Drives = true
	return k, n.J, true
}

// saidAge reads the age in "is 17" or "just turned 17" at token i, or returns 0.
func saidAge(r *claims.Sheet, i int) int {
	age, ok := find.NumberAt(r.Text, r.Skip(r.Skip(i, "is", "just"), "turned", "turns"))
	ends := r.Breaks(age.J) || r.Is(age.J, ".", "and", "years", "year", "yrs", "-") || r.Is(age.J, "on", "in")
	if !ok || !ends || age.N < 15 || age.N > 95 || !r.Is(i, "is", "turns", "turned", "just") {
		return 0
	}
	return age.N
}

// bornAsDriver reports whether v can be the birth date of somebody who drives.
func bornAsDriver(r *claims.Sheet, v find.Date) bool {
	day, ok := v.Born(r.Today)
	age, known := quote.Age(day, r.DateOf())
	return ok && known && 14 <= age && age <= 95
}

func standsAsItemFrom(r *find.Text, i int) bool {
	return r.Breaks(i-1) || r.Is(i-1, "and", "&") || r.Body(r.Lines[r.LineOf(i)]).I == i
}

// personListed returns the relative of a kin, the writer, or a new person; -1 for too many people.
func personListed(r *Party, n find.FullName, i int, kin find.Kin, age int) int {
	switch {
	case kin.Relation != "" && !kin.Outsider:
		return Meet(r.Sheet, kin, n, n.J)
	case IsFrom(r.Sheet, n), isSelfBehind(r.Text, n.J), r.Among(i-2, "self") && r.Is(i-1, "(", ",", "-", ":"), len(r.People) == 1 && r.People[0].Given == "" && r.From.Given == "":
		AddName(r.Sheet, 0, n)
		return 0
	}
	return unnamedOrNew(r.Sheet, n, age) // "my wife and me", and both by name below
}

// unnamedOrNew names the first unnamed relative who drives and can have the age, or adds a person.
func unnamedOrNew(r *claims.Sheet, n find.FullName, age int) int {
	fits := func(p *claims.Person) bool {
		unnamed := p.Given == "" && p.Relation != "" && p.Relation != quote.Insured && p.IsDriver()
		known := p.Known < 0 || r.Mail.Known.Drivers[p.Known].DateOfBirth == ""
		return unnamed && known && (p.Age == age || p.Age == 0 && (p.Relation != quote.Spouse || age > 17))
	}
	k := slices.IndexFunc(r.People, fits)
	if k <= 0 || age == 0 || r.People[k].Known >= 0 &&
		(n.Surname != r.People[0].Surname || slices.ContainsFunc(r.People[k+1:], fits)) {
		return newPerson(r, n)
	}
	AddName(r, k, n)
	r.Say(claims.Driver(k), "relationship", r.People[k].Relation, n.Span)
	return k
}

// newPerson adds a person with the name n, and returns the index; -1 for too many people.
func newPerson(r *claims.Sheet, n find.FullName) int {
	if len(r.People) >= claims.MostEntries {
		return -1
	}
	r.People = append(r.People, &claims.Person{Known: -1, First: n.I, At: n.Span})
	AddName(r, len(r.People)-1, n)
	return len(r.People) - 1
}

// kinBehind reads "(husband)", "(me)" or ", my daughter" behind a name. Brackets hold no date.
func kinBehind(r *claims.Sheet, i int) (find.Kin, int) {
	j := r.Skip(r.Skip(i, "(", ",", "-"), "my", "our", "the", "his", "her", "mi", "su", "nuestro", "nuestra")
	k, ok := find.KinAt(r.Text, j)
	if isSelfBehind(r.Text, i) {
		j = i + 1
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

// isSelfBehind reports whether "(me", ", myself" starts at token i.
func isSelfBehind(r *find.Text, i int) bool {
	return r.Is(i, "(", ",", "-") && r.Is(i+1, "me", "myself", "self")
}

func listedName(r *claims.Sheet, i int) (find.FullName, bool) {
	if r.Taken[i] || r.Cased && !r.Capital(i) || r.Gap(i) && r.Row(i-1) == r.Row(i) && find.IsNamePart(r.Text, i-1, true) {
		return find.FullName{}, false
	}
	n, ok := find.NameAt(r.Text, i, 4)
	return n, ok && (r.Cased || IsFrom(r, n) || r.Is(i-1, ":") && r.Capital(i) && r.Capital(n.J-1))
}

// AgeOf returns the age of person k, by birth date or in words.
func AgeOf(r *claims.Sheet, k int) (int, bool) {
	if age, ok := quote.Age(BirthOf(r, k), r.DateOf()); ok {
		return age, true
	}
	return r.People[k].Age, r.People[k].Age > 0
}

// IsFromPart reports whether token i is a name of the From header: "Ann Lee in Bend".
func IsFromPart(r *claims.Sheet, i int) bool {
	name := r.At(i)
	return name != "" && (text.Folds(r.From.Surname, name) || text.Folds(r.From.Given, name))
}

// BirthOf returns the birth date of a person, said in this mail or before.
func BirthOf(r *claims.Sheet, k int) quote.Date {
	for _, c := range r.Claims {
		if day, ok := c.Value.(quote.Date); ok && c.Field == "date_of_birth" && c.Of == claims.Driver(k) {
			return day
		}
	}
	if i := r.People[k].Known; i >= 0 {
		return r.Mail.Known.Drivers[i].DateOfBirth
	}
	return ""
}
