package find

import (
	"time"

	"ppamaild/lazy"
	"ppamaild/reading/text"
)

// weekdays are the names of weekdays.
var weekdays = numbers{New: func() map[string]int { return numbersOf("weekdays") }}

// RelativeDay reads a day that counts from today, the day of the mail: "tomorrow",
// "Friday", "next Friday", "the 1st", "in two weeks", "end of the month".
func RelativeDay(d *Text, i int, today time.Time) (Date, bool) {
	for _, read := range []func(*Text, int, time.Time) (Date, bool){nearDay, weekdayAt, daysAhead, dayOfMonth} {
		if v, ok := read(d, i, today); ok {
			return v, true
		}
	}
	return Date{}, false
}

// nearWords may start a day that counts from today. Weekdays, numbers and cues may, too.
var nearWords = lazy.Set("tomorrow tmrw manana this coming next proximo este in en")

// MayBeDay reports whether a day may start at token i, in any form.
func MayBeDay(d *Text, i int) bool {
	switch d.Kind(i) {
	case text.Mark:
		return false
	case text.Word:
		_, weekday := weekdays.Get()[d.At(i)]
		return d.Spoken[i] || weekday || nearWords.Has(d.At(i)) || d.Has(text.Between(i, i+1), "today", "month end")
	}
	return true
}

func dayOf(t time.Time, s text.Span) Date {
	return Date{Span: s, Y: t.Year(), M: int(t.Month()), D: t.Day()}
}

func nearDay(d *Text, i int, today time.Time) (Date, bool) {
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
	return Date{}, false
}

// weekdayAt reads "Friday" and "this Friday" as the first Friday after today, and "next Friday" as
// the Friday of the next week. Weeks start on Monday.
func weekdayAt(d *Text, i int, today time.Time) (Date, bool) {
	j := i
	for d.Is(j, "this", "coming", "next", "proximo", "este") {
		j++
	}
	day, ok := weekdays.Get()[d.At(j)]
	if !ok || len(d.At(j)) < 4 && !d.Capital(j) && !d.Among(j-1, "before a weekday") || d.Is(j-1, "last", "every", "each", "on") && d.Is(j+1, "s") {
		return Date{}, false
	}
	ahead := (day - int(today.Weekday()) + 7) % 7
	if ahead == 0 {
		ahead = 7
	}
	if d.Is(i, "next", "proximo") && !d.Is(i+1, "coming") && isoDay(time.Weekday(day)) > isoDay(today.Weekday()) {
		ahead += 7
	}
	return dayOf(today.AddDate(0, 0, ahead), text.Between(i, j+1)), true
}

func isoDay(day time.Weekday) int { return (int(day) + 6) % 7 }

// daysAhead reads "in 10 days", "two weeks from now", "a week from today".
func daysAhead(d *Text, i int, today time.Time) (Date, bool) {
	j := d.Skip(i, "in", "en")
	n, ok := NumberAt(d, j)
	if d.Is(j, "a", "one") {
		n, ok = Number{Span: text.Between(j, j+1), N: 1}, true
	}
	if !ok || n.N > 90 || n.Dollar {
		return Date{}, false
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
		return Date{}, false
	}
	return dayOf(today.AddDate(0, 0, n.N*step), text.Between(i, end)), step > 0
}

// monthEnd reads the last day of a month behind the words for it at c: "the end of May".
func monthEnd(d *Text, c text.Span, today time.Time) (Date, bool) {
	end := d.Skip(c.J, "the", "this", "del", "este") + 1
	month := time.Month(Months.Get()[d.At(c.J)])
	switch {
	case month > 0:
		end = c.J + 1
	case d.Is(end-1, "month", "mes"):
		month = today.Month()
	case d.Is(c.J-1, "month", "mes"):
		month, end = today.Month(), c.J
	default:
		return Date{}, false
	}
	last := time.Date(today.Year(), month+1, 0, 0, 0, 0, 0, time.UTC)
	if last.Before(today) {
		last = time.Date(today.Year()+1, month+1, 0, 0, 0, 0, 0, time.UTC)
	}
	return dayOf(last, text.Between(c.I, end)), true
}

// dayOfMonth reads a day of a month: "the 15th of next month", "the end of the month".
func dayOfMonth(d *Text, i int, today time.Time) (Date, bool) {
	if c, ok := d.Cue("month end", text.Between(i, i+1)); ok {
		return monthEnd(d, c, today)
	}
	day, ok := ordinalNumber(d.At(i))
	if !ok {
		return Date{}, false
	}
	t := time.Date(today.Year(), today.Month(), day, 0, 0, 0, 0, time.UTC)
	j := i + 1
	switch {
	case d.Is(j, "of") && d.Is(j+1, "next") && d.Is(j+2, "month"):
		return dayOf(t.AddDate(0, 1, 0), text.Between(i, j+3)), true
	case d.Is(j, "of") && d.Is(j+1, "the", "this") && d.Is(j+2, "month"):
		j += 3
	case !d.Is(i-1, "the") || d.Kind(j) == text.Word && !d.Among(j, "after a day"):
		return Date{}, false
	}
	if t.Before(today) {
		t = t.AddDate(0, 1, 0)
	}
	return dayOf(t, text.Between(i, j)), true
}
