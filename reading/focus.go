package reading

import (
	"slices"
	"strings"
)

// Who or what a sentence is about is kept per token as the index of a group.
// Group 0 is nobody in particular; everybody is resolved when all are known.
const (
	nobody    = 0
	everybody = 1
)

// groups are sets of people or vehicles that sentences are about.
type groups [][]int

// mostGroups bounds what a hostile mail can make of them.
const mostGroups = 64

func newGroups() groups { return make(groups, everybody+1, 8) }

// of returns the index of the group of these members.
func (g *groups) of(members ...int) int {
	slices.Sort(members)
	members = slices.Compact(members)
	for k := everybody + 1; k < len(*g); k++ {
		if slices.Equal((*g)[k], members) {
			return k
		}
	}
	if len(*g) == mostGroups {
		return everybody
	}
	*g = append(*g, members)
	return len(*g) - 1
}

// peopleAt returns the people in focus at token i. The writer is, where nobody
// else was named, and nobody is where somebody else is spoken of, or behind the text.
func (r *reader) peopleAt(i int) []int {
	if i < 0 || i >= len(r.who) || r.isOfThird(i) {
		return nil
	}
	switch g := r.who[i]; g {
	case nobody:
		return []int{0}
	case everybody:
		var all []int
		for k, p := range r.people {
			if p.isDriver() {
				all = append(all, k)
			}
		}
		return all
	default:
		if r.strayed(g, i) {
			return []int{0}
		}
		if lone := r.lone[i]; len(r.crews[g]) > 1 && lone > everybody && r.isBracketed(i) {
			g = lone // "Tom (licensed 1988) and Sue (licensed 1990)"
		}
		return r.crews[g]
	}
}

// strayed reports whether a group in focus at token i is somebody who is no part of the
// application, and who was last spoken of as saying something: "My neighbor Lou says you are
// good. Licensed since 1999."
func (r *reader) strayed(group, i int) bool {
	if c := r.crews[group]; len(c) != 1 || !r.people[c[0]].outsider {
		return false
	}
	s := r.sentence(i)
	k := i
	for ; k > max(0, i-200) && !r.speaksOfSomebody(k); k-- {
	}
	return k < s.i && r.has(r.sentence(k), "told me")
}

func (r *reader) speaksOfSomebody(i int) bool {
	_, isKin := r.kinAt(i)
	return isKin || r.isGiven(i) >= 0 || r.is(i, "he", "she", "his", "her", "hers", "him", "they", "their", "he's", "she's", "ella", "su")
}

// isBracketed reports whether token i stands in brackets, not far from where
// they open.
func (d *document) isBracketed(i int) bool {
	for k := i - 1; k >= max(0, i-25) && !d.is(k, ")"); k-- {
		if d.is(k, "(") {
			return true
		}
	}
	return false
}

// vehiclesAt returns the vehicles that a value at s is about: those named right
// behind it ("8k a year on the Civic"), else those in focus, else the only one.
func (r *reader) vehiclesAt(s span, field string) []int {
	live := r.liveVehicles()
	if r.isOfLentCar(s.i) || r.isOfUnnamedCar(s) || r.isOfLeftCar(s.i) && !r.isToldOfCarBehind(s) || r.isOfCarOfOthers(s) || r.isToldOfOtherThing(s.i) && !r.isToldOfCarBehind(s) {
		return nil
	}
	if len(live) == 0 {
		r.vehicles = append(r.vehicles, &vehicle{known: -1})
		return []int{len(r.vehicles) - 1}
	}
	if len(live) == 1 {
		return live
	}
	if one, ok := r.askedOf("vehicles", field); ok && r.which[s.i] == nobody {
		return []int{one}
	}
	if k, ok := r.vehicleBehind(s); ok {
		return []int{k}
	}
	if one, ok := r.askedOf("vehicles", field); ok && !r.authorNamesCar(s.i) {
		return []int{one} // "It does about 12,000", above our mail, which names others besides
	}
	if own := slices.DeleteFunc(slices.Clone(live), r.isOnlyAsked); r.which[s.i] == nobody && len(own) == 1 {
		return own
	}
	switch g := r.which[s.i]; {
	case r.opensWithCount(r.sentence(s.i), len(live)):
		return live
	case r.saysEach(r.near(r.clauseOrSentence(s.i), s)):
		if g > everybody && len(r.fleets[g]) > 1 {
			return r.fleetOf(g) // "the other two we drive 10 miles each"
		}
		return live
	case g == nobody && r.saysCount(r.sentence(s.i), len(live)):
		return live
	case g == nobody:
		return nil
	case g == everybody:
		return live
	case len(r.fleets[g]) > 1 && (field == "use" || field == "commute_miles_one_way") && r.onlyOneDrives(s):
		return nil
	default:
		return r.fleetOf(g)
	}
}

// onlyOneDrives reports whether the words at s are said of what one of several drivers does, in a clause that names no
// car: which of several that is, nobody knows.
func (r *reader) onlyOneDrives(s span) bool {
	drivers := 0
	for _, p := range r.people {
		if p.isDriver() {
			drivers++
		}
	}
	if g := r.who[s.i]; drivers > 1 && g > everybody && len(r.crews[g]) == 1 && r.crews[g][0] > 0 {
		return true
	}
	for k := r.clause(s.i).i; drivers > 1 && k < s.i; k++ {
		if r.is(k, "i", "yo") && r.is(k+1, "drive", "commute", "manejo", "go", "work", "travel") {
			return true
		}
	}
	return false
}

// isOfLentCar reports whether token i is about a car that is lent to somebody, and that is none of those that are
// named: "I use the work truck for work, and the Civic for pleasure", "20,000 miles on my company van". Each of its
// cues has two words.
func (r *reader) isOfLentCar(i int) bool {
	s := r.sentence(i)
	c, before := r.before("lent car", max(s.i, i-2*farthest), i+2)
	k := c.i - 1
	if !before {
		c, _ = r.cue("lent car", span{i, min(s.j, i+farthest)})
		if k = c.i - 1; !r.is(k-1, "on", "in") {
			return false
		}
	}
	if _, behind := r.vehicleBehind(span{i, i + 1}); behind {
		return false // "I got a company car, so I put 4,000 on the Civic"
	}
	whose := r.among(k, "whose car") || r.is(k, "a", "an", "their")
	said := r.is(k-1, "is", "it's", "its", "as", "was", "be", "'s", "es") || r.focused(k-2) // "my F-150, a work truck"
	return !c.empty() && whose && !said && r.who[c.i] == r.who[i] && !r.speaksOfCar(span{min(c.j, i), max(c.i, i)})
}

// speaksOfCar reports whether s names a car, or stands for one that is named.
func (r *reader) speaksOfCar(s span) bool {
	for i := s.i; i < s.j; i++ {
		if r.refers[i] || r.namesCar(i) {
			return true
		}
	}
	return false
}

// authorNamesCar reports whether the author names a car before token i, and not only what they quote.
func (r *reader) authorNamesCar(i int) bool {
	return slices.ContainsFunc(r.places, func(p placed) bool { return p.at.i < i && !r.quoted[p.at.i] })
}

// saysCount reports whether s speaks of as many cars as there are: "we own three cars outright",
// "two cars, same deal: financed, commute".
func (r *reader) saysCount(s span, size int) bool {
	for i := s.i; i < min(s.j, s.i+farthest); i++ {
		n, ok := r.number(i)
		if ok && n.n == size && !n.dollar && (r.among(n.j, "several cars") || r.is(n.j, "carros", "autos")) && !r.has(s, "one more", "insured apart") {
			return true
		}
	}
	return false
}

// opensWithCount reports whether s starts with as many cars as there are: "Two cars, no loan".
func (r *reader) opensWithCount(s span, size int) bool {
	n, ok := r.number(r.skip(s.i, "all", "the", "los", "las"))
	return ok && n.n == size && r.is(n.j, "car", "cars", "carros", "autos", "vehicles") && !r.refersIn(span{n.j + 1, s.j})
}

// fleetOf returns the live vehicles of group g.
func (r *reader) fleetOf(g int) []int {
	return slices.DeleteFunc(slices.Clone(r.fleets[g]), func(k int) bool { return r.vehicles[k].gone })
}

func (r *reader) liveVehicles() []int {
	live := make([]int, 0, len(r.vehicles))
	for k, v := range r.vehicles {
		if !v.gone {
			live = append(live, k)
		}
	}
	return live
}

// saysEach reports whether s is about all vehicles; "each way" is not.
func (r *reader) saysEach(s span) bool {
	for i := s.i; i < s.j; i++ {
		if j := r.startsAt("each", i); j > i && !r.is(j, "way", "ways", "directions") {
			return true // "both", not "both ways"
		}
		if n, ok := r.number(i + 1); ok && r.is(i, "all") && n.n == len(r.liveVehicles()) && r.is(n.j, "are", "cars", "vehicles", "paid", "owned", "financed", "leased") {
			return true // "all 3 are paid off"
		}
		if r.is(i, "each") && !r.is(i+1, "way", "year", "month", "week", "day", "direction", "other") {
			return true
		}
	}
	return false
}

// farthest is how far from a value words may stand that make it one of all vehicles.
const farthest = 14

// near is what of s is not far from at.
func (r *reader) near(s, at span) span {
	return span{max(s.i, at.i-farthest), min(s.j, at.j+farthest)}
}

// clauseOrSentence is the clause around i, with what is left of its sentence
// where that is short: "…, about 10k each".
func (r *reader) clauseOrSentence(i int) span {
	c := r.clause(i)
	if s := r.sentence(i); s.j-c.j < 6 {
		c.j = s.j
	}
	return c
}

// vehicleBehind finds "on the Civic" behind a value, within its clause.
func (r *reader) vehicleBehind(s span) (int, bool) {
	end := r.clause(s.i).j
	if r.is(s.j, "(") {
		end = max(end, min(len(r.toks), s.j+4)) // "leased (the Honda)"
	}
	for i := max(s.i, s.j-2); i < min(end, s.j+9); i++ { // "still owe on" and "5,000 on hers" have their own "on"
		if r.is(i, "on", "for", "with", "in", "w", "w/", "(") {
			for k := i + 1; k < min(i+4, end) && !(r.is(k, "and", "y") && (i < s.j || r.is(k-1, "it", "them"))); k++ { // not "for work and the other …"
				if v := r.mentionedAt(k); v >= 0 {
					return v, true
				}
				if v := r.bodyAt(k); v >= 0 {
					return v, true
				}
				if v := r.referredTo(k); v >= 0 {
					return v, true // "on hers", "on the other one"
				}
			}
		}
	}
	return 0, false
}

// referredTo returns the vehicle that words which start at token i stand for, or -1.
func (r *reader) referredTo(i int) int {
	if i < 0 || i >= len(r.toks) || !r.refers[i] || r.which[i] <= everybody || len(r.fleets[r.which[i]]) != 1 {
		return -1
	}
	return r.fleets[r.which[i]][0]
}

// askedOf returns the entry that our question was about, where it asked for
// this field of one entry only.
func (r *reader) askedOf(list, field string) (int, bool) {
	entry := -1
	for _, path := range r.in.Asked {
		rest, ok := strings.CutPrefix(path, list+"[")
		index, name, cut := strings.Cut(rest, "].")
		if !ok || !cut || name != field {
			continue
		}
		if entry >= 0 && entry != atoi(index) {
			return 0, false
		}
		entry = atoi(index)
	}
	return entry, entry >= 0
}

// isOfUnnamedCar reports whether a value at s is told of a car that the mail does not name, or of one of several that
// it does not say which: "commutes 30 miles in the other car", "in her own car".
func (r *reader) isOfUnnamedCar(s span) bool {
	sentence := r.sentence(s.i)
	for k := s.i - 1; k >= max(sentence.i, s.i-farthest) && !r.beginsAnew(k); k-- {
		if r.isUnnamedCar(k) {
			return true
		}
	}
	for k := s.i; k < min(r.clause(s.i).j, s.j+farthest) && !r.beginsAnew(k); k++ {
		if r.isUnnamedCar(k) {
			return true
		}
	}
	return false
}

// beginsAnew reports whether something else is told from token i on, or a car is spoken of that is named.
func (r *reader) beginsAnew(i int) bool {
	return r.refers[i] || r.is(i, "i", "i'm", "we", "and", "but", "so", "since", "because", "while", ";")
}

// isUnnamedCar reports whether token k stands before a word for a car that somebody has besides, and that is not named
// by it.
func (r *reader) isUnnamedCar(k int) bool {
	other := r.is(k, "another") || r.is(k, "other") && r.is(k-1, "the", "her", "his", "our", "my", "their")
	own := r.is(k, "own") && r.is(k-1, "her", "his", "their") && len(r.liveVehicles()) == 1
	if !other && !own || !r.among(k+1, "a car") || r.is(k+1, "it", "that") || r.named("negation", k, 4) || r.referredTo(k-1) >= 0 || r.referredTo(k) >= 0 {
		return false
	}
	return !slices.ContainsFunc(r.places, func(p placed) bool {
		return k < p.at.i && p.at.i < k+8 || k-4 < p.at.j && p.at.j < k && r.is(p.at.j, "is", ",", "(") // "the other car, a 2015 Accord"
	})
}
