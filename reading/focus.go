package reading

import (
	"slices"
	"strings"

	"ppamaild/reading/find"
	"ppamaild/reading/text"
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

// peopleAt returns the people in focus at token i. The writer is, where nobody else was named.
func (r *party) peopleAt(i int) []int {
	if i < 0 || i >= len(r.who) {
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
		if lone := r.lone[i]; len(r.crews[g]) > 1 && lone > everybody && r.IsBracketed(i) {
			g = lone // "Tom (licensed 1988) and Sue (licensed 1990)"
		}
		return r.crews[g]
	}
}

// vehiclesAt returns the vehicles that a value at s is about: those named right
// behind it ("8k a year on the Civic"), else those in focus, else the only one.
func (r *garage) vehiclesAt(s text.Span, field string) []int {
	live := r.liveVehicles()
	if len(live) == 0 {
		r.vehicles = append(r.vehicles, &vehicle{known: -1})
		return []int{len(r.vehicles) - 1}
	}
	if len(live) == 1 {
		return live
	}
	if one, ok := askedOf(r.sheet, "vehicles", field); ok && r.which[s.I] == nobody {
		return []int{one}
	}
	if k, ok := vehicleBehind(r, s); ok {
		return []int{k}
	}
	if own := slices.DeleteFunc(slices.Clone(live), func(a int) bool { return isOnlyAsked(r.sheet, a) }); r.which[s.I] == nobody && len(own) == 1 {
		return own
	}
	switch g := r.which[s.I]; {
	case saysEach(r.Text, clauseOrSentence(r.Text, s.I)):
		return live
	case g == nobody:
		return nil
	case g == everybody:
		return live
	default:
		return slices.DeleteFunc(slices.Clone(r.fleets[g]), func(k int) bool { return r.vehicles[k].gone })
	}
}

func (r *sheet) liveVehicles() []int {
	var live []int
	for k, v := range r.vehicles {
		if !v.gone {
			live = append(live, k)
		}
	}
	return live
}

// saysEach reports whether s is about all vehicles; "each way" is not.
func saysEach(r *find.Text, s text.Span) bool {
	if r.Has(s, "each") {
		return true
	}
	for i := s.I; i < s.J; i++ {
		if r.Is(i, "each") && !r.Is(i+1, "way", "year", "month", "week", "day", "direction", "other") {
			return true
		}
	}
	return false
}

// clauseOrSentence is the clause around i, with what is left of its sentence
// where that is short: "…, about 10k each".
func clauseOrSentence(r *find.Text, i int) text.Span {
	c := r.Clause(i)
	if s := r.Sentence(i); s.J-c.J < 6 {
		c.J = s.J
	}
	return c
}

// vehicleBehind finds "on the Civic" behind a value, within its clause.
func vehicleBehind(r *garage, s text.Span) (int, bool) {
	end := r.Clause(s.I).J
	if r.Is(s.J, "(") {
		end = max(end, min(len(r.Tokens), s.J+4)) // "leased (the Honda)"
	}
	for i := max(s.I, s.J-1); i < min(end, s.J+9); i++ { // "still owe on" has its own "on"
		if r.Is(i, "on", "for", "with", "in", "(") {
			for k := i + 1; k < min(i+4, end); k++ {
				if v := mentionedAt(r, k); v >= 0 {
					return v, true
				}
				if v := bodyAt(r.sheet, k); v >= 0 {
					return v, true
				}
				if v := referredTo(r, k); v >= 0 {
					return v, true // "on hers", "on the other one"
				}
			}
		}
	}
	return 0, false
}

// referredTo returns the vehicle that words which start at token i stand for, or -1.
func referredTo(r *garage, i int) int {
	if i < 0 || i >= len(r.Tokens) || !r.refers[i] || r.which[i] <= everybody || len(r.fleets[r.which[i]]) != 1 {
		return -1
	}
	return r.fleets[r.which[i]][0]
}

// askedOf returns the entry that our question was about, where it asked for
// this field of one entry only.
func askedOf(r *sheet, list, field string) (int, bool) {
	entry := -1
	for _, path := range r.in.Asked {
		rest, ok := strings.CutPrefix(path, list+"[")
		index, name, cut := strings.Cut(rest, "].")
		if !ok || !cut || name != field {
			continue
		}
		if entry >= 0 && entry != text.Atoi(index) {
			return 0, false
		}
		entry = text.Atoi(index)
	}
	return entry, entry >= 0
}
