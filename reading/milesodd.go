package reading

// Numbers of miles that are not those of one car in a year as they stand: how far one outing is,
// what several cars do together, what an odometer shows, what a season has.

// isHowOften reports whether the period at c tells how often something is done, and not how long
// a number of miles takes: "once a month (60 miles)", "drives there 4 days a week, 6 miles".
func (d *document) isHowOften(c span) bool {
	k := c.i - 1
	if d.is(k, "a", "per", "/", "each", "every", "the") {
		k-- // "month" of "a month"
	}
	return d.among(k, "counted times") && !(d.is(k, "day") && d.is(k-1, "a", "per", "/", "each", "every"))
}

// isAside reports whether n stands in brackets behind a month or a week at c, as what one outing is:
// "I see my sister every month (60 miles)".
func (r *reader) isAside(c span, n number) bool {
	for k := c.j; k < n.i; k++ {
		if r.is(k, "(") {
			return !r.has(c, "a year")
		}
	}
	return false
}

// isNoYears reports whether the words around n say that it is not what one car is driven in a year.
func (r *reader) isNoYears(n number) bool {
	return r.isOfAllTogether(n) || r.isOfSeason(n) || r.isShown(n)
}

// isOfAllTogether reports whether n is the sum of what several cars are driven: "both cars
// together about 20,000 miles", "20,000 between the two".
func (r *reader) isOfAllTogether(n number) bool {
	if len(r.liveVehicles()) < 2 {
		return false
	}
	s := r.near(r.clause(n.i), n.span)
	for i := s.i; i < s.j; i++ {
		switch {
		case r.is(i, "together") && (i < n.i || !r.is(i-1, "drive", "ride", "commute")), r.is(i, "combined", "juntos", "juntas"):
			return true
		case r.is(i, "between", "entre") && r.is(i+1, "them", "both", "the", "ambos", "los", "us") && !r.isCountedFrom(i, n):
			return true
		case !r.is(i, "total", "altogether"), r.is(i-1, "each", "apiece"), r.is(r.skip(i+1, "for"), "each"):
		case r.has(r.sentence(i), "each"):
			return true // "both cars, 20,000 total"
		case n.j <= i && i < n.j+5 && len(r.vehiclesAt(n.span, "annual_miles")) > 1:
			return true // "a Civic and an Escape, 20,000 miles a year altogether"
		}
	}
	return false
}

// isCountedFrom reports whether n follows token i within a few tokens: "between the 8,000 and …".
func (r *reader) isCountedFrom(i int, n number) bool { return i < n.i && n.i <= i+2 }

// isOfSeason reports whether n is of a part of the year: "1,000 miles per month in summer, half that
// in winter". "8,000, mostly in summer" is of all of it.
func (r *reader) isOfSeason(n number) bool {
	s := r.clause(n.i)
	if c, ok := r.cue("a year", span{n.j, s.j}); ok && c.i < n.j+5 {
		return false
	}
	for i := n.j; i < min(s.j, n.j+9); i++ {
		if r.among(i, "seasons") {
			return !r.has(span{n.j, i}, "mostly") && (r.has(span{n.j, i}, "a month", "a week") || r.goesOnElsewhen(i+1))
		}
	}
	return false
}

// goesOnElsewhen reports whether a sentence goes on at token i with the rest of the year: "6,000 in
// summer, 1,000 in winter".
func (r *reader) goesOnElsewhen(i int) bool {
	for ; i < r.sentence(i-1).j; i++ {
		if n, ok := r.number(i); ok && n.n >= 100 || r.among(i, "seasons") || r.is(i, "half", "rest", "mitad", "resto") {
			return true
		}
	}
	return false
}

// isShown reports whether n is what an odometer shows: "it has 42,000 on it", "42,000 and it's 7
// years old".
func (r *reader) isShown(n number) bool {
	j, _ := r.unitBehind(n)
	s := r.sentence(n.i)
	if r.isPutOn(n) || r.has(span{n.j, min(s.j, n.j+6)}, "a year", "a month", "a week") {
		return false
	}
	for k := n.i - 1; k >= max(s.i, n.i-6) && !r.is(k, "i", "we", "do", "drive"); k-- {
		if r.is(k, "odometer", "odo") {
			return true // "the odometer shows 61,200", but not "the odometer says I do 4,800"
		}
	}
	if r.is(j, "on") && r.is(j+1, "it", "the", "them") && r.is(n.i-1, "has", "have", "got", "with", "had", "shows", "showing", "only", "about", "around", "just") && r.hasBefore(n.i) {
		return true
	}
	if c, ok := r.cue("on the clock", span{j, min(s.j, j+3)}); ok && n.n > 20_000 && !r.is(c.i, "at", "has", "showing") {
		return true // "42,000 so far"
	}
	if since, ok := r.number(j + 1); ok && r.is(j, "since", "desde") && r.mayBeYear(since) {
		return true // "30,000 since 2020"
	}
	for k := j; k < min(s.j, j+9); k++ {
		if r.is(k, "old") && r.is(k-1, "years", "yrs", "year", "yr") && n.n > 20_000 {
			return true
		}
	}
	return false
}

// hasBefore reports whether a form of to have leads to token i: "it has about".
func (r *reader) hasBefore(i int) bool {
	for k := i - 1; k >= max(r.clause(i).i, i-3); k-- {
		if r.is(k, "has", "have", "got", "with", "had", "shows", "showing", "tiene") {
			return true
		}
	}
	return false
}

// overYears returns the miles of a year where n were driven in several, and where that ends: "30,000 in 5
// years", "10,000 every 2 years". None with a later end are of a time of another length.
func (r *reader) overYears(n number) (miles, end int) {
	j, _ := r.unitBehind(n)
	if !r.is(j, "in", "over", "during", "within", "every", "for", "en", "cada") {
		return 0, j
	}
	k := r.skip(r.skip(r.skip(j+1, "the"), "last", "past"), "about", "the")
	m, ok := r.number(k)
	if !ok || m.dollar || m.n < 2 || m.n > 20 {
		return 0, j
	}
	if isYears(r.at(m.j)) {
		return r.inMiles(n.n/m.n, n.j), m.j + 1
	}
	if r.is(m.j, "months", "weeks", "days", "mo", "meses", "semanas", "dias") {
		return 0, m.j + 1
	}
	return 0, j
}

// isOuting reports whether n is how far somebody goes now and then, or on weekends, and not to work:
// "to my sister's once a month (60 miles)", "maybe 50 miles on weekends".
func (r *reader) isOuting(n number) bool {
	s := r.sentence(n.i)
	j, _ := r.unitBehind(n)
	for i := j; i < min(r.clause(n.i).j, j+4); i++ {
		if r.is(i, "weekend", "weekends", "saturdays", "sundays") {
			return true
		}
	}
	if r.has(s, "workdays", "to work") {
		return false
	}
	for i := max(s.i, n.i-10); i < min(s.j, n.j+8); i++ {
		seldom := r.is(i-1, "once", "twice", "time", "times", "vez", "veces")
		if seldom && (r.startsAt("a month", i) > i || r.startsAt("a year", i) > i || r.is(i-1, "once") && r.startsAt("a week", i) > i) {
			return true
		}
	}
	return false
}

// goesThere reports whether "drives there" or the like stands before token i, in its sentence.
func (r *reader) goesThere(i int) bool {
	for k := i - 1; k > max(r.sentence(i).i, i-10); k-- {
		if r.is(k, "there", "alli", "alla") {
			return r.is(k-1, "drive", "drives", "it", "goes", "go", "driving", "car", "maneja", "manejo")
		}
	}
	return false
}

// isOfDayAtWork reports whether n, whose unit ends at token j, is what a drive to work makes in a
// day, there and back: "commute, 60 mi/day".
func (r *reader) isOfDayAtWork(n number, j int) bool {
	end := j + 2
	if r.is(j, "daily") {
		end = j + 1
	} else if !r.is(j, "a", "per", "/", "each", "every") || !r.is(j+1, "day") {
		return false
	}
	s := r.sentence(n.i)
	return j > n.j && r.named("commutes", n.i, 9) && !r.has(s, "one way") && !r.has(span{end, min(s.j, end+5)}, "round trip")
}
