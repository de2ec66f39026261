package reading

import (
	"slices"
	"strings"
)

// Birth dates are said in more forms than other dates: run together, in parts, the day first
// where the mail says so. These are dates behind a word for a birth only.

// birthAt reads a date at token i that could be another number, did no birth stand by it.
func (r *reader) birthAt(i int) (date, bool) {
	if r.kind(i) == digits && len(r.at(i)) > 2 {
		if !r.named("birth", i, 3) && !r.has(span{i + 1, min(r.sentence(i).j, i+4)}, "birth behind") && !r.isBesideBirth(i) {
			return date{}, false
		}
		return r.joinedDate(i)
	}
	if !r.named("birth", i, 3) && !r.isBesideBirth(i) {
		return date{}, false
	}
	if v, ok := r.spacedDate(i); ok {
		return v, true
	}
	if v, _ := r.holiday(i); v.m > 0 {
		return v, true // "born on Valentine's Day"
	}
	return r.saidDate(i)
}

// isBesideBirth reports whether token i stands behind a word for a person and not far behind one
// for a birth: "his DOB 050270, mine 110872", "date of birth for me is eight twenty one".
func (r *reader) isBesideBirth(i int) bool {
	k := i
	if r.is(k-1, "is", "it's", "its", "was", ":", "-") {
		k--
	}
	return (r.is(k-1, "mine", "his", "hers", "me") || k < i && (r.isKin(k-1) || r.isGiven(k-1) >= 0)) && r.named("birth", i, 24)
}

// joinedDate reads "05061980" and "050680".
func (r *reader) joinedDate(i int) (date, bool) {
	s := r.at(i)
	if len(s) != 6 && len(s) != 8 {
		return date{}, false
	}
	v := date{span: span{i, i + 1}, m: atoi(s[:2]), d: atoi(s[2:4]), y: atoi(s[4:]), short: len(s) == 6}
	return v, v.valid() && v.d > 0
}

// complete adds to the day and month, or the month and year, of a birth what stands apart from
// it: "born in '70, on the 2nd of June", "born in July 1980 on the 8th", "my birthday is October
// 4th. The year is 1971".
func (r *reader) complete(v date) date {
	switch {
	case v.y != 0 && v.d == 0:
		j := r.skip(r.skip(v.j, ",", "-", "("), "on", "el", "and")
		if day, end, ok := r.dayNumber(r.skip(j, "the")); ok && j > v.j && r.is(j, "the") && months[r.at(r.skip(end, "of"))] == 0 {
			v.d, v.j = day, end
		}
	case v.y == 0 && v.d != 0:
		if y, short, ok := r.birthYearBefore(v.i); ok {
			v.y, v.short = y, short
		} else if y, short, ok := r.birthYearBehind(v.j); ok {
			v.y, v.short = y, short
		} else if people := r.peopleAt(v.i); len(people) == 1 && r.people[people[0]].age > 0 {
			v.y = r.yearOfAge(v, r.people[people[0]].age) // "I'm 74, born on Valentine's Day"
		}
	}
	return v
}

// yearOfAge returns the year in which somebody of an age was born on the month and day of v.
func (r *reader) yearOfAge(v date, age int) int {
	year := r.today.Year() - age
	if v.m > int(r.today.Month()) || v.m == int(r.today.Month()) && v.d > r.today.Day() {
		year--
	}
	return year
}

// birthYearBefore reads the year that ends before a day at token i: "born in '70, on".
func (r *reader) birthYearBefore(i int) (year int, short, ok bool) {
	for r.is(i-1, ",", "-", "the", "on", "el", "year") {
		i--
	}
	for _, k := range []int{i - 1, i - 2} {
		if n, ok := r.number(k); ok && n.j == i && r.isBirthYear(n) && r.named("birth", k, 4) {
			return n.n, n.size == 2, true
		}
	}
	return 0, false, false
}

// birthYearBehind reads the year that is told of a birth not far behind token j, at which its day
// ends: "and I was born in '71", "the year is 1971", "soy del 71".
func (r *reader) birthYearBehind(j int) (year int, short, ok bool) {
	for k := j; k < min(len(r.toks), j+14) && slices.Equal(r.peopleAt(k), r.peopleAt(max(j-1, 0))); k++ {
		n, ok := r.number(k)
		if !ok || !r.isBirthYear(n) {
			continue
		}
		told := r.is(k-1, "(") && r.is(n.j, ")") || r.is(k-1, "in", "del", "en") && r.named("birth", k, 4) || r.is(k-1, "year", "year's", "ano") || r.is(k-1, "is", "was", "a", "es") && (r.is(k-2, "year") || r.is(n.j, "baby"))
		if told {
			r.take(n.span)
		}
		return n.n, n.size == 2, told
	}
	return 0, false, false
}

// isBirthYear reports whether n can be the year in which somebody was born who drives.
func (r *reader) isBirthYear(n number) bool {
	return !n.dollar && (n.plain || n.short) && (n.size == 2 || n.size == 4 && 1910 <= n.n && n.n <= r.today.Year()-14)
}

// dayLeads swaps month and day of a birth where the mail says that the day comes first:
// "(day/month/year)", "dd/mm/yyyy", "European way", or shows it: "17.05.1978 and 03.11.1975".
func (r *reader) dayLeads(v date) date {
	if v.d > 12 || v.d == 0 || r.kind(v.i) != digits || v.j-v.i != 5 {
		return v
	}
	from := max(r.lines[r.lineOf(v.i)].i, v.i-12)
	said := strings.ToLower(r.raw(span{from, min(r.lines[r.lineOf(v.i)].j, v.j+8)}))
	for _, order := range []string{"day/month", "dd/mm", "dd-mm", "d/m/y", "european", "day first", "dia/mes"} {
		if strings.Contains(said, order) {
			v.m, v.d = v.d, v.m
			return v
		}
	}
	if r.dayLed == nil {
		r.dayLed = r.findDayLed()
	}
	if r.dayLed[r.at(v.i+1)] {
		v.m, v.d = v.d, v.m
	}
	return v
}

// findDayLed returns the marks of dates of which one can only begin with its day, "17.05.1978", and
// none only with its month.
func (r *reader) findDayLed() map[string]bool {
	day, month := make(map[string]bool), make(map[string]bool)
	for i := range r.toks {
		a, ok1 := r.digitsAt(i, 2)
		b, ok2 := r.digitsAt(i+2, 2)
		if _, ok3 := r.digitsAt(i+4, 4); !ok1 || !ok2 || !ok3 || r.quoted[i] || !r.sameMarks(i+1, i+3, "/", "-", ".") {
			continue
		}
		day[r.at(i+1)] = day[r.at(i+1)] || 12 < a && a <= 31 && b <= 12
		month[r.at(i+1)] = month[r.at(i+1)] || 12 < b && b <= 31 && a <= 12
	}
	for mark := range month {
		day[mark] = day[mark] && !month[mark]
	}
	return day
}
