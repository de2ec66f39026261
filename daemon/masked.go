package daemon

import (
	"log/slog"
	"slices"

	"ppamaild/reading"
	"ppamaild/templates"
)

// notice renders a notice to staff, or a review that is not of a step, with
// private numbers masked in all that somebody wrote.
func (d *Daemon) notice(name string, n templates.Notice) (templates.Mail, error) {
	for _, text := range []*string{&n.Subject, &n.Reason, &n.Understood, &n.Body} {
		*text = reading.Mask(*text)
	}
	n.Facts, n.Candidates = maskedItems(n.Facts), maskedItems(n.Candidates)
	n.Sections = slices.Clone(n.Sections)
	for i, s := range n.Sections {
		n.Sections[i].Items, n.Sections[i].Text = maskedItems(s.Items), reading.Mask(s.Text)
	}
	return d.templates.Render(name, n)
}

func maskedItems(list []templates.Item) []templates.Item {
	list = slices.Clone(list)
	for i := range list {
		list[i].Value = reading.Mask(list[i].Value)
	}
	return list
}

func maskedAll(texts []string) (masked []string) {
	for _, t := range texts {
		masked = append(masked, reading.Mask(t))
	}
	return masked
}

// Mask masks private numbers in what went wrong, which others say and which may quote
// a customer.
func Mask(text string) string { return reading.Mask(text) }

// MaskAttr is a slog.HandlerOptions.ReplaceAttr: it masks private numbers in whatever is
// text, as much of it is what others wrote; but for the names of messages.
func MaskAttr(_ []string, a slog.Attr) slog.Attr {
	if a.Key == "message_id" {
		return a
	}
	switch v := a.Value.Any().(type) {
	case string:
		a.Value = slog.StringValue(Mask(v))
	case error:
		a.Value = slog.StringValue(Mask(v.Error()))
	case []string:
		a.Value = slog.AnyValue(maskedAll(v))
	}
	return a
}
