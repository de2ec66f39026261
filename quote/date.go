package quote

import "time"

// Time returns midnight UTC of the day, and false for what is no day.
func (d Date) Time() (time.Time, bool) {
	t, err := time.Parse(time.DateOnly, string(d))
	return t, err == nil
}

// AddDays returns the day n days later, and "" for what is no day.
func (d Date) AddDays(n int) Date {
	t, ok := d.Time()
	if !ok {
		return ""
	}
	return Date(t.AddDate(0, 0, n).Format(time.DateOnly))
}

// Year returns the year, and 0 for what is no day.
func (d Date) Year() int {
	t, ok := d.Time()
	if !ok {
		return 0
	}
	return t.Year()
}

// Age returns the completed years from birth to a day, and false where either
// is no day or the birth is later. Who was born on 29 February is a year older
// on 1 March.
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

// ratedOn is the day at which ages and minimums are looked up: the effective
// date, or asOf while there is none.
func (a Application) ratedOn(asOf Date) Date {
	if _, ok := a.EffectiveDate.Time(); ok {
		return a.EffectiveDate
	}
	return asOf
}
