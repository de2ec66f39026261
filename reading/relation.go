package reading

import "ppamaild/quote"

// meetCustomer reads "I'm Angela's husband", where that speaks of Angela's quote:
// she is who is to be insured, and the writer is a driver of hers.
func (r *reader) meetCustomer() {
	if len(r.in.Known.Drivers) > 0 || !r.isReply() && !r.any("somebody's quote") {
		return
	}
	for _, c := range r.cues["my name is"] {
		n, ok := r.name(c.j, 2)
		kin, related := r.kinAt(n.j)
		if !ok || r.quiet[c.i] || n.givenRaw == r.raw(span{n.i, n.j}) || !related || kin.relation == "" || kin.outsider || r.is(n.j+1, "-", "in") {
			continue
		}
		k := r.customerNamed(n)
		if k < 0 {
			return
		}
		r.people[0].relation, r.people[0].drives = kin.relation, true
		r.people[k].relation, r.people[k].drives = quote.Insured, true
		r.say(entity{'d', 0}, "relationship", kin.relation, span{n.i, n.j + 1})
		r.writer = k
		return
	}
}

// customerNamed returns the person that n names, somebody new where nobody is
// named so; -1 where there are too many.
func (r *reader) customerNamed(n fullName) int {
	for k, p := range r.people {
		if k > 0 && p.given != "" && fold(p.given) == fold(n.given) {
			return k
		}
	}
	if len(r.people) >= mostEntries {
		return -1
	}
	r.people = append(r.people, &person{known: -1, first: n.i, at: n.span})
	r.addName(len(r.people)-1, n)
	return len(r.people) - 1
}
