package agent

import (
	"html"
	"strings"
)

// textPage returns an HTML page for a text by a person, with the same paragraphs and line
// breaks. The text is escaped.
func textPage(text string) string {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\"></head>\n")
	b.WriteString("<body style=\"font-family:sans-serif;font-size:16px;line-height:1.5\"><main>\n")
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		b.WriteString("<p>" + strings.ReplaceAll(html.EscapeString(paragraph), "\n", "<br>\n") + "</p>\n")
	}
	b.WriteString("</main></body></html>\n")
	return b.String()
}
