package message

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/mailbox/message/htmltext"
)

// Text and HTML of a message should say the same (RFC 2046 §5.1.4). ppamaild reads the text and
// most people see the HTML, so staff must know about differences. Mail programs derive one from
// the other and omit or add pictures, links, labels and quotes, but keep numbers and names.

// maxCompared is the maximum length of text and HTML for a comparison, in bytes.
const maxCompared = 128 << 10

// difference returns a line of the HTML with a number that the text lacks. A line with a missing
// name counts only if the text has a name that the HTML lacks. Without such a line, difference
// returns "".
func (c *piece) difference() string {
	if len(c.text) == 0 || len(c.html) == 0 || max(len(c.text), len(c.html)) > maxCompared {
		return ""
	}
	text, html := string(c.text), htmltext.Text(string(c.html))
	numbered, named := firstMissing(html, termsOf(text))
	if numbered != "" || named == "" {
		return numbered
	}
	if _, other := firstMissing(text, termsOf(html)); other == "" {
		return ""
	}
	return named
}

// firstMissing returns the first unquoted line with a number that is not in terms, and the first
// with such a name.
func firstMissing(text string, terms map[string]bool) (numbered, named string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, ">") {
			continue
		}
		eachTerm(line, func(term string, isNumber bool) {
			switch {
			case terms[term]:
			case isNumber:
				numbered = line
			case named == "":
				named = line
			}
		})
		if numbered != "" {
			break
		}
	}
	return numbered, named
}

func termsOf(text string) map[string]bool {
	terms := make(map[string]bool)
	eachTerm(text, func(term string, _ bool) { terms[term] = true })
	return terms
}

// eachTerm passes numbers and capitalized words, in lower case, to use. It skips addresses and
// links.
func eachTerm(text string, use func(term string, isNumber bool)) {
	for field := range strings.FieldsSeq(text) {
		if strings.Contains(field, "://") || strings.Contains(field, "www.") || strings.Contains(field, "cid:") || strings.Contains(field, "@") {
			continue
		}
		for w := range strings.FieldsFuncSeq(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			first, size := utf8.DecodeRuneInString(w)
			isNumber := strings.ContainsFunc(w, unicode.IsDigit)
			if isNumber || unicode.IsUpper(first) && len(w) > size {
				use(strings.ToLower(w), isNumber)
			}
		}
	}
}
