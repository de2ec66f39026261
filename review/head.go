package review

import (
	"maps"
	"slices"
	"strings"
)

// byLength has the forms with the longest first, so that ACCEPTED is not read
// as ACCEPT and a remainder.
var byLength = slices.SortedFunc(maps.Keys(forms), func(a, b string) int {
	if len(a) != len(b) {
		return len(b) - len(a)
	}
	return strings.Compare(a, b)
})

// head is a line read as a word and what follows it.
type head struct {
	word  string // as in the table
	form  string // as written, in plain characters
	sep   string // what stands between word and rest: "", " ", ": ", ". " …
	rest  string // the remainder of the line, in plain characters, trimmed
	plain bool   // nothing but the word and punctuation that ends a sentence
}

// readHead reads a line that begins with one of the words; ok is false for any
// other. The word must end where a word ends: "ACCEPTABLE" is none.
func readHead(line string) (head, bool) {
	s := plainLine(line)
	for _, f := range byLength {
		if !hasWordPrefix(s, f) {
			continue
		}
		after := s[len(f):]
		rest := strings.TrimLeft(after, separators)
		h := head{word: forms[f], form: s[:len(f)], sep: after[:len(after)-len(rest)], rest: strings.TrimRight(rest, " ")}
		h.plain = h.rest == "" && !strings.Contains(h.sep, "?")
		return h, true
	}
	return head{}, false
}

// separators may stand between a word and what follows it.
const separators = " .,:;!-"

func hasWordPrefix(s, form string) bool {
	if len(s) < len(form) || upper(s[:len(form)]) != form {
		return false
	}
	return len(s) == len(form) || strings.IndexByte(separators+"?\"'", s[len(form)]) >= 0
}
