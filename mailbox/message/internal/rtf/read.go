package rtf

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Read returns the text of RTF or, where it was made of HTML, that. decode reads
// octets in a code page as Windows numbers them. Text that is crossed out stands
// between "~~".
func Read(source []byte, decode func(octets []byte, codePage int) string) (text string, isHTML bool) {
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
				r.become(r.outer[n-1])
				r.outer = r.outer[:n-1]
			}
		case '\\':
			r.control()
		case '\r', '\n':
		default:
			r.octet(c)
		}
	}
	r.become(group{})
	r.flush()
	return r.out.String(), r.html
}

// reader is the state of one Read.
type reader struct {
	in     []byte
	decode func([]byte, int) string
	out    strings.Builder
	octets []byte // shown and not decoded yet: a character may be two of them
	half   rune   // the first half of a character beyond 16 bits
	unread int    // characters that only stand for one that was read already

	html     bool        // it was made of HTML
	codePage int         // where the font has none
	fonts    map[int]int // code pages by number of font
	defined  int         // the font that the table defines
	plain    int         // the font of plain text

	group
	outer []group
}

// group is what holds to the end of a group.
type group struct {
	aside    bool // what stands here is not text
	starred  bool // what it is may be ignored by who does not know it
	table    bool // of fonts
	tag      bool // a tag of the HTML
	redone   bool // what RTF has in place of HTML
	hidden   bool
	tiny     bool
	crossed  bool
	font     int
	fallback int // characters that follow one in Unicode, for who can't read that
}

func (g group) shown() bool { return !g.aside && !g.redone && (g.tag || !g.hidden && !g.tiny) }

// become goes on as in another group.
func (r *reader) become(g group) {
	if g.font != r.font {
		r.flush()
	}
	r.cross(g.crossed)
	r.group = g
}

// cross marks where crossed out text begins and ends; HTML has its own marks.
func (r *reader) cross(out bool) {
	if out != r.crossed && r.shown() && !r.html {
		r.write("~~")
	}
	r.crossed = out
}

// control reads what a backslash begins: a word with a number, or a symbol.
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
			r.octet(byte(code))
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
		r.octet(c)
	}
}

// octet takes one of the text.
func (r *reader) octet(c byte) {
	switch {
	case r.unread > 0:
		r.unread--
	case r.shown():
		r.octets = append(r.octets, c)
	}
}

// write adds characters to the text.
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

// unicode takes a character by its number, of which those beyond 16 bits have two.
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
