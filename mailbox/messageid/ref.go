package messageid

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Ref is a reference from a text, with an unchecked MAC.
type Ref struct {
	Thread string // "Q-7F3K2M", upper case
	Review int    // from 1; 0 for a customer's reference, which has "c" there
	MAC    string // 26 characters, lower case
}

// String returns the reference as mails show it: "Q-7F3K2M-4-k3v9…".
func (r Ref) String() string {
	number := "c"
	if r.Review > 0 {
		number = strconv.Itoa(r.Review)
	}
	return r.Thread + "-" + number + "-" + r.MAC
}

// maxRefs bounds the references of a text, because each costs a look into the store.
const maxRefs = 1000

// Scan returns the references in text once, in order. Line wraps, quoted-printable soft
// breaks, quote prefixes, invisible characters and changed case do not hide a reference. Scan
// takes linear time.
func Scan(text string) []Ref {
	var refs []Ref
	seen := map[Ref]bool{}
	for i := range len(text) { // by bytes: a reference begins with ASCII
		if !isThreadPrefix(rune(text[i])) || startsWord(text[i+1:]) || endsWord(text[:i]) {
			continue
		}
		if ref, ok := parseAt(text[i:]); ok && !seen[ref] && len(refs) < maxRefs {
			seen[ref] = true
			refs = append(refs, ref)
		}
	}
	return refs
}

// maxReviewDigits keeps the number of a review within an int.
const maxReviewDigits = 6

func parseAt(text string) (Ref, bool) {
	rd := reader{text: text, pos: 1} // after the byte that isThreadPrefix matched
	if !rd.dash() {
		return Ref{}, false
	}
	id := rd.take(6, isIDRune)
	if len(id) != 6 || !rd.dash() {
		return Ref{}, false
	}
	number, ok := rd.number()
	if !ok || !rd.dash() {
		return Ref{}, false
	}
	mac := rd.take(size, isBase32)
	if len(mac) != size || isWordRune(rd.peekRaw()) {
		return Ref{}, false
	}
	return Ref{Thread: strings.ToUpper(text[:1] + "-" + id), Review: number, MAC: strings.ToLower(mac)}, true
}

// reader reads a reference rune by rune and skips the characters that mail programs insert.
type reader struct {
	text string
	pos  int
}

func (rd *reader) peekRaw() rune {
	r, _ := utf8.DecodeRuneInString(rd.text[rd.pos:])
	return r
}

func (rd *reader) take(limit int, want func(rune) bool) string {
	var b strings.Builder
	for b.Len() < limit {
		at := rd.skip()
		r, size := utf8.DecodeRuneInString(rd.text[at:])
		if !want(r) {
			break
		}
		b.WriteRune(r)
		rd.pos = at + size
	}
	return b.String()
}

func (rd *reader) number() (int, bool) {
	if rd.take(1, func(r rune) bool { return r == 'c' || r == 'C' }) != "" {
		return 0, true
	}
	n, err := strconv.Atoi(rd.take(maxReviewDigits, isDigit))
	return n, err == nil && n > 0
}

func (rd *reader) dash() bool {
	at := rd.skip()
	r, size := utf8.DecodeRuneInString(rd.text[at:])
	if !strings.ContainsRune("-\u2010\u2011\u2012\u2013\u2212", r) {
		return false
	}
	rd.pos = at + size
	return true
}

// skip returns the position of the next rune that may belong to the reference. skip passes
// invisible characters, a line break with the soft-break mark, and the quote prefix after the
// break. The search covers a bounded number of bytes.
func (rd *reader) skip() int {
	const most = 40
	at := rd.pos
	rest := rd.text[at:min(len(rd.text), at+most)]
	broken := false
	for i, r := range rest {
		switch {
		case isInvisible(r):
		case r == '=' && (strings.HasPrefix(rest[i+1:], "\n") || strings.HasPrefix(rest[i+1:], "\r\n")):
		case r == '\n' || r == '\r':
			broken = true
		case (r == ' ' || r == '\t') && (broken || endsLine(rest[i:])):
		case r == '>' && broken:
		default:
			return at + i
		}
	}
	return at + len(rest)
}

func endsLine(s string) bool {
	s = strings.TrimLeft(s, " \t")
	return strings.HasPrefix(s, "\n") || strings.HasPrefix(s, "\r\n")
}

// startsWord reports whether a letter or digit follows, so no dash does. This check rules out
// most words that begin with Q, T or A.
func startsWord(text string) bool { return text != "" && isIDRune(rune(text[0])) }

// endsWord reports whether text ends inside a word.
func endsWord(text string) bool { return text != "" && isWordRune(rune(text[len(text)-1])) }

func isThreadPrefix(r rune) bool {
	switch r {
	case 'Q', 'T', 'A', 'q', 't', 'a':
		return true
	}
	return false
}

func isDigit(r rune) bool    { return '0' <= r && r <= '9' }
func isLetter(r rune) bool   { return 'a' <= r|0x20 && r|0x20 <= 'z' }
func isIDRune(r rune) bool   { return isDigit(r) || isLetter(r) }
func isBase32(r rune) bool   { return isLetter(r) || '2' <= r && r <= '7' }
func isWordRune(r rune) bool { return isIDRune(r) || r == '_' }

func isInvisible(r rune) bool {
	return r == '\u00ad' || '\u200b' <= r && r <= '\u200f' || r == '\u2060' || r == '\ufeff'
}
