package reading

import (
	"strconv"
	"strings"

	"ppamaild/reading/text"
)

// document is a text in which values are found.
type document struct {
	*text.Document
	spoken   []bool // a number or a date in words may start at token i
	names    []nameLengths
	dated    []bool      // token i is part of a full date
	nameOnly bool        // the text is a name and nothing else
	streets  []text.Span // per token, the street that starts there; found from the last token to the first
}

func newDocument(body string) *document {
	d := &document{Document: text.New(body)}
	d.names = findNames(d.Tokens)
	d.spoken = d.findSpoken()
	return d
}

// spokenNumber reads the number of a house or a road as it is said at token i, and
// returns its digits: "twelve oh six", "forty-two hundred", "three ten".
func (d *document) spokenNumber(i int) (string, int) {
	if d.Kind(i) != text.Word || !d.spoken[i] || d.Is(i, "a", "an") {
		return "", i
	}
	n, ok := d.spelled(i)
	if !ok {
		return "", i
	}
	if second, k := d.belowHundred(n.J); k > n.J && n.n < 100 && (second >= 10 || d.Is(n.J, "oh")) {
		n.n, n.J = n.n*100+second, k
	}
	return strconv.Itoa(n.n), n.J
}

// written returns the words of s with single blanks, and numbers that were said in digits.
func (d *document) written(s text.Span) string {
	var b strings.Builder
	for i := s.I; i < s.J; {
		if b.Len() > 0 && d.Gap(i) {
			b.WriteByte(' ')
		}
		if n, j := d.spokenNumber(i); j > i && (i == s.I || d.isNumberedRoad(i-1)) {
			b.WriteString(n)
			i = j
			continue
		}
		b.WriteString(d.verbatim(i))
		i++
	}
	return b.String()
}

// verbatim returns token i as written, and a dictated number in digits.
func (d *document) verbatim(i int) string {
	if d.Kind(i) == text.Digits {
		return d.At(i)
	}
	return d.Raw(text.Between(i, i+1))
}
