package reading

import (
	"time"

	"ppamaild/reading/text"
)

var weekdays = map[string]time.Weekday{"sunday": 0, "monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6,
	"sun": 0, "mon": 1, "tue": 2, "tues": 2, "wed": 3, "thu": 4, "thur": 4, "thurs": 4, "fri": 5, "sat": 6,
	"domingo": 0, "lunes": 1, "martes": 2, "miercoles": 3, "jueves": 4, "viernes": 5, "sabado": 6}

// relative reads a day that counts from today, the day of the mail: "tomorrow",
// "Friday", "next Friday", "the 1st", "in two weeks", "end of the month".
func (d *document) relative(i int, today time.Time) (date, bool) {
	for _, read := range []func(int, time.Time) (date, bool){d.nearDay, d.weekday, d.daysAhead, d.dayOfMonth} {
		if v, ok := read(i, today); ok {
			return v, true
		}
	}
	return date{}, false
}

// nearWords may start a day that counts from today, besides weekdays, numbers
// and what begins a cue.
var nearWords = text.WordSet("tomorrow tmrw manana this coming next proximo este in en")

// mayBeDay reports whether a day may start at token i, in any form.
func (d *document) mayBeDay(i int) bool {
	switch d.Kind(i) {
	case text.Mark:
		return false
	case text.Word:
		_, weekday := weekdays[d.At(i)]
		return d.spoken[i] || d.Begins[i] || weekday || nearWords[d.At(i)]
	}
	return true
}

func dayOf(t time.Time, s text.Span) date {
	return date{Span: s, y: t.Year(), m: int(t.Month()), d: t.Day()}
}

func (d *document) nearDay(i int, today time.Time) (date, bool) {
	if j := d.StartsAt("today", i); j > i {
		return dayOf(today, text.Between(i, j)), true
	}
	if d.Is(i, "tomorrow", "tmrw", "manana") && !d.Is(i-1, "la") {
		ahead := 1
		if d.Is(i-1, "after", "pasado") {
			ahead = 2 // "the day after tomorrow"
		}
		return dayOf(today.AddDate(0, 0, ahead), text.Between(i, i+1)), true
	}
	return date{}, false
}

// justGone reads "today", "yesterday" and "last Tuesday".
func (r *reader) justGone(i int) (date, bool) {
	if day, ok := weekdays[r.At(i+1)]; ok && r.Is(i, "last", "on", "this") {
		back := (int(r.today.Weekday())-int(day)+6)%7 + 1
		return dayOf(r.today.AddDate(0, 0, -back), text.Between(i, i+2)), true
	}
	if r.Is(i, "yesterday", "ayer") {
		return dayOf(r.today.AddDate(0, 0, -1), text.Between(i, i+1)), true
	}
	return r.nearDay(i, r.today)
}

// weekday reads "Friday" as the next one after today, "this Friday" too, and
// "next Friday" as that of the next week, which starts on Monday.
func (d *document) weekday(i int, today time.Time) (date, bool) {
	j := i
	for d.Is(j, "this", "coming", "next", "proximo", "este") {
		j++
	}
	day, ok := weekdays[d.At(j)]
	if !ok || len(d.At(j)) < 4 && !d.Capital(j) && !d.Among(j-1, "before a weekday") || d.Is(j-1, "last", "every", "each", "on") && d.Is(j+1, "s") {
		return date{}, false
	}
	ahead := (int(day) - int(today.Weekday()) + 7) % 7
	if ahead == 0 {
		ahead = 7
	}
	if d.Is(i, "next", "proximo") && !d.Is(i+1, "coming") && isoDay(day) > isoDay(today.Weekday()) {
		ahead += 7
	}
	return dayOf(today.AddDate(0, 0, ahead), text.Between(i, j+1)), true
}

// isoDay counts the days of a week from Monday, 0.
func isoDay(day time.Weekday) int { return (int(day) + 6) % 7 }

// daysAhead reads "in 10 days", "two weeks from now", "a week from today".
func (d *document) daysAhead(i int, today time.Time) (date, bool) {
	j := d.Skip(i, "in", "en")
	n, ok := d.number(j)
	if d.Is(j, "a", "one") {
		n, ok = number{Span: text.Between(j, j+1), n: 1}, true
	}
	if !ok || n.n > 90 || n.dollar {
		return date{}, false
	}
	step := 0
	switch d.At(n.J) {
	case "day", "days", "dias":
		step = 1
	case "week", "weeks", "semanas":
		step = 7
	}
	end := n.J + 1
	if d.Is(end, "from") && d.Is(end+1, "now", "today") {
		end += 2
	} else if j == i {
		return date{}, false
	}
	return dayOf(today.AddDate(0, 0, n.n*step), text.Between(i, end)), step > 0
}

// monthEnd reads the last day of a month or of the year behind the words for it at c: "the end of
// May", "the last day of this month", "the end of next month".
func (d *document) monthEnd(c text.Span, today time.Time) (date, bool) {
	i := c.I
	if m := months[d.At(c.J)]; m > 0 {
		last := time.Date(today.Year(), time.Month(m)+1, 0, 0, 0, 0, 0, time.UTC)
		if last.Before(today) {
			last = time.Date(today.Year()+1, time.Month(m)+1, 0, 0, 0, 0, 0, time.UTC)
		}
		return dayOf(last, text.Between(i, c.J+1)), true
	}
	switch k := d.Skip(c.J, "the", "this", "del", "este", "next", "proximo"); {
	case d.Is(k, "year", "ano") && !d.Is(k-1, "next", "proximo"):
		return dayOf(time.Date(today.Year(), 12, 31, 0, 0, 0, 0, time.UTC), text.Between(i, k+1)), true
	case d.Is(k, "month", "mes") && k > c.J:
		ahead := 1
		if d.Is(k-1, "next", "proximo") {
			ahead = 2
		}
		return dayOf(time.Date(today.Year(), today.Month()+time.Month(ahead), 0, 0, 0, 0, 0, time.UTC), text.Between(i, k+1)), true
	}
	if !d.Is(c.J-1, "month", "mes") {
		return date{}, false
	}
	return dayOf(time.Date(today.Year(), today.Month()+1, 0, 0, 0, 0, 0, time.UTC), c), true
}

// dayOfMonth reads "the 1st", "the 15th of next month", "first of the month",
// "the end of the month".
func (d *document) dayOfMonth(i int, today time.Time) (date, bool) {
	if c, ok := d.Cue("month end", text.Between(i, i+1)); ok {
		return d.monthEnd(c, today)
	}
	day, ok := ordinalNumber(d.At(i))
	if !ok {
		return date{}, false
	}
	t := time.Date(today.Year(), today.Month(), day, 0, 0, 0, 0, time.UTC)
	j := i + 1
	switch {
	case d.Is(j, "of") && d.Is(j+1, "next") && d.Is(j+2, "month"):
		return dayOf(t.AddDate(0, 1, 0), text.Between(i, j+3)), true
	case d.Is(j, "of") && d.Is(j+1, "the", "this") && d.Is(j+2, "month", "year"):
		if d.Is(j+2, "year") {
			t = time.Date(today.Year(), 1, day, 0, 0, 0, 0, time.UTC)
			return dayOf(t.AddDate(1, 0, 0), text.Between(i, j+3)), true
		}
		j += 3
	case !d.Is(i-1, "the") || d.Kind(j) == text.Word && !d.Among(j, "after a day"):
		return date{}, false
	}
	if t.Before(today) {
		t = t.AddDate(0, 1, 0)
	}
	return dayOf(t, text.Between(i, j)), true
}
