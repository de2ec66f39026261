package review

import (
	"maps"
	"slices"
	"strings"

	"ppamaild/lazy"
)

// byLength has the longest forms first, so that ACCEPTED does not match ACCEPT.
var byLength = lazy.Value[[]string]{New: func() []string {
	return slices.SortedFunc(maps.Keys(forms.Get()), func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
}}

// commandWord is a line that begins with a command word.
type commandWord struct {
	word string // as in the grammar
	form string // as written, normalized
	sep  string // separator between form and rest: "", " ", ": ", ". " …
	rest string // rest of the line, normalized and trimmed
	bare bool   // only the word, with closing punctuation
}

// readCommandWord reads a line that begins with a command word. It returns false for other lines. A
// longer word such as "ACCEPTABLE" is no command word.
func readCommandWord(line string) (commandWord, bool) {
	s := normalizedLine(line)
	for _, f := range byLength.Get() {
		if !hasWordPrefix(s, f) {
			continue
		}
		after := s[len(f):]
		rest := strings.TrimLeft(after, separators)
		h := commandWord{word: forms.Get()[f], form: s[:len(f)], sep: after[:len(after)-len(rest)], rest: strings.TrimRight(rest, " ")}
		h.bare = h.rest == "" && !strings.Contains(h.sep, "?")
		return h, true
	}
	return commandWord{}, false
}

// BeginsWithWord reports whether the first line of a text begins with a command word.
func BeginsWithWord(text string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	_, ok := readCommandWord(first)
	return ok
}

// separators may follow a command word.
const separators = " .,:;!-"

func hasWordPrefix(s, form string) bool {
	if len(s) < len(form) || upper(s[:len(form)]) != form {
		return false
	}
	return len(s) == len(form) || strings.IndexByte(separators+"?\"'", s[len(form)]) >= 0
}
