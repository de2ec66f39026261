package text

import "strings"

// A row of dots leads from a label to its value, "Phone ....... 555-0123", as a colon would.
const (
	leastDots = 4 // three are an ellipsis
	leastRows = 3 // of such rows make fewer dots between blanks lead, too: "Tickets . 0"
	mostLabel = 8 // tokens stand before them
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

// dotsAt returns how many dots stand in a row at token i, behind something on their line.
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

// leastDictated is how many digits, each said by its name, make one number; fewer may
// be counts that stand side by side.
const leastDictated = 5

// joinDictated makes one token of digits of a number that is dictated digit by digit,
// as telephones write it down: "nine seven five oh one" is 97501.
func joinDictated(toks []Token) []Token {
	joined := toks[:0]
	for i := 0; i < len(toks); i++ {
		number, j := dictated(toks, i)
		if len(number) < leastDictated {
			joined = append(joined, toks[i])
			continue
		}
		t := toks[i]
		t.End, t.Norm, t.Kind = toks[j-1].End, number, Digits
		joined = append(joined, t)
		i = j - 1
	}
	return joined
}

// dictated reads names of digits from token i on, and what may stand between two of them.
func dictated(toks []Token, i int) (string, int) {
	var b strings.Builder
	end := i
	for j := i; j < len(toks); j++ {
		switch digit := digitName(toks[j]); {
		case digit != "":
			b.WriteString(digit)
			end = j + 1
		case b.Len() == 0 || toks[j].Norm != "," && toks[j].Norm != "-":
			return b.String(), end
		}
	}
	return b.String(), end
}

// digitName returns the digit that a token names, or "".
func digitName(t Token) string {
	if t.Kind != Word {
		return ""
	}
	return digitNames[t.Norm]
}

var digitNames = map[string]string{"zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
	"eight": "8", "nine": "9", "oh": "0", "dos": "2", "tres": "3", "cuatro": "4", "cinco": "5", "seis": "6", "siete": "7", "ocho": "8", "nueve": "9"}
