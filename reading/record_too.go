package reading

import "slices"

// What is said of one record is said of another in few words: "his is clean and so is mine", "I have
// a clean record, same for my wife Sue", "nothing on my record, my wife's either".

// readRecordToo reads such words as the same number of accidents and tickets for whom they name.
func (r *reader) readRecordToo() {
	for _, c := range r.cues["the same goes"] {
		for k := c.j; k < min(r.sentence(c.i).j, c.j+4); k++ {
			if r.lone[k] > everybody && (r.isPersonEnd(k) || r.among(k, "whose record")) {
				r.sayRecordToo(c, r.crews[r.lone[k]])
				break
			}
		}
	}
	for _, c := range r.cues["too"] {
		i := c.i - 1
		if i > 0 && r.endsThere(c.j) && r.lone[i] > everybody && (r.isPersonEnd(i) || r.among(i, "whose record")) {
			r.sayRecordToo(c, r.crews[r.lone[i]])
		}
	}
}

// sayRecordToo claims of people what was said last of a record before c, in its sentence or the one
// before.
func (r *reader) sayRecordToo(c span, people []int) {
	from := r.sentence(c.i).i
	if c.i-from < 3 {
		from = r.sentence(max(0, from-1)).i
	}
	if r.quiet[c.i] || len(people) != 1 {
		return
	}
	of, p := entity{'d', people[0]}, r.people[people[0]]
	said := slices.DeleteFunc(slices.Clone(r.claims), func(k claim) bool {
		return k.field != "accidents" && k.field != "violations" || k.at < from || k.at >= c.i || k.of == of
	})
	slices.SortStableFunc(said, func(a, b claim) int { return b.at - a.at })
	for _, k := range said {
		if n := k.value.(int); n == said[0].value && !r.hasClaim(of, k.field) { // of "no accidents, but a ticket. So did Al" only the ticket
			p.drives = p.drives || p.mayDrive()
			r.sayOf(people, k.field, n, c, k.standing)
		}
	}
}
