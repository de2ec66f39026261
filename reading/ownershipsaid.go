package reading

import (
	"slices"

	"ppamaild/quote"
)

// ownedBehind returns the vehicles that are the object of how they are held: "I own a 2010 Ford
// and I'm leasing the Kia", "we owe on the Golf and the Kia".
func (r *reader) ownedBehind(c span) []int {
	if !r.is(c.j-1, "own", "owns", "lease", "leases", "leasing", "finance", "financing", "a", "the", "my") {
		return nil
	}
	k := c.j
	for k < c.j+2 && r.is(k, "a", "an", "the", "my", "our", "her", "his", "both", "un", "una", "el", "la") {
		k++
	}
	v := r.mentionedAt(k)
	if v < 0 || !r.together(c.i, k+1) {
		return nil
	}
	return slices.DeleteFunc([]int{v}, func(k int) bool { return r.vehicles[k].gone })
}

// readOwnershipElsewise reads how a vehicle is held from how another one of its sentence is: "the
// Kia is paid off and the Golf isn't", "… and the Golf is too", "only the Golf has a loan".
func (r *reader) readOwnershipElsewise() {
	if len(r.liveVehicles()) < 2 {
		return
	}
	for _, c := range slices.Clone(r.claims) {
		if c.field == "ownership" && c.at >= 0 {
			end := r.sentence(c.at).j
			r.readElsewise(span{c.at, max(end, r.sentence(end).j)})
		}
	}
	r.readOnlyLoan()
}

// readElsewise reads in s, behind how one vehicle is held, how others are.
func (r *reader) readElsewise(s span) {
	for i := s.i; i < s.j; i++ {
		denied := r.is(i, "isn't", "isnt", "hasn't", "hasnt", "doesn't", "doesnt", "not", "no", "don't", "dont", "aren't")
		if !denied && !r.is(i, "too", "also", "tambien", "likewise") || r.quiet[i] || !r.endsClause(r.skip(i+1, "yet", "anymore")) {
			continue
		}
		k := r.referredAlone(i)
		if k < 0 || r.hasClaim(entity{'v', k}, "ownership") {
			continue
		}
		own, ok := r.ownershipBefore(s.i, i, k)
		if denied {
			own = otherOwnership(own)
		}
		if ok && own != "" && (r.together(s.i, i) || denied && r.is(i-1, "which", "that")) {
			r.infer(entity{'v', k}, "ownership", own, span{i, i + 1})
		}
	}
}

// referredAlone returns the one vehicle in focus at token i, if its clause speaks of it, else -1.
func (r *reader) referredAlone(i int) int {
	if g := r.which[i]; g > everybody && len(r.fleets[g]) == 1 {
		return r.fleets[g][0]
	}
	return -1
}

// ownershipBefore returns how another vehicle than k was last said to be held between two tokens.
func (r *reader) ownershipBefore(from, to, k int) (quote.Ownership, bool) {
	for _, c := range slices.Backward(r.claims) {
		if own, ok := c.value.(quote.Ownership); ok && c.of.kind == 'v' && c.of.index != k && from <= c.at && c.at < to {
			return own, true
		}
	}
	return "", false
}

// otherOwnership is how a vehicle is held of which it is denied that it is held so; "" where that
// does not say: what is not leased may be owned or financed.
func otherOwnership(own quote.Ownership) quote.Ownership {
	switch own {
	case quote.Owned:
		return quote.Financed
	case quote.Financed:
		return quote.Owned
	}
	return ""
}

// readOnlyLoan reads that the vehicles of which nothing is said are owned where only another one
// is not: "only the Golf has a loan".
func (r *reader) readOnlyLoan() {
	for _, c := range slices.Clone(r.claims) {
		if c.field != "ownership" || c.value == quote.Owned || c.of.kind != 'v' || c.at < 0 || !r.saysOnly(c) {
			continue
		}
		for _, k := range r.liveVehicles() {
			if of := (entity{'v', k}); !r.hasClaim(of, "ownership") {
				r.infer(of, "ownership", quote.Owned, span{c.at, c.at + 1})
			}
		}
	}
}

// saysOnly reports whether a claim is made of its vehicle only: "only the Golf has a loan", "we owe
// on the Golf only", "the only one with a loan is the Golf".
func (r *reader) saysOnly(c claim) bool {
	s := r.clause(c.at)
	for i := s.i; i < s.j; i++ {
		if !r.is(i, "only", "just", "solo") {
			continue
		}
		if k := r.skip(i+1, "the", "el", "la", "my", "on"); r.is(k, "one") || r.mentionedAt(k) == c.of.index || r.referredTo(k) == c.of.index || r.mentionedAt(k+1) == c.of.index || r.endsClause(i+1) {
			return true
		}
	}
	return false
}

// isOfThePast reports whether a lease or a loan is one of the past: "was leased", "bought out the lease".
func (r *reader) isOfThePast(c span) bool {
	return r.is(c.i-1, "was", "were") && r.is(c.i, "leased", "financed") || r.is(c.i-1, "the", "my", "that", "our") && r.is(c.i-2, "out", "after", "off", "ended", "bought")
}

// readFinanceVerb reads "we finance the Forester", "my wife finances hers": what is financed
// must be a car, for premiums are too.
func (r *reader) readFinanceVerb() {
	for i := range r.toks {
		if !r.is(i, "finance", "finances", "financed") || r.quiet[i] || r.taken[i] || r.is(r.sentence(i).j-1, "?") || r.has(span{max(r.sentence(i).i, i-5), i}, "negation", "supposes") {
			continue
		}
		k := i - 1
		for r.is(k, "actually", "still", "also", "do", "did", "just", "currently", "have") {
			k--
		}
		if !r.is(k, "we", "i", "he", "she", "they", "we've", "i've") && !r.isKin(k) && r.isGiven(k) < 0 {
			continue
		}
		for _, v := range r.financedCars(i + 1) {
			if of := (entity{'v', v}); !r.hasClaim(of, "ownership") {
				r.say(of, "ownership", quote.Financed, span{i, i + 1})
			}
		}
	}
}

// financedCars returns the cars that are named from token k on.
func (r *reader) financedCars(k int) []int {
	live := r.liveVehicles()
	if r.is(k, "both", "all") && r.stopsAt(k+1) || r.is(k, "them") || r.is(k, "it") && len(live) == 1 {
		return live
	}
	for r.is(k, "a", "the", "my", "our", "her", "his", "both", "car", "new") {
		k++
	}
	if v := r.mentionedAt(k); v >= 0 && !r.vehicles[v].gone {
		return []int{v}
	}
	return nil
}
