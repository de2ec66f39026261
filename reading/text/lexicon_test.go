package text

import (
	"strings"
	"testing"
)

// TestEveryNameHasOneLine finds names that the data has twice: a change to one line would miss the other.
func TestEveryNameHasOneLine(t *testing.T) {
	for file, text := range map[string]string{"cues.txt": cuesText, "sets.txt": setsText} {
		lines := map[string]bool{}
		for line := range strings.Lines(text) {
			name, _, named := strings.Cut(line, ":")
			if line[0] == '#' || line[0] == ' ' || !named {
				continue
			}
			if lines[name] {
				t.Errorf("%s has %q twice", file, name)
			}
			lines[name] = true
		}
	}
}

func TestPhrasesWithAlternatives(t *testing.T) {
	phrases := ParsePhrases("ours: my/our/~ policy; to / from\n", nil)
	ends := map[string]int{"my policy": 2, "our policy": 2, "policy": 1, "to/from": 3, "my": 0}
	for text, want := range ends {
		if _, end := phrases.Longest(Lex(text), 0); end != want {
			t.Errorf("%q: a phrase to token %d, want %d", text, end, want)
		}
	}
}
