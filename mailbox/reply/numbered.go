package reply

import (
	"strings"
	"unicode"
)

// leastAnswers is how many lines must bear numbers of quoted lines to answer them by
// number; one alone may be anything.
const leastAnswers = 2

// byNumber is the author's text, each line of which bears the number of a quoted line
// below that one, marked with ">"; the text as it is where none do.
func (r Reply) byNumber() string {
	asked := r.numberedQuotes()
	lines := strings.Split(r.Text, "\n")
	var out []string
	found := 0
	for _, l := range lines {
		n, answer := numberOf(l)
		if question, ok := asked[n]; ok && n > 0 && answer != "" {
			found++
			delete(asked, n)
			out, l = append(out, question...), answer
		}
		out = append(out, l)
	}
	if found < leastAnswers {
		return r.Text
	}
	return strings.Join(out, "\n")
}

// numberedQuotes are the quoted lines that begin with a number, by it, each with those
// that it goes on in. A number that several begin with is none's.
func (r Reply) numberedQuotes() map[int][]string {
	asked, last := map[int][]string{}, 0
	twice := map[int]bool{}
	for _, s := range r.Segments {
		if s.Kind != Quote {
			continue
		}
		for l := range strings.Lines(s.Text) {
			l = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(l), "> |"))
			n, _ := numberOf(l)
			switch {
			case n > 0:
				twice[n] = twice[n] || asked[n] != nil
				last, asked[n] = n, []string{"> " + l}
			case l == "":
				last = 0
			case last > 0:
				asked[last] = append(asked[last], "> "+l)
			}
		}
	}
	for n := range twice {
		if twice[n] {
			delete(asked, n)
		}
	}
	return asked
}

// numberOf returns the number that a line such as "2. …", "(2) …" or "Q2: …" begins with,
// and what stands behind it; 0 where there is none.
func numberOf(line string) (int, string) {
	rest := strings.TrimLeft(strings.TrimSpace(line), "(#QqAa")
	n, digits := 0, 0
	for digits < len(rest) && rest[digits] >= '0' && rest[digits] <= '9' {
		n = n*10 + int(rest[digits]-'0')
		digits++
	}
	behind := strings.TrimLeft(rest[digits:], ".):")
	if digits == 0 || digits > 2 || len(behind) == len(rest)-digits || behind != "" && !unicode.IsSpace(rune(behind[0])) {
		return 0, ""
	}
	return n, strings.TrimSpace(behind)
}
