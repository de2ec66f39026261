package text

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind uint8

const (
	Word   tokenKind = iota // letters, with apostrophes and accents inside
	Digits                  // 0-9 only
	Mixed                   // letters and digits: "8k", "RAV4", a VIN
	Mark                    // one character of anything else
)

// Token is the smallest piece that readers look at.
type Token struct {
	Start, End int    // bytes of doc.text
	Norm       string // lower case, without accents, ' for ’
	Kind       tokenKind
	Gap        bool // white space, or nothing at all, precedes it
	tab        bool // a tab precedes
	Capital    bool // starts with an upper-case letter
	Line       int
}

// Lex cuts text into tokens, in one pass.
func Lex(text string) []Token {
	toks := make([]Token, 0, len(text)/4)
	line, gap, tab := 0, true, false
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff' || r == '_' && isFiller(text, i) {
			if r == '\n' {
				line++
			}
			gap, tab = true, tab || r == '\t'
			i += size
			continue
		}
		t := Token{Start: i, End: i + size, Kind: Mark, Gap: gap, tab: tab, Line: line, Capital: unicode.IsUpper(r)}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			t.End, t.Kind = wordEnd(text, i)
			if n := amountEnd(text[i:t.End]); n > 0 {
				t.End, t.Kind = i+n, Digits
			} else if n := entryEnd(text[i:t.End]); n > 0 {
				t.End, t.Kind = i+n, Word
			}
		}
		t.Norm = Fold(text[t.Start:t.End])
		if t.Kind == Mark && parts(toks, t, text) {
			t.Norm = ","
		}
		toks = append(toks, t)
		i, gap, tab = t.End, false, false
	}
	return joinLeaders(toks)
}

// isFiller reports whether the underscore at i is part of a blank to be filled in,
// as in "City: Salem____": it joins no two words.
func isFiller(text string, i int) bool {
	return i == 0 || i+1 == len(text) || !isWordByte(text[i-1]) || !isWordByte(text[i+1])
}

func isWordByte(c byte) bool {
	return c >= utf8.RuneSelf || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// parts reports whether a mark between blanks does the work of a comma:
// "Ann Lee / 3/4/85 / 97201". Between numbers a slash means something else.
func parts(before []Token, t Token, text string) bool {
	if !t.Gap || len(before) == 0 || before[len(before)-1].Line != t.Line || !strings.HasPrefix(text[t.End:], " ") {
		return false
	}
	switch t.Norm {
	case "·", "•":
		return true
	case "/":
		next, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[t.End:], " "))
		return before[len(before)-1].Kind != Digits || !unicode.IsDigit(next) && next != '$'
	}
	return false
}

// wordEnd finds the end of the run of letters and digits at i, and its kind. An
// apostrophe belongs to it between two letters.
func wordEnd(text string, i int) (int, tokenKind) {
	letters, numerals := false, false
scan:
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case unicode.IsDigit(r):
			numerals = true
		case unicode.IsLetter(r) || unicode.Is(unicode.Mn, r):
			letters = true
		case (r == '\'' || r == '’') && letters && startsWithLetter(text[i+size:]):
		default:
			break scan
		}
		i += size
	}
	switch {
	case letters && numerals:
		return i, Mixed
	case numerals:
		return i, Digits
	}
	return i, Word
}

// amountEnd returns the end of the digits of a number with a glued unit, "4mi", "12yrs"; else 0.
func amountEnd(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	switch s[n:] {
	case "mi", "miles", "mile", "y", "yr", "yrs", "years", "mo", "mos":
		return n
	}
	return 0
}

// entryEnd returns the end of the word that a form joins to a number, "veh1_year"; else 0.
func entryEnd(s string) int {
	n := len(s) - 1
	if n < 1 || s[n] < '1' || s[n] > '9' {
		return 0
	}
	switch strings.ToLower(s[:n]) {
	case "veh", "vehicle", "car", "driver", "drv":
		return n
	}
	return 0
}

func startsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

// Fold makes words comparable. It allocates nothing for a plain word.
func Fold(s string) string { return strings.Map(foldRune, s) }

// Folds reports whether Fold(s) is norm. Most words differ in the first byte.
func Folds(s, norm string) bool {
	differ := s != "" && norm != "" && s[0] < utf8.RuneSelf && !strings.EqualFold(s[:1], norm[:1])
	return !differ && Fold(s) == norm
}

func foldRune(r rune) rune {
	r = unicode.ToLower(r)
	switch {
	case r < utf8.RuneSelf:
		return r
	case unicode.Is(unicode.Mn, r):
		return -1
	}
	if i := strings.IndexRune(accented, r); i >= 0 {
		return rune(plain[utf8.RuneCountInString(accented[:i])])
	}
	return r
}

const (
	accented = "áàâäãåéèêëíìîïóòôöõúùûüñç’‘–—−‐‑"
	plain    = "aaaaaaeeeeiiiiooooouuuunc''-----"
)

// Atoi returns the number in s, or -1.
func Atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || len(s) > 9 {
		return -1
	}
	return n
}

// A row of dots leads from a label to its value, "Phone ....... 555-0123", as a colon would.
const (
	leastDots = 4 // three are an ellipsis
	leastRows = 3 // of such rows make fewer dots between blanks lead, too: "Tickets . 0"
	mostLabel = 8 // tokens before the dots
)

// joinLeaders makes one token, a colon, of each row of dots that leads to a value.
func joinLeaders(toks []Token) []Token {
	rows := 0
	for i := 0; i < len(toks); i++ {
		if n := dotsAt(toks, i); n > 0 {
			if n >= leastDots {
				rows++
			}
			i += n - 1
		}
	}
	if rows == 0 {
		return toks // as in most mails
	}
	joined := make([]Token, 0, len(toks))
	for i := 0; i < len(toks); i++ {
		t, n := toks[i], dotsAt(toks, i)
		if n >= leastDots || n > 0 && rows >= leastRows && t.Gap && i+n < len(toks) && toks[i+n].Gap {
			t.Norm, t.End = ":", toks[i+n-1].End
			i += n - 1
		}
		joined = append(joined, t)
	}
	return joined
}

// dotsAt returns the number of dots in a row at token i, behind other text on the line.
func dotsAt(toks []Token, i int) int {
	n := 0
	if toks[i].Norm != "." || i >= mostLabel && toks[i-mostLabel].Line == toks[i].Line {
		return 0
	}
	for i > 0 && i+n < len(toks) && toks[i+n].Norm == "." && toks[i+n].Line == toks[i-1].Line && (n == 0 || !toks[i+n].Gap) {
		n++
	}
	return n
}
