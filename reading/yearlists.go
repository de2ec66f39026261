package reading

import "ppamaild/quote"

// What a list's numbers of years are, a heading or a note says: "Drivers and how long we've had
// licenses:", "(years = how long licensed)".

// readAgesLicensed reads "Age licensed: 17".
func (r *reader) readAgesLicensed() {
	for _, c := range r.cues["age label"] {
		n, ok := r.number(r.skip(c.j, ":", "-", "=", "at", "was", "is"))
		if !ok || n.n < 13 || n.n > 60 || r.quiet[c.i] || !r.free(n.span) {
			continue
		}
		if years, at, ok := r.sinceAge(n, n.j); ok {
			r.sayYears(at, years, at)
		}
		r.take(span{c.i, n.j})
	}
}

// readYearsListed reads the years of each of those that a list names, and returns where the words
// for a license stand that explain one.
func (r *reader) readYearsListed() map[int]bool {
	explained := make(map[int]bool)
	for _, c := range r.cues["licensed"] {
		if len(explained) == mostEntries {
			break
		}
		if r.quiet[c.i] || !r.explainsYears(c) || r.isLicensedElse(c) {
			continue
		}
		p, s := r.paragraph(c.i), r.sentence(c.i)
		below := span{c.j, p.j}
		if s.j >= p.j && p.j < len(r.toks) {
			below.j = r.paragraph(p.j).j
		}
		if r.sayListed(below) {
			explained[c.i] = true
			continue
		}
		above := span{p.i, s.i}
		if s.i <= p.i && p.i > 0 {
			above.i = r.paragraph(p.i - 1).i
		}
		explained[c.i] = r.sayListed(above)
	}
	return explained
}

// explainsYears reports whether the words at c, with those around them up to a mark, say that
// years are those of a license, and none of how many.
func (r *reader) explainsYears(c span) bool {
	s, counts := r.sentence(c.i), r.is(c.j, ":") && r.kind(c.j+1) == word
	for i := max(s.i, c.i-16); i < min(s.j, c.j+16); i++ {
		if i >= c.j && r.is(i, ":", "=", "-", "(") {
			break
		}
		if _, ok := r.number(i); ok && !r.is(i, "one") {
			return false
		}
		counts = counts || isYears(r.at(i)) || r.is(i, "long", "anos", "time")
	}
	return counts
}

// sayListed claims the years that stand behind people in s: those with the word for years, else
// bare numbers, and also years of the calendar: "me since 1996, Ana 20 years".
func (r *reader) sayListed(s span) bool {
	said := false
	for _, bare := range []bool{false, true} {
		counted := said
		for i := s.i; i < s.j; i++ {
			n, ok := r.number(i)
			since, at, is := r.yearsSince(date{span: n.span, y: n.n})
			if is = is && n.size == 4 && n.plain && bare; is {
				n.n, n.span = since, at // "Ana 2001"
			}
			j := r.skip(n.j, "+", "plus")
			if !ok || counted && !is || n.dollar || n.n >= 80 || r.dated[i] || !r.free(n.span) || r.mentionedAt(i) >= 0 || isYears(r.at(j)) == bare {
				continue
			}
			if !bare && r.is(j+1, "old") || bare && !r.endsListed(n) {
				continue
			}
			if k, ok := r.whoseItem(i, bare); ok && !r.hasClaim(entity{'d', k}, "years_licensed") {
				r.say(entity{'d', k}, "years_licensed", n.n, n.span)
				said = true
			}
			i = n.j - 1
		}
	}
	return said
}

// endsListed reports whether a bare number stands right behind a person, at the end of an item.
func (r *reader) endsListed(n number) bool {
	j := n.i
	for r.is(j-1, ":", "-", "=", ")", ",") || n.size == 4 && r.is(j-1, "since", "desde", "in") {
		j--
	}
	person := r.isPersonEnd(j-1) || r.isFromPart(j-1) || r.among(j-1, "self")
	return person && (r.breaks(n.j) || r.is(n.j, ".", "and", "for", "/") || r.row(n.j) != r.row(n.i))
}

// whoseItem returns of whom the item is that holds token i: who was named last, on its line, or
// the writer; where a name starts the item that no one else is called by, somebody new.
func (r *reader) whoseItem(i int, bare bool) (int, bool) {
	from := max(r.lines[r.lineOf(i)].i, i-16)
	for k := i - 1; k >= from; k-- {
		if g := r.lone[k]; r.among(k, "self") || r.isFromPart(k) && r.capital(k) && (g <= everybody || r.crews[g][0] == 0) {
			return 0, true
		}
		if r.kind(k) == word && !r.isPersonEnd(k) && !r.among(k, "beside years") && !r.is(k, "m", "f", "male", "female", "married", "single", "age", "aged") {
			break
		}
		if !r.isPersonEnd(k) || r.is(k, ")") {
			continue
		}
		if g := r.lone[k]; g > everybody && len(r.crews[g]) == 1 && (r.isGiven(k) >= 0 || r.isKin(k) || r.isSurname(k)) {
			return r.crews[g][0], true
		}
		if _, _, state := r.state(k); state {
			return 0, false
		}
		if n, ok := r.listedName(k); ok && bare && n.j == k+1 && r.standsAsItemFrom(k) && len(r.people) < mostEntries {
			r.people = append(r.people, &person{known: -1, first: k, at: n.span})
			r.addName(len(r.people)-1, n)
			return len(r.people) - 1, true
		}
	}
	return 0, false
}

// ageBefore reads "I was 16 when I got my license", of which the cue is at c.
func (r *reader) ageBefore(c span) (int, span, bool) {
	j := c.i
	for r.is(j-1, "i", "he", "she", "we", "they", "first", "finally", "actually", "yo") {
		j--
	}
	if !r.is(j-1, "when", "cuando") {
		return 0, span{}, false
	}
	for i := j - 2; i > max(r.sentence(c.i).i, j-5); i-- {
		if n, ok := r.number(i); ok && r.is(i-1, "was", "were", "tenia", "about", "only", "just") && 13 <= n.n && n.n <= 60 && r.skip(n.j, "years", "old", "anos", ",", "year") >= j-2 {
			return r.sinceAge(n, n.j)
		}
	}
	return 0, span{}, false
}

// readEachBehind reads "Licensed since: 1994 (me), 1997 (my husband)" and "60 years of driving:
// 32 for me and 28 for Ann".
func (r *reader) readEachBehind(c span) bool {
	if !r.is(c.j, ":") {
		return false
	}
	n, at, ok := r.yearsAnswered(c.j + 1)
	people, end, of := r.whoBehind(at)
	if !ok || !of {
		return false
	}
	r.sayOf(people, "years_licensed", n, at, quote.Stated)
	r.andFor(end, false)
	return true
}
