package reading

import (
	"strconv"
	"strings"
)

// leastDictated is how many digits, each said by its name, make one number; fewer may
// be counts that stand side by side.
const leastDictated = 5

// joinDictated makes one token of digits of a number that is dictated digit by digit,
// as telephones write it down: "nine seven five oh one" is 97501.
func joinDictated(toks []token) []token {
	joined := toks[:0]
	for i := 0; i < len(toks); i++ {
		number, j := dictated(toks, i)
		if len(number) < leastDictated {
			joined = append(joined, toks[i])
			continue
		}
		t := toks[i]
		t.end, t.norm, t.kind = toks[j-1].end, number, digits
		joined = append(joined, t)
		i = j - 1
	}
	return joined
}

// dictated reads names of digits from token i on, and what may stand between two of them.
func dictated(toks []token, i int) (string, int) {
	var b strings.Builder
	end := i
	for j := i; j < len(toks); j++ {
		switch digit := digitName(toks[j]); {
		case digit != "":
			b.WriteString(digit)
			end = j + 1
		case b.Len() == 0 || toks[j].norm != "," && toks[j].norm != "-":
			return b.String(), end
		}
	}
	return b.String(), end
}

// digitName returns the digit that a token names, or "".
func digitName(t token) string {
	if t.kind != word {
		return ""
	}
	if n, ok := units[t.norm]; ok && n < 10 && len(t.norm) > 1 {
		return strconv.Itoa(n)
	}
	return ""
}

// spokenNumber reads the number of a house or a road as it is said at token i, and
// returns its digits: "twelve oh six", "forty-two hundred", "three ten".
func (d *document) spokenNumber(i int) (string, int) {
	if d.kind(i) != word || !d.spoken[i] || d.is(i, "a", "an") {
		return "", i
	}
	n, ok := d.spelled(i)
	if !ok {
		return "", i
	}
	if second, k := d.belowHundred(n.j); k > n.j && n.n < 100 && (second >= 10 || d.is(n.j, "oh")) {
		n.n, n.j = n.n*100+second, k
	}
	return strconv.Itoa(n.n), n.j
}

// written returns the words of s with single blanks, and numbers that were said in digits.
func (d *document) written(s span) string {
	var b strings.Builder
	for i := s.i; i < s.j; {
		if b.Len() > 0 && d.gap(i) {
			b.WriteByte(' ')
		}
		if n, j := d.spokenNumber(i); j > i && (i == s.i || d.isNumberedRoad(i-1)) {
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
	if d.kind(i) == digits {
		return d.at(i)
	}
	return d.raw(span{i, i + 1})
}
