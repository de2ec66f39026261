package message

import (
	"bytes"
	"html"
	"slices"
	"strings"

	"ppamaild/mailbox/message/htmltext"
)

// piece is a section of the author's own text: text, HTML, or both as alternatives of each
// other (RFC 2046 §5.1.4).
type piece struct {
	text, html []byte
}

func (c *piece) hasWords() bool {
	return hasWords(string(c.text)) || hasWords(htmltext.Text(string(c.html)))
}

func (c *piece) isBlank() bool { return len(c.text)+len(c.html) == 0 }

// addLines appends text on new lines.
func addLines(to []byte, text string) []byte {
	if len(to) > 0 && text != "" && !bytes.HasSuffix(to, []byte("\n")) {
		to = append(to, '\n')
	}
	return append(to, text...)
}

// dropEmptyText drops the text of two alternatives if it says nothing.
func (c *piece) dropEmptyText() {
	if len(c.text) == 0 || len(c.html) == 0 {
		return
	}
	text, source := string(c.text), string(c.html)
	if (!hasWords(text) || isStub(text, source)) && hasWords(htmltext.Text(source)) {
		c.text = nil
	}
}

// compose combines the pieces into the message's text and HTML. If every piece has text, the
// message gets text. Otherwise all pieces go into the HTML, so that no HTML body and no plain
// footer is lost.
func (p *parser) compose() {
	if p.reaction != "" {
		p.pieces = []*piece{{text: []byte(p.reaction)}}
	}
	for _, c := range p.pieces {
		c.dropEmptyText()
		p.noteDifference(c)
	}
	p.pieces = joinTwins(p.pieces)
	htmlOnly := func(c *piece) bool { return len(c.text) == 0 && len(c.html) > 0 }
	// The text of a report names the mail.
	isReport := strings.HasPrefix(p.m.Header.Get("Content-Type"), "multipart/report")
	merge := !isReport && slices.ContainsFunc(p.pieces, htmlOnly)
	var all piece
	for _, c := range p.pieces {
		if merge && len(c.html) == 0 {
			c.html = []byte("<pre>" + html.EscapeString(string(c.text)) + "</pre>")
		}
		if !merge {
			all.text = addLines(all.text, string(c.text))
		}
		all.html = addLines(all.html, string(c.html))
	}
	p.m.Text, p.m.HTML = htmltext.WithoutBlanks(string(p.limitText(all.text))), string(p.limitHTML(all.html))
}

// maxQuotedLine is the maximum length of a quoted line. In a truncated line, a private number
// might not be recognized as private.
const maxQuotedLine = 300

// noteDifference reports how text and HTML differ.
func (p *parser) noteDifference(c *piece) {
	line := c.difference()
	switch {
	case line == "":
		return
	case len(line) > maxQuotedLine:
		p.m.Departs = "its HTML, which most people see, has numbers or names that its plain text, which was read, has not"
	default:
		p.m.Departs = "its HTML, which most people see, says what its plain text, which was read, does not: " + line
	}
	p.problem("%s", p.m.Departs)
}

// joinTwins combines text and HTML that say the same but came one after the other instead of as
// alternatives.
func joinTwins(pieces []*piece) []*piece {
	var joined []*piece
	for _, c := range pieces {
		if n := len(joined); n > 0 && areTwins(joined[n-1], c) {
			joined[n-1].html = c.html
			continue
		}
		joined = append(joined, c)
	}
	return joined
}

func areTwins(a, b *piece) bool {
	return len(a.text) > 0 && len(a.html) == 0 && len(b.text) == 0 && len(b.html) > 0 &&
		letters(string(a.text)) == letters(htmltext.Text(string(b.html)))
}

// letters returns text without white space, quote marks and list marks.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if !htmltext.IsVisible(r) || r == '>' || r == '-' || r == '*' {
			return -1
		}
		return r
	}, text)
}

func hasWords(text string) bool { return strings.ContainsFunc(text, htmltext.IsVisible) }

// maxStub is the maximum length of a stub.
const maxStub = 400

// isStub reports whether text only points to the HTML ("view this in your browser"): it is
// short, contains such words, and the HTML says something else.
func isStub(text, source string) bool {
	if len(text) > maxStub || !slices.ContainsFunc(stubWords, func(word string) bool { return strings.Contains(strings.ToLower(text), word) }) {
		return false
	}
	seen := letters(htmltext.Text(source))
	return len(seen) > 0 && !strings.Contains(seen, letters(text))
}

var stubWords = []string{"html", "browser", "navigateur", "navegador", "webversion", "web version", "браузер", "ブラウザ", "浏览器", "브라우저"}

// limitText applies the limits of text. The lines of a text cost its readers time.
func (p *parser) limitText(text []byte) []byte {
	return p.limit(text, '\n', p.lim.Lines, "lines")
}

// limitHTML applies the limits of HTML. The tags of HTML cost its readers time.
func (p *parser) limitHTML(source []byte) []byte { return p.limit(source, '<', p.lim.Tags, "tags") }

func (p *parser) limit(text []byte, mark byte, most int, what string) []byte {
	if len(text) > p.lim.TextBytes {
		p.leaveOut("the text is over %d bytes; the rest was left out", p.lim.TextBytes)
		text = bytes.ToValidUTF8(text[:p.lim.TextBytes], nil)
	}
	if bytes.Count(text, []byte{mark}) <= most {
		return text
	}
	p.leaveOut("the text has more than %d %s; the rest was left out", most, what)
	end := bytes.IndexByte(text, mark)
	for range most {
		end += 1 + bytes.IndexByte(text[end+1:], mark)
	}
	return text[:end]
}
