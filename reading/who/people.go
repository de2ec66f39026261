// Package who finds the people of a mail, the writer, and the people behind each token.
package who

import (
	"cmp"
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/asked"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
)

// Party has the people that each token is about.
type Party struct {
	*garage.Garage
	Who   []int // by token: the group of people in focus
	Lone  []int // by token: the part of the group that was named last
	Crews claims.Groups
	Seats map[int]int // by token: the person that a form brings into focus
}

// OfDrivers claims a value of everybody in focus at s.
func (r *Party) OfDrivers(field string, value any, s text.Span, standing quote.Standing) {
	for _, k := range r.PeopleAt(s.I) {
		r.Claim(claims.Driver(k), field, value, s, standing)
	}
}

// PeopleAt returns the people in focus at token i: the writer, if the text names no other person.
func (r *Party) PeopleAt(i int) []int {
	if i < 0 || i >= len(r.Who) {
		return nil
	}
	switch g := r.Who[i]; g {
	case claims.NoPerson:
		return []int{0}
	case claims.Everybody:
		return r.EveryDriver()
	default:
		if lone := r.Lone[i]; len(r.Crews[g]) > 1 && lone > claims.Everybody && r.IsBracketed(i) {
			g = lone // "Tom (licensed 1988) and Sue (licensed 1990)"
		}
		return r.Crews[g]
	}
}

// MeetKnown adds the known drivers. The writer comes first.
func MeetKnown(r *claims.Sheet) {
	for i, d := range r.Mail.Known.Drivers {
		r.People = append(r.People, &claims.Person{Relation: d.Relationship, Given: d.GivenName, Surname: d.Surname, Known: i, Drives: true})
	}
	if len(r.People) == 0 {
		r.People = []*claims.Person{{Relation: quote.Insured, Known: -1}}
	}
	r.People[0].Relation = cmp.Or(r.People[0].Relation, quote.Insured)
}

// MeetPeople finds the people that the mail names, and the people that each token is about.
func MeetPeople(r *Party) {
	focus, last := claims.NoPerson, claims.NoPerson
	for i := 0; i < len(r.Tokens); i++ {
		if r.Sentence(i).I == i && focus > claims.Everybody && unnamed(r, focus) {
			focus = claims.NoPerson
		}
		if g, j, ok := personAt(r, i); ok {
			if g == claims.Everybody && i > 0 && r.Who[i-1] > claims.Everybody && len(r.Crews[r.Who[i-1]]) > 1 && (IsPersonEnd(r.Sheet, i-1) || r.Is(i-1, "are", "were", "have", "had", "got") && IsPersonEnd(r.Sheet, i-2)) {
				g = r.Who[i-1] // "Ann and I both", "Ann and I are both"
			}
			last = g
			focus = join(r, i, g, focus)
			for k := i; k < j; k++ {
				r.Who[k], r.Lone[k] = focus, last
			}
			i = j - 1
			continue
		}
		r.Who[i], r.Lone[i] = focus, last
	}
}

// unnamed reports whether a group is one unnamed relative. The next sentence is about the writer.
func unnamed(r *Party, group int) bool {
	members := r.Crews[group]
	return len(members) == 1 && members[0] != 0 && r.People[members[0]].Given == "" && r.People[members[0]].Known < 0
}

// personAt returns the group that the words at token i bring into focus, and the end of the words.
func personAt(r *Party, i int) (group, end int, ok bool) {
	if k, ok := r.Seats[i]; ok {
		return r.Crews.Of(k), i + 1, true
	}
	if r.Kind(i) == text.Mark {
		return 0, i, false
	}
	if k, j, ok := selfNamed(r, i); ok {
		return r.Crews.Of(k), j, true
	}
	if g, j, ok := askedPersonAt(r, i); ok {
		return g, j, true
	}
	if g, j, ok := pronounAt(r, i); ok {
		return g, j, true
	}
	if g, j, ok := relativesAt(r, i); ok {
		return g, j, true
	}
	if k, j, ok := relativeAt(r, i); ok {
		return r.Crews.Of(k), j, true
	}
	if k, j, ok := namedAt(r, i); ok {
		return r.Crews.Of(k), j, true
	}
	return 0, i, false
}

// join joins the people before an "and" with the people behind it.
func join(r *Party, i, g, focus int) int {
	if !r.Is(i-1, "and", "&", "y", "e", "+") || focus < 2 || g < 2 || r.Who[max(i-2, 0)] != focus || !endsPerson(r.Sheet, i-2) {
		return g
	}
	return r.Crews.Of(append(slices.Clone(r.Crews[focus]), r.Crews[g]...)...)
}

// IsPersonEnd reports whether token i ends the words for a person, or is a capitalized word.
func IsPersonEnd(r *claims.Sheet, i int) bool {
	return endsPerson(r, i) || r.Capital(i) && r.Kind(i) == text.Word && r.Cased
}

// endsPerson reports whether token i is a word for a person, or closes brackets.
func endsPerson(r *claims.Sheet, i int) bool {
	_, kin := find.KinAt(r.Text, i)
	return kin || r.Is(i, ")", "i", "i'm", "im", "me", "myself", "mine", "ella", "yo") || r.IsGiven(i) >= 0 || IsSurname(r, i)
}

// pronounAt returns the group that a pronoun at token i means.
func pronounAt(r *Party, i int) (int, int, bool) {
	switch r.At(i) {
	case "i", "i'm", "i've", "i'd", "i'll", "im", "ive", "me", "myself", "mine", "yo", "tengo", "naci", "manejo", "vivo", "quiero", "soy":
		if r.Is(i, "i") && (r.Is(i+1, "-", ".", ")") && r.Glued(i+1)) {
			return 0, i, false
		}
		if r.StartsAt("aside", i) > i || r.Is(i, "manejo", "me") && r.Is(i-1, "de", "as") {
			return 0, i, false // "licencia de manejo", "same as me"
		}
		return r.Crews.Of(0), i + 1, true
	case "my", "mi":
		if j := r.StartsAt("own affair", i+1); j > i+1 {
			return r.Crews.Of(0), i + 1, true
		}
	case "he", "his", "him", "he's", "el":
		if r.Is(i, "el") && !strings.ContainsAny(r.Raw(text.Between(i, i+1)), "éÉ") {
			return 0, i, false
		}
		return lastPerson(r, 'm', i)
	case "she", "her", "hers", "she's", "ella", "shes":
		return lastPerson(r, 'f', i)
	case "they", "their", "his/her", "they're":
		return lastPerson(r, 0, i)
	}
	if r.Is(i, "both") && (r.Has(text.Between(i+1, i+2), "ticket", "accident") || r.Is(i+1, "in", "from", "minor", "last", "this")) {
		return 0, i, false // "two violations, both speeding"
	}
	if j := r.StartsAt("everyone", i); j > i {
		return claims.Everybody, j, true
	}
	return 0, i, false
}

// lastPerson finds the person meant by "he" or "she": the last name of this or of no gender.
func lastPerson(r *Party, gender byte, i int) (int, int, bool) {
	if r.Meant != nil {
		return pronounOfStaff(r, gender, i)
	}
	best := -1
	for k, p := range r.People {
		if k > 0 && (gender == 0 || p.Gender == gender || p.Gender == 0) && (best < 0 || p.At.I >= r.People[best].At.I) {
			best = k
		}
	}
	if best < 0 {
		return 0, i, false
	}
	p := r.People[best]
	p.Gender = cmp.Or(p.Gender, gender)
	if c := r.Clause(i); p.Relation != "" && r.Has(c, "has a license") && !r.Has(c, "does not drive", "negation") && !r.Quiet[i] {
		p.Drives = true // "She has her permit"
	}
	return r.Crews.Of(best), i + 1, true
}

// IsSurname reports whether token i is the surname of a known person.
func IsSurname(r *claims.Sheet, i int) bool {
	return slices.ContainsFunc(r.People, func(p *claims.Person) bool { return p.Surname != "" && text.Folds(p.Surname, text.Noun(r.At(i))) })
}

// askedPersonAt reads the person in a question of the agency: "Ana's date of birth".
func askedPersonAt(r *Party, i int) (int, int, bool) {
	if !r.Asks[i] {
		return 0, i, false
	}
	if r.Is(i, "you", "your", "usted", "su") {
		_, kin := find.KinAt(r.Text, skipDescription(r.Text, i+1))
		return r.Crews.Of(0), i + 1, !kin
	}
	s := asked.AskAround(r.Sheet, i)
	possessive := text.Noun(r.At(i)) != r.At(i)
	behind := r.Is(i-1, "of", "has", "have", "is", "does", "did", "was", "and", "de", "que", "tiene", "a")
	if r.Taken[i] || !r.Capital(i) || !possessive && !behind || !r.Has(s, "birth", "licensed") || find.Months.Get()[text.Noun(r.At(i))] > 0 || text.StopWord(text.Noun(r.At(i))) {
		return 0, i, false
	}
	n, ok := find.NameAt(r.Text, i, 2)
	if !ok {
		return 0, i, false
	}
	if k := r.IsGiven(i); k >= 0 {
		return r.Crews.Of(k), n.J, true
	}
	if len(r.People) >= claims.MostEntries || IsFrom(r.Sheet, n) {
		return 0, i, false
	}
	r.People = append(r.People, &claims.Person{Known: -1, Drives: true, Asked: n, Given: n.Given, Surname: n.Surname, First: i, At: n.Span})
	return r.Crews.Of(len(r.People) - 1), n.J, true
}

// pronounOfStaff finds the person for "he" or "she" of staff: named last, or under trial.
func pronounOfStaff(r *Party, gender byte, i int) (int, int, bool) {
	if find.IsKin(r.Text, i+1) {
		return 0, i, false // "her husband"
	}
	if i > 0 && r.Lone[i-1] > claims.Everybody && len(r.Crews[r.Lone[i-1]]) == 1 {
		if k := r.Crews[r.Lone[i-1]][0]; r.People[k].MayBeOf(gender) {
			return r.Crews.Of(k), i + 1, true
		}
	}
	r.Meant.Used = true
	r.Meant.Fits = r.Meant.Fits && r.People[r.Meant.Of].MayBeOf(gender)
	return r.Crews.Of(r.Meant.Of), i + 1, true
}

// DropWithUs drops the cue "us" where "us" only names a home: "my brother stays with us".
func DropWithUs(r *find.Text) {
	r.Cues["everyone"] = slices.DeleteFunc(r.Cues["everyone"], func(c text.Span) bool {
		return r.Is(c.I, "us") && r.Is(c.I-1, "with") && r.Among(c.I-2, "dwells with")
	})
	r.IndexCues()
}

// TakeGreeted takes the name in a greeting, "Hi Dana,", that is the whole first line. So no reader
// takes the name for the insured, a driver, or a town.
func TakeGreeted(r *claims.Sheet) {
	start := ownStart(r)
	if start >= len(r.Tokens) {
		return
	}
	l := r.Lines[r.LineOf(start)]
	i := behindGreeting(r.Text, l)
	j, ok := namesGreeted(r, i, l.J)
	bare := i == l.I
	introduces := r.Is(i-1, ",") && j == l.J // "Hello, Ann Lee"
	if !ok || l.I != start || !IsWholeLine(r.Text, r.Skip(j, ",", ":", "!", ".", "-", ";"), l.J) || introduces || bare && !isCalled(r, i, j, l) {
		return
	}
	r.Take(text.Between(i, j))
}

// behindGreeting returns the token behind the greeting, or the thanks, of a line. Without such
// words, it returns the first token of the line.
func behindGreeting(r *find.Text, l text.Line) int {
	i := l.I
	if !r.Among(i, "greets") && !r.Is(i, "thanks", "gracias") && !(r.Among(i, "starts to greet") && r.Among(i+1, "greets on")) {
		return i
	}
	for i++; i < l.J && (r.Among(i, "greets") || r.Among(i, "greets on")); i++ {
	}
	return i
}

// namesGreeted returns the end of the greeted names at token i: "Ms. Whitfield", "Dana and team".
func namesGreeted(r *claims.Sheet, i, end int) (j int, ok bool) {
	n, ok := find.NameAt(r.Text, i, 4)
	if !ok || n.J > end {
		return i, false
	}
	if j = n.J; j+1 < end && r.Is(j, "and", "&", "y") {
		if r.Among(j+1, "those greeted") {
			return j + 2, true
		}
		n, ok = find.NameAt(r.Text, j+1, 4)
		return n.J, ok && n.J <= end
	}
	return j, true
}

// isCalled reports whether the name from token i to j, "Dana," or "Dana:", greets the reader of an
// answer. Such a name is the only greeting. The name is not known, asked for or repeated. The
// name is no heading for a new person, and not in a row of headings.
func isCalled(r *claims.Sheet, i, j int, l text.Line) bool {
	if len(r.Mail.Asked) == 0 || i != r.SubjectEnd() || j != i+1 || j == l.J || IsFromPart(r, i) || r.IsGiven(i) >= 0 || IsSurname(r, i) {
		return false
	}
	for _, below := range r.Lines[r.LineOf(i)+1:] {
		if below.J-below.I == 2 && r.Is(below.I+1, ":") {
			return false // "Me:" on a line of its own
		}
	}
	birthUnasked := !slices.ContainsFunc(r.Mail.Asked, func(path string) bool { return strings.HasSuffix(path, "].date_of_birth") }) // so a birth date belongs to a new person
	for k := j; k < len(r.Tokens); k++ {
		if text.Noun(r.At(k)) == r.At(i) && !r.Quoted[k] || birthUnasked && r.StartsAt("birth", k) > k {
			return false
		}
	}
	return true
}

// ownStart returns the first token of the text that is no quotation.
func ownStart(r *claims.Sheet) int {
	i := r.SubjectEnd()
	for i < len(r.Tokens) && r.Quoted[i] {
		i++
	}
	return i
}
