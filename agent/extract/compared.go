package extract

import "slices"

// How long somebody has been licensed is often said only beside how long another has: "I've
// been driving since I was 17, she has had hers about 8 years", "licensed 20 years and Doug
// 27", "me not until I was 24".

// mostBeside is how far behind what one is said to have another's years may stand.
const mostBeside = 30

// readYearsCompared reads the years of somebody whose name, or a word that stands for it,
// nothing parts from them but words of a driver's time.
func (r *reader) readYearsCompared() {
	for _, c := range slices.Clone(r.claims) {
		if c.field != "years_licensed" || c.at < 0 {
			continue
		}
		from := r.endOf(c)
		end := min(from+mostBeside, r.sentence(r.sentence(from).j).j)
		for i := from; i < end && r.mentionedAt(i) < 0; i++ {
			if r.beganAnew(i) {
				break
			}
			if r.namesDriverBeside(i, c) && r.readYearsOfBeside(i) {
				break
			}
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
	named := r.is(i, "she", "he", "hers", "his", "she's", "he's", "i've", "him", "her", "el") || r.isPersonEnd(i)
	return named && !r.hasClaim(entity{'d', people[0]}, "years_licensed")
}

// readYearsOfBeside reads the years behind the person at token i.
func (r *reader) readYearsOfBeside(i int) bool {
	k := i + 1
	for k < i+14 && r.among(k, "beside years") && !r.lasts(k) {
		k++
	}
	n, at, ok := r.yearsAt(k, span{i, i + 1})
	aged := r.is(k-1, "was", "at", "turned", "since", "age", "los", "till", "until")
	if age, isAge := r.number(k); !ok && aged && isAge && r.is(age.j, "so") {
		years, in, summed := r.yearsSummed(age.j, age.j+6) // "when she was eighteen so that's fifteen years"
		n, _ = years.(int)
		at, ok = in, summed
	}
	if v, dated := r.date(k); ok && dated && v.d > 0 && !r.is(k-1, "since", "desde", "in", "on") {
		return false // "me 3/31/1969"
	}
	if m, bare := r.number(k); !ok && bare && !m.dollar && m.n < 80 && !aged && !r.is(k-1, "is", "she's", "he's", "i'm", "tiene") {
		n, at, ok = m.n, m.span, r.endsClause(m.j) || r.isPersonEnd(m.j) || r.has(span{m.j, m.j + 1}, "everyone") || r.is(m.j, "and", "so", "y")
	}
	if ok && r.free(at) {
		r.say(entity{'d', r.peopleAt(i)[0]}, "years_licensed", n, at)
	}
	return ok
}

// lasts reports whether a number of years starts at token i, as "a decade" does.
func (r *reader) lasts(i int) bool {
	_, _, ok := r.duration(i)
	return ok
}
