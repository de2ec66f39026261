package reading

import "slices"

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

// mostApart is how many tokens what is said again may stand behind what it corrects.
const mostApart = 40

// readRestated reads miles that are said again, perhaps without their unit, in place of
// some of this vehicle: "6,500 miles a year... no, closer to 8,000". They are those that n
// was read as, if it was.
func (r *reader) readRestated(n number, miles int, read bool) bool {
	if !read {
		miles = n.n
	}
	if n.n < 1000 || n.n > 60_000 || n.dollar || n.plain && 1980 <= n.n && n.n <= 2030 || r.endsAt("restates", n.i) == n.i {
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
		whole := r.is(j, "a", "per", "each", "every", "total", "daily", "al", "por", "/") || r.is(n.i-1, "is", "son", "together", "altogether", "total")
		if back && whole || r.startsAt("round trip", k) > k {
			if _, measured := r.number(k - 2); measured {
				return false // "24 miles round trip, 150 a week"
			}
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
