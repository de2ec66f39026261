package find

import (
	"time"

	"ppamaild/lazy"
	"ppamaild/quote"
	"ppamaild/reading/text"
)

// Date is a day as written. A missing year or day is 0, and a year may have two digits.
type Date struct {
	text.Span
	Y, M, D int
	Short   bool // the year has two digits
}

// DateAt reads the date at token i, in any usual form. In numbers, the month comes first if it can.
func DateAt(d *Text, i int) (Date, bool) {
	if d.Kind(i) == text.Mark || d.Kind(i) == text.Word && !d.Spoken[i] {
		return Date{}, false
	}
	for _, read := range []func(*Text, int) (Date, bool){ISODate, SlashDate, yearFirst, MonthFirst, DayFirst} {
		if v, ok := read(d, i); ok && v.Valid() {
			return spelledBehind(d, v), true
		}
	}
	return Date{}, false
}

// spelledBehind swaps month and day behind brackets with the month: "12/5/1988 (12 de mayo)".
func spelledBehind(d *Text, v Date) Date {
	if !d.Is(v.J, "(") || v.M == 0 || v.D == 0 || v.D > 12 {
		return v
	}
	for _, read := range []func(*Text, int) (Date, bool){MonthFirst, DayFirst} {
		if w, ok := read(d, v.J+1); ok && d.Is(w.J, ")") && w.M == v.D && w.D == v.M {
			v.M, v.D, v.J = w.M, w.D, w.J+1
		}
	}
	return v
}

// Valid reports whether the day exists.
func (v Date) Valid() bool {
	if v.M < 1 || v.M > 12 || v.D < 0 || v.D > 31 || !v.Short && v.Y != 0 && (v.Y < 1900 || v.Y > 2100) {
		return false
	}
	// Year 0 is a leap year.
	return v.D == 0 || time.Date(v.Y, time.Month(v.M), v.D, 0, 0, 0, 0, time.UTC).Day() == v.D
}

// DigitsAt reads at most a number of digits.
func DigitsAt(d *Text, i, most int) (int, bool) {
	if d.Kind(i) != text.Digits || len(d.At(i)) > most {
		return 0, false
	}
	return text.Atoi(d.At(i)), true
}

// ISODate reads "1985-03-04" and "1985/3/4".
func ISODate(d *Text, i int) (Date, bool) {
	y, ok1 := DigitsAt(d, i, 4)
	m, ok2 := DigitsAt(d, i+2, 2)
	day, ok3 := DigitsAt(d, i+4, 2)
	ok := ok1 && ok2 && ok3 && len(d.At(i)) == 4 && sameMarks(d, i+1, i+3, "-", "/", ".")
	return Date{Span: text.Between(i, i+5), Y: y, M: m, D: day}, ok
}

// sameMarks reports whether tokens i and j are the same mark of marks, glued.
func sameMarks(d *Text, i, j int, marks ...string) bool {
	return d.Is(i, marks...) && d.At(i) == d.At(j) && (d.Glued(i) && d.Glued(i+1) && d.Glued(j) && d.Glued(j+1) ||
		d.At(i) == "/" && !d.Glued(i) && !d.Glued(j))
}

// SlashDate reads "3/4/85", "03-04-1985", "3.4.85", and "12/1" without a year.
func SlashDate(d *Text, i int) (Date, bool) {
	m, ok1 := DigitsAt(d, i, 2)
	day, ok2 := DigitsAt(d, i+2, 2)
	if y, ok := DigitsAt(d, i+2, 4); ok && ok1 && len(d.At(i+2)) == 4 && d.Is(i+1, "/") && d.Glued(i+1) && d.Glued(i+2) && !d.Is(i-1, "/") && !d.Is(i+3, "/") {
		return Date{Span: text.Between(i, i+3), Y: y, M: m}, m > 0 // "8/2015"
	}
	if !ok1 || !ok2 || d.Is(i-1, "/", "$") && d.Glued(i) {
		return Date{}, false
	}
	y, ok3 := DigitsAt(d, i+4, 4)
	if m > 12 {
		m, day = day, m
	}
	if ok3 && sameMarks(d, i+1, i+3, "/", "-", ".") && len(d.At(i+4)) != 3 && len(d.At(i+4)) != 1 && !(d.Is(i+5, "/") && d.Glued(i+5)) {
		return Date{Span: text.Between(i, i+5), Y: y, M: m, D: day, Short: len(d.At(i+4)) == 2}, day > 0
	}
	bare := d.Is(i+1, "/") && d.Glued(i+1) && d.Glued(i+2) && !(d.Is(i+3, "/") && d.Glued(i+3))
	return Date{Span: text.Between(i, i+3), M: m, D: day}, bare && day > 0
}

// Months are the names of months.
var Months = numbers{New: func() map[string]int { return numbersOf("months") }}

// MonthFirst reads "March 4, 1985", "Mar. 4th '85", "march fourth", "June 2015", "June of '95".
func MonthFirst(d *Text, i int) (Date, bool) {
	v := Date{Span: text.Between(i, i+1), M: Months.Get()[d.At(i)]}
	if v.M == 0 {
		return v, false
	}
	v.J = d.Skip(behindMonth(d, v.J), "-", "/")
	v.J = d.Skip(v.J, "the", "of")
	if day, j, ok := dayNumber(d, v.J); ok {
		v.D, v.J = day, j
		addYear(d, &v)
		return v, true
	}
	return v, addYear(d, &v)
}

// DayFirst reads "4 March 1985", "the 3rd of February 1992", "4 de marzo de 1985".
func DayFirst(d *Text, i int) (Date, bool) {
	day, j, ok := dayNumber(d, i)
	if !ok {
		return Date{}, false
	}
	j = d.Skip(d.Skip(j, "day", "dia"), "of", "de", "-", ".", "/")
	v := Date{Span: text.Between(i, j+1), M: Months.Get()[d.At(j)], D: day}
	if v.M == 0 {
		return v, false
	}
	v.J = d.Skip(behindMonth(d, v.J), "-", "/")
	addYear(d, &v)
	return v, true
}

// behindMonth skips the full stop behind a short name for a month that ends before token j. Behind
// a full name, the full stop ends the sentence: "in August. 2021 Toyota".
func behindMonth(d *Text, j int) int {
	if m := d.At(j - 1); len(m) == 3 && m != "may" || m == "sept" {
		return d.Skip(j, ".")
	}
	return j
}

// yearFirst reads "1990 December 15", "1990, on December the 15th", "1990, the 15th of December".
func yearFirst(d *Text, i int) (Date, bool) {
	y, ok := DigitsAt(d, i, 4)
	if !ok || len(d.At(i)) != 4 {
		return Date{}, false
	}
	j := d.Skip(d.Skip(i+1, ",", "-", "/"), "on", "el", "the")
	if Months.Get()[d.At(j)] == 0 {
		v, ok := DayFirst(d, d.Skip(j, "the"))
		return Date{Span: text.Between(i, v.J), Y: y, M: v.M, D: v.D}, ok && v.Y == 0 && j > i+1
	}
	day, end, ok := dayNumber(d, d.Skip(d.Skip(j+1, ".", "-", "/"), "the"))
	return Date{Span: text.Between(i, end), Y: y, M: Months.Get()[d.At(j)], D: day}, ok
}

// Ordinals are the words for ordinal numbers.
var Ordinals = numbers{New: func() map[string]int { return numbersOf("ordinals") }}

// dayNumber reads a day of a month: "4", "4th", "fourth", "twenty third".
func dayNumber(d *Text, i int) (day, j int, ok bool) {
	if n, ok := DigitsAt(d, i, 2); ok {
		return n, i + 1, 1 <= n && n <= 31
	}
	if n, ok := ordinalNumber(d.At(i)); ok {
		return n, i + 1, true
	}
	if tens.Get()[d.At(i)] == 20 || tens.Get()[d.At(i)] == 30 {
		if n, ok := Ordinals.Get()[d.At(d.SkipDash(i+1))]; ok && n < 10 {
			return tens.Get()[d.At(i)] + n, d.SkipDash(i+1) + 1, true
		}
	}
	n, j := belowHundred(d, i)
	return n, j, j > i && !d.Is(i, "a", "one") && 1 <= n && n <= 31
}

// ordinalNumber reads "4th" and "fourth".
func ordinalNumber(s string) (int, bool) {
	if n, ok := Ordinals.Get()[s]; ok {
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
func addYear(d *Text, v *Date) bool {
	j := d.Skip(v.J, ",", "-", "/")
	j = d.Skip(d.Skip(d.Skip(j, "of", "de", "in", "del"), "the"), "year", "ano")
	n, ok := NumberAt(d, j)
	switch {
	case !ok || n.Dollar:
		return false
	case n.Plain && n.Size == 4 || n.Spelled && n.N > 1900:
		v.Y, v.J = n.N, n.J
		return 1900 <= n.N && n.N <= 2100
	case n.Short, n.Plain && n.Size == 2 && v.D > 0 && d.At(j-1) != "in" && !d.Is(n.J, "miles", "mi", "years", "yrs", ":", "percent", "%"):
		v.Y, v.J, v.Short = n.N, n.J, true
		return true
	}
	return false
}

// ISO returns the day, or "" if the month or the day is missing.
func (v Date) ISO() quote.Date {
	if v.Y == 0 || v.D == 0 {
		return ""
	}
	return quote.Date(time.Date(v.Y, time.Month(v.M), v.D, 0, 0, 0, 0, time.UTC).Format(time.DateOnly))
}

// Born reads v as a birth date, of a person of 10 years or more if the century is open.
func (v Date) Born(today time.Time) (quote.Date, bool) {
	if v.Short {
		v.Y += 2000
		if v.Y > today.Year()-10 {
			v.Y -= 100
		}
	}
	if v.Y == 0 || v.D == 0 {
		return "", false
	}
	age := today.Year() - v.Y
	return v.ISO(), 0 <= age && age <= 110
}

// Coming reads v as a day that is near: without a year, the next such day.
func (v Date) Coming(today time.Time) (quote.Date, bool) {
	switch {
	case v.D == 0:
		return "", false
	case v.Short:
		v.Y += 2000
	case v.Y == 0:
		v.Y = today.Year()
		if v.ISO() < quote.Date(today.Format(time.DateOnly)) {
			v.Y++
		}
	}
	return v.ISO(), true
}

// Gone reads v as a day that has passed: without a year, the last such day.
func (v Date) Gone(today time.Time) (quote.Date, bool) {
	iso, ok := v.Coming(today)
	if ok && v.Y == 0 && iso > quote.Date(today.Format(time.DateOnly)) {
		v.Y = iso.Year() - 1
		iso = v.ISO()
	}
	return iso, ok
}

// FindDates marks the tokens of dates that have a day, a month and a year.
func FindDates(d *Text) []bool {
	dated := make([]bool, len(d.Tokens))
	for i := 0; i < len(d.Tokens); i++ {
		if v, ok := DateAt(d, i); ok && v.Y != 0 && v.D != 0 {
			for i < v.J {
				dated[i] = true
				i++
			}
			i--
		}
	}
	return dated
}

var spokenWords = lazy.Value[map[string]bool]{New: func() map[string]bool {
	found := map[string]bool{"a": true, "an": true, "mil": true, "$": true, "'": true}
	for _, words := range []map[string]int{Months.Get(), Ordinals.Get(), tens.Get(), units.Get(), hundreds.Get()} {
		for w := range words {
			found[w] = true
		}
	}
	return found
}}
