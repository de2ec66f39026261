package reading

import (
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// person is somebody the mail names; people[0] is the writer.
type person struct {
	relation quote.Relationship
	gender   byte // 'f', 'm', or 0
	given    string
	surname  string
	age      int           // as said; 0 where it is not
	known    int           // index into Known.Drivers, or -1
	drives   bool          // the mail takes this person for a driver
	idle     bool          // the mail says that this person does not drive
	outsider bool          // a neighbour and the like: no part of the application
	first    int           // token where first named
	at       text.Span     // where named last
	asked    find.FullName // as a question of ours names this person
}

func (p *person) isDriver() bool {
	return !p.outsider && !p.idle && (p.known >= 0 || p.drives || p.relation == quote.Insured)
}

// meetKnown takes over who is known already; the writer comes first.
func meetKnown(r *sheet) {
	for i, d := range r.in.Known.Drivers {
		r.people = append(r.people, &person{relation: d.Relationship, given: d.GivenName, surname: d.Surname, known: i, drives: true})
	}
	if len(r.people) == 0 {
		r.people = []*person{{relation: quote.Insured, known: -1}}
	}
	if r.people[0].relation == "" {
		r.people[0].relation = quote.Insured
	}
}

// meetPeople finds who is named, and keeps who each token is about.
func meetPeople(r *party) {
	focus, last, paragraph := nobody, nobody, -1
	for i := 0; i < len(r.Tokens); i++ {
		if r.StartsParagraph(i) {
			paragraph++
			if paragraph > 0 && focus == everybody {
				focus = nobody
			}
		}
		if r.Sentence(i).I == i && focus > everybody && unnamed(r, focus) {
			focus = nobody
		}
		if g, j, ok := personAt(r, i); ok {
			if g == everybody && i > 0 && r.who[i-1] > everybody && len(r.crews[r.who[i-1]]) > 1 && (isPersonEnd(r.sheet, i-1) || r.Is(i-1, "are", "were", "have", "had", "got") && isPersonEnd(r.sheet, i-2)) {
				g = r.who[i-1] // "Ann and I both", "Ann and I are both"
			}
			last = g
			focus = join(r, i, g, focus)
			for k := i; k < j; k++ {
				r.who[k], r.lone[k] = focus, last
			}
			i = j - 1
			continue
		}
		r.who[i], r.lone[i] = focus, last
	}
}

// unnamed reports whether a group is one relative without a name: a sentence
// that names nobody is the writer's again.
func unnamed(r *party, group int) bool {
	members := r.crews[group]
	return len(members) == 1 && members[0] != 0 && r.people[members[0]].given == "" && r.people[members[0]].known < 0
}

// personAt returns the group that token i brings into focus, and the end of the words that do.
func personAt(r *party, i int) (group, end int, ok bool) {
	if k, ok := r.seats[i]; ok {
		return r.crews.of(k), i + 1, true
	}
	if r.StartsAt("my name is", i) > i {
		if k, j, ok := selfNamed(r, i); ok {
			return r.crews.of(k), j, true
		}
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
		return r.crews.of(k), j, true
	}
	if k, j, ok := namedAt(r, i); ok {
		return r.crews.of(k), j, true
	}
	return 0, i, false
}

// join puts the people before an "and" together with those behind it.
func join(r *party, i, g, focus int) int {
	if !r.Is(i-1, "and", "&", "y", "e", "+") || focus < 2 || g < 2 || r.who[max(i-2, 0)] != focus || !isPersonEnd(r.sheet, i-2) {
		return g
	}
	return r.crews.of(append(slices.Clone(r.crews[focus]), r.crews[g]...)...)
}

// isPersonEnd reports whether token i ends the words for a person, perhaps with
// a date or the like in brackets behind.
func isPersonEnd(r *sheet, i int) bool {
	if r.Is(i, ")") {
		return true
	}
	_, kin := find.KinAt(r.Text, i)
	return kin || r.Is(i, "i", "i'm", "im", "me", "myself", "mine", "ella", "yo") || r.isGiven(i) >= 0 || isSurname(r, i) || r.Capital(i) && r.Kind(i) == text.Word && r.Cased
}

// pronounAt reads the words that stand for somebody.
func pronounAt(r *party, i int) (int, int, bool) {
	switch r.At(i) {
	case "i", "i'm", "i've", "i'd", "i'll", "im", "ive", "me", "myself", "mine", "yo", "tengo", "naci", "manejo", "vivo", "quiero", "soy":
		if r.Is(i, "i") && (r.Is(i+1, "-", ".", ")") && r.Glued(i+1)) {
			return 0, i, false
		}
		if r.Has(text.Between(i, i+1), "everyone") {
			break
		}
		if r.StartsAt("aside", i) > i {
			return 0, i, false
		}
		return r.crews.of(0), i + 1, true
	case "my", "mi":
		if j := r.StartsAt("own affair", i+1); j > i+1 {
			return r.crews.of(0), i + 1, true
		}
	case "he", "his", "him", "he's", "el":
		if r.Is(i, "el") && !strings.ContainsAny(r.Raw(text.Between(i, i+1)), "éÉ") && !r.Among(i+1, "what he does") && !(r.Is(i-1, "y") && r.Kind(i+1) == text.Digits && !r.Dated[i+1]) {
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
	if r.Is(i, "us") && r.Is(i-1, "with", "to", "for", "from", "by") {
		return 0, i, false
	}
	if j := r.StartsAt("everyone", i); j > i {
		return everybody, j, true
	}
	return 0, i, false
}

// lastPerson finds whom "he" or "she" stands for: the one named last, of that gender or of none.
func lastPerson(r *party, gender byte, i int) (int, int, bool) {
	if r.meant != nil {
		return pronounOfStaff(r, gender, i)
	}
	best := -1
	for k, p := range r.people {
		if k > 0 && (gender == 0 || p.gender == gender || p.gender == 0) && (best < 0 || p.at.I >= r.people[best].at.I) {
			best = k
		}
	}
	if best < 0 {
		return 0, i, false
	}
	p := r.people[best]
	if p.gender == 0 {
		p.gender = gender
	}
	if c := r.Clause(i); p.relation != "" && r.Has(c, "has a license") && !r.Has(c, "does not drive", "negation") && !r.Quiet[i] {
		p.drives = true // "She has her permit"
	}
	return r.crews.of(best), i + 1, true
}

func isSurname(r *sheet, i int) bool {
	return slices.ContainsFunc(r.people, func(p *person) bool { return p.surname != "" && text.Fold(p.surname) == text.Noun(r.At(i)) })
}

// isGiven returns the person whose given name token i is, or -1.
func (r *sheet) isGiven(i int) int {
	if r.Kind(i) != text.Word || r.Cased && !r.Capital(i) {
		return -1
	}
	for k, p := range r.people {
		if p.given != "" && text.Fold(p.given) == text.Noun(r.At(i)) && !r.Taken[i] {
			return k
		}
	}
	return -1
}

// namesRelative reports whether s has a word for a relative in its first words.
func namesRelative(r *sheet, s text.Span) bool {
	for i := s.I; i < min(s.J, s.I+12); i++ {
		if find.IsKin(r.Text, i) && !r.Taken[i] {
			return true // and no "Mother Lode Ct"
		}
	}
	return false
}

// meetCustomer reads "I'm Angela's husband", where that speaks of Angela's quote:
// she is who is to be insured, and the writer is a driver of hers.
func meetCustomer(r *sheet) {
	if len(r.in.Known.Drivers) > 0 || !isReply(r.Text) && !anyCue(r.Text, "somebody's quote") {
		return
	}
	for _, c := range r.Cues["my name is"] {
		n, ok := find.NameAt(r.Text, c.J, 2)
		kin, related := find.KinAt(r.Text, n.J)
		if !ok || r.Quiet[c.I] || n.GivenRaw == r.Raw(text.Between(n.I, n.J)) || !related || kin.Relation == "" || kin.Outsider || r.Is(n.J+1, "-", "in") {
			continue
		}
		k := customerNamed(r, n)
		if k < 0 {
			return
		}
		r.people[0].relation, r.people[0].drives = kin.Relation, true
		r.people[k].relation, r.people[k].drives = quote.Insured, true
		r.say(entity{'d', 0}, "relationship", kin.Relation, text.Between(n.I, n.J+1))
		r.writer = k
		return
	}
}

// customerNamed returns the person that n names, somebody new where nobody is
// named so; -1 where there are too many.
func customerNamed(r *sheet, n find.FullName) int {
	for k, p := range r.people {
		if k > 0 && p.given != "" && text.Fold(p.given) == text.Fold(n.Given) {
			return k
		}
	}
	if len(r.people) >= mostEntries {
		return -1
	}
	r.people = append(r.people, &person{known: -1, first: n.I, at: n.Span})
	addName(r, len(r.people)-1, n)
	return len(r.people) - 1
}
