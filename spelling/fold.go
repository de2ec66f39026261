// Package spelling compares spellings of words and of names. Case, accents, punctuation,
// line ends and the order of a name make no difference. A given name alone identifies no
// person. The time is linear in the text.
package spelling

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"ppamaild/lazy"
)

// Break marks the end of a sentence in the result of Sentences.
const Break = "|"

// Words returns the words of s in lower case and without accents. A blank precedes each word
// and follows the last: " o brien 4711 ". Characters other than letters and digits separate
// words. Words returns "" if there are no words.
func Words(s string) string { return fold(s, false) }

// Sentences is Words with the word Break at the end of each sentence or paragraph.
func Sentences(s string) string { return fold(s, true) }

// folder collects folded words.
type folder struct {
	out    strings.Builder
	inWord bool
	length int // of the current word, or of the last word, in bytes
	blank  int // line ends since the last word
}

func fold(s string, breaks bool) string {
	var f folder
	f.out.Grow(len(s) + len(s)/8)
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r < utf8.RuneSelf:
			f.ascii(byte(r), s[i+1:], breaks)
		case unicode.Is(unicode.Mn, r), r == '\u00ad', '\u200b' <= r && r <= '\u200d', r == '\ufeff': // marks and invisible characters
		default:
			f.other(r)
		}
		i += size
	}
	if f.out.Len() > 0 {
		f.out.WriteByte(' ')
	}
	return f.out.String()
}

func (f *folder) ascii(c byte, after string, breaks bool) {
	switch {
	case 'A' <= c && c <= 'Z':
		f.letter(string(rune(c | 0x20)))
	case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
		f.begin()
		f.out.WriteByte(c)
		f.length++
	default:
		if breaks && f.ends(c, after) {
			f.out.WriteString(" " + Break)
			f.length = 0
		}
		f.inWord = false
	}
}

// other folds letters with accents, using NFKD and a table.
func (f *folder) other(r rune) {
	for _, part := range norm.NFKD.String(string(r)) {
		lower := unicode.ToLower(part)
		plain, ok := plainForms.Get()[lower]
		switch {
		case ok:
			f.letter(plain)
		case unicode.IsLetter(part), unicode.IsDigit(part):
			f.letter(string(lower))
		case !unicode.Is(unicode.Mn, part):
			f.inWord = false
		}
	}
}

// plainForms maps letters that Unicode does not decompose.
var plainForms = lazy.Value[map[rune]string]{New: func() map[rune]string {
	return map[rune]string{
		'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th",
		'ı': "i",
	}
}}

func (f *folder) letter(s string) {
	f.begin()
	f.out.WriteString(s)
	f.length += len(s)
}

func (f *folder) begin() {
	if !f.inWord {
		f.out.WriteByte(' ')
		f.inWord, f.length, f.blank = true, 0, 0
	}
}

// ends reports whether c, followed by after, ends a sentence. A period after an initial or a
// title ends no sentence: "Mary A. Henderson", "Mrs. Henderson".
func (f *folder) ends(c byte, after string) bool {
	if f.length == 0 {
		return false
	}
	switch c {
	case '!', '?', ';':
		return true
	case '\n':
		f.blank++
		return f.blank > 1
	case '.':
		last := f.out.String()[f.out.Len()-f.length:]
		return f.length > 1 && !titles.Has(last) && (after == "" || strings.ContainsAny(after[:1], " \t\r\n"))
	}
	return false
}
