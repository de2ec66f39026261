// Package spelling says when two spellings stand for the same words or the same
// person. It promises that case, accents, punctuation, line ends and the order in
// which a name is written make no difference, that a given name alone is nobody, and
// that time is linear in the text.
package spelling

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Break stands in the result of Sentences where a sentence ends.
const Break = "|"

// Words returns the words of s in lower case and without accents, each with one blank
// before it and one behind the last: " o brien 4711 ". Whatever is neither a letter nor a
// digit parts words. "" if there are none.
func Words(s string) string { return fold(s, false) }

// Sentences is Words with Break for a word where a sentence or paragraph ends.
func Sentences(s string) string { return fold(s, true) }

// folder writes words as they are folded.
type folder struct {
	out    strings.Builder
	inWord bool
	length int // of the present word, or the last one, in octets
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
		case unicode.Is(unicode.Mn, r), r == '\u00ad', '\u200b' <= r && r <= '\u200d', r == '\ufeff': // marks, and what is not seen
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

// other folds what NFKD and a table take the accents from.
func (f *folder) other(r rune) {
	for _, part := range norm.NFKD.String(string(r)) {
		lower := unicode.ToLower(part)
		plain, ok := plainForms[lower]
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

// plainForms are letters that Unicode does not take apart.
var plainForms = map[rune]string{'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i"}

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

// ends reports whether c, with after behind it, ends a sentence. A full stop does not
// behind an initial or a title: "Mary A. Henderson", "Mrs. Henderson".
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
		return f.length > 1 && !titles[last] && (after == "" || strings.ContainsAny(after[:1], " \t\r\n"))
	}
	return false
}
