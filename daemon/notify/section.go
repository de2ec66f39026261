package notify

import (
	"fmt"
	"slices"
	"time"

	"ppamaild/templates"
)

// maxLines limits the lines of a section. The text below them counts the rest.
const maxLines = 50

// Waiting is one line of a section: something that waits, and since when.
type Waiting struct {
	Since time.Time
	What  string
}

// Section lists lines, the oldest first, each with its age.
func (w *Writer) Section(title string, lines []Waiting) templates.Section {
	slices.SortStableFunc(lines, func(a, b Waiting) int { return a.Since.Compare(b.Since) })
	s := templates.Section{Title: title}
	for _, l := range lines[:min(len(lines), maxLines)] {
		s.Items = append(s.Items, templates.Item{Label: w.Age(w.Now().Sub(l.Since)), Value: l.What})
	}
	if more := len(lines) - maxLines; more > 0 {
		s.Text = w.Say("notify.more", fmt.Sprint(more))
	}
	return s
}

// Age writes a duration in its largest unit, rounded down.
func (w *Writer) Age(d time.Duration) string {
	switch days, hours := int(d/(24*time.Hour)), int(d/time.Hour); {
	case days > 1:
		return w.Say("notify.days", fmt.Sprint(days))
	case hours > 1:
		return w.Say("notify.hours", fmt.Sprint(hours))
	case hours == 1:
		return w.Say("notify.one_hour")
	}
	return w.Say("notify.under_an_hour")
}
