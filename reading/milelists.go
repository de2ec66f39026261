package reading

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/text"
)

// readRespectively reads "10,000 and 3,000 miles a year respectively", one number for
// each vehicle, from its first number on. Where no vehicle is named in the sentence, that
// there are as many of both says the same.
func (r *reader) readRespectively(n number) bool {
	s, live := r.Sentence(n.I), r.liveVehicles()
	if len(live) < 2 {
		return false
	}
	list := []number{n}
	for m, ok := r.nextOfList(n); ok && len(list) < mostEntries; m, ok = r.nextOfList(m) {
		list = append(list, m)
	}
	last := list[len(list)-1]
	if len(list) != len(live) {
		return false
	}
	if _, _, ok := r.yearly(last); !ok || !r.Has(text.Between(n.J, min(s.J, n.J+20)), "respectively") && !r.isListOfMiles(list, s) {
		return false
	}
	for k, m := range list {
		r.say(entity{'v', live[k]}, "annual_miles", m.n, m.Span)
		r.Take(m.Span)
	}
	return true
}

// nextOfList returns the number that a comma or an "and" joins to n.
func (r *reader) nextOfList(n number) (number, bool) {
	j, _ := r.unitBehind(n)
	k := r.Skip(r.Skip(j, ","), "and", "y", "&")
	if k == j {
		return number{}, false
	}
	return r.number(k)
}

// isListOfMiles reports whether numbers in sentence s can only be those of all vehicles in turn.
func (r *reader) isListOfMiles(list []number, s text.Span) bool {
	few := slices.ContainsFunc(list, func(n number) bool { return n.n < 1000 || n.dollar })
	return !few && !r.Is(list[0].I-1, "between") && !slices.Contains(r.refers[s.I:s.J], true)
}

// periodOfList returns the period that stands at the end of a list for all its numbers:
// "8k on the Civic and 5k on the RAV4 each year".
func (r *reader) periodOfList(n number) (int, bool) {
	if j, _ := r.unitBehind(n); n.dollar || !r.Is(j, "on", "for", "in", "en", "para") || len(r.liveVehicles()) < 2 {
		return 0, false
	}
	if _, ok := r.vehicleBehind(n.Span); !ok {
		return 0, false
	}
	s := r.Sentence(n.I)
	for _, p := range periods {
		if c, ok := r.Cue(p.cue, text.Between(n.J, min(s.J, n.J+24))); ok && !r.Is(c.I-1, "last", "this", "next") && !r.isMoney(n, n.n*p.times) {
			return p.times, true
		}
	}
	return 0, false
}

// settleMiles drops miles that were reckoned from those of a week or a month where the
// mail gives about as many for the year: "200 miles a week, call it 10,000 a year".
func (r *reader) settleMiles() {
	said := make(map[entity][]int)
	for _, c := range r.claims {
		if n, ok := c.value.(int); ok && c.field == "annual_miles" && c.standing == quote.Stated {
			said[c.of] = append(said[c.of], n)
		}
	}
	r.claims = slices.DeleteFunc(r.claims, func(c claim) bool {
		n, _ := c.value.(int)
		return c.field == "annual_miles" && c.standing == quote.Inferred && slices.ContainsFunc(said[c.of], func(year int) bool {
			return n <= year+year/4 && year <= n+n/4
		})
	})
}
