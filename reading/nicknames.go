package reading

import (
	"cmp"
	"fmt"
	"strings"
)

// People have a name and are called by another: "Mike (legal name Michael)", "Alexander, who goes by Lex", "everybody
// calls me Bill". The one the law knows is theirs, and the other is nobody else's.

// nickAt reads at token i what somebody who was named is called besides, or is by law.
func (r *reader) nickAt(i int) (k, end int, ok bool) {
	byLaw := r.startsAt("called by law", i) > i
	at := max(r.startsAt("called by law", i), r.startsAt("called besides", i))
	if at == i || r.quiet[i] {
		return 0, i, false
	}
	k, ok = r.calledWho(i, at)
	at = r.skip(at, ":", "\"", "“", "as")
	if !ok || !r.isNamePart(at, true) || r.isKin(at) || !r.together(i, at+1) {
		return 0, i, false
	}
	p, word := r.people[k], nameCase(possessor(r.raw(span{at, at + 1})))
	given := p.given
	if k == 0 && given == "" {
		given = r.from.given
	}
	alike := alikeGiven(given, word)
	switch {
	case given == "" || !alike && (k == 0 || !r.cased || fold(p.surname) == fold(word)):
		return 0, i, false
	case !byLaw || fold(given) == fold(word):
		p.nick = fold(word)
	case alike:
		n, _ := r.name(at, 3)
		if r.isByLaw(k, n); n.surname != "" {
			p.surname = n.surname
			r.claimName(k, "surname", n.surname, n.surnameRaw, at)
		}
		r.take(span{i, n.j})
		return k, n.j, true
	default:
		p.nick = fold(word)
		r.claimName(k, "given_name", word, r.raw(span{at, at + 1}), at) // which of two names so unlike is meant is asked
	}
	r.take(span{i, at + 1})
	return k, at + 1, true
}

// isByLaw makes n the given name of person k, who was named by what they are called.
func (r *reader) isByLaw(k int, n fullName) {
	called := fold(cmp.Or(r.people[k].given, r.from.given))
	r.namePart(k, "given_name", n)
	r.people[k].nick = called
}

// calledWho returns who is called something by the words from token i to j.
func (r *reader) calledWho(i, j int) (k int, ok bool) {
	for n := i; n < j; n++ {
		switch {
		case r.is(n, "me"):
			return 0, true
		case r.is(n, "him"):
			return r.onlyOf(r.lastPerson('m', n))
		case r.is(n, "her"):
			return r.onlyOf(r.lastPerson('f', n))
		}
	}
	if before := r.skipBackAmong(i, "before a verb"); r.is(before-1, "i", "i'm", "im", "my", "me") {
		return 0, true
	}
	if i == 0 || r.sentence(i).i == i {
		return 0, false
	}
	return r.onlyOf(r.lone[i-1], i, true)
}

// onlyOf returns the one person of a group.
func (r *reader) onlyOf(group, _ int, ok bool) (k int, only bool) {
	if !ok || group <= everybody || len(r.crews[group]) != 1 {
		return 0, false
	}
	return r.crews[group][0], true
}

// alikeGiven reports whether one of two given names may be short for the other, or both begin alike: "Lex" and
// "Alexander", "Jo" and "Joanna", "Bob" and "Robert".
func alikeGiven(a, b string) bool {
	x, y := fold(a), fold(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	return len(x) > 1 && (strings.Contains(y, x) || x[0] == y[0]) || isShortFor(x, y) || isShortFor(y, x)
}

// diminutives end names that are longer than what they are short for.
var diminutives = wordSet("e i y ie ey ita ito")

// isLongFor reports whether the name long, in brackets behind another, is what that one is short for: "Jo (Joanna)", but
// not "Deb (Debbie)".
func isLongFor(long, short string) bool {
	l, s := fold(long), fold(short)
	if shortNames[s] == l {
		return true
	}
	rest, begins := strings.CutPrefix(l, s)
	if !begins || len(s) < 2 || rest == "" {
		return false
	}
	rest = strings.TrimPrefix(rest, s[len(s)-1:])
	return rest != "" && !diminutives[rest]
}

// readNamesByLaw reads how somebody whom we know by what they are called is really named: "Mike's name should be Michael",
// "I should have said Guadalupe", "please put Michael instead of Mike".
func (r *reader) readNamesByLaw() {
	if !r.inThread() || !r.cased {
		return
	}
	for i := range r.toks {
		if k := r.entryShortFor(i); k >= 0 && r.isPutRight(i, k) {
			r.fixOnly([]part{{fmt.Sprintf("drivers[%d].given_name", k), nameCase(possessor(r.raw(span{i, i + 1})))}}, span{i, i + 1})
		}
	}
}

// entryShortFor returns the one known driver whose given name is short for the word at token i; -1: there is none, or
// somebody is named so.
func (r *reader) entryShortFor(i int) int {
	found := -1
	if r.quiet[i] || r.quoted[i] || r.taken[i] || !r.capital(i) || !r.isNamePart(i, true) || r.isKin(i-1) {
		return found
	}
	for k, d := range r.in.Known.Drivers {
		switch {
		case d.GivenName != "" && fold(d.GivenName) == noun(r.at(i)):
			return -1
		case d.GivenName == "" || !isLongFor(noun(r.at(i)), d.GivenName):
		case found >= 0:
			return -1
		default:
			found = k
		}
	}
	return found
}

// isPutRight reports whether the name at token i is said to be that of driver k by law, or to be written in place of the
// one that we have.
func (r *reader) isPutRight(i, k int) bool {
	before, behind := i, i+1
	for r.is(before-1, "\"", "“", ":") {
		before--
	}
	for r.is(behind, "\"", "”", ",") {
		behind++
	}
	called := fold(r.in.Known.Drivers[k].GivenName)
	switch {
	case r.endsAt("named rightly", before) < before, r.startsAt("named so by law", behind) > behind:
		return true
	case r.is(before-1, "to"):
		return noun(r.at(before-2)) == called || r.is(before-2, "name")
	}
	of := r.skip(behind, "instead", "not", "rather", "than", "of")
	return of > behind && noun(r.at(of)) == called
}
