package notify

import (
	"slices"

	"ppamaild/reading"
	"ppamaild/templates"
)

// RenderNotice renders a notice with private numbers masked in every text of a person.
func (w *Writer) RenderNotice(name string, n templates.Notice) (templates.Mail, error) {
	for _, text := range []*string{&n.Subject, &n.Reason, &n.Understood, &n.Body} {
		*text = reading.Mask(*text)
	}
	n.Facts, n.Candidates = maskItems(n.Facts), maskItems(n.Candidates)
	n.Sections = slices.Clone(n.Sections)
	for i, s := range n.Sections {
		n.Sections[i].Items, n.Sections[i].Text = maskItems(s.Items), reading.Mask(s.Text)
	}
	return w.Templates.Render(name, n)
}

func maskItems(list []templates.Item) []templates.Item {
	list = slices.Clone(list)
	for i := range list {
		list[i].Value = reading.Mask(list[i].Value)
	}
	return list
}

// MaskAll masks private numbers in texts.
func MaskAll(texts []string) (masked []string) {
	for _, t := range texts {
		masked = append(masked, reading.Mask(t))
	}
	return masked
}
