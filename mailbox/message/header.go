package message

import (
	"bytes"
	"net/textproto"
	"slices"
	"strings"
	"unicode"

	"ppamaild/mailbox/message/charset"
)

// field is one header field, unfolded.
type field struct {
	name  string // canonical, as in textproto.MIMEHeader
	value string // UTF-8, trimmed, encoded words as written, without control characters
	dirty bool   // the field had control characters
}

func fieldValue(fields []field, name string) string {
	for _, f := range fields {
		if f.name == name {
			return f.value
		}
	}
	return ""
}

func hasField(fields []field, name string) bool {
	return slices.ContainsFunc(fields, func(f field) bool { return f.name == name })
}

// splitMessage separates a message from its header. It skips a byte order mark and empty lines
// at the beginning. It joins a header that an empty line splits.
func (p *parser) splitMessage(raw []byte) ([]field, []byte) {
	raw = bytes.TrimLeft(bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf")), "\r\n")
	if bytes.IndexByte(raw, '\n') < 0 {
		raw = bytes.ReplaceAll(raw, []byte("\r"), []byte("\n"))
	}
	h := readHeader(raw, p.lim.HeaderBytes, p.hint)
	p.noteHeader(h)
	rest := readHeader(h.body, p.lim.HeaderBytes, p.hint)
	if !continuesHeader(h.fields, rest.fields) {
		return h.fields, h.body
	}
	p.problem("an empty line cuts the header in two")
	for _, f := range rest.fields {
		if slices.Contains(joinable, f.name) {
			h.fields = append(h.fields, f)
		}
	}
	return h.fields, rest.body
}

// joinable are the fields that count after a stray empty line. Fields of servers (Received,
// Authentication-Results) do not count, because the body could contain them.
var joinable = []string{
	"From", "To", "Cc", "Reply-To", "Subject", "Date", "Message-Id", "In-Reply-To", "References",
	"Mime-Version", "Content-Type", "Content-Transfer-Encoding", "Content-Disposition",
}

// continuesHeader reports whether rest, after an empty line, continues the header: it adds
// missing fields and repeats no unique field.
func continuesHeader(fields, rest []field) bool {
	if len(fields) == 0 {
		return false
	}
	for _, once := range []string{"From", "To", "Subject", "Date", "Message-Id", "Mime-Version", "Content-Type"} {
		if hasField(fields, once) && hasField(rest, once) {
			return false
		}
	}
	return hasField(rest, "From") || hasField(rest, "Mime-Version") ||
		hasField(rest, "Content-Type") && hasField(fields, "Mime-Version")
}

func (p *parser) noteHeader(h header) {
	if h.skipped {
		p.problem("the header has lines that are no fields")
	}
	if h.unended {
		p.problem("no empty line ends the header")
	}
	if h.long {
		p.problem("a header is over %d bytes; the rest of it was left out", p.lim.HeaderBytes)
	}
}

// header is the header of a message or part, and the data after it.
type header struct {
	fields  []field
	body    []byte
	skipped bool // lines that are not fields were skipped
	unended bool // the body began without an empty line
	long    bool // the header was over the limit
}

// readHeader reads up to the empty line. It skips a line that is not a field if a field follows
// (for example an mbox line). Otherwise that line begins the body. hint is the charset of
// bytes that are not UTF-8.
func readHeader(raw []byte, limit int, hint charset.Hint) header {
	var h header
	var lines [][]byte // of each field, with its continuation lines
	rest := raw
	for len(rest) > 0 {
		line, after := cutLine(rest)
		switch {
		case len(line) == 0:
			h.body = after
			h.fields = makeFields(lines, hint)
			return h
		case len(raw)-len(after) > limit:
			h.long = true
		case isBlank(line[0]) && len(lines) > 0:
			last := &lines[len(lines)-1]
			*last = append(append(*last, ' '), bytes.Trim(line, " \t")...)
		case isField(line):
			lines = append(lines, slices.Clone(line))
		case bytes.HasPrefix(line, []byte("From ")), bytes.HasPrefix(line, []byte(">From ")), startsWithField(after):
			h.skipped = true
		default:
			h.unended = true
			h.body = rest
			h.fields = makeFields(lines, hint)
			return h
		}
		rest = after
	}
	h.fields = makeFields(lines, hint)
	return h
}

func makeFields(lines [][]byte, hint charset.Hint) []field {
	fields := make([]field, 0, len(lines))
	for _, line := range lines {
		name, value, _ := bytes.Cut(line, []byte(":"))
		fields = append(fields, field{
			name:  textproto.CanonicalMIMEHeaderKey(string(bytes.TrimRight(name, " \t"))),
			value: headerText(bytes.Trim(value, " \t"), hint),
			dirty: bytes.ContainsFunc(value, isControl),
		})
	}
	return fields
}

// headerText returns a field's value without control characters. Bytes that are not UTF-8 (RFC
// 6532) count as the charset that the message names elsewhere, or as the most common one.
func headerText(value []byte, hint charset.Hint) string {
	text, _ := charset.DecodeHinted(value, "", hint)
	return cleanControls(text)
}

func cutLine(raw []byte) (line, after []byte) {
	line, after, _ = bytes.Cut(raw, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r")), after
}

func startsWithField(raw []byte) bool {
	line, _ := cutLine(raw[:min(len(raw), maxFieldName)])
	return isField(line)
}

// maxFieldName is longer than the name of any real field.
const maxFieldName = 256

// isField reports whether line begins with a field name and a colon. Blanks before the colon
// are obsolete (RFC 5322 §4.5.8) but occur.
func isField(line []byte) bool {
	name, _, found := bytes.Cut(line[:min(len(line), maxFieldName)], []byte(":"))
	return found && isFieldName(string(bytes.TrimRight(name, " \t")))
}

// isFieldName reports whether RFC 5322 §2.2 allows the name.
func isFieldName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool { return r < 33 || r > 126 || r == ':' })
}

// isControl reports whether r is a control character. Fields must have none (RFC 5322 §2.2),
// and programs read them differently.
func isControl(r rune) bool { return r != '\t' && unicode.IsControl(r) }

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// cleanControls removes control characters, which a header must not contain.
func cleanControls(s string) string {
	if strings.IndexFunc(s, unicode.IsControl) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, s)
}
