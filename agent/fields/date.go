package fields

import (
	"strings"
	"time"

	"ppamaild/agent/letters"
	"ppamaild/quote"
	"ppamaild/reading/find"
)

// birth reads a date of birth.
func (r Reader) birth(said string) (v any, needs string) {
	d, date, is := r.date(said)
	day, past := date.Born(d.Today)
	return as(day, is && past, r.say("field.needs.date", r.sample("1985-03-04")))
}

// day reads a start or an end: a date, or a near day such as Monday.
func (r Reader) day(key, said string) (v any, needs string) {
	d, date, is := r.date(said)
	if !is && !r.Today.IsZero() {
		date, is = find.RelativeDay(d, 0, d.Today)
		is = is && date.J == len(d.Tokens)
	}
	day, near := date.Coming(d.Today)
	if key == "effective_date" {
		return as(day, is && near, r.say("field.needs.start", r.sample("2026-12-01")))
	}
	return as(day, is && near, r.say("field.needs.date", r.sample("2026-12-01")))
}

// date reads a whole text as a date.
func (r Reader) date(said string) (*find.Text, find.Date, bool) {
	d := find.New(strings.TrimRight(said, " ."))
	d.Today = midnight(r.Today)
	date, is := find.DateAt(d, 0)
	return d, date, is && date.J == len(d.Tokens) && date.D != 0
}

func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// sample is a date as an example of the form.
func (r Reader) sample(day quote.Date) string { return letters.LongDate(day, r.Words) }

// latestYear is the last model year on sale, if the day is known.
func (r Reader) latestYear() int {
	if r.Today.IsZero() {
		return 2100
	}
	return r.Today.Year() + 1
}
