package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

const day = 24 * time.Hour

// Duration is a span of time above zero, written "90s", "4h", "30d" or "1d12h".
// A day is 24 hours.
type Duration struct{ time.Duration }

// Set implements toml.Text.
func (d *Duration) Set(text string) bool {
	var whole time.Duration
	if head, rest, found := strings.Cut(text, "d"); found {
		n, err := strconv.ParseUint(head, 10, 16)
		if err != nil {
			return false
		}
		whole, text = time.Duration(n)*day, rest
	}
	var part time.Duration
	if text != "" {
		var err error
		if part, err = time.ParseDuration(text); err != nil {
			return false
		}
	}
	d.Duration = whole + part
	return part >= 0 && d.Duration > 0
}

// String returns d in the form of the file: "1d12h".
func (d Duration) String() string {
	days, text := d.Duration/day, (d.Duration % day).String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	switch {
	case days == 0:
		return text
	case text == "0s":
		return fmt.Sprintf("%dd", days)
	}
	return fmt.Sprintf("%dd%s", days, text)
}

// Form implements toml.Text.
func (*Duration) Form() string { return `a duration above zero, such as "90s", "4h" or "30d"` }

// Wait is a Duration that may also be "0s", for no wait.
type Wait struct{ time.Duration }

// Set implements toml.Text.
func (w *Wait) Set(text string) bool {
	var d Duration
	is := text == "0s" || d.Set(text)
	*w = Wait(d)
	return is
}

// String returns w in the form of the file.
func (w Wait) String() string { return Duration(w).String() }

// Form implements toml.Text.
func (*Wait) Form() string { return `a duration such as "90s", "4h" or "30d", or "0s"` }

// Size is a number of bytes, written "25MB" (powers of 1000) or "25MiB" (of 1024).
type Size int64

// Set implements toml.Text.
func (s *Size) Set(text string) bool {
	digits := strings.TrimRight(text, "BKMGi")
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n <= 0 {
		return false
	}
	unit, known := map[string]int64{
		"B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30,
	}[text[len(digits):]]
	if !known || n > math.MaxInt64/unit {
		return false
	}
	*s = Size(n * unit)
	return true
}

// Form implements toml.Text.
func (*Size) Form() string { return `a size above zero, such as "25MB" or "25MiB"` }

// TimeOfDay is a time of day, to the minute, written "08:00".
type TimeOfDay struct{ Hour, Minute int }

// Set implements toml.Text.
func (d *TimeOfDay) Set(text string) bool {
	at, err := time.Parse("15:04", text)
	*d = TimeOfDay{at.Hour(), at.Minute()}
	return err == nil && len(text) == len("15:04")
}

// Form implements toml.Text.
func (*TimeOfDay) Form() string { return `a time of day such as "08:00"` }

// Next returns the next d after now in loc. There is one d on each day, also when the clocks
// change; see onClock.
func (d TimeOfDay) Next(now time.Time, loc *time.Location) time.Time {
	year, month, today := now.In(loc).Date()
	for n := 0; ; n++ {
		if at := onClock(time.Date(year, month, today+n, 0, 0, 0, 0, time.UTC), d.Hour*60+d.Minute, loc); at.After(now) {
			return at
		}
	}
}

// Start selects the first mail of a new store: StartNow, StartAll, or a date such as
// "2006-01-02".
type Start string

// The starts that are not a date.
const (
	StartNow Start = "now" // mail that arrives later
	StartAll Start = "all" // all mail in the folder
)

// Set implements toml.Text.
func (s *Start) Set(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	*s = Start(text)
	return err == nil || *s == StartNow || *s == StartAll
}

// Form implements toml.Text.
func (*Start) Form() string { return `now, all, or a date such as "2026-12-01"` }

// Floor returns the time of the oldest mail that a first start at now reads. A date begins
// at midnight in loc. The zero time includes all mail.
func (s Start) Floor(now time.Time, loc *time.Location) time.Time {
	switch s {
	case StartNow:
		return now
	case StartAll:
		return time.Time{}
	}
	// Set accepts no other text than a date.
	date, _ := time.ParseInLocation(time.DateOnly, string(s), loc)
	return date
}
