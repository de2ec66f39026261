package reading

import (
	"strings"
	"sync"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/text"
)

// date is a day as written: the year may be missing (0) or have two digits, and
// the day may be missing (0) beside month and year.
type date struct {
	text.Span
	y, m, d int
	short   bool // the year has two digits
}

// date reads the date that starts at token i, in any of the usual forms. Where
// only numbers say it, the month comes first, as in the USA, unless it can't.
func (d *document) date(i int) (date, bool) {
	if d.Kind(i) == text.Mark || d.Kind(i) == text.Word && !d.spoken[i] {
		return date{}, false
	}
	for _, read := range []func(int) (date, bool){d.isoDate, d.slashDate, d.yearFirst, d.monthFirst, d.dayFirst, d.runTogether, d.holiday} {
		if v, ok := read(i); ok && v.valid() {
			return d.spelledBehind(v), true
		}
	}
	return date{}, false
}

// spelledBehind swaps month and day where brackets behind them say that the day came first:
// "12/5/1988 (12 de mayo)".
func (d *document) spelledBehind(v date) date {
	if !d.Is(v.J, "(") || v.m == 0 || v.d == 0 || v.d > 12 {
		return v
	}
	for _, read := range []func(int) (date, bool){d.monthFirst, d.dayFirst} {
		if w, ok := read(v.J + 1); ok && d.Is(w.J, ")") && w.m == v.d && w.d == v.m {
			v.m, v.d, v.J = w.m, w.d, w.J+1
		}
	}
	return v
}

func (v date) valid() bool {
	if v.m < 1 || v.m > 12 || v.d < 0 || v.d > 31 || !v.short && v.y != 0 && (v.y < 1900 || v.y > 2100) {
		return false
	}
	y := v.y
	if y == 0 {
		y = 2000 // a leap year
	}
	return v.d == 0 || time.Date(y, time.Month(v.m), v.d, 0, 0, 0, 0, time.UTC).Day() == v.d
}

func (d *document) digitsAt(i, most int) (int, bool) {
	if d.Kind(i) != text.Digits || len(d.At(i)) > most {
		return 0, false
	}
	return text.Atoi(d.At(i)), true
}

// isoDate reads "1985-03-04" and "1985/3/4".
func (d *document) isoDate(i int) (date, bool) {
	y, ok1 := d.digitsAt(i, 4)
	m, ok2 := d.digitsAt(i+2, 2)
	day, ok3 := d.digitsAt(i+4, 2)
	ok := ok1 && ok2 && ok3 && len(d.At(i)) == 4 && d.sameMarks(i+1, i+3, "-", "/", ".")
	return date{Span: text.Between(i, i+5), y: y, m: m, d: day}, ok
}

// sameMarks reports whether tokens i and j are the same one of marks, glued.
func (d *document) sameMarks(i, j int, marks ...string) bool {
	return d.Is(i, marks...) && d.At(i) == d.At(j) && (d.Glued(i) && d.Glued(i+1) && d.Glued(j) && d.Glued(j+1) ||
		d.At(i) == "/" && !d.Glued(i) && !d.Glued(j))
}

// slashDate reads "3/4/85", "03-04-1985", "3.4.85", and "12/1" without a year.
func (d *document) slashDate(i int) (date, bool) {
	m, ok1 := d.digitsAt(i, 2)
	day, ok2 := d.digitsAt(i+2, 2)
	if y, ok := d.digitsAt(i+2, 4); ok && ok1 && len(d.At(i+2)) == 4 && d.Is(i+1, "/") && d.Glued(i+1) && d.Glued(i+2) && !d.Is(i-1, "/") && !d.Is(i+3, "/") {
		return date{Span: text.Between(i, i+3), y: y, m: m}, m > 0 // "8/2015"
	}
	if !ok1 || !ok2 || d.Is(i-1, "/", "$") && d.Glued(i) {
		return date{}, false
	}
	y, ok3 := d.digitsAt(i+4, 4)
	if m > 31 && len(d.At(i+4)) == 2 {
		m, day, y = day, y, m // "71-10-04"
	}
	if m > 12 {
		m, day = day, m
	}
	if ok3 && d.sameMarks(i+1, i+3, "/", "-", ".") && len(d.At(i+4)) != 3 && len(d.At(i+4)) != 1 && !(d.Is(i+5, "/") && d.Glued(i+5)) {
		return date{Span: text.Between(i, i+5), y: y, m: m, d: day, short: len(d.At(i+4)) == 2}, day > 0
	}
	bare := d.Is(i+1, "/") && d.Glued(i+1) && d.Glued(i+2) && !(d.Is(i+3, "/") && d.Glued(i+3))
	return date{Span: text.Between(i, i+3), m: m, d: day}, bare && day > 0
}

var months = map[string]int{"january": 1, "jan": 1, "february": 2, "feb": 2, "march": 3, "mar": 3, "april": 4, "apr": 4,
	"may": 5, "june": 6, "jun": 6, "july": 7, "jul": 7, "august": 8, "aug": 8, "september": 9, "sept": 9, "sep": 9,
	"october": 10, "oct": 10, "november": 11, "nov": 11, "december": 12, "dec": 12,
	"ene": 1, "abr": 4, "dic": 12, "enero": 1, "febrero": 2, "marzo": 3, "abril": 4, "mayo": 5, "junio": 6, "julio": 7, "agosto": 8, "septiembre": 9,
	"setiembre": 9, "octubre": 10, "noviembre": 11, "diciembre": 12}

// monthFirst reads "March 4, 1985", "Mar. 4th '85", "march fourth", "June 2015", "June of '95".
func (d *document) monthFirst(i int) (date, bool) {
	v := date{Span: text.Between(i, i+1), m: months[d.At(i)]}
	if v.m == 0 {
		return v, false
	}
	if d.Is(v.J, ".") && d.namesCarPlainly(v.J+2) {
		return v, false // "in November. 2015 Kia Soul."
	}
	v.J = d.Skip(d.behindMonth(v.J), "-", "/")
	v.J = d.Skip(v.J, "the", "of")
	if day, j, ok := d.dayNumber(v.J); ok {
		v.d, v.J = day, j
		d.addYear(&v)
		return v, true
	}
	return v, d.addYear(&v)
}

// dayFirst reads "4 March 1985", "the 3rd of February 1992", "4 de marzo de 1985".
func (d *document) dayFirst(i int) (date, bool) {
	day, j, ok := d.dayNumber(i)
	if !ok {
		return date{}, false
	}
	j = d.Skip(d.Skip(j, "day", "dia"), "of", "de", "-", ".", "/")
	v := date{Span: text.Between(i, j+1), m: months[d.At(j)], d: day}
	if v.m == 0 {
		return v, false
	}
	if d.Is(v.J, ".") && d.namesCarPlainly(v.J+2) {
		return v, true // "el 1 de mayo. 2015 Toyota Camry."
	}
	v.J = d.Skip(d.behindMonth(v.J), "-", "/")
	d.addYear(&v)
	return v, true
}

// behindMonth skips the full stop behind a short name for a month that ends before token j; behind
// a whole one it ends the sentence: "in August. 2021 Toyota".
func (d *document) behindMonth(j int) int {
	if m := d.At(j - 1); len(m) == 3 && m != "may" || m == "sept" {
		return d.Skip(j, ".")
	}
	return j
}

// runTogether reads "04APR1998", as the armed forces write it, and "4apr98".
func (d *document) runTogether(i int) (date, bool) {
	if d.Kind(i) != text.Mixed || len(d.At(i)) > 9 {
		return date{}, false
	}
	name := strings.Trim(d.At(i), "0123456789")
	day, year, ok := strings.Cut(d.At(i), name)
	v := date{Span: text.Between(i, i+1), y: text.Atoi(year), m: months[name], d: text.Atoi(day), short: len(year) == 2}
	return v, ok && len(name) == 3 && v.d > 0 && len(day) < 3 && (len(year) == 2 || len(year) == 4)
}

// holidays are days of the year by name; that of Independence Day is a date.
var holidays = []struct {
	name [2]string
	m, d int
}{
	{[2]string{"valentine's", "day"}, 2, 14}, {[2]string{"valentines", "day"}, 2, 14}, {[2]string{"new", "year's"}, 1, 1}, {[2]string{"halloween", ""}, 10, 31},
	{[2]string{"christmas", "eve"}, 12, 24}, {[2]string{"christmas", ""}, 12, 25}, {[2]string{"veterans", "day"}, 11, 11}, {[2]string{"patrick's", "day"}, 3, 17},
	{[2]string{"patricks", "day"}, 3, 17}, {[2]string{"april", "fools"}, 4, 1}, {[2]string{"april", "fool's"}, 4, 1}, {[2]string{"independence", "day"}, 7, 4},
	{[2]string{"groundhog", "day"}, 2, 2}, {[2]string{"navidad", ""}, 12, 25}, {[2]string{"nochebuena", ""}, 12, 24},
}

// holiday reads "Valentine's Day nineteen forty five", with a year only.
func (d *document) holiday(i int) (date, bool) {
	for _, h := range holidays {
		if !d.Is(i, h.name[0]) || h.name[1] != "" && !d.Is(i+1, h.name[1]) {
			continue
		}
		v := date{Span: text.Between(i, i+1), m: h.m, d: h.d}
		if h.name[1] != "" {
			v.J++
		}
		if d.Is(v.J, "eve") {
			v.m, v.d, v.J = 12, 31, v.J+1
		}
		v.J = d.Skip(v.J, "day")
		return v, d.addYear(&v)
	}
	return date{}, false
}

// yearFirst reads "1990 December 15", "1990, on December the 15th", "1990, the 15th of December".
func (d *document) yearFirst(i int) (date, bool) {
	y, ok := d.digitsAt(i, 4)
	if !ok || len(d.At(i)) != 4 {
		return date{}, false
	}
	j := d.Skip(d.Skip(i+1, ",", "-", "/"), "on", "el", "the")
	if months[d.At(j)] == 0 {
		v, ok := d.dayFirst(d.Skip(j, "the"))
		return date{Span: text.Between(i, v.J), y: y, m: v.m, d: v.d}, ok && v.y == 0 && j > i+1
	}
	day, end, ok := d.dayNumber(d.Skip(d.Skip(j+1, ".", "-", "/"), "the"))
	return date{Span: text.Between(i, end), y: y, m: months[d.At(j)], d: day}, ok
}

var ordinals = map[string]int{"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
	"ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16,
	"seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30, "1st": 1, "2nd": 2, "3rd": 3, "primero": 1}

// dayNumber reads a day of a month: "4", "4th", "fourth", "twenty third".
func (d *document) dayNumber(i int) (day, j int, ok bool) {
	if n, ok := d.digitsAt(i, 2); ok {
		return n, i + 1, 1 <= n && n <= 31
	}
	if n, ok := ordinalNumber(d.At(i)); ok {
		return n, i + 1, true
	}
	if tens[d.At(i)] == 20 || tens[d.At(i)] == 30 {
		if n, ok := ordinals[d.At(d.SkipDash(i+1))]; ok && n < 10 {
			return tens[d.At(i)] + n, d.SkipDash(i+1) + 1, true
		}
	}
	n, j := d.belowHundred(i)
	return n, j, j > i && !d.Is(i, "a", "one") && 1 <= n && n <= 31
}

func ordinalNumber(s string) (int, bool) {
	if n, ok := ordinals[s]; ok {
		return n, true
	}
	if len(s) < 3 || len(s) > 4 {
		return 0, false
	}
	n := text.Atoi(s[:len(s)-2])
	switch s[len(s)-2:] {
	case "st", "nd", "rd", "th":
		return n, 1 <= n && n <= 31
	}
	return 0, false
}

// addYear reads ", 1985", "of 1985", "'85" or "nineteen eighty five" after v.
func (d *document) addYear(v *date) bool {
	j := d.Skip(v.J, ",", "-", "/")
	j = d.Skip(d.Skip(d.Skip(j, "of", "de", "in", "del"), "the"), "year", "ano")
	n, ok := d.number(j)
	if b, in := d.number(v.J + 1); !ok && d.Is(v.J, "(") && in && b.size == 4 && d.Is(b.J, ")") {
		n, ok = b, true // "October 4th (1971)"
		n.J++
	}
	switch {
	case !ok || n.dollar || n.J-n.I > 5:
		return false
	case n.plain && n.size == 4 || n.spelt && n.n > 1900:
		v.y, v.J = n.n, n.J
		return 1900 <= n.n && n.n <= 2100
	case n.spelt && n.n >= 20 && n.n < 100 && v.d > 0 && d.Named("birth", v.I, 3): // "April four, eighty-eight"
		v.y, v.J, v.short = n.n, n.J, true
		return true
	case n.short, n.plain && n.size == 2 && v.d > 0 && d.At(j-1) != "in" && !d.Is(n.J, "miles", "mi", "years", "yrs", ":", "percent", "%"):
		v.y, v.J, v.short = n.n, n.J, true
		return true
	}
	return false
}

// iso returns the day, "" where month or day are missing.
func (v date) iso() quote.Date {
	if v.y == 0 || v.d == 0 {
		return ""
	}
	return quote.Date(time.Date(v.y, time.Month(v.m), v.d, 0, 0, 0, 0, time.UTC).Format(time.DateOnly))
}

// born reads v as a birth date: one of the past, of a person of 10 years or
// more where the century is open.
func (v date) born(today time.Time) (quote.Date, bool) {
	if v.short {
		v.y += 2000
		if v.y > today.Year()-10 {
			v.y -= 100
		}
	}
	if v.y == 0 || v.d == 0 {
		return "", false
	}
	age := today.Year() - v.y
	return v.iso(), 0 <= age && age <= 110
}

// coming reads v as a day that is near: without a year, the next one to come.
func (v date) coming(today time.Time) (quote.Date, bool) {
	switch {
	case v.d == 0:
		return "", false
	case v.short:
		v.y += 2000
	case v.y == 0:
		v.y = today.Year()
		if v.iso() < quote.Date(today.Format(time.DateOnly)) {
			v.y++
		}
	}
	return v.iso(), true
}

// gone reads v as a day that has passed: without a year, the last one.
func (v date) gone(today time.Time) (quote.Date, bool) {
	iso, ok := v.coming(today)
	if ok && v.y == 0 && iso > quote.Date(today.Format(time.DateOnly)) {
		v.y = iso.Year() - 1
		iso = v.iso()
	}
	return iso, ok
}

// findDates marks the tokens of dates that have a day, a month and a year.
func (d *document) findDates() []bool {
	dated := make([]bool, len(d.Tokens))
	for i := 0; i < len(d.Tokens); i++ {
		if v, ok := d.date(i); ok && v.y != 0 && v.d != 0 {
			for i < v.J {
				dated[i] = true
				i++
			}
			i--
		}
	}
	return dated
}

// spokenWords are the words that a number or a date may start with.
var spokenWords = sync.OnceValue(func() map[string]bool {
	found := text.WordSet("a an mil")
	for _, h := range holidays {
		found[h.name[0]] = true
	}
	for _, words := range []map[string]int{months, ordinals, tens, units, hundreds} {
		for w := range words {
			found[w] = true
		}
	}
	return found
})

// findSpoken marks the tokens that a number or a date in words may start with.
func (d *document) findSpoken() []bool {
	spoken := make([]bool, len(d.Tokens))
	for i, t := range d.Tokens {
		spoken[i] = t.Kind == text.Word && spokenWords()[t.Norm]
	}
	return spoken
}
