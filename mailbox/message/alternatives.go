package message

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/mailbox/message/htmltext"
)

// Text and HTML of a message are to say the same (RFC 2046 §5.1.4). The text is what is
// read here, the HTML is what most people see, so where these differ a person has to know.
// Mail programs make one of the other, and leave out, or put in, pictures, links, labels
// and what is quoted; what they keep are numbers and names.

// mostCompared is how long text and HTML may be to be compared, in octets.
const mostCompared = 128 << 10

// departs returns a line of the HTML with a number that the text does not have, or with a
// name that it does not have while that has one of its own; "" where there is none.
func (c *piece) departs() string {
	if len(c.text) == 0 || len(c.html) == 0 || max(len(c.text), len(c.html)) > mostCompared {
		return ""
	}
	text, html := string(c.text), htmltext.Text(string(c.html))
	numbered, named := firstWithout(html, termsOf(text))
	if numbered != "" || named == "" {
		return numbered
	}
	if _, other := firstWithout(text, termsOf(html)); other == "" {
		return ""
	}
	return named
}

// firstWithout returns the first of the lines that are not quoted with a number that is
// not among terms, and the first with such a name.
func firstWithout(text string, terms map[string]bool) (numbered, named string) {
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

// eachTerm passes on numbers, and what is written like a name, in lower case; not those of
// addresses and links.
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

// longestTold is how long a line may be that is repeated: cut, a number in it might not
// be known for a private one any more.
const longestTold = 300

// compared says where text and HTML differ.
func (p *parser) compared(c *piece) {
	line := c.departs()
	switch {
	case line == "":
		return
	case len(line) > longestTold:
		p.m.Departs = "its HTML, which most people see, has numbers or names that its plain text, which was read, has not"
	default:
		p.m.Departs = "its HTML, which most people see, says what its plain text, which was read, does not: " + line
	}
	p.problem("%s", p.m.Departs)
}
