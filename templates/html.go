package templates

import (
	"html/template"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Draft shows a mail to a customer inside a review, with the same HTML that the
// customer gets. Only mails that this package rendered may be shown so.
func (m Mail) Draft(to string) *DraftView {
	return &DraftView{To: to, Subject: m.Subject, Text: m.Text, HTML: content(m.HTML)}
}

// content is what stands in the main element of a page; "" if there is none.
func content(page string) template.HTML {
	_, rest, found := strings.Cut(page, "<main")
	_, rest, begins := strings.Cut(rest, ">")
	end := strings.LastIndex(rest, "</main>")
	if !found || !begins || end < 0 {
		return ""
	}
	return template.HTML(strings.TrimSpace(rest[:end]))
}

// tidyHTML closes up the blank lines that the layout left between elements.
func tidyHTML(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	out := lines[:0]
	for _, line := range lines {
		if begins := strings.TrimLeft(line, " \t"); strings.HasPrefix(begins, "<") {
			last := len(out)
			for last > 0 && strings.Trim(out[last-1], " \t") == "" {
				last--
			}
			if last < len(out) {
				out, line = out[:last], begins
			}
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n") + "\n"
}

func capital(s string) string {
	if s == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}
