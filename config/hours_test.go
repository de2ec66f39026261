package config

import (
	"testing"
	"time"
)

func mustHours(t *testing.T, text string) BusinessHours {
	t.Helper()
	h, err := ParseBusinessHours(text)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func mustZone(t *testing.T, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func TestBusinessHoursAsWritten(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "Mon-Fri 09:00-17:00": true, "Mon-Fri 09:00-17:00, Sat 10:00-13:00": true, "Mon 09:00-12:00,Mon 13:00-24:00": true,
		"Sat-Mon 00:00-24:00": true, "Sun 08:00-09:00": true, "Mon 13:00-17:00, Mon-Tue 09:00-13:00": true,
		"Mon-Fri": false, "09:00-17:00": false, "mon-fri 09:00-17:00": false, "Mon-Fri 9-17": false, "Mon-Fri 17:00-09:00": false,
		"Mon-Fri 09:00-25:00": false, "Mon-Fri 24:00-24:00": false, "Mon 09:00-12:00, Mon 11:00-17:00": false, "always": false,
		"Mon-Fri 09:00-17:00,": false, " ": false, "Mon-Fri-Sun 09:00-17:00": false, "Mon-Fri  09:00-17:00": false,
	} {
		if h, err := ParseBusinessHours(text); (err == nil) != want || err == nil && h.String() != text {
			t.Errorf("%q: %v, %q", text, err, h)
		}
	}
}

func TestBusinessHoursPass(t *testing.T) {
	angeles := mustZone(t, "America/Los_Angeles")
	hours := mustHours(t, "Mon-Fri 09:00-17:00, Sat 10:00-13:00")
	for _, c := range []struct {
		from string
		d    time.Duration
		want string
	}{
		{"Fri 2026-11-20 10:00 PST", time.Hour, "Fri 2026-11-20 11:00 PST"},
		{"Fri 2026-11-20 07:00 PST", time.Hour, "Fri 2026-11-20 10:00 PST"},
		{"Fri 2026-11-20 16:30 PST", time.Hour, "Sat 2026-11-21 10:30 PST"},
		{"Fri 2026-11-20 13:00 PST", 4 * time.Hour, "Sat 2026-11-21 10:00 PST"}, // no reminders at closing time
		{"Sat 2026-11-21 12:00 PST", 4 * time.Hour, "Mon 2026-11-23 12:00 PST"},
		{"Sun 2026-11-22 03:00 PST", 0, "Mon 2026-11-23 09:00 PST"},
		{"Mon 2026-11-23 17:00 PST", 0, "Tue 2026-11-24 09:00 PST"},
		{"Thu 2026-11-19 09:00 PST", 24 * time.Hour, "Mon 2026-11-23 14:00 PST"}, // 8 + 8 + 3 + 5
		{"Sat 2026-10-31 12:30 PDT", time.Hour, "Mon 2026-11-02 09:30 PST"},      // an hour more lies between
		{"Sat 2026-03-07 12:30 PST", time.Hour, "Mon 2026-03-09 09:30 PDT"},      // an hour less
		{"Mon 2028-02-28 16:00 PST", 2 * time.Hour, "Tue 2028-02-29 10:00 PST"},
	} {
		const form = "Mon 2006-01-02 15:04 MST"
		from, err := time.ParseInLocation(form, c.from, angeles)
		if err != nil {
			t.Fatal(err)
		}
		if got := hours.After(from, c.d, angeles).In(angeles).Format(form); got != c.want {
			t.Errorf("%v after %s: %s, want %s", c.d, c.from, got, c.want)
		}
	}
	var always BusinessHours
	if now := time.Now(); !always.Next(now, angeles).Equal(now) || !always.After(now, time.Hour, angeles).Equal(now.Add(time.Hour)) {
		t.Error("no hours are not always")
	}
}

// However the clocks are changed, business time is what a watch counts while the
// clock on the wall is within the hours.
func TestBusinessHoursAcrossChangesOfTheClock(t *testing.T) {
	hours := mustHours(t, "Mon-Sun 00:30-02:15, Mon-Sun 22:00-24:00")
	for zone, days := range map[string][]string{
		"America/Los_Angeles": {"2026-03-08", "2026-11-01"}, "Europe/Berlin": {"2026-03-29", "2026-10-25"},
		"America/Havana": {"2026-03-08", "2026-11-01"}, "Australia/Lord_Howe": {"2026-10-04", "2026-04-05"}, // by half an hour
	} {
		loc := mustZone(t, zone)
		for _, day := range days {
			begin, err := time.ParseInLocation(time.DateOnly, day, loc)
			if err != nil {
				t.Fatal(err)
			}
			begin = begin.Add(-3 * time.Hour)
			var passed time.Duration
			for at := begin; at.Before(begin.Add(20 * time.Hour)); at = at.Add(15 * time.Minute) {
				if !hours.Next(at, loc).Equal(at) {
					continue
				}
				if got := hours.After(begin, passed, loc); !got.Equal(at) {
					t.Fatalf("%s: %v after %s is %s, want %s", zone, passed, begin, got.In(loc), at)
				}
				passed += 15 * time.Minute
			}
			if passed < 2*time.Hour+30*time.Minute || passed > 4*time.Hour+45*time.Minute {
				t.Errorf("%s, %s: open for %v", zone, day, passed)
			}
		}
	}
}

func TestBusinessHoursTakeAtMost(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"": 24 * time.Hour, "Mon-Sun 00:00-24:00": 24 * time.Hour,
		"Mon-Fri 09:00-17:00": 5 * day, "Mon 09:00-10:00": 24 * 7 * day, // over a weekend; a Monday each
	} {
		if got := mustHours(t, text).Longest(24 * time.Hour); got < want-time.Hour || got > want+7*day && text != "" || text == "" && got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	problem := with(t, `licensed_states = ["CA", "OR"]`, "licensed_states = [\"CA\", \"OR\"]\nbusiness_hours = \"Mon 09:00-10:00\"")
	if _, err := load(t.TempDir(), problem); err == nil {
		t.Error("a review would expire before it is escalated")
	}
}

// A time of day comes once on each date, on those of a change too, and at the hour
// that was asked for wherever the clocks show it.
func TestTimeOfDayOnceADayInEveryZone(t *testing.T) {
	for _, zone := range []string{"America/Los_Angeles", "America/Havana", "Africa/Cairo", "America/Santiago", "Europe/Berlin", "Asia/Beirut", "Australia/Lord_Howe", "UTC"} {
		loc := mustZone(t, zone)
		for minute := 0; minute < 24*60; minute += 30 {
			at := TimeOfDay{minute / 60, minute % 60}
			end := time.Date(2027, 1, 1, 0, 0, 0, 0, loc)
			seen, moved := map[string]int{}, 0
			for now := at.Next(time.Date(2025, 12, 31, 23, 59, 59, 0, loc), loc); now.Before(end); now = at.Next(now, loc) {
				seen[now.In(loc).Format(time.DateOnly)]++
				if now.In(loc).Hour()*60+now.In(loc).Minute() != minute {
					moved++
				}
			}
			for date, n := range seen {
				if n != 1 {
					t.Errorf("%s, %v: %d times on %s", zone, at, n, date)
				}
			}
			if len(seen) != 365 || moved > 1 {
				t.Errorf("%s, %v: on %d days, on %d of them at another time", zone, at, len(seen), moved)
			}
		}
	}
}

// Where a whole day is left out, nothing comes twice on the next.
func TestTimeOfDayOnADayThatIsLeftOut(t *testing.T) {
	apia := mustZone(t, "Pacific/Apia") // without 30 December 2011
	at := TimeOfDay{Hour: 8}
	first := at.Next(time.Date(2011, 12, 28, 12, 0, 0, 0, apia), apia)
	second := at.Next(first, apia)
	third := at.Next(second, apia)
	if first.Day() != 29 || second.Day() != 31 || third.Day() != 1 {
		t.Errorf("%s, %s, %s", first, second, third)
	}
}
