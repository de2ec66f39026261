package reading

import (
	"cmp"
	"slices"
	"strings"

	"ppamaild/quote"
)

// readDates finds out what each date is of: a birth, the start of cover, the
// end of the policy before, or none of these.
func (r *reader) readDates() {
	for i := 0; i < len(r.toks); i++ {
		if r.taken[i] || !r.mayBeDay(i) {
			continue
		}
		v, ok := r.date(i)
		if !ok && r.named("birth", i, 3) {
			v, ok = r.spacedDate(i)
		}
		near := false
		if !ok || v.y == 0 && r.kind(i) != word && months[r.at(r.skip(i+1, "of"))] == 0 && !r.isDated(i) {
			if v, near = r.relative(i, r.today); !near {
				continue
			}
		}
		if !r.free(v.span) {
			continue
		}
		if end := r.readBirthList(v); end > v.i {
			i = end - 1
			continue
		}
		if r.readDate(v, near) {
			r.take(v.span)
		}
		i = v.j - 1
	}
	r.readStartThatDay()
	r.readAtOnce()
}

// isDated reports whether a word for a date stands before "12/1", which could
// be a fraction otherwise.
func (r *reader) isDated(i int) bool {
	return r.named("effective", i, 4) || r.named("expires", i, 5) || r.named("has ended", i, 5) || r.named("birth", i, 4) || r.among(i-1, "before a date")
}

// The roles of dates, each with the cue for it.
var dateRoles = []string{"birth", "expires", "effective", "licensed", "event"}

// readDate claims v in its role. It is false where the date says nothing to us
// and another reader may want it.
func (r *reader) readDate(v date, near bool) bool {
	switch role := r.roleOf(v); {
	case role == "birth" && !near:
		day, ok := v.born(r.today)
		if ok {
			r.sayBirth(day, v.span)
		}
		return ok
	case role == "expires":
		if _, until := r.date(v.j + 1); !until || !r.is(v.j, "to", "-", "through", "thru") {
			r.sayExpiry(v) // and no start of a "policy period"
		}
		return true
	case role == "effective" && (r.is(v.i-1, "before") || r.isDeadline(v) || r.startsElse(v)):
		return true
	case role == "" && r.readRestatedStart(v):
		return true
	case role == "effective" && (near || v.d > 0):
		if day, ok := v.coming(r.today); ok && day >= r.dateOf() {
			r.ofApplication("effective_date", day, v.span, near)
			if r.endsThen(v.j) {
				r.sayExpiry(v)
			}
		}
		return true
	case role == "licensed":
		return false
	}
	return !near && r.readBareBirth(v)
}

// endsThen reports whether ", when my old policy runs out" stands behind a day that ends
// before token i.
func (r *reader) endsThen(i int) bool {
	s := r.sentence(i - 1)
	for k := i; k < min(s.j, i+5); k++ {
		if r.is(k, "because", "porque", "since") && r.has(span{k, min(s.j, k+6)}, "that day") || r.is(k, "when", "cuando") {
			c, ok := r.cue("expires", span{k, min(s.j, k+10)})
			return ok && !slices.Contains(r.dated[k:c.j], true)
		}
		if !r.is(k, ",", "as", "that's", "thats", "that", "which", "is", "next", "es", "-", "(") {
			return false
		}
	}
	return false
}

// sayBirth claims a birth date of whom the sentence is about; the person does
// drive, unless the mail says no.
func (r *reader) sayBirth(day quote.Date, s span) {
	people := r.peopleAt(s.i)
	if g := r.lone[s.i]; len(people) > 1 && g > everybody {
		people = r.crews[g]
	}
	if len(people) > 1 && r.has(r.sentence(s.i), "twins") {
		for _, k := range people {
			r.say(entity{'d', k}, "date_of_birth", day, s)
		}
	}
	if len(people) != 1 {
		return
	}
	if k, ok := r.askedOf("drivers", "date_of_birth"); ok && r.who[s.i] == nobody && k < len(r.people) {
		people = []int{k}
	}
	k := people[0]
	if age, ok := quote.Age(day, r.dateOf()); ok && age >= 14 {
		r.people[k].drives = true
	} else if r.people[k].relation == quote.Child {
		r.people[k].idle = true
	}
	r.say(entity{'d', k}, "date_of_birth", day, s)
}

// sayExpiry claims when the policy ends that the customer has.
func (r *reader) sayExpiry(v date) {
	day, ok := v.coming(r.today)
	if r.has(r.sentence(v.i), "has ended") {
		day, ok = v.gone(r.today)
	}
	if !ok {
		return
	}
	r.say(theApplication, "prior_insurance.expires", day, v.span)
}

// readStartThatDay reads cover that is to start on a day named before: "the day the old
// one ends", "I report on July 6, and would like to start that day".
func (r *reader) readStartThatDay() {
	for _, of := range []struct {
		days []span
		ends bool
	}{{r.whenItEnds(), true}, {r.cues["that day"], false}} {
		for _, c := range of.days {
			if r.quiet[c.i] || r.is(c.i-1, "since") || !r.named("start", c.i, 6) && !r.is(c.j-1, "start") {
				continue
			}
			if day, at, ok := r.dayMeant(c, of.ends); ok {
				r.infer(theApplication, "effective_date", day, at)
			}
		}
	}
}

// dayMeant returns the day that "that day" at c stands for: the one on which the policy
// ends that the customer has, or one in the same sentence.
func (r *reader) dayMeant(c span, ends bool) (quote.Date, span, bool) {
	for _, k := range slices.Backward(r.claims) {
		if day, ok := k.value.(quote.Date); ok && k.field == "prior_insurance.expires" && (ends || k.at < c.i && c.i <= r.sentence(k.at).j+14) {
			return day, span{k.at, k.at + 1}, true
		}
	}
	for i := c.i - 1; i >= max(r.sentence(c.i).i, c.i-40) && !ends; i-- {
		if !r.mayBeDay(i) || r.is(i-1, "before") {
			continue
		}
		v, ok := r.date(i)
		if !ok || v.d == 0 {
			v, ok = r.relative(i, r.today)
		}
		day, coming := v.coming(r.today)
		if ok && coming && v.j <= c.i && day >= r.dateOf() {
			return day, v.span, true
		}
	}
	return "", span{}, false
}

func (r *reader) ofApplication(field string, value any, s span, inferred bool) {
	if inferred {
		r.infer(theApplication, field, value, s)
		return
	}
	r.say(theApplication, field, value, s)
}

// roleOf returns the cue that v goes with: one right behind it, as in "3/4/85 is
// my birthday", else the nearest before it in its sentence.
func (r *reader) roleOf(v date) string {
	s := r.sentence(v.i)
	if r.has(span{v.j, min(s.j, v.j+4)}, "birth behind") {
		return "birth"
	}
	if v.y != 0 && v.d != 0 && r.isEquated(v.i) {
		return "birth"
	}
	c, asks := r.cue("quote request", span{max(s.i, v.i-14), v.i})
	yours := r.is(c.i, "your") || r.is(c.i-1, "your", "have")
	if asks && !yours && r.is(v.i-1, "from", "desde") && v.y == 0 && v.d != 0 {
		return "effective" // "a quote from December 1"
	}
	best, role, from := -1, "", max(s.i, v.i-14)
	if r.is(v.i-1, "(") {
		from = v.i
		for _, name := range dateRoles {
			if r.endsAt(name, v.i-1) < v.i-1 {
				return name // "renewal (January 14)"
			}
		}
	}
	for _, name := range dateRoles {
		if c, ok := r.before(name, from, v.i); ok && c.j > best {
			best, role = c.j, name
		}
	}
	if c, ok := r.before("has ended", from, v.i); ok && c.j > best {
		best, role = c.j, "expires" // "expired on 9/8"
	}
	if best < 0 {
		return cmp.Or(r.roleBehind(v, s), r.roleUnder(v))
	}
	if role == "licensed" && r.isPersonEnd(v.i-1) && r.kind(v.i-1) == word && r.lone[v.i-1] != r.lone[best-1] {
		return "" // "licensed 26 years; Kate Burke 1/1/1985"
	}
	// Another date between the cue and this one has used it up, unless the cue
	// is of many: "born 3/4/85 and 5/6/87".
	for k := best; k < v.i; k++ {
		if r.taken[k] && role != "birth" && role != "effective" && !r.is(k-1, "until") && !r.is(v.i-1, "to", "-", "through", "thru") {
			if _, ok := r.date(k); ok {
				return ""
			}
		}
	}
	if role == "birth" && v.i-best > 8 && !slices.Contains(r.dotted(best, v.i), true) {
		return ""
	}
	return role
}

// roleUnder reads a date below a heading: "Start" above "- Dec 1".
func (r *reader) roleUnder(v date) string {
	head := r.topic(v.i)
	for _, name := range dateRoles {
		if r.has(head, name) {
			return name
		}
	}
	return ""
}

// dotted reports for each token between i and j whether it is "is" or a colon.
func (r *reader) dotted(i, j int) []bool {
	out := make([]bool, 0, j-i)
	for k := i; k < j; k++ {
		out = append(out, r.is(k, "is", ":", "was", "es"))
	}
	return out
}

// roleBehind reads "12/1 is when my policy ends", "Friday would be the start".
func (r *reader) roleBehind(v date, s span) string {
	switch {
	case r.is(v.i-1, "up") && r.namesInsurer(span{s.i, v.i}):
		return "expires" // "with Safeco, up 1/3"
	case r.is(v.j, "start", "effective"):
		return "effective" // "a December 1 start"
	case r.is(v.i-1, "from") && r.has(s, "changes a policy", "change of policy"):
		return "effective"
	}
	if !r.is(v.j, "is", "would", "as", "will", "for", "being", "works") {
		return ""
	}
	behind := span{v.j, min(s.j, v.j+6)}
	for _, name := range []string{"expires", "effective"} {
		if r.has(behind, name) {
			return name
		}
	}
	return ""
}

// readAtOnce claims today as the start where cover is wanted at once. A quote
// that is wanted at once says nothing of that.
func (r *reader) readAtOnce() {
	for _, c := range r.cues["at once"] {
		if _, ok := r.before("start", max(r.sentence(c.i).i, c.i-7), c.i); ok && !r.quiet[c.i] && r.free(c) && !r.is(r.sentence(c.i).j-1, "?") && !r.namesInsurer(span{r.sentence(c.i).i, c.i}) {
			r.infer(theApplication, "effective_date", r.dateOf(), c)
		}
	}
}

// sayNumbers claims VINs, licenses and phone numbers.
func (r *reader) sayNumbers() {
	for _, v := range r.vins {
		r.ofVehicles("vin", v.Value, v.span, quote.Stated)
	}
	for _, s := range r.licenses {
		r.ofDrivers("license_number", strings.ToUpper(r.raw(s)), s, quote.Stated)
	}
	r.readLicenseStates()
	for _, p := range r.phones {
		if !r.quiet[p.i] && !r.namesRelative(r.sentence(p.i)) {
			r.say(theApplication, "named_insured.phone", p.number, p.span)
			return
		}
	}
}

// spacedDate reads "5 12 1988", which is a date only behind a word for one.
func (r *reader) spacedDate(i int) (date, bool) {
	m, ok1 := r.digitsAt(i, 2)
	day, ok2 := r.digitsAt(i+1, 2)
	y, ok3 := r.digitsAt(i+2, 4)
	v := date{span: span{i, i + 3}, m: m, d: day, y: y, short: len(r.at(i+2)) == 2}
	return v, ok1 && ok2 && ok3 && len(r.at(i+2))%2 == 0 && v.valid()
}
