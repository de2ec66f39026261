package agency

import (
	"strings"
	"time"
)

// Day writes a day as staff read it.
func (a *Agency) Day(t time.Time) string { return t.In(a.Location).Format("Mon Jan 2, 2006") }

// Date writes a day of the near future.
func (a *Agency) Date(t time.Time) string { return t.In(a.Location).Format("Jan 2") }

// Named replaces addresses of staff in a text by their configured names.
func (a *Agency) Named(text string) string {
	words := strings.Split(text, " ")
	for i, w := range words {
		if m, is := a.Staff.Find(w); is && m.Name != "" {
			words[i] = m.Name
		}
	}
	return strings.Join(words, " ")
}

// NamedAll is Named for several texts.
func (a *Agency) NamedAll(texts []string) (named []string) {
	for _, t := range texts {
		named = append(named, a.Named(t))
	}
	return named
}

// When writes a time as staff read it, in the time zone of the agency.
func (a *Agency) When(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(a.Location).Format("Mon Jan 2, 2006, 3:04 pm MST")
}
