package templates

import (
	"html/template"
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/lazy"
)

// Draft shows a mail to a customer inside a review, with the customer's HTML. m must come from
// this package, because its HTML is trusted.
func (m Mail) Draft(to string) *DraftView {
	return &DraftView{To: to, Subject: m.Subject, Text: m.Text, HTML: lowerHeadings(content(m.HTML))}
}

// lowerHeadings moves the headings of a mail two levels down. In a review, the headings of the
// draft are then below the heading of the draft. Sizes do not change, because they are in the
// style attributes.
func lowerHeadings(page template.HTML) template.HTML {
	return template.HTML(headings.Replace(string(page)))
}

var headings = lazy.Replacing("<h1", "<h3", "</h1>", "</h3>", "<h2", "<h4", "</h2>", "</h4>",
	"<h3", "<h5", "</h3>", "</h5>")

// outlook is markup that only Outlook for Windows sees. Its renderer, Word, ignores max-width.
// html/template drops plain comments.
func outlook(markup string) template.HTML {
	return template.HTML("<!--[if mso]>" + markup + "<![endif]-->")
}

// content returns the HTML inside the main element of a page, or "".
func content(page string) template.HTML {
	_, rest, found := strings.Cut(page, "<main")
	_, rest, begins := strings.Cut(rest, ">")
	end := strings.LastIndex(rest, "</main>")
	if !found || !begins || end < 0 {
		return ""
	}
	return template.HTML(strings.TrimSpace(rest[:end]))
}

// tidyHTML removes the blank lines that a layout leaves between elements.
func tidyHTML(s string) string {
	s = strings.TrimSpace(s)
	var b strings.Builder
	b.Grow(len(s) + 1)
	blank := 0 // beginning of the pending blank lines in s
	for at, end := 0, 0; at < len(s); at = end {
		end = len(s)
		if n := strings.IndexByte(s[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		line := strings.TrimLeft(s[at:end], " \t")
		switch {
		case line == "\n":
			continue
		case blank == at:
			line = s[at:end]
		case line[0] != '<':
			line = s[blank:end]
		}
		b.WriteString(line)
		blank = end
	}
	b.WriteByte('\n')
	return b.String()
}

func capital(s string) string {
	if s == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}
