package reading

import (
	"slices"
	"strconv"

	"ppamaild/quote"
)

// bornAt returns whose birth date stands at s: that of one person, or of several who share it;
// nobody where the mail leaves it open.
func (r *reader) bornAt(s span) []int {
	if j := r.skipBackMarks(s.i); r.is(j-1, "hers", "his") && slices.Equal(r.peopleAt(j-1), []int{r.writer}) {
		return nil // of somebody who is not named yet
	}
	if behind, ok := r.namedRightBehind(s); ok {
		return behind
	}
	people := r.peopleAt(s.i)
	if all := r.bornTogether(s); len(all) > 1 {
		return all
	}
	if g := r.lone[s.i]; len(people) > 1 && g > everybody {
		people = r.crews[g]
	}
	if len(people) != 1 {
		return nil
	}
	if k, ok := r.askedOf("drivers", "date_of_birth"); ok && r.who[s.i] == nobody && k < len(r.people) {
		people = []int{k}
	}
	return people
}

// farFromBirth is how many tokens from a birth date words may stand that tell whose it is.
const farFromBirth = 30

// bornTogether returns who shares the one birth date of a sentence, at s, that says so: "the
// twins were born on", "we were both born on", "3/4/1985 for both".
func (r *reader) bornTogether(s span) []int {
	of := r.sentence(s.i)
	of = span{max(of.i, s.i-farFromBirth), min(of.j, s.j+farFromBirth)}
	if !r.has(of, "twins") && !r.saysShared(of) {
		return nil
	}
	for i := of.i; i < of.j; i++ {
		if r.dated[i] && (i < s.i || i >= s.j) {
			return nil // each has their own
		}
	}
	people := r.peopleAt(s.i)
	if g := r.who[s.i]; g <= everybody {
		people = nil
		for k, p := range r.people {
			if !p.outsider && !p.idle && (k == 0 || p.given != "" || p.drives) {
				people = append(people, k)
			}
		}
	}
	return people
}

// saysShared reports whether s says that something holds of two or more alike.
func (r *reader) saysShared(s span) bool {
	for i := s.i; i < s.j; i++ {
		if r.is(i, "both", "share", "shared", "ambos", "nacieron", "nacimos") || r.is(i, "they") && r.is(i+1, "were") || r.is(i, "all") && r.is(i+1, "born", "were") || r.is(i, "los") && r.is(i+1, "dos", "tres") {
			return true
		}
	}
	return false
}

// sayBirth claims a birth date of whom the sentence is about; the person does drive, unless the
// mail says no. Nobody who writes is a child.
func (r *reader) sayBirth(day quote.Date, s span) {
	age, known := quote.Age(day, r.dateOf())
	for _, k := range r.bornAt(s) {
		p := r.people[k]
		switch {
		case known && age >= 14:
			p.drives = true
		case k == 0 && p.known < 0:
			return
		case known && p.known < 0:
			p.idle = true
		}
		r.claimBirth(k, day, s)
	}
}

// claimBirth claims a birth date. It stands against one of the same person that the mail takes
// back between the two: "born 8/21/1993, scratch that, that's my sister's. Mine is 8/12/1991".
func (r *reader) claimBirth(k int, day quote.Date, s span) {
	of, before := entity{'d', k}, -1
	for n, c := range r.claims {
		if c.of == of && c.field == "date_of_birth" && c.at < s.i && s.i-c.at < farFromBirth {
			before = n
		}
	}
	size := len(r.claims)
	r.say(of, "date_of_birth", day, s)
	if before < 0 || len(r.claims) == size {
		return
	}
	if r.has(span{r.claims[before].at, s.i}, "correction") {
		r.claims[before].fix, r.claims[size].fix = false, true
	}
}

// isItemOfWriter reports whether v stands by itself in a sentence in which the writer speaks of
// nobody but themselves, and is of a day so long ago that only a birth is told by it: "I'm the
// only driver, 7/19/1958", "I'm on there too (7-8-80)".
func (r *reader) isItemOfWriter(v date, age int) bool {
	s := r.sentence(v.i)
	if age < 15 || age > 95 || v.y == 0 || !r.breaks(v.i-1) || !r.breaks(v.j) && !r.is(v.j, ".", "!", "and", "y") && v.j < s.j {
		return false
	}
	if r.has(span{max(s.i, v.i-farFromBirth), v.i}, "event", "licensed", "effective", "expires", "has ended") || !slices.Equal(r.crews[max(r.lone[v.i], 0)], []int{0}) {
		return false
	}
	for i := v.i - 1; i >= max(s.i, v.i-16); i-- {
		if r.is(i, "i'm", "im", "me", "myself") || r.is(i, "i") && r.is(i+1, "am", "do", "will", "was") || r.is(i, "woman", "man", "female", "male") {
			return true
		}
		if r.dated[i] || r.mentionedAt(i) >= 0 {
			return false
		}
	}
	return false
}

// restatedBirth returns whose birth date v corrects, that was told shortly before, and the day
// in full: "born 2/9/68. Correction, 2/9/69", "born April 9 1973, actually April 19".
func (r *reader) restatedBirth(v date) (claim, date, bool) {
	for n := len(r.claims) - 1; n >= max(0, len(r.claims)-farFromBirth); n-- {
		c := r.claims[n]
		if c.field != "date_of_birth" || c.at < 0 || c.at >= v.i {
			continue
		}
		from := r.endOf(c)
		if v.i-from > 10 || !r.has(span{from, v.i}, "correction") {
			return c, v, false
		}
		if day, ok := c.value.(quote.Date); ok && v.y == 0 {
			v.y, v.short = day.Year(), false
		}
		return c, v, v.d != 0 && v.y != 0
	}
	return claim{}, v, false
}

// namesSomebody reports whether words in s bring somebody into focus.
func (r *reader) namesSomebody(s span) bool {
	for i := s.i; i < s.j; i++ {
		if r.isKin(i) || r.isGiven(i) >= 0 || r.is(i, "mine", "hers", "his", "my", "her") {
			return true
		}
	}
	return false
}

// readRestatedBirth claims v where it corrects a birth date told before.
func (r *reader) readRestatedBirth(v date) bool {
	c, whole, ok := r.restatedBirth(v)
	if !ok {
		return false
	}
	day, ok := whole.born(r.today)
	if !ok || r.quiet[v.i] {
		return false
	}
	r.claims = append(r.claims, claim{of: c.of, field: c.field, value: day, words: r.raw(v.span), at: v.i, standing: quote.Stated, fix: true})
	return true
}

// onBirthday counts v back to the birth of somebody whose birthday of that number it is: "licensed
// on my 16th birthday, Feb 12, 1984".
func (r *reader) onBirthday(v date) date {
	i := v.i
	for r.is(i-1, ",", "(", "on", "-", "of") {
		i--
	}
	n, ok := r.birthdayAt(i - 2)
	if !ok || v.y == 0 {
		return v
	}
	if v.short {
		day, _ := v.coming(r.today)
		v.y, v.short = day.Year(), false
	}
	v.y -= n.n
	return v
}

// readBirthYears corrects the year of a birth date that the mail takes back right behind it:
// "4/19/83, sorry, '82 not '83", "June 17, 1983... I mean 1984".
func (r *reader) readBirthYears() {
	for n := range r.claims {
		c := &r.claims[n]
		day, ok := c.value.(quote.Date)
		if !ok || c.field != "date_of_birth" || c.at < 0 {
			continue
		}
		from := r.endOf(*c)
		for k := from; k < min(len(r.toks), from+10) && !r.dated[k]; k++ {
			y, ok := r.number(k)
			if !ok || !r.isBirthYear(y) || r.startsAt("not", k-1) > k-1 {
				continue
			}
			said, meant := r.before("correction", from, k)
			if year := r.fullYear(y); meant && k-said.j < 2 && r.endsClause(y.j) || r.takesBackYear(y.j, day.Year()) {
				c.value, c.words, c.fix = quote.Date(strconv.Itoa(year)+string(day)[4:]), r.raw(span{c.at, y.j}), true
				r.take(span{k, r.behindTakenBack(y.j)})
			}
			break
		}
	}
}

// fullYear returns the year of a birth with its century.
func (r *reader) fullYear(y number) int {
	if y.size == 4 {
		return y.n
	}
	if y.n+2000 > r.today.Year()-10 {
		return y.n + 1900
	}
	return y.n + 2000
}

// takesBackYear reports whether "not 1948" stands at token i.
func (r *reader) takesBackYear(i, year int) bool {
	i = r.skip(i, ",")
	y, ok := r.number(r.skip(i, "not"))
	return r.is(i, "not") && ok && r.isBirthYear(y) && r.fullYear(y) == year
}

// behindTakenBack returns the token behind "not 1948" at token i, else i.
func (r *reader) behindTakenBack(i int) int {
	if j := r.skip(i, ","); r.is(j, "not") {
		if y, ok := r.number(j + 1); ok {
			return y.j
		}
	}
	return i
}
