package who

import (
	"cmp"
	"slices"
	"strings"

	"ppamaild/lazy"
	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
)

// relativeAt reads "my wife Ana", "our 17 year old son Leo", "wife:", and returns the person.
func relativeAt(r *Party, i int) (person, end int, ok bool) {
	at, owned := i, owners.Has(r.At(i)) || (r.Quiet[i] || r.Quoted[i]) && r.Is(i, "your", "su") // we ask of "your son"
	if owned {
		i = skipDescription(r.Text, i+1)
	}
	kin, found := find.KinAt(r.Text, i)
	if !found && isChildInOtherWords(r.Sheet, at, i) {
		kin, found, i = find.Kinds.Get()["child"], true, i-1
	}
	if !found || r.Taken[i] || !isRelative(r.Text, at, i, owned) {
		return 0, at, false
	}
	if law := r.Skip(r.Skip(i+1, "-")+1, "-"); r.Is(r.Skip(i+1, "-"), "in") && r.Is(law, "law") {
		kin.Relation, i = quote.Other, law
	}
	if next, of := find.KinAt(r.Text, i+1); of && strings.HasSuffix(r.At(i), "'s") {
		kin, i, kin.Relation = next, i+1, quote.Other // "my wife's sister"
	}
	name, end := nameOfRelative(r.Sheet, i+1)
	k := unrelated(r, at, owned)
	if owned && (name.Given == "" || name.I > i+1) {
		k = introduced(r, at, i+1, kin)
	}
	if k < 0 {
		k = Meet(r.Sheet, kin, name, at)
	} else {
		r.People[k].Relation, end = kin.Relation, i+1
	}
	if k < 0 {
		return 0, at, false
	}
	noteRelative(r.Garage, k, at, end)
	return k, end, true
}

// isChildInOtherWords reports whether the words before token i are "our 15 yr old", "my youngest".
func isChildInOtherWords(r *claims.Sheet, at, i int) bool {
	n, ok := find.NumberAt(r.Text, at+1)
	return r.Is(at, "our", "my") &&
		(r.Is(i-1, "oldest", "youngest", "eldest") || r.Is(i-1, "old") && ok && n.N < 26)
}

// unrelated returns the person that a bare "spouse" at token i describes, named before in the
// same sentence; or -1: "Ana Lopez, 3/4/85, spouse".
func unrelated(r *Party, i int, owned bool) int {
	s := r.Sentence(i)
	if owned || i == s.I || r.Lone[i-1] <= claims.Everybody || !r.Breaks(i-1) {
		return -1
	}
	k := r.Crews[r.Lone[i-1]][0]
	if k == 0 || r.People[k].Relation != "" || r.People[k].At.I < s.I {
		return -1
	}
	return k
}

// introduced returns the person named right before "is my wife" or "our son" at token at, or
// before "my wife," that ends before token end. If the sentence starts with the name, the person
// may be new. introduced returns -1 for no person.
func introduced(r *Party, at, end int, kin find.Kin) int {
	j := at
	for range 2 {
		if r.Is(j-1, "is", "'s", ",", "(", "=") {
			j--
		}
	}
	if k := personEnding(r, j, r.Is(j, "is") || r.Is(j, ",") && r.Is(end, ",")); k != 0 {
		if k > 0 && r.People[k].Relation != "" && r.People[k].Relation != kin.Relation {
			return -1
		}
		return k
	}
	return -1
}

// personEnding returns the person with a name that ends before token j, or a new person if
// mayBegin is true. The result is -1 for no person and 0 for the writer.
func personEnding(r *Party, j int, mayBegin bool) int {
	if k := r.IsGiven(j - 1); k >= 0 {
		return k
	}
	n, ok := find.NameAt(r.Text, skipBullet(r.Text, r.Sentence(max(j-1, 0)).I), 4)
	if !ok || n.J != j || !mayBegin || !r.Cased || IsFrom(r.Sheet, n) {
		return -1
	}
	return newPerson(r.Sheet, n)
}

// skipBullet returns the token behind the mark of an item that token i may be.
func skipBullet(r *find.Text, i int) int { return r.Skip(i, "-", "*", "•", "·", "+") }

// owners may precede a word for a relative.
var owners = lazy.Set("my our his her the mi nuestro nuestra an a old")

// descriptions may be between an owner and a word for a relative.
var descriptions = lazy.Set("year yr years old teenage oldest youngest eldest middle older younger elderly lovely dear adult other new next door college aged y o")

func skipDescription(r *find.Text, i int) int {
	end := i + 6
	for i < end && (descriptions.Has(r.At(i)) || r.Is(i, "-", "/") || r.Kind(i) == text.Digits) {
		i++
	}
	return i
}

// isRelative reports whether the word at i means a relative of the writer. The phrase starts at
// token at. "A daughter" is a relative if the writer wants to add her.
func isRelative(r *find.Text, at, i int, owned bool) bool {
	if !owned {
		return startsRelative(r, i) && !r.Is(i, "lady", "guy", "partner", "kid", "child", "teen", "boy", "girl")
	}
	return !r.Is(at, "a", "an", "the") || r.Is(at-1, "have", "add", "and") || r.Is(i, "wife") || r.Has(r.Sentence(i), "drives")
}

// startsRelative reports whether a word for a relative needs no "my":
// at the start of a line or clause, or behind "and".
func startsRelative(r *find.Text, i int) bool {
	if l := r.Lines[r.LineOf(i)]; l.I == i || r.Body(l).I == i || r.Sentence(i).I == i || i > 0 && r.Dated[i-1] {
		return true
	}
	return r.Is(i-1, "and", "&", ",", "+", ";", "me", "husband", "wife", "for", "add", "y", "(", "self", "with", "myself") && !r.Is(i+1, "'") ||
		r.Is(i+1, ":", "-", "is")
}

// nameOfRelative reads the name behind "my wife": "Ana", ", Ana Lopez", "is Ana", "is named Ana".
func nameOfRelative(r *claims.Sheet, i int) (find.FullName, int) {
	j := r.Skip(i, ",", ":", "-", "(")
	if k := r.StartsAt("is called", i); k > i {
		j = k
	}
	r.NameOnly = r.Cased && r.Capital(j) && find.MayBeName.Has(r.At(j)) // "my husband Grant and I"
	n, ok := find.NameAt(r.Text, j, 4)
	r.NameOnly = false
	if ok && r.Together(i-1, j+1) && fitsName(r, n, j) {
		return n, n.J
	}
	return find.FullName{}, i
}

// fitsName guards against words that only look like names: in a mail without
// capitals, a name must be followed by something that can follow one.
func fitsName(r *claims.Sheet, n find.FullName, from int) bool {
	if r.Cased {
		return !find.NamesCar(r.Text, from) || r.Is(n.J, "(", ",", "is", "was", "born")
	}
	if r.Capital(n.I) && !r.Capital(n.I-1) || strings.HasSuffix(r.At(n.J-1), "'s") {
		return true
	}
	return r.Among(n.J, "after a name") || n.J >= r.Sentence(from).J || r.Kind(n.J) == text.Digits
}

// Meet returns the known person that kin and name mean, or a new person; -1 for too many people.
func Meet(r *claims.Sheet, kin find.Kin, name find.FullName, at int) int {
	for k, p := range r.People {
		another := name.Given == "" && kin.Relation == quote.Child && r.Among(at+1, "other child")
		if k == 0 || another || !p.MayBe(kin, name) {
			continue
		}
		AddName(r, k, name)
		if p.Relation == "" {
			p.Relation = kin.Relation
		}
		p.Gender = cmp.Or(p.Gender, kin.Gender)
		return k
	}
	k := slices.IndexFunc(r.People, func(p *claims.Person) bool { return p.Relation == "" && p.IsDriver() })
	if k > 0 && kin.Relation == quote.Spouse && name.Given == "" {
		r.People[k].Relation = quote.Spouse
		return k // "Him: Dan Keane, 7/19/1988", and "my husband" below
	}
	if len(r.People) >= claims.MostEntries {
		return -1
	}
	r.People = append(r.People, &claims.Person{Relation: kin.Relation, Gender: kin.Gender, Outsider: kin.Outsider, Known: -1, First: at, At: text.Between(at, at+1)})
	k = len(r.People) - 1
	AddName(r, k, name)
	return k
}

// AddName gives person k a name.
func AddName(r *claims.Sheet, k int, n find.FullName) {
	if k == 0 && n.I >= 0 && r.Quiet[n.I] {
		return // the agency's name for the writer does not replace the writer's own name
	}
	p := r.People[k]
	if n.Given != "" {
		p.Given = n.Given
		claimName(r, k, "given_name", n.Given, n.GivenRaw, n.I)
	}
	if n.Surname != "" {
		p.Surname = n.Surname
		claimName(r, k, "surname", n.Surname, n.SurnameRaw, n.I)
	}
}

func claimName(r *claims.Sheet, k int, field, value, words string, at int) {
	if !r.People[k].Outsider && (at < 0 || !r.Quiet[at]) {
		r.Claims = append(r.Claims, claims.Claim{Of: claims.Driver(k), Field: field, Value: value, Words: words, At: at, Standing: quote.Stated})
	}
}

// noteRelative notes whether the relative drives, by the sentence, and claims the relationship.
func noteRelative(r *garage.Garage, k, at, end int) {
	p, s := r.People[k], r.Sentence(at)
	p.At = text.Between(at, end)
	around, own := text.Between(max(s.I, at-8), min(s.J, end+14)), end
	for own < min(s.J, end+20) && !r.Is(own, "i", "my", "we") && !find.IsKin(r.Text, own) {
		own++ // no other person yet
	}
	switch {
	case r.Quiet[at]:
		p.Drives = p.Drives || r.Is(at, "your", "su") && (r.Has(s, "birth", "licensed"))
		return
	case r.Has(r.Clause(at), "told me"), p.Relation == quote.Other && r.Is(end, "wants", "needs") &&
		r.Is(end+1, "a", "his", "her"): // a quote of their own
		return
	case neverDrives(r, text.Between(end, own)), r.Has(text.Between(end, min(s.J, end+24)), "insured apart"), r.Is(end, "passed") && (end+1 >= s.J || r.Kind(end+1) == text.Mark):
		p.Idle = true
		return
	case isOnlyPlaced(r.Text, at, end) && !(p.Relation == quote.Spouse && keepsCar(r, end)):
	case r.Has(around, "drives", "covers both"), isNamedDriver(r.Sheet, around, p, end), p.Relation == quote.Spouse && keepsCar(r, end):
		p.Drives = true
	}
	if !p.Outsider && p.Known < 0 && p.Relation != "" {
		r.Say(claims.Driver(k), "relationship", p.Relation, text.Between(at, end))
	}
}

// neverDrives reports whether a person does not drive at all, not only at night or one of the cars.
func neverDrives(r *garage.Garage, s text.Span) bool {
	c, ok := r.Cue("does not drive", s)
	if !ok || !r.Among(c.J-1, "drives a car") && !r.Is(c.J-1, "driving", "manejar") {
		return ok
	}
	cars, _ := garage.CarsBehind(r, c.J, 3)
	several := len(cars) > 0 && len(cars) < len(r.LiveVehicles())
	return !several && r.StartsAt("drives at times", c.J) == c.J
}

// isOnlyPlaced reports whether the relative at the tokens at to end names a place to go to, or
// an owner, and no driver: "we drive to our daughter's in Fresno", "my aunt's old car".
func isOnlyPlaced(r *find.Text, at, end int) bool {
	if text.Noun(r.At(end-1)) != r.At(end-1) {
		return r.Kind(end) == text.Word && !r.Among(end, "of a driver")
	}
	return r.Is(at-1, "to", "from", "visit", "visiting", "see", "seeing", "near") || r.Is(end, "gave", "sold", "left", "willed", "gifted", "lent", "loaned")
}

// keepsCar reports whether a relative owns or uses a vehicle. The words for the relative end at
// token end: "my wife has a 2016 Ford", "my wife's Ford", "the Ford (my wife's)".
func keepsCar(r *garage.Garage, end int) bool {
	possessive := text.Noun(r.At(end-1)) != r.At(end-1)
	for k := end; k < min(r.Sentence(end-1).J, end+6); k++ {
		if v := garage.MentionedAt(r, k); v >= 0 {
			return !r.Vehicles[v].Gone && (possessive || r.Has(text.Between(end, k), "keeps"))
		}
	}
	for k := end - 1; possessive && k > max(0, end-6); k-- {
		if garage.Focused(r, k) {
			return true
		}
	}
	return false
}

// isNamedDriver reports whether a named person has a birth date or an age at which people drive.
func isNamedDriver(r *claims.Sheet, around text.Span, p *claims.Person, end int) bool {
	j := r.Skip(r.Skip(end, "(", ",", ":", "-"), "is", "es", "was")
	if _, ok := find.DateAt(r.Text, r.Skip(r.StartsAt("birth", j), ":")); ok {
		return true
	}
	age, ok := find.NumberAt(r.Text, j)
	return ok && p.Given != "" && 15 <= age.N && age.N < 100 && !find.IsMiles(r.Text, age.J)
}

// relativesAt reads "my sons Leo and Max", and the first of "our kids Mia
// (4/4/2006) and Zoe (5/5/2008)". Without names there is no result.
func relativesAt(r *Party, i int) (group, end int, ok bool) {
	if !owners.Has(r.At(i)) {
		return 0, i, false
	}
	j := skipDescription(r.Text, r.Skip(i+1, "two", "three"))
	one, plural := find.Table("relatives")[r.At(j)]
	if !plural {
		return 0, i, false
	}
	var members []int
	for j = r.Skip(j+1, ",", ":", "-", "("); ; {
		n, ok := find.NameAt(r.Text, j, 4)
		if !ok || !fitsName(r.Sheet, n, j) || n.J > r.Sentence(i).J {
			break
		}
		k := Meet(r.Sheet, find.Kinds.Get()[one], n, j)
		if k < 0 {
			break
		}
		noteRelative(r.Garage, k, j, n.J)
		members, end = append(members, k), n.J
		if j = r.Skip(r.Skip(n.J, ","), "and", "&", "y"); j == n.J {
			break
		}
	}
	if len(members) == 0 {
		return 0, i, false
	}
	return r.Crews.Of(members...), end, true
}

// NamesRelative reports whether s has a word for a relative in its first words.
func NamesRelative(r *claims.Sheet, s text.Span) bool {
	for i := s.I; i < min(s.J, s.I+12); i++ {
		if find.IsKin(r.Text, i) && !r.Taken[i] {
			return true // and no "Mother Lode Ct"
		}
	}
	return false
}
