package config

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"
)

// BusinessHours are the weekly working hours of an agency, written
// "Mon-Fri 09:00-17:00, Sat 10:00-13:00". The zero value, written "", means always.
type BusinessHours struct {
	text string
	week [7][]stretch // by time.Weekday, sorted, without overlaps
}

// stretch is a part of a day, in minutes of the clock since midnight.
type stretch struct{ from, to int }

// ParseBusinessHours parses business hours.
func ParseBusinessHours(text string) (BusinessHours, error) {
	h := BusinessHours{text: text}
	wrong := fmt.Errorf("business hours %q: not %s", text, h.Form())
	for part := range strings.SplitSeq(text, ",") {
		days, times, _ := strings.Cut(strings.TrimSpace(part), " ")
		if text != "" && !h.add(days, times) {
			return BusinessHours{}, wrong
		}
	}
	for _, day := range h.week {
		slices.SortFunc(day, func(a, b stretch) int { return cmp.Compare(a.from, b.from) })
		for i := range max(len(day)-1, 0) {
			if day[i+1].from < day[i].to {
				return BusinessHours{}, wrong
			}
		}
	}
	return h, nil
}

// Set implements toml.Text.
func (h *BusinessHours) Set(text string) bool {
	read, err := ParseBusinessHours(text)
	*h = read
	return err == nil
}

// add adds hours such as "09:00-17:00" to days such as "Mon-Fri" or "Mon".
func (h *BusinessHours) add(days, times string) bool {
	opens, closes, _ := strings.Cut(times, "-")
	from, isFrom := minuteOf(opens)
	to, isTo := minuteOf(closes)
	first, last, isSpan := strings.Cut(days, "-")
	if !isSpan {
		last = first
	}
	day, end := weekday(first), weekday(last)
	if !isFrom || !isTo || from >= to || day < 0 || end < 0 {
		return false
	}
	for ; ; day = (day + 1) % 7 {
		h.week[day] = append(h.week[day], stretch{from, to})
		if day == end {
			return true
		}
	}
}

// minuteOf parses a time of day. It also accepts "24:00", the end of a day.
func minuteOf(text string) (minute int, ok bool) {
	var at TimeOfDay
	if text == "24:00" {
		return 24 * 60, true
	}
	ok = at.Set(text)
	return at.Hour*60 + at.Minute, ok
}

// weekday returns the number of a word such as "Mon", or -1.
func weekday(word string) int {
	return slices.IndexFunc([]time.Weekday{0, 1, 2, 3, 4, 5, 6}, func(d time.Weekday) bool { return d.String()[:3] == word })
}

// Form implements toml.Text.
func (*BusinessHours) Form() string {
	return `days and hours such as "Mon-Fri 09:00-17:00, Sat 10:00-13:00", or "" for always`
}

// String returns the hours in the form of the file.
func (h BusinessHours) String() string { return h.text }

// Always reports whether the agency always works.
func (h BusinessHours) Always() bool { return h.text == "" }

// Next returns the first time at or after t within the hours in loc.
func (h BusinessHours) Next(t time.Time, loc *time.Location) time.Time {
	return h.After(t, 0, loc)
}

// After returns the time after d of business time since t, with the hours in loc. The result
// is never the end of business hours, but their next beginning.
func (h BusinessHours) After(t time.Time, d time.Duration, loc *time.Location) time.Time {
	if h.Always() {
		return t.Add(d)
	}
	for opens, closes := range h.stretches(t, loc) {
		if opens.Before(t) {
			opens = t
		}
		if open := closes.Sub(opens); d >= open {
			d -= open
			continue
		}
		return opens.Add(d)
	}
	return t // unreachable: stretches never ends
}

// stretches yields the stretches of business time that end after t.
func (h BusinessHours) stretches(t time.Time, loc *time.Location) iter.Seq2[time.Time, time.Time] {
	return func(yield func(opens, closes time.Time) bool) {
		year, month, first := t.In(loc).Date()
		for n := 0; ; n++ {
			date := time.Date(year, month, first+n, 0, 0, 0, 0, time.UTC)
			for _, s := range h.week[date.Weekday()] {
				opens, closes := onClock(date, s.from, loc), onClock(date, s.to, loc)
				if closes.After(t) && closes.After(opens) && !yield(opens, closes) {
					return
				}
			}
		}
	}
}

// Longest returns the longest time that d of business time can take, from any full hour of
// a week.
func (h BusinessHours) Longest(d time.Duration) time.Duration {
	if h.Always() {
		return d
	}
	var week, longest time.Duration
	for _, s := range slices.Concat(h.week[:]...) {
		week += time.Duration(s.to-s.from) * time.Minute
	}
	monday := time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC)
	for hour := range 7 * 24 {
		from := monday.Add(time.Duration(hour) * time.Hour)
		longest = max(longest, h.After(from, d%week, time.UTC).Sub(from))
	}
	return longest + d/week*7*day
}

// onClock returns the time when the clocks in loc show a minute of a date. The date is given
// as midnight in UTC. If the clocks skip the minute, onClock returns the next time that they
// show. If they show the minute twice, onClock returns one of the two times.
func onClock(date time.Time, minute int, loc *time.Location) time.Time {
	year, month, day := date.Date()
	t := time.Date(year, month, day, 0, minute, 0, 0, loc)
	_, offset := t.Zone()
	shown := t.UTC().Add(time.Duration(offset) * time.Second)
	return t.Add(max(date.Add(time.Duration(minute)*time.Minute).Sub(shown), 0))
}
