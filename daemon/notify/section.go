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
		s.Items = append(s.Items, templates.Item{Label: age(w.Now().Sub(l.Since)), Value: l.What})
	}
	if more := len(lines) - maxLines; more > 0 {
		s.Text = fmt.Sprintf("and %d more", more)
	}
	return s
}

// age writes a duration in its largest unit, rounded down.
func age(d time.Duration) string {
	switch days, hours := int(d/(24*time.Hour)), int(d/time.Hour); {
	case days > 1:
		return fmt.Sprintf("%d days", days)
	case hours > 1:
		return fmt.Sprintf("%d hours", hours)
	case hours == 1:
		return "1 hour"
	}
	return "under an hour"
}
