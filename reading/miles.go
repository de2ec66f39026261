package reading

import (
	"slices"

	"ppamaild/quote"
)

// isMiles reports whether token i is the unit of a distance.
func (d *document) isMiles(i int) bool {
	return d.isKilometers(i) || d.is(i, "miles", "mile", "mi", "mls", "millas", "milla", "m", "miles/year", "mpy")
}

// isKilometers reports whether token i is their unit.
func (d *document) isKilometers(i int) bool {
	return d.is(i, "km", "kms", "kilometers", "kilometres", "kilometros")
}

// inMiles is a distance of n, in kilometers where token i says so, in whole miles.
func (d *document) inMiles(n, i int) int {
	if d.isKilometers(i) {
		return (n*1000 + 804) / 1609
	}
	return n
}

// mostMiles is the highest yearly mileage that is taken for one.
const mostMiles = 99_000

// readMiles reads how far vehicles are driven: in a year, and to work.
func (r *reader) readMiles() {
	r.findDrives()
	for i := 0; i < len(r.toks); i++ {
		if r.taken[i] || r.kind(i) == mark {
			continue
		}
		n, ok := r.number(i)
		if !ok || n.dollar || n.spelt && r.startsAt("one way", i) > i || !r.free(n.span) || r.glued(i) && r.is(i-1, "/", "$", "#") || n.n == 0 {
			continue
		}
		if r.readDistance(n) {
			r.take(n.span)
		}
		i = n.j - 1
	}
	r.settleMiles()
}

// readDistance finds out what a number of miles measures.
func (r *reader) readDistance(n number) bool {
	if r.readDrive(n) || r.readRespectively(n) {
		return true
	}
	if r.has(span{n.j, n.j + 1}, "deductible", "comprehensive", "collision") {
		return false
	}
	miles, at, ok := r.yearly(n)
	switch {
	case r.isRange(n):
		return false
	case r.readRestated(n, miles, ok), ok && r.isInDoubt(n.i):
		return true
	case !ok:
		return false
	}
	standing := quote.Stated
	if r.has(at, "a month", "a week") {
		standing = quote.Inferred
	}
	r.ofVehicles("annual_miles", miles, at, standing)
	return true
}

// milesIn reads a yearly mileage in s, where the label says that it is one.
func (r *reader) milesIn(s span) (int, span, bool) {
	for i := s.i; i < min(s.j, s.i+6); i++ {
		n, ok := r.number(i)
		if !ok || n.dollar || r.namesCar(r.skipLooks(n.j)) {
			continue
		}
		if r.isRange(n) {
			return 0, s, false
		}
		if miles, at, ok := r.yearly(n); ok {
			return miles, at, true
		}
		return n.n, n.span, 100 <= n.n && n.n <= mostMiles && !r.is(n.j, "-", "/")
	}
	return 0, s, false
}

// isRange reports whether n is one end of "8-10k" or "8 to 10 thousand".
func (r *reader) isRange(n number) bool {
	if _, ok := r.number(n.j + 1); ok && r.row(n.j) == r.row(n.i) && r.is(n.j, "-", "to", "or", "a") && r.kind(n.j+1) != word {
		return true
	}
	if m, ok := r.number(n.i - 2); ok && m.j == n.i-1 && r.is(n.i-1, "-", "to", "or", "and", "a") && !m.dollar {
		return !r.is(n.i-1, "and") || r.is(n.i-3, "between") || r.is(n.i-5, "between") // "between 8,000 and 10,000"
	}
	return false
}

// yearly reads n as miles in a year, from a year's, a month's or a week's.
func (r *reader) yearly(n number) (int, span, bool) {
	n.j = r.skipAbout(n.j)
	j, unit := r.unitBehind(n)
	if r.is(j, "on") && r.is(j+1, "it", "them", "that", "mine", "hers") {
		j += 2 // "12,000 on it a year"
	}
	c, period, ok := r.periodAt(r.skipHedges(j))
	for k := j; unit && !ok && k < min(r.clause(n.i).j, j+5); k++ { // "miles on it annually"
		c, period, ok = r.periodAt(k)
		ok = ok && !r.is(k-1, "last", "this", "next") // "with 30,000 miles on it last year"
	}
	if ok {
		miles := r.inMiles(n.n*period, n.j)
		sure := unit || (miles >= 1000 || r.named("driving", n.i, 6) || r.named("annual", n.i, 6)) && !r.isMoney(n, miles)
		return miles, span{n.i, c.j}, sure && 300 <= miles && miles <= mostMiles
	}
	at := span{n.i, j}
	if period, ok := r.periodOfList(n); ok || unit && n.n < 500 && r.periodIs(n, &period) {
		return n.n * period, at, 300 <= n.n*period && n.n*period <= mostMiles
	}
	named := r.named("annual", n.i, 8) || r.isOfMiles(n)
	if !named && !unit && !r.drivesOnly(n) && !r.isMilesByItself(n) && !r.isOfPeriod(n) || n.n < 500 || n.n > 60_000 || !unit && n.plain && 1980 <= n.n && n.n <= 2030 && !r.saidOfAnother(n.i) {
		return 0, at, false
	}
	if period, ok := r.periodBefore(n); ok {
		return n.n * period, at, n.n*period <= mostMiles
	}
	// Without a period, 60,000 miles are what the odometer shows.
	return n.n, at, named || n.n <= 30_000 && !r.isOdometer(n)
}

// unitBehind reads the unit of a distance behind n, as in "9 miles" and "9-mile", and where
// what follows starts.
func (d *document) unitBehind(n number) (end int, unit bool) {
	j := n.j
	if d.is(j, "-") && d.glued(j) && d.glued(j+1) {
		j++
	}
	if d.isMiles(j) {
		return j + 1, true
	}
	return n.j, false
}

// skipHedges skips what may stand between miles and their period.
func (r *reader) skipHedges(j int) int {
	for range 2 {
		if r.among(j, "hedges") && !r.isEachYear(j) && !r.periodFollows(j) {
			j++
		}
	}
	return j
}

func (r *reader) isEachYear(j int) bool { return r.is(j, "each") && r.is(j+1, "year", "month", "week") }

// periods are the cues of a period, and how many of it a year has.
var periods = []struct {
	cue   string
	times int
}{{"a year", 1}, {"a month", 12}, {"a week", 52}}

// periodAt reads "a year", "per month", "/wk" at token j.
func (d *document) periodAt(j int) (span, int, bool) {
	for _, p := range periods {
		if c, ok := d.cue(p.cue, span{j, j + 1}); ok {
			return c, p.times, true
		}
	}
	return span{}, 0, false
}

// periodBefore reads "per month I drive 1,000 miles", "one year I drive about 10000".
func (r *reader) periodBefore(n number) (int, bool) {
	from := max(r.sentence(n.i).i, n.i-6)
	for _, p := range periods {
		_, passed := r.before("a year ago", from, n.i)
		if _, ok := r.before(p.cue, from, n.i); ok && !(passed && p.times == 1) {
			return p.times, true
		}
	}
	return 0, false
}

// isOfPeriod reports whether a period leads to n, which is no money: "in the year maybe 9k",
// "al año son 8,500".
func (r *reader) isOfPeriod(n number) bool {
	j := n.i
	for j > 0 && (r.among(j-1, "hedges") || r.is(j-1, "is", "it's", "its", "son", "unas", "como", "maybe", "probably", "serian")) {
		j--
	}
	return !n.plain && r.endsAt("in a year", j) < j && r.endsClause(n.j) && !r.isMoney(n, n.n)
}

// drivesOnly reports whether a number without unit is all that is said after a
// verb of driving, or of a car: "Tahoe maybe 4k".
func (r *reader) drivesOnly(n number) bool {
	if r.saidOfAnother(n.i) && (!n.plain || r.endsClause(n.j)) {
		return true // "the Civic does 8k a year and the RAV4 11k"
	}
	driven := r.named("driving", n.i, 4)
	if _, ok := r.vehicleBehind(n.span); n.plain || ok && driven {
		return !n.plain
	}
	end := n.j
	for r.among(end, "hedges") && !r.breaks(end) {
		end++
	}
	last := r.breaks(end) || r.sentence(n.i).j <= end+1
	if c := r.clause(n.i); last && n.n >= 1000 && r.carOnLine(n.i) && n.i-c.i < 3 && (r.startsAt("use label", c.i) == n.i || r.startsAt("pleasure use", c.i) == n.i || r.startsAt("commutes", c.i) == n.i) {
		return true // "2019 Civic, pleasure 8,000"
	}
	if r.standsAsItem(n.span) && r.carOnLine(n.i) {
		return true // "2019 Civic, 8,000, commute"
	}
	if r.body(r.lines[r.lineOf(n.i)]) == n.span && r.kind(n.i) == mixed && n.n > 2500 && len(r.liveVehicles()) == 1 {
		return true // "18k" on a line of its own
	}
	return last && (driven || r.mentionedAt(r.clause(n.i).i) >= 0)
}

// isMilesByItself reports whether n is an answer of its own in a numbered list of them, and
// can be nothing else: thousands, round, where one car is spoken of.
func (r *reader) isMilesByItself(n number) bool {
	l := r.lines[r.lineOf(n.i)]
	round := n.n >= 1000 && n.n <= 30_000 && n.n%500 == 0 && (n.size == 5 || !n.plain)
	return round && r.body(l) == n.span && r.isReply() && r.answersByNumber() && len(r.liveVehicles()) == 1
}

// endsClause reports whether a clause or a sentence ends before token i.
func (r *reader) endsClause(i int) bool { return r.breaks(i) || r.sentence(i-1).j <= i+1 }

// saidOfAnother reports whether a vehicle is named right before token i, and its
// sentence has given another's miles in a year.
func (r *reader) saidOfAnother(i int) bool {
	k := i
	for k > 0 && (r.among(k-1, "hedges") || r.is(k-1, "only", "just", "sees", "gets", "does", "goes", "is")) {
		k--
	}
	s := r.sentence(i)
	return (r.focused(k-1) || r.referredTo(k-1) >= 0 || r.referredTo(k-2) >= 0) && slices.ContainsFunc(r.claims, func(c claim) bool { return c.field == "annual_miles" && c.at >= s.i && c.at < i })
}

// carOnLine reports whether a vehicle is named before token i on its line.
func (r *reader) carOnLine(i int) bool {
	l := r.lines[r.lineOf(i)]
	return slices.ContainsFunc(r.places, func(p placed) bool { return l.i <= p.at.i && p.at.i < i })
}

// isOdometer reports whether miles are those on the clock.
func (r *reader) isOdometer(n number) bool {
	s := r.sentence(n.i)
	return r.has(span{n.j, min(s.j, n.j+5)}, "on the clock") || r.named("on the clock", n.i, 6)
}

// readDrive reads the way to work: "10 miles each way", "20 miles round trip",
// "18 miles to work", "my commute is 9 miles".
func (r *reader) readDrive(n number) bool {
	if n.n > 150 || n.short || r.isRange(n) || r.among(n.j, "not a drive") {
		return false
	}
	at, parts, ok := r.driveAt(n)
	if !ok {
		return false
	}
	oneWay := (r.inMiles(n.n, n.j) + parts - 1) / parts
	r.ofVehicles("commute_miles_one_way", oneWay, at, quote.Stated)
	if s := r.sentence(n.i); !r.has(s, "school run") || r.has(s, "to work") {
		r.ofVehicles("use", quote.Commute, at, quote.Inferred)
	}
	return true
}

// isAway reports whether "from me" or "from our house" stands at token i.
func (r *reader) isAway(i int) bool {
	j := r.skip(i+1, "my", "our", "the")
	return r.is(i, "from") && r.is(j, "me", "us", "home", "house", "here", "place", "apartment")
}

// isWholeAnswer reports whether a distance from token i up to token j is all that its
// sentence says, but for "it's about".
func (r *reader) isWholeAnswer(i, j int) bool {
	s := r.sentence(i)
	for s.i < i && (r.among(s.i, "hedges") || r.is(s.i, "it's", "its", "it", "is", "that's", "only", "son")) {
		s.i++
	}
	return s.i == i && s.j-j < 2
}

// driveAt finds the words that make n a way to work, and whether it is half
// (1) or all (2) of it.
func (r *reader) driveAt(n number) (at span, parts int, ok bool) {
	j, unit := r.unitBehind(n)
	if r.is(j, "for") && r.is(j+1, "me", "him", "her", "them") {
		return at, 0, false // one's of several
	}
	for r.is(j, "or", "so", ",") {
		j++
	}
	behind := span{j, min(r.sentence(n.i).j, j+5)}
	if c, ok := r.cue("round trip", behind); ok {
		return span{n.i, c.j}, 2, true
	}
	if c, ok := r.cue("one way", behind); ok && (unit || c.i < j+2) {
		return span{n.i, c.j}, 1, true
	}
	if k, ok := r.andBack(n, j); ok {
		return span{n.i, k}, 1, true
	}
	if unit && r.isThereAndBack(n) {
		return n.span, 2, true
	}
	end := j
	for end < min(behind.j, max(j, r.clause(n.i).j)) && r.kind(end) != digits {
		end++ // what follows another number is said of that
	}
	if r.has(span{j, end}, "a year", "a month", "a week") {
		return at, 0, false
	}
	if c, ok := r.cue("to work", behind); ok && unit {
		return span{n.i, c.j}, 1, true
	}
	if c, ok := r.driveBehind(n, j); ok && unit {
		return span{n.i, c.j}, 1, true // "5 miles to the bakery where I work"
	}
	if unit && r.isWholeAnswer(n.i, j) && r.sentence(n.i).i > 0 {
		if before := r.sentence(r.sentence(n.i).i - 1); !r.quoted[before.i] && r.has(before, "commutes", "to work") && !r.has(before, "negation") {
			return n.span, 1, true // "I commute in it. It's 9 miles."
		}
	}
	if (r.isAway(j) || r.isAwayBefore(n.i)) && unit && r.has(r.sentence(n.i), "the commute") {
		return span{n.i, max(j, n.j)}, 1, true // "the plant is six miles from me"
	}
	said, way := r.named("the commute", n.i, 9) || r.drivesBefore(n.i, 12), r.named("one way", n.i, 4)
	toWork := r.named("to work", n.i, 5) && r.named("driving", n.i, 3) // "to work I drive 14 miles"
	return n.span, 1, unit && (said || way) || said && way || unit && toWork
}

// andBack reads "and 10 back" behind a number of miles, the same again, and returns where it
// ends: "10 miles to Salem and 10 back".
func (r *reader) andBack(n number, j int) (int, bool) {
	for k := j; k < min(r.sentence(n.i).j, j+10); k++ {
		if m, ok := r.number(k); ok {
			end, _ := r.unitBehind(m)
			return end + 1, m.n == n.n && r.is(k-1, "and", "&", "y") && r.is(end, "back", "home", "vuelta", "return", "returning")
		}
	}
	return 0, false
}
