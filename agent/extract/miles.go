package extract

import "ppamaild/quote"

// isMiles reports whether token i is the unit of a distance.
func (d *document) isMiles(i int) bool {
	return d.is(i, "miles", "mile", "mi", "mls", "millas", "milla", "m", "miles/year", "mpy")
}

// mostMiles is the highest yearly mileage that is taken for one.
const mostMiles = 99_000

// readMiles reads how far vehicles are driven: in a year, and to work.
func (r *reader) readMiles() {
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
}

// readDistance finds out what a number of miles measures.
func (r *reader) readDistance(n number) bool {
	if r.readDrive(n) {
		return true
	}
	miles, at, ok := r.yearly(n)
	if !ok || r.isRange(n) {
		return false
	}
	r.ofVehicles("annual_miles", miles, at, quote.Stated)
	return true
}

// milesIn reads a yearly mileage in s, where the label says that it is one.
func (r *reader) milesIn(s span) (int, span, bool) {
	for i := s.i; i < min(s.j, s.i+6); i++ {
		n, ok := r.number(i)
		if !ok || n.dollar {
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
	if _, ok := r.number(n.j + 1); ok && r.is(n.j, "-", "to", "or", "a") && r.kind(n.j+1) != word {
		return true
	}
	if m, ok := r.number(n.i - 2); ok && m.j == n.i-1 && r.is(n.i-1, "-", "to", "or", "and", "a") && !m.dollar {
		return !r.is(n.i-1, "and") || r.is(n.i-3, "between")
	}
	return false
}

// yearly reads n as miles in a year, from a year's, a month's or a week's.
func (r *reader) yearly(n number) (int, span, bool) {
	j, unit := n.j, r.isMiles(n.j)
	if unit {
		j++
	}
	for range 2 {
		if r.is(j, "or", "so", "total", "around", "roughly", "about", "each", "max", "tops", ",", "of", "driving", "driven", ".", "al", "~") && !r.isEachYear(j) {
			j++
		}
	}
	c, period, ok := r.periodAt(j)
	if ok {
		if !unit && !r.drivesBefore(n) && n.n*period < 1000 {
			return 0, n.span, false
		}
		if n.n*period < 100 || n.n*period > mostMiles || period == 1 && n.n < 300 {
			return 0, n.span, false
		}
		return n.n * period, span{n.i, c.j}, true
	}
	if !r.named("annual", n.i, 8) && !unit && !r.drivesOnly(n) || n.n < 500 || n.n > 60_000 || n.plain && n.size == 4 && !unit && 1980 <= n.n && n.n <= 2030 {
		return 0, n.span, false
	}
	end := n.j
	if unit {
		end++
	}
	if period, ok := r.periodBefore(n); ok && n.n*period <= mostMiles {
		return n.n * period, span{n.i, end}, true
	}
	// Without a period, 60,000 miles are what the odometer shows.
	bare := !r.named("annual", n.i, 8)
	if bare && (n.n > 30_000 || r.isOdometer(n)) {
		return 0, n.span, false
	}
	return n.n, span{n.i, end}, true
}

func (r *reader) isEachYear(j int) bool { return r.is(j, "each") && r.is(j+1, "year", "month", "week") }

// periods are the cues of a period, and how many of it a year has.
var periods = []struct {
	cue   string
	times int
}{{"a year", 1}, {"a month", 12}, {"a week", 52}}

// periodAt reads "a year", "per month", "/wk" at token j.
func (r *reader) periodAt(j int) (span, int, bool) {
	for _, p := range periods {
		if c, ok := r.cue(p.cue, span{j, j + 1}); ok {
			return c, p.times, true
		}
	}
	return span{}, 0, false
}

// periodBefore reads "per month I drive 1,000 miles", "one year I drive about 10000".
func (r *reader) periodBefore(n number) (int, bool) {
	from := max(r.sentence(n.i).i, n.i-6)
	for _, p := range periods {
		if _, ok := r.before(p.cue+" ago", from, n.i); ok {
			continue
		}
		if _, ok := r.before(p.cue, from, n.i); ok {
			return p.times, true
		}
	}
	return 0, false
}

func (r *reader) drivesBefore(n number) bool {
	return r.named("driving", n.i, 6) || r.named("annual", n.i, 6)
}

// drivesOnly reports whether a number without unit is all that is said after a
// verb of driving, or of a car: "Tahoe maybe 4k".
func (r *reader) drivesOnly(n number) bool {
	if _, ok := r.vehicleBehind(n.span); ok && !n.plain && r.named("driving", n.i, 4) {
		return true
	}
	return !n.plain && (r.named("driving", n.i, 4) || r.mentionedAt(r.clause(n.i).i) >= 0) && (n.j >= len(r.toks) || r.breaks(n.j) || r.sentence(n.i).j <= n.j+1)
}

// isOdometer reports whether miles are those on the clock.
func (r *reader) isOdometer(n number) bool {
	s := r.sentence(n.i)
	return r.has(span{n.j, min(s.j, n.j+5)}, "on the clock") || r.named("on the clock", n.i, 6)
}

// readDrive reads the way to work: "10 miles each way", "20 miles round trip",
// "18 miles to work", "my commute is 9 miles".
func (r *reader) readDrive(n number) bool {
	j, unit := n.j, r.isMiles(n.j)
	if unit {
		j++
	}
	j = r.skip(j, "or")
	j = r.skip(j, "so")
	j = r.skip(j, ",")
	if r.is(j, "for") && r.is(j+1, "me", "him", "her", "them") || n.n > 150 || n.short || r.is(n.j, "min", "mins", "minutes", "minute", "%", "years", "yrs", "days", "hours") || r.isRange(n) {
		return false
	}
	half := 1
	end := span{j, j}
	s := r.sentence(n.i)
	behind := span{j, min(s.j, j+5)}
	switch {
	case r.has(span{j, j + 2}, "one way"):
		end, _ = r.cue("one way", span{j, j + 2})
	case r.has(behind, "round trip"):
		end, _ = r.cue("round trip", behind)
		half = 2
	case unit && r.has(behind, "one way"):
		end, _ = r.cue("one way", behind)
	case unit && r.has(behind, "to work"):
		end, _ = r.cue("to work", behind)
	case unit && (r.named("the commute", n.i, 9) || r.named("one way", n.i, 4)):
		end = span{j, j}
	case !unit && r.named("one way", n.i, 4) && r.named("the commute", n.i, 9):
	default:
		return false
	}
	if r.has(behind, "a year", "a month", "a week") && !r.has(behind, "one way", "round trip") {
		return false
	}
	if r.has(behind, "round trip") && half == 1 {
		half = 2
	}
	if n.n%half != 0 && half == 2 {
		n.n++
	}
	at := span{n.i, max(end.j, n.j)}
	r.ofVehicles("commute_miles_one_way", n.n/half, at, quote.Stated)
	if r.isToWork(n, s) {
		r.ofVehicles("use", quote.Commute, at, quote.Inferred)
	}
	return true
}

// isToWork reports whether the drive is one to work, not to town or friends.
func (r *reader) isToWork(n number, s span) bool {
	return !r.has(s, "school run") || r.has(s, "to work")
}
