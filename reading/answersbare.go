package reading

import (
	"fmt"
	"slices"
	"strings"

	"ppamaild/quote"
)

// Who answers without numbers gives values that only our questions tell the meaning of: "8/9/81, 3/22/83", "mine 27
// yrs, hers 25", "since 98". They are read where one reading alone fits what we asked.

// asksOf reports whether we asked for a field of person k.
func (r *reader) asksOf(k int, field string) bool {
	entry := r.people[k].known
	return entry >= 0 && slices.Contains(r.in.Asked, fmt.Sprintf("drivers[%d].%s", entry, field))
}

// askedFor returns the people for whom we asked for a field, in the order of our questions.
func (r *reader) askedFor(field string) (people []int) {
	for _, path := range r.in.Asked {
		if k := driverOf(path); k >= 0 && k < len(r.people) && strings.HasSuffix(path, "]."+field) {
			people = append(people, k)
		}
	}
	return people
}

// isBirthAsked reports whether v can only be the birth date that we asked for of one person: it stands right behind
// the word for that person, or opens a line where we asked for no other.
func (r *reader) isBirthAsked(v date) bool {
	if v.y == 0 || v.d == 0 {
		return false
	}
	if k, ok := r.askedOf("drivers", "date_of_birth"); ok && r.opensLine(v.i) && (r.who[v.i] <= everybody || slices.Equal(r.peopleAt(v.i), []int{k})) {
		return k < len(r.people) && r.birthOf(k) == ""
	}
	i := v.i
	for r.is(i-1, ":", "-", "=", ",", "is") {
		i--
	}
	g := r.lone[max(i-1, 0)]
	if i == 0 || g <= everybody || len(r.crews[g]) != 1 || !r.wordForPerson(i-1) {
		return false
	}
	return r.asksOf(r.crews[g][0], "date_of_birth")
}

// wordForPerson reports whether token i stands for one person who is known.
func (r *reader) wordForPerson(i int) bool {
	return r.is(i, "mine", "me", "myself", "hers", "his", "him", "her", "yo", "ella") || r.isKin(i) || r.isGiven(i) >= 0
}

// birthsAsked returns for whom we asked for birth dates, where the dates of list are all of a line and just as many.
func (r *reader) birthsAsked(list []date) []int {
	first, last := list[0], list[len(list)-1]
	people := r.askedFor("date_of_birth")
	l := r.lines[r.lineOf(first.i)]
	if len(people) != len(list) || r.body(l).i != first.i || !r.isWholeLine(last.j, l.j) || r.who[first.i] != nobody {
		return nil
	}
	return people
}

// turnBare notes that line l, which opens with a birth date, answers about the only driver whose birth date we asked
// for: "may 1 1960, 48 years, no tickets".
func (r *reader) turnBare(l line) {
	k, ok := r.askedOf("drivers", "date_of_birth")
	s := r.body(l)
	if v, dated := r.date(s.i); ok && dated && v.y != 0 && v.d != 0 && k < len(r.people) && r.birthOf(k) == "" && !r.quoted[l.i] && l.i >= r.subjectEnd() {
		r.turn(l, cell{of: &entity{'d', k}})
	}
}

// readYearsAsked reads for how long people have been licensed where we asked for that, and nothing but the person and
// the time stand there: "mine 27 yrs hers 25", "Linda: since 1998", "both of us 27 years".
func (r *reader) readYearsAsked() {
	if len(r.askedFor("years_licensed")) == 0 {
		return
	}
	said := span{-1, -1}
	for i := r.subjectEnd(); i < len(r.toks); i++ {
		people := r.peopleOfYears(i)
		if r.quiet[i] || len(people) == 0 {
			continue
		}
		n, at, ok := r.yearsOfWord(i, said.j >= 0 && r.sentence(said.i) == r.sentence(i))
		if !ok || !r.free(at) || !r.endsClause(at.j) && !r.is(at.j, ".", "and", "y", "&", "each") && len(r.peopleOfYears(at.j)) == 0 || !r.saysOnlyYears(r.sentence(i)) {
			continue
		}
		for _, k := range people {
			r.say(entity{'d', k}, "years_licensed", n, at)
		}
		said = at
	}
}

// peopleOfYears returns of whom token i, a word for one or for both, tells years that we asked for and the mail does
// not tell otherwise.
func (r *reader) peopleOfYears(i int) (people []int) {
	asked := r.askedFor("years_licensed")
	switch g := r.lone[min(max(i, 0), len(r.toks)-1)]; {
	case r.is(i, "both", "ambos") && len(asked) == 2:
		people = slices.Clone(asked)
	case (r.wordForPerson(i) || r.is(i, "i", "she", "he")) && g > everybody && len(r.crews[g]) == 1:
		people = []int{r.crews[g][0]}
	}
	return slices.DeleteFunc(people, func(k int) bool {
		return !slices.Contains(asked, k) || r.hasClaim(entity{'d', k}, "years_licensed")
	})
}

// saysOnlyYears reports whether a sentence speaks of nothing else that is told in years: a car, a ticket, an insurer.
func (r *reader) saysOnlyYears(s span) bool {
	car := slices.ContainsFunc(r.places, func(p placed) bool { return s.i <= p.at.i && p.at.i < s.j })
	return !car && !r.has(s, "ticket", "accident", "birth") && !r.namesInsurer(s)
}

// yearsOfWord reads the time behind the word for somebody at token i: "27 yrs", "since 1998", and a bare "25" where
// the sentence has told another's.
func (r *reader) yearsOfWord(i int, another bool) (years int, at span, ok bool) {
	j := r.skipPast(i+1, "of", "us", ":", "-", "=", ",", "about", "around", "roughly", "for", "has", "have", "had")
	since := r.skip(r.skip(j, "is", "are"), "since", "desde")
	if since > j && r.is(since-1, "since", "desde") {
		years, at, ok = r.yearsAt(since, span{since - 1, since})
		return years, at, ok && at.i == since && !r.is(at.j, "old")
	}
	n, is := r.number(j)
	switch {
	case !is || n.dollar || n.n >= 80 || r.dated[j] || r.isMiles(n.j):
		return 0, span{}, false
	case isYears(r.at(n.j)):
		return n.n, span{j, n.j + 1}, !r.is(n.j+1, "old", "young", "of", "at", "in", "with")
	}
	return n.n, n.span, another && n.plain && (r.breaks(n.j) || r.is(n.j, ".") || n.j >= r.sentence(i).j)
}

// readYearsDated reads "the one with the 1998 license" and "my 2001 license".
func (r *reader) readYearsDated() {
	for i := range r.toks {
		y, j, ok := r.year(i, r.today.Year(), false)
		if !ok || !r.is(j, "license", "licence") || r.is(j+1, "plate", "plates", "tag", "tags", "fee", "renewal") || r.quiet[i] || !r.free(span{i, j}) {
			continue
		}
		people := r.peopleAt(i)
		if len(people) != 1 || !r.is(i-1, "the", "a", "my", "her", "his", "with") || r.hasClaim(entity{'d', people[0]}, "years_licensed") {
			continue
		}
		if n, at, ok := r.yearsSince(date{span: span{i, j}, y: y}); ok {
			r.say(entity{'d', people[0]}, "years_licensed", n, at)
		}
	}
}

// listKnown understands a label with a value for each of the known drivers: "Licensed: 27 / 25". They come as the
// line above names them, else as we asked; where neither tells, nothing is read.
func (r *reader) listKnown(c cell, form *formState) bool {
	if len(r.in.Known.Drivers) == 0 || len(form.listed) > 0 || form.person > 0 || c.field != "years_licensed" && c.field != "date_of_birth" {
		return false
	}
	parts := r.listParts(c.value, 0)
	if len(parts) < 2 || slices.ContainsFunc(parts, func(s span) bool { return !r.isBareValue(c.field, s) }) {
		return false
	}
	people := r.namedAbove(c.label.i)
	if people == nil {
		people = r.askedFor(c.field)
	}
	r.take(c.value)
	for n, part := range parts {
		if len(people) == len(parts) {
			r.put(cell{label: c.label, field: c.field, value: part, of: &entity{'d', people[n]}}, form)
		}
	}
	return true
}

// isBareValue reports whether s is a value of that field and nothing else.
func (r *reader) isBareValue(field string, s span) bool {
	v, at, ok := r.parse(field, s)
	if _, isDay := v.(quote.Date); ok && isDay {
		return at.i == s.i && at.j == s.j
	}
	return ok && at.i <= r.skip(s.i, "since") && at.j == s.j
}

// namedAbove returns whom the line above that of token i names, in its order; nil where it names nobody.
func (r *reader) namedAbove(i int) (people []int) {
	k := r.lineOf(i)
	if k == 0 || r.lines[k].first {
		return nil
	}
	for at := r.lines[k-1].i; at < r.lines[k-1].j; at++ {
		who := r.isGiven(at)
		if r.is(at, "me", "mine", "myself", "self") {
			who = 0
		} else if of, ok := r.kinAt(at); ok && who < 0 {
			who = slices.IndexFunc(r.people, func(p *person) bool { return p.relation == of.relation })
		}
		if who >= 0 && !slices.Contains(people, who) {
			people = append(people, who)
		}
	}
	return people
}
