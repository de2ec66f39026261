package quote

import "time"

// Time returns midnight UTC of the day, or false for an invalid day.
func (d Date) Time() (time.Time, bool) {
	t, err := time.Parse(time.DateOnly, string(d))
	return t, err == nil
}

// AddDays returns the day n days later, or "" for an invalid day.
func (d Date) AddDays(n int) Date {
	t, ok := d.Time()
	if !ok {
		return ""
	}
	return Date(t.AddDate(0, 0, n).Format(time.DateOnly))
}

// Year returns the year, or 0 for an invalid day.
func (d Date) Year() int {
	t, ok := d.Time()
	if !ok {
		return 0
	}
	return t.Year()
}

// Age returns the completed years from birth to a day. It returns false if a day is invalid or
// the birth is later. A person born on February 29 has birthdays on March 1.
func Age(birth, on Date) (int, bool) {
	b, okB := birth.Time()
	t, okT := on.Time()
	if !okB || !okT || t.Before(b) {
		return 0, false
	}
	years := t.Year() - b.Year()
	if t.Month() < b.Month() || t.Month() == b.Month() && t.Day() < b.Day() {
		years--
	}
	return years, true
}

// ratedOn returns the day for ages and minimums: the effective date, or asOf without one.
func (a Application) ratedOn(asOf Date) Date {
	if _, ok := a.EffectiveDate.Time(); ok {
		return a.EffectiveDate
	}
	return asOf
}
