package reading

import (
	"cmp"
	"slices"
	"strings"
	"time"

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
		if !ok {
			v, ok = r.birthAt(i)
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
	r.readBirthYears()
	r.readStartThatDay()
	r.readEndThatDay()
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
		v = r.onBirthday(r.dayLeads(r.complete(v)))
		day, ok := v.born(r.today)
		if ok {
			r.sayBirth(day, v.span)
		}
		return ok || r.readRestatedBirth(v)
	case role == "expires" && (r.has(span{max(r.sentence(v.i).i, v.i-8), v.i}, "suspended") || r.expiresElse(v.i)):
		return true // it is the license that is suspended until then, or a lease that ends
	case role == "expires":
		if _, until := r.date(v.j + 1); !until || !r.is(v.j, "to", "-", "through", "thru") {
			r.sayExpiry(v) // and no start of a "policy period"
		}
		return true
	case role == "effective" && (r.is(v.i-1, "before") || r.isDeadline(v) || r.startsElse(v)):
		return true
	case near && role != "birth" && r.isDenied(v):
		return true
	case role == "" && r.readRestatedStart(v), role == "" && r.readRestatedBirth(v):
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

// isDenied reports whether a day is said not to be meant: "the 7th, not the 17th".
func (r *reader) isDenied(v date) bool {
	i := v.i
	if r.is(i-1, "the", "on", "el") {
		i--
	}
	return r.endsAt("not", i) < i
}

// endsThen reports whether ", when my old policy runs out" stands behind a day that ends
// before token i.
func (r *reader) endsThen(i int) bool {
	s := r.sentence(i - 1)
	for k := i; k < min(s.j, i+5); k++ {
		if r.is(k, "because", "porque", "since") && r.has(span{k, min(s.j, k+6)}, "that day") || r.is(k, "when", "cuando") {
			c, ok := r.cue("expires", span{k, min(s.j, k+10)})
			return ok && !slices.Contains(r.dated[k:c.j], true) && !r.expiresElse(c.i)
		}
		if !r.is(k, ",", "as", "that's", "thats", "that", "which", "is", "next", "es", "-", "(") {
			return false
		}
	}
	return false
}

// skipBackMarks returns the token behind what stands before "is" and marks before token i.
func (r *reader) skipBackMarks(i int) int {
	for r.is(i-1, ":", "is", "are", "-", "was") {
		i--
	}
	return i
}

// namedRightBehind returns whom brackets behind s name, or "for", or who stands behind it in a list that
// begins with days: "5/6/1980 (me)", "5/6/1980 for my wife Ann", "5-6-80 me, 1-2-82 Ann".
func (r *reader) namedRightBehind(s span) ([]int, bool) {
	i, k := s.j+1, s.j+1
	if r.is(s.j, "me", "myself", "self") && r.leadsItem(s, s.j+1) {
		return []int{0}, true
	}
	if k := r.isGiven(s.j); k >= 0 && (r.leadsItem(s, s.j+1) || r.isSurname(s.j+1) && r.leadsItem(s, s.j+2)) {
		return []int{k}, true
	}
	if r.is(s.j, "(") {
		for k < min(len(r.toks), i+6) && !r.is(k+1, ")") {
			k++
		}
	} else if !r.is(s.j, "for") {
		return nil, false
	}
	if k+1 >= len(r.toks) || r.who[k] <= everybody || len(r.crews[r.lone[k]]) != 1 || !r.is(i, "me", "myself", "him", "her", "my", "our", "mine", "hers", "his") && !r.isPersonEnd(i) {
		return nil, false
	}
	return r.crews[r.lone[k]], true
}

// leadsItem reports whether the day at s begins an item of which what goes up to token end is the rest, but
// for brackets: "5-6-80 me," and "1-2-82 Ann (wife)". It begins a line, stands behind a colon, or goes on with
// a list in which a day stood before each of those named.
func (r *reader) leadsItem(s span, end int) bool {
	if !r.dated[s.i] || r.row(s.j) != r.row(s.i) || !r.breaks(end) && !r.is(end, ".", "and", "&") && r.row(end) == r.row(s.i) {
		return false
	}
	before := s.i - 1
	for r.is(before, "and", "&", ",", ";") {
		before--
	}
	if l := r.lines[r.lineOf(s.i)]; l.i == s.i || r.body(l).i == s.i || r.is(before, ":") {
		return true
	}
	for k := before; k > before-mostApartInItem && before < s.i-1 && r.row(k) == r.row(s.i); k-- {
		if r.dated[k] {
			return k < before && !r.breaks(k+1)
		}
	}
	return false
}

// mostApartInItem is how many tokens a person has at most behind a day in a list.
const mostApartInItem = 8

// sayExpiry claims when the policy ends that the customer has.
func (r *reader) sayExpiry(v date) {
	day, ok := v.coming(r.today)
	if r.has(r.sentence(v.i), "has ended") && !r.is(v.i-1, "effective") && !(r.is(v.i-1, "of") && r.is(v.i-2, "as")) {
		day, ok = v.gone(r.today)
	}
	if !ok || day.Year() < r.today.Year()-5 {
		return // what ended so long ago is no policy to go on from
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
	for _, c := range r.startWhen() {
		if day, at, ok := r.dayMeant(c, false); ok {
			r.infer(theApplication, "effective_date", day, at)
		}
	}
}

// startWhen finds "that's when" where cover is to start: "We move in on June 5. That's also
// when we want the cover to start."
func (r *reader) startWhen() []span {
	var found []span
	for i := range r.toks {
		j := r.skip(i+1, "is", "would")
		if r.quiet[i] || !r.is(i, "that's", "thats") && !(r.is(i, "that", "which") && j > i+1) {
			continue
		}
		j = r.skip(r.skipPast(j, "also", "be", "exactly", "about"), "the")
		behind := span{j, min(r.sentence(i).j, j+farthest)}
		wished := false
		for k := behind.i; k < behind.j; k++ {
			if r.among(k, "no longer wanted") {
				wished = false
				break
			}
			wished = wished || r.among(k, "wants cover") || r.is(k, "should")
		}
		if wished && r.among(j, "such a day") && r.has(behind, "start") {
			found = append(found, span{i, j})
		}
	}
	return found
}

// readEndThatDay reads a policy that ends on the day on which ours is to start: "Start on December 1, my
// old policy ends that day".
func (r *reader) readEndThatDay() {
	for _, c := range r.cues["that day"] {
		if r.quiet[c.i] || !r.named("expires", c.i, 2) || r.expiresElse(c.i) || r.hasClaim(theApplication, "prior_insurance.expires") {
			continue
		}
		for _, k := range r.claims {
			if day, ok := k.value.(quote.Date); ok && k.field == "effective_date" && k.at < c.i && c.i <= r.sentence(k.at).j+14 {
				r.infer(theApplication, "prior_insurance.expires", day, c)
				break
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
	from := r.sentence(c.i).i
	if c.i-from < 10 && from > 0 {
		from = r.sentence(from - 1).i // "We move on May 3. That day it should start."
	}
	for i := c.i - 1; i >= max(from, c.i-40) && !ends; i-- {
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
	person := v.i - 1
	if r.is(person, ",", "(", "-") {
		person--
	}
	if role == "licensed" && r.isPersonEnd(person) && r.kind(person) == word && r.lone[person] != r.lone[best-1] {
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
	if r.asksFrom(v) {
		return "effective" // "a quote for my car from December 5"
	}
	if r.has(span{v.j, min(s.j, v.j+4)}, "from then") || r.is(v.i-1, "from", "desde") && r.has(span{v.j, min(s.j, v.j+4)}, "wanted then") {
		return "effective" // "June 3, from which date coverage …", "from 10 August we need it"
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

// asksFrom reports whether "from" stands before v, behind whom or what its sentence asks a price for.
func (r *reader) asksFrom(v date) bool {
	s, from := r.sentence(v.i), v.i-1
	if r.is(from, "the") {
		from--
	}
	what := from - 1
	named := r.is(from, "from") && (r.is(what, "car", "cars", "truck", "van", "suv", "vehicle", "vehicles", "it", "them", "me", "us", "both") || r.mentionsTo(from))
	day, ok := v.coming(r.today)
	soon := ok && day < quote.Date(r.today.AddDate(0, 6, 0).Format(time.DateOnly)) // "your quote for me from November 9" is an old one
	return named && soon && !r.is(v.j, "to", "until", "till", "through", "-") && r.has(span{s.i, v.i}, "quote request", "price words", "quoted things")
}

// readAtOnce claims today as the start where cover is wanted at once. A quote
// that is wanted at once says nothing of that.
func (r *reader) readAtOnce() {
	for _, c := range r.cues["at once"] {
		if r.isOnlyNow(c) {
			continue
		}
		if at, ok := r.before("start", max(r.sentence(c.i).i, c.i-7), c.i); ok && !r.speaksOfQuote(span{at.j, c.i}) && !r.quiet[c.i] && r.free(c) && !r.is(r.sentence(c.i).j-1, "?") && !r.namesInsurer(span{r.sentence(c.i).i, c.i}) {
			r.infer(theApplication, "effective_date", r.dateOf(), c)
		}
	}
}

// speaksOfQuote reports whether s has a word for a quote: "I need insurance quotes today".
func (r *reader) speaksOfQuote(s span) bool {
	for i := s.i; i < s.j; i++ {
		if r.among(i, "quoted things") {
			return true
		}
	}
	return false
}

// isOnlyNow reports whether the words at c tell how things are, and when no cover is to start:
// "we have no coverage right now", "I pay too much for coverage today".
func (r *reader) isOnlyNow(c span) bool {
	if !r.is(c.j-1, "now", "today", "hoy") {
		return false
	}
	for k := r.clause(c.i).i; k < c.i; k++ {
		if r.among(k, "wants cover") {
			return false
		}
	}
	return true
}

// sayNumbers claims VINs, licenses and phone numbers.
func (r *reader) sayNumbers() {
	for _, v := range r.vins {
		r.sayVIN(v)
	}
	for _, s := range r.miscounted {
		r.ofVehicles("vin", unclear(strings.ToUpper(r.raw(s))), s, quote.Stated)
	}
	for _, s := range r.licenses {
		r.ofDrivers("license_number", strings.ToUpper(r.raw(s)), s, quote.Stated)
	}
	r.readLicenseStates()
	for _, p := range r.phones {
		if !r.quiet[p.i] && r.isOwnPhone(p.span) {
			r.say(theApplication, "named_insured.phone", p.number, p.span)
			return
		}
	}
}

// saidDate reads "twelve eleven ninety two" and "oh five oh six nineteen eighty", which are
// dates only behind a word for one.
func (r *reader) saidDate(i int) (date, bool) {
	var parts [2]int
	j := i
	for k := range parts {
		n, end := r.belowHundred(r.skip(j, "oh", "zero"))
		if end == j || r.kind(j) != word {
			return date{}, false
		}
		parts[k], j = n, end
	}
	v := date{span: span{i, j}, m: parts[0], d: parts[1]}
	n, ok := r.number(j)
	v.y, v.j, v.short = n.n, n.j, n.n < 100
	return v, ok && !n.dollar && (n.spelt || n.size == 4 || n.n < 100) && v.d > 0 && v.valid()
}

// spacedDate reads "5 12 1988" and "5, 12, 1988", which is a date only behind a word for one.
func (r *reader) spacedDate(i int) (date, bool) {
	m, ok1 := r.digitsAt(i, 2)
	j := r.skip(i+1, ",")
	day, ok2 := r.digitsAt(j, 2)
	k := r.skip(j+1, ",")
	y, ok3 := r.digitsAt(k, 4)
	v := date{span: span{i, k + 1}, m: m, d: day, y: y, short: len(r.at(k)) == 2}
	return v, ok1 && ok2 && ok3 && len(r.at(k))%2 == 0 && v.d > 0 && v.valid()
}
