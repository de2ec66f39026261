package notify

import (
	"fmt"
	"slices"
	"strings"
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

// Limits of the results in a mail. Gmail cuts mails at about 102 KB.
const (
	maxResults = 42_000 // bytes
	maxItems   = 20     // in a section
	perCell    = 140    // bytes of HTML, in addition to the text
	perItem    = 260
)

// InMail shortens tables and lists of results, so that the mail stays small. The attached page
// has all of them.
func (w *Writer) InMail(all []templates.Section) []templates.Section {
	rows, items := 1, maxItems
	for _, s := range all {
		rows = max(rows, len(s.Table.Rows))
	}
	for rows > 1 && sizeOf(all, rows, items) > maxResults {
		rows--
	}
	for items > 5 && sizeOf(all, rows, items) > maxResults {
		items--
	}
	short := slices.Clone(all)
	for i, s := range short {
		more := max(len(s.Table.Rows)-rows, len(s.Items)-items)
		if more <= 0 {
			continue
		}
		short[i].Table.Rows = s.Table.Rows[:min(rows, len(s.Table.Rows))]
		short[i].Items = s.Items[:min(items, len(s.Items))]
		rest := w.Say("notify.more_rows", fmt.Sprint(more))
		short[i].Text = strings.TrimSpace(s.Text + "\n" + rest)
	}
	return short
}

// sizeOf returns about how many bytes sections need with the first rows and items.
func sizeOf(all []templates.Section, rows, items int) (n int) {
	for _, s := range all {
		n += len(s.Text) + perItem + len(s.Table.Head)*perCell
		for _, i := range s.Items[:min(items, len(s.Items))] {
			n += len(i.Label) + len(i.Value) + perItem
		}
		for _, row := range s.Table.Rows[:min(rows, len(s.Table.Rows))] {
			for _, cell := range row {
				n += len(cell) + perCell
			}
		}
	}
	return n
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
