package reading

import (
	"slices"

	"ppamaild/quote"
)

// Relatives, dealers and lenders have phones and insurers too: what is told is of whom its sentence speaks of last
// before it.

// spokenOf returns the token before token i, in its sentence, that speaks of somebody last, by a word for a person or by
// one of set; -1 where none does.
func (r *reader) spokenOf(i int, set string) int {
	for k := i - 1; k >= max(r.sentence(i).i, i-30); k-- {
		if r.speaksOfSomebody(k) || r.isOwnWord(k) || r.isThird(k) || sets()[set][noun(r.at(k))] {
			return k
		}
	}
	return -1
}

// isThird reports whether token i is a word for somebody who is no part of the application and is not met as a person:
// "my parents", "the previous owner", "a coworker", but not "I'm the owner".
func (r *reader) isThird(i int) bool {
	switch word := noun(r.at(i)); {
	case word == "ex":
		return owners[r.at(i-1)]
	case word == "owner":
		return r.is(i-1, "previous", "prior", "former", "last", "first", "original", "old", "other")
	case sets()["third parties"][word], plurals[word] != "":
		return r.isOfNoOther(i)
	case r.isKin(i) && r.is(i-1, "late", "deceased"):
		return true
	}
	kin, ok := r.kinAt(i)
	g := r.who[i]
	return ok && kin.outsider && (g == nobody || g > everybody && r.people[r.crews[g][0]].outsider) && !r.is(i-2, "am", "i'm", "im")
}

// isOfNoOther reports whether nobody is in focus at token i but who writes.
func (r *reader) isOfNoOther(i int) bool {
	g := r.who[i]
	return g == nobody || g > everybody && slices.Equal(r.crews[g], []int{0})
}

// isOfThird reports whether a clause tells what holds token i of one of those: "a coworker with no accidents", but not
// "referred by a coworker, no accidents".
func (r *reader) isOfThird(i int) bool {
	k := r.spokenOf(i, "")
	for k >= max(0, i-40) && (r.who[k] == everybody || r.isOfNoOther(k)) && r.is(k, "they", "their", "his", "her") {
		k = r.spokenOf(k, "") // "my twins got their licenses"
	}
	return k >= r.clause(i).i && r.isThird(k) && r.isTold(k)
}

// isTold reports whether something is told right behind token k of whom it speaks.
func (r *reader) isTold(k int) bool {
	return r.kind(k+1) != mark || r.is(k+1, "'") || r.is(k+2, "who", "whose")
}

// isOwnWord reports whether token i speaks of who writes, and not of what is done for them: "I", "my", "call me",
// but not "helping me", "a friend of mine" and "someone I know".
func (r *reader) isOwnWord(i int) bool {
	if r.is(i, "me", "us") {
		return r.is(i-1, "call", "reach", "text", "contact", "phone", "ring", "to", "for", "llame", "llamar")
	}
	return (r.among(i, "i or we") || r.is(i, "my", "mine", "mi")) && !r.is(i-1, "of") && !r.is(i+1, "know", "met")
}

// isOwn reports whether token k speaks of who writes, alone or with others, or of whom the quote is asked for.
func (r *reader) isOwn(k int) bool {
	g := r.who[k]
	if r.isOwnWord(k) || g == everybody || g > everybody && slices.Contains(r.crews[g], 0) {
		return true
	}
	return g > everybody && slices.ContainsFunc(r.cues["on behalf"], func(c span) bool {
		return !r.isForBoth(c) && r.isAskedFor(r.crews[g][0], c)
	})
}

// isOwnPhone reports whether the number at s is not said to be somebody else's: "my son's number is 503-555-0123",
// "call him at 503-555-0123".
func (r *reader) isOwnPhone(s span) bool {
	k := r.spokenOf(s.i, "has a phone")
	return (k < 0 || r.isOwn(k)) && !r.isNotedElse(s.j)
}

// isNotedElse reports whether a number that ends before token i is said behind it to be somebody else's: "(hers)",
// "is my son's".
func (r *reader) isNotedElse(i int) bool {
	for k := i + 1; r.is(i, "is", "(") && k < i+4; k++ {
		if r.speaksOfSomebody(k) && !r.isOwn(k) {
			return true
		}
	}
	return false
}

// isInsuredElse reports whether the insurer at token i is said to be that of somebody else than who writes or their
// spouse: "my mom has State Farm", but not "my son Leo, 20, current insurer State Farm".
func (r *reader) isInsuredElse(i int) bool {
	k := r.spokenOf(i, "")
	if k >= 0 && r.isOfNoOther(k) && r.is(k, "his", "her", "their") && r.is(k+1, "own") {
		return true // "Colt has his own insurance (Geico)"
	}
	if k < 0 || r.isOwn(k) || r.isSpouse(k) {
		return false
	}
	return r.isTold(k)
}

// isCoverElse reports whether the cover at token i is said to be that of somebody who is to be no driver, and not what
// they advise: "my sister has a $500 deductible".
func (r *reader) isCoverElse(i int) bool {
	k := r.spokenOf(i, "")
	drives := func(p int) bool { return r.people[p].drives }
	return r.isInsuredElse(i) && !r.has(span{k, i}, "demands", "told me") && !(r.who[k] > everybody && slices.ContainsFunc(r.crews[r.who[k]], drives))
}

// isSpouse reports whether token k speaks of the spouse of who writes.
func (r *reader) isSpouse(k int) bool {
	kin, _ := r.kinAt(k)
	g := r.who[k]
	return kin.relation == quote.Spouse || g > everybody && slices.ContainsFunc(r.crews[g], func(p int) bool { return r.people[p].relation == quote.Spouse })
}
