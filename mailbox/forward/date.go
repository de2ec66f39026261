package forward

import (
	"net/mail"
	"strings"
	"time"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
)

// layouts are the English formats of dates in forwarded headers, without commas, the day of the
// week and the word "at".
var layouts = []string{
	"January 2 2006 3:04:05 PM", "January 2 2006 3:04 PM", "January 2 2006 15:04:05", "January 2 2006 15:04",
	"Jan 2 2006 3:04:05 PM", "Jan 2 2006 3:04 PM", "Jan 2 2006 15:04:05", "Jan 2 2006 15:04",
	"2 January 2006 15:04:05", "2 January 2006 15:04", "2 January 2006 3:04 PM",
	"2 Jan 2006 15:04:05", "2 Jan 2006 15:04", "2 Jan 2006 3:04 PM",
	"1/2/2006 3:04:05 PM", "1/2/2006 3:04 PM", "2006-01-02 15:04:05", "2006-01-02 15:04",
}

var (
	weekday = lazyregexp.MustCompile(`(?i)^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.? +`)
	at      = lazyregexp.MustCompile(`(?i) at `)
	zone    = lazyregexp.MustCompile(` (?:\(?(?:UTC|GMT|[PMCE][SD]T)\)?)$`)
)

// offsets are the offsets of United States zone names.
var offsets = lazy.Value[map[string]int]{New: func() map[string]int {
	return map[string]int{
		"UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
	}
}}

// parseDate reads a date of a forwarded header, or returns zero for an unknown format.
func parseDate(s string, loc *time.Location) time.Time {
	if date, err := mail.ParseDate(s); err == nil {
		return date
	}
	s = strings.Join(strings.Fields(strings.ReplaceAll(s, ",", " ")), " ") // also at Apple's narrow spaces
	s = at.ReplaceAllString(weekday.ReplaceAllString(s, ""), " ")
	if named := zone.FindString(s); named != "" {
		s = strings.TrimSuffix(s, named)
		name := strings.Trim(named, " ()")
		loc = time.FixedZone(name, offsets.Get()[name]*3600)
	}
	s = strings.NewReplacer("a.m.", "AM", "p.m.", "PM", " am", " AM", " pm", " PM").Replace(s)
	for _, layout := range layouts {
		if date, err := time.ParseInLocation(layout, s, loc); err == nil {
			return date
		}
	}
	return time.Time{}
}
