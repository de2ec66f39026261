package rtf

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Read returns the text of RTF, or the original HTML if the RTF was made from HTML. decode
// decodes text in a Windows code page. Read puts "~~" around strikethrough text.
func Read(source []byte, decode func(raw []byte, codePage int) string) (text string, isHTML bool) {
	r := reader{in: source, decode: decode, codePage: 1252, fonts: map[int]int{}}
	r.group = group{fallback: 1}
	for len(r.in) > 0 {
		c := r.in[0]
		r.in = r.in[1:]
		switch c {
		case '{':
			r.unread = 0
			r.outer = append(r.outer, r.group)
		case '}':
			r.unread = 0
			if n := len(r.outer); n > 0 {
				r.switchTo(r.outer[n-1])
				r.outer = r.outer[:n-1]
			}
		case '\\':
			r.control()
		case '\r', '\n':
		default:
			r.add(c)
		}
	}
	r.switchTo(group{})
	r.flush()
	return r.out.String(), r.html
}

// reader is the state of one Read.
type reader struct {
	in     []byte
	decode func([]byte, int) string
	out    strings.Builder
	octets []byte // visible text, not decoded yet: a character may have two bytes
	half   rune   // first half of a surrogate pair
	unread int    // number of fallback characters to skip

	html     bool        // the RTF was made from HTML
	codePage int         // default code page, for fonts without one
	fonts    map[int]int // code page by font number
	defined  int         // font that the font table currently defines
	plain    int         // font after the control word plain

	group
	outer []group
}

// group is the state that ends with a group.
type group struct {
	notBody     bool // not body text
	starred     bool // a reader may ignore an unknown destination
	table       bool // font table
	tag         bool // an HTML tag
	replacement bool // RTF replacement for HTML
	hidden      bool
	tiny        bool
	crossed     bool
	font        int
	fallback    int // number of fallback characters after a Unicode character
}

func (g group) shown() bool {
	return !g.notBody && !g.replacement && (g.tag || !g.hidden && !g.tiny)
}

// switchTo switches to the state of another group.
func (r *reader) switchTo(g group) {
	if g.font != r.font {
		r.flush()
	}
	r.setCrossed(g.crossed)
	r.group = g
}

// setCrossed marks the beginning and end of strikethrough. HTML has its own marks.
func (r *reader) setCrossed(out bool) {
	if out != r.crossed && r.shown() && !r.html {
		r.write("~~")
	}
	r.crossed = out
}

// control reads a control word with an optional number, or a control symbol, after a backslash.
func (r *reader) control() {
	n := 0
	for n < len(r.in) && 'a' <= r.in[n]|0x20 && r.in[n]|0x20 <= 'z' {
		n++
	}
	if n == 0 {
		r.symbol()
		return
	}
	word := string(r.in[:n])
	r.in = r.in[n:]
	n = 0
	for n < len(r.in) && (n == 0 && r.in[n] == '-' || '0' <= r.in[n] && r.in[n] <= '9') {
		n++
	}
	number, err := strconv.Atoi(string(r.in[:n]))
	r.in = bytes.TrimPrefix(r.in[n:], []byte(" "))
	r.word(word, number, err == nil)
}

func (r *reader) symbol() {
	if len(r.in) == 0 {
		return
	}
	c := r.in[0]
	r.in = r.in[1:]
	switch c {
	case '\'':
		const digits = 2
		if len(r.in) < digits {
			r.in = nil
			return
		}
		if code, err := strconv.ParseUint(string(r.in[:digits]), 16, 8); err == nil {
			r.add(byte(code))
		}
		r.in = r.in[digits:]
	case '*':
		r.starred = true
	case '~':
		r.write("\u00a0")
	case '_':
		r.write("-")
	case '\r', '\n':
		r.write("\n")
	case '\\', '{', '}':
		r.add(c)
	}
}

// add adds a byte of undecoded text.
func (r *reader) add(c byte) {
	switch {
	case r.unread > 0:
		r.unread--
	case r.shown():
		r.octets = append(r.octets, c)
	}
}

// write adds decoded text.
func (r *reader) write(s string) {
	if r.shown() {
		r.flush()
		r.out.WriteString(s)
	}
}

func (r *reader) flush() {
	if len(r.octets) == 0 {
		return
	}
	page, known := r.fonts[r.font]
	if !known {
		page = r.codePage
	}
	r.out.WriteString(r.decode(r.octets, page))
	r.octets = r.octets[:0]
}

// unicode adds a UTF-16 code unit. Characters beyond 16 bits have two units.
func (r *reader) unicode(number int) {
	c := rune(uint16(number))
	switch {
	case utf16.IsSurrogate(c) && r.half == 0:
		r.half = c
	case r.half != 0:
		r.write(string(utf16.DecodeRune(r.half, c)))
		r.half = 0
	default:
		r.write(string(c))
	}
	r.unread = r.fallback
}
