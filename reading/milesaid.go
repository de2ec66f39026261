package reading

import (
	"fmt"
	"slices"
)

// skipAbout skips what makes the miles before token j a rough number: "9,000 or so miles",
// "15k+ a year", "10,000-ish".
func (r *reader) skipAbout(j int) int {
	k := j
	switch {
	case r.is(j, "+", "plus"):
		k = j + 1
	case r.is(j, "or") && r.is(j+1, "so", "less"), r.is(j, "-") && r.is(j+1, "ish"):
		k = j + 2
	}
	if _, _, period := r.periodAt(k); period || r.isMiles(k) {
		return k
	}
	return j
}

// periodIs reads the month or week that leads to n: "cada semana hago 150 millas".
func (r *reader) periodIs(n number, period *int) bool {
	times, ok := r.periodBefore(n)
	*period = times
	return ok && times > 1
}

// isOfMiles reports whether n is said of miles that the words before it name: "miles:
// 9,000", "I don't put many miles on it, maybe 3,000".
func (r *reader) isOfMiles(n number) bool {
	if r.isPutOnCar(n) || r.isForCarAsked(n) {
		return true
	}
	if j := r.skipBack(n.i); r.is(j-1, "miles") && r.kind(j-2) != digits {
		return j == n.i || n.n <= 30_000
	}
	end := n.j
	for r.among(end, "hedges") && !r.breaks(end) || r.is(end, "maybe", "probably", "quizas") {
		end++
	}
	from := max(r.sentence(n.i).i, n.i-12)
	if n.n < 1000 || n.n > 30_000 || !r.endsClause(end) || !r.has(span{from, n.i}, "at the wheel") {
		return false
	}
	for k := n.i - 1; k >= from; k-- {
		if r.kind(k) == digits || r.kind(k) == mixed || r.is(k, "$") {
			return false
		}
		if r.is(k, "miles", "mileage", "millas", "millaje") {
			return r.is(k-1, "many", "much", "of", "lot", "muchas", "big")
		}
	}
	return false
}

// isPutOnCar reports whether n, where we asked for miles, is what is put on a car, or guessed behind the
// word: "put about 14000 on it", "miles idk maybe 5000".
func (r *reader) isPutOnCar(n number) bool {
	if !r.asksAnyMiles() || n.dollar || n.n < 1000 || n.n > 60_000 || r.mayBeYear(n) {
		return false
	}
	if r.isAloneAsked(n) {
		return true
	}
	i := n.i
	for r.among(i-1, "hedges") || r.is(i-1, "maybe", "probably", "like", "idk", "dunno", "unsure", "guess", "i'd", "id", "i", "say", "not", "sure", "no", "idea", ",", "-", "?") {
		i--
	}
	if r.is(i-1, "put", "puts") {
		return r.is(n.j, "on") && r.is(n.j+1, "it", "that", "them", "mine", "hers", "his", "the", "my")
	}
	return r.is(i-1, "miles", "mileage") && i < n.i && r.endsClause(n.j) && r.kind(i-2) != digits
}

// isAloneAsked reports whether n, where we asked for miles, has a clause of its own: "Ranch truck, I haul hay.
// 3,000 maybe."
func (r *reader) isAloneAsked(n number) bool {
	i, j := n.i, n.j
	for (r.among(i-1, "hedges") && !r.breaks(i-1) && !r.is(i-1, ".")) || r.is(i-1, "maybe", "probably", "like", "say", "quizas", "como", "unas") {
		i--
	}
	for r.is(j, "maybe", "probably", "or", "so", "tops", "max", "ish", "roughly", "quizas") {
		j++
	}
	if _, one := r.askedOf("vehicles", "annual_miles"); !one && r.which[n.i] <= everybody {
		return false
	}
	opens := r.sentence(i).i == i || r.breaks(i-1) || r.body(r.lines[r.lineOf(i)]).i == i
	l := r.lines[r.lineOf(n.i)]
	alone := r.body(l).i == n.i && r.isWholeLine(n.j, l.j) // may answer anything
	return opens && !alone && r.kind(i-2) != digits && r.endsClause(j) && r.itemNumber(l) == 0
}

// isForCarAsked reports whether n, where we asked for the miles of a car, is said to be for that: "OK
// let's say 5000 for the Civic."
func (r *reader) isForCarAsked(n number) bool {
	if !r.asksAnyMiles() || n.dollar || n.n < 1000 || n.n > 60_000 || r.mayBeYear(n) || !r.is(n.j, "for", "on") || r.has(r.sentence(n.i), "money", "deductible", "cost new") {
		return false
	}
	v, end := r.carAt(n.j + 1)
	led := r.is(r.skipBack(n.i)-1, "say", "put", "guess", "estimate", "use", "figure", "think") || r.clause(n.i).i == n.i || r.among(n.i-1, "hedges")
	return v >= 0 && led && r.endsClause(end) && slices.Contains(r.in.Asked, fmt.Sprintf("vehicles[%d].annual_miles", r.vehicles[v].known))
}

// mostApart is how many tokens what is said again may stand behind what it corrects.
const mostApart = 40

// readRestated reads miles that are said again, perhaps without their unit, in place of
// some of this vehicle: "6,500 miles a year... no, closer to 8,000". They are those that n
// was read as, if it was.
func (r *reader) readRestated(n number, miles int, read bool) bool {
	if !read {
		miles = n.n
	}
	if n.n < 1000 || n.n > 60_000 || n.dollar || n.plain && 1980 <= n.n && n.n <= 2030 || r.endsAt("restates", n.i) == n.i && r.startsAt("is closer", n.j) == n.j {
		return false
	}
	for k := len(r.claims) - 1; k >= 0; k-- {
		c := r.claims[k]
		if c.field != "annual_miles" || c.at < max(0, n.i-mostApart) || c.at >= n.i || r.which[c.at] != r.which[n.i] || slices.Contains(r.refers[c.at+1:n.i], true) {
			continue
		}
		switch {
		case r.quiet[n.i]:
		case r.isInDoubt(n.i):
			r.claims = slices.Delete(r.claims, k, k+1)
		default:
			r.say(c.of, "annual_miles", miles, n.span)
			fixed := &r.claims[len(r.claims)-1]
			fixed.fix = fixed.fix || !r.has(r.sentence(n.i), "told me")
		}
		return true
	}
	return false
}

// isInDoubt reports whether the author can't say which of several numbers is right, in the
// sentence of token i or at the start of the next one.
func (r *reader) isInDoubt(i int) bool {
	s := r.sentence(i)
	return r.has(span{s.i, min(len(r.toks), s.j+6)}, "in doubt")
}

// isAwayBefore reports whether "from my house is" leads to token i.
func (r *reader) isAwayBefore(i int) bool {
	for r.among(i-1, "hedges") || r.is(i-1, "is", "it's", "its", "are", "it", "son", "hay") {
		i--
	}
	return r.is(i-1, "me", "us", "home", "house", "here", "place", "apartment", "casa") && (r.is(i-2, "from", "de") || r.is(i-3, "from", "de"))
}

// isYearToCome reports whether "this year" at token j stands behind what somebody will drive:
// "we'll put 11,000 on it this year".
func (r *reader) isYearToCome(n number, j int) bool {
	if !r.is(j, "this", "next", "the") || !r.is(j+1, "year", "coming") {
		return false
	}
	for k := max(r.sentence(n.i).i, n.i-6); k < n.i; k++ {
		if r.is(k, "we'll", "i'll", "he'll", "she'll", "will", "expect", "figure", "plan", "should", "likely", "hoping") {
			return true
		}
	}
	return false
}

// inThousands reports whether n counts thousands of miles, as those of another vehicle before
// it in its sentence do: "the van gets 9k a year and the truck more like 14".
func (r *reader) inThousands(n number) bool {
	if 3 <= n.n && n.n <= 40 && n.plain && r.is(n.i-1, "put", "figure", "average", "drive", "do") && r.isPeriodOfMiles(n.j) {
		return true // "I put 12 on it a year"
	}
	if n.n > 40 || n.n < 2 || !n.plain || !r.endsClause(n.j) || !r.saidOfAnother(n.i) {
		return false
	}
	s := r.sentence(n.i)
	for k := len(r.claims) - 1; k >= 0; k-- {
		if c := r.claims[k]; c.field == "annual_miles" && s.i <= c.at && c.at < n.i {
			return r.kind(c.at) == mixed || r.is(c.at+1, "thousand", "k", "grand", "mil")
		}
	}
	return false
}

// isForCarBehind reports whether n, in thousands, opens a clause that goes on with which vehicle
// it is of: "12k on the Soul and 10k on the van".
func (r *reader) isForCarBehind(n number) bool {
	i, from := n.i, r.sentence(n.i).i
	for i > from && (r.among(i-1, "hedges") && !r.breaks(i-1) || r.is(i-1, "maybe", "probably", "say", "figure", "guess", "put")) {
		i--
	}
	opens := i == from || r.breaks(i-1) || r.is(i-1, "and", "y")
	_, of := r.vehicleBehind(n.span)
	return opens && of && !n.plain && n.n >= 1000 && n.n <= 30_000 && r.is(n.j, "on", "for") && !r.isMoney(n, n.n)
}

// liesAway reports whether a place is said to lie n miles off: "que queda a 9 millas", "4
// miles away".
func (r *reader) liesAway(n number) bool {
	i := n.i
	for r.among(i-1, "hedges") || r.is(i-1, "a", "at", "only", "just", "como", "unas", "maybe") {
		i--
	}
	end, _ := r.unitBehind(n)
	return r.is(i-1, "queda", "quedan", "esta", "lies") || r.is(end, "away", "off")
}

// isThereAndBack reports whether n is all of a way to work "and back", or of a round trip,
// by the words before it: "to the mill and back, 18 miles a day".
func (r *reader) isThereAndBack(n number) bool {
	s := r.sentence(n.i)
	j, _ := r.unitBehind(n)
	if r.periodFollows(r.skipHedges(j)) {
		return false
	}
	for k := n.i - 1; k >= max(s.i, n.i-9); k-- {
		if _, number := r.number(k); number && !r.is(k, "a", "an") {
			return false
		}
		back := r.is(k, "and", "&", "y") && r.is(k+1, "back", "home", "vuelta", "regreso") && !r.is(k+2, "and", "&")
		whole := r.is(j, "a", "per", "every", "total", "daily", "al", "por", "/") || r.is(n.i-1, "is", "son", "together", "altogether", "total")
		if back && whole || r.startsAt("round trip", k) > k {
			return r.has(s, "the commute", "commutes", "to work") || r.drivesBefore(n.i, 14)
		}
	}
	return false
}

// driveBehind returns the drive to work that "to the …" at token j, behind n, comes to within
// its clause.
func (r *reader) driveBehind(n number, j int) (span, bool) {
	if !r.is(j, "to", "al", "a") {
		return span{}, false
	}
	k, _ := slices.BinarySearchFunc(r.drives, j, func(c span, i int) int { return c.i - i })
	if k == len(r.drives) || r.drives[k].i >= min(r.clause(n.i).j, j+8) {
		return span{}, false
	}
	return r.drives[k], true
}

// isSettled reports whether n is what a sentence about miles in a year comes to: "10-11k a
// year, let's say 10,500", "7,000 is closer now".
func (r *reader) isSettled(n number) bool {
	if n.n < 1000 || n.dollar || n.plain && 1980 <= n.n && n.n <= 2030 {
		return false
	}
	s := r.sentence(n.i)
	if s.i > 0 && s.i == r.endsAt("restates", n.i) && !r.quoted[s.i-1] {
		s.i = r.sentence(s.i - 1).i // "5 or 6 thousand a year? Let's say 6,000"
	}
	called := r.is(n.i-1, "it", "say", "figure") && r.endsClause(n.j) && n.n%500 == 0 && n.n <= 30_000 && r.has(span{s.i, n.i}, "pleasure use", "commutes", "at the wheel") && !r.isMoney(n, n.n)
	return r.endsAt("restates", n.i) < n.i && (called || r.has(span{s.i, n.i}, "a year")) || r.startsAt("is closer", n.j) > n.j
}

// isPutOn reports whether n are miles that somebody drives, not those of years: "I put 1,500 miles on
// it in the summer", "last year I drove right at 11,200 miles".
func (r *reader) isPutOn(n number) bool {
	s := r.clause(n.i)
	for i := s.i; i < s.j; i++ {
		if r.is(i, "already", "since", "far", "years", "have", "i've", "we've", "has", "months") {
			return false
		}
	}
	for i := n.i - 1; i >= max(s.i, n.i-4); i-- {
		if r.is(i, "put", "puts", "drive", "drives", "drove", "do") {
			return true
		}
	}
	return false
}

// isPeriodOfMiles reports whether "a year" or "on it a year" ends a clause from token j on.
func (r *reader) isPeriodOfMiles(j int) bool {
	if r.is(j, "on") && r.is(j+1, "it", "that", "mine", "hers") {
		j += 2
	}
	c, times, ok := r.periodAt(j)
	return ok && times == 1 && r.endsClause(c.j)
}
