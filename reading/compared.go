package reading

// How long somebody has been licensed is often said only beside how long another has: "I've
// been driving since I was 17, she has had hers about 8 years", "licensed 20 years and Doug
// 27", "me not until I was 24".

// mostBeside is how far behind what one is said to have another's years may stand.
const mostBeside = 30

// readYearsCompared reads the years of somebody whose name, or a word that stands for it,
// nothing parts from them but words of a driver's time.
func (r *reader) readYearsCompared() {
	r.besideYears(func(c claim, i int) (done bool) {
		return r.beganAnew(i) || r.namesDriverBeside(i, c) && r.readYearsOfBeside(i, c)
	})
}

// besideYears calls read with each claim of years licensed, which may grow meanwhile, and each
// token shortly behind it, until read is done with the claim or a vehicle is named.
func (r *reader) besideYears(read func(c claim, i int) (done bool)) {
	for n := 0; n < len(r.claims); n++ {
		c := r.claims[n]
		if c.field != "years_licensed" || c.at < 0 {
			continue
		}
		from := r.endOf(c)
		end := min(from+mostBeside, r.sentence(r.sentence(from).j).j)
		for i := from; i < end && r.mentionedAt(i) < 0 && !read(c, i); i++ {
		}
	}
}

// beganAnew reports whether token i starts to speak of something that is counted in years or
// since a year, and is no license.
func (r *reader) beganAnew(i int) bool {
	return r.startsAt("ticket", i) > i || r.startsAt("accident", i) > i
}

// namesDriverBeside reports whether token i names one person whose years the mail does not
// tell, and not the one that c is of.
func (r *reader) namesDriverBeside(i int, c claim) bool {
	if r.quiet[i] || r.who[i] <= everybody {
		return false
	}
	if _, end := r.numberedEntry("driver heading", i); end > i {
		return false // "Driver 2"
	}
	people := r.peopleAt(i)
	if g := r.lone[i]; len(people) != 1 && g > everybody {
		people = r.crews[g]
	}
	if len(people) != 1 || c.of == (entity{'d', people[0]}) {
		return false
	}
	named := r.is(i, "she", "he", "hers", "his", "she's", "he's", "hes", "shes", "i", "i'm", "i've", "me", "mine", "myself", "him", "her", "el", "ella", "yo") || r.isKin(i) || r.isGiven(i) >= 0 || r.isSurname(i) || r.isShortGiven(i) >= 0
	return named && !r.hasClaim(entity{'d', people[0]}, "years_licensed")
}

// readYearsOfBeside reads the years behind the person at token i.
func (r *reader) readYearsOfBeside(i int, c claim) bool {
	k := i + 1
	if n, ok := r.number(k + 1); ok && r.is(k, "is", "tiene") && r.is(n.j, "and", "y", "but") {
		k = n.j + 1 // "Alec is 31 and since the age of 17"
	}
	aged := false
	for k < i+14 && (r.among(k, "beside years") || r.is(k, "de") && r.is(k-1, "es") || r.is(k, "year") && r.is(k-1, "from") || r.is(k, "in", "en") && len(r.at(k+1)) == 4 && r.kind(k+1) == digits) && !r.lasts(k) {
		aged = aged || r.is(k, "at", "turned", "age")
		k++
	}
	if r.readYearsApart(i, k, c) {
		return true
	}
	if r.has(r.sentence(i), "learner's permit") {
		return false // "Maya turned 15 and has her permit"
	}
	n, at, ok := r.yearsAt(k, span{i, i + 1})
	aged = aged || r.is(k-1, "was", "since", "los", "till", "until")
	if age, isAge := r.number(k); !ok && aged && isAge && r.is(age.j, "in", "en") {
		n, at, ok = r.yearsAt(age.j+1, span{i, i + 1}) // "at 16 in 2004"
	}
	if age, isAge := r.number(k); !ok && aged && isAge && r.is(k-1, "usual", "about", "like") && 13 <= age.n && age.n <= 60 {
		n, at, ok = r.sinceAge(age, age.j) // "at the usual 16"
	}
	if age, isAge := r.number(k); !ok && aged && isAge && r.is(age.j, "so") {
		years, in, summed := r.yearsSummed(age.j, age.j+6) // "when she was eighteen so that's fifteen years"
		n, _ = years.(int)
		at, ok = in, summed
	}
	if v, dated := r.date(k); ok && dated && v.d > 0 && !r.is(k-1, "since", "desde", "in", "on") {
		return false // "me 3/31/1969"
	}
	if m, bare := r.number(k); !ok && bare && !m.dollar && m.n < 80 && !aged && !(r.is(k-1, ",", "(") && m.n > 14) && !r.is(k-1, "is", "she's", "he's", "i'm", "tiene") {
		n, at, ok = m.n, m.span, r.endsClause(m.j) || r.isPersonEnd(m.j) || r.has(span{m.j, m.j + 1}, "everyone") || r.is(m.j, "and", "so", "y")
	}
	if ok && r.free(at) {
		r.say(entity{'d', r.onlyAt(i)}, "years_licensed", n, at)
	}
	return ok
}

// readYearsApart reads "a year longer", at token k behind the person at token i, against what c
// says of another.
func (r *reader) readYearsApart(i, k int, c claim) bool {
	n, ok := r.number(k)
	if r.is(k-1, "a") && !ok {
		n, ok = number{span: span{k - 1, k}, n: 1}, true
	}
	base, counted := c.value.(int)
	if !ok || !counted || !isYears(r.at(n.j)) || !r.countsFromOther(n.j+1) {
		return false
	}
	if r.among(n.j+1, "shorter than") {
		n.n = -n.n
	}
	if base += n.n; base >= 0 && base < 80 {
		r.infer(entity{'d', r.onlyAt(i)}, "years_licensed", base, span{n.i, n.j + 2})
	}
	return true
}

// countsFromOther reports whether the word at token i counts years from those of somebody else.
func (r *reader) countsFromOther(i int) bool {
	return (r.among(i, "longer than") || r.among(i, "shorter than")) && !r.is(i+1, "or")
}

// lasts reports whether a number of years starts at token i, as "a decade" does.
func (r *reader) lasts(i int) bool {
	_, _, ok := r.duration(i)
	return ok
}
