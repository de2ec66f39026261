package questions

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"ppamaild/quote"
)

// Each question has words of the text. The rest has letters of the text, in their order.
func FuzzQuestions(f *testing.F) {
	f.Add("What would it cost with my brother? His name is Luis Lopez, born 4/5/1990. Thanks")
	f.Add("What if I add my son\n\nand drop rental? He is 16.\n> what changed?\n1) price 2) yearly")
	f.Add("¿Y si mi papá no está en la póliza? Se llama Minh; nació el 3/3/1952. ¿Qué cubre?")
	suppose := func(words string) (facts []quote.Fact, which bool) {
		if strings.Contains(words, "born") {
			facts = []quote.Fact{{Path: "drivers[2].date_of_birth", Standing: quote.Stated}}
		}
		return facts, strings.Contains(words, "Tesla")
	}
	f.Fuzz(func(t *testing.T, text string) {
		found, rest := Reader{Suppose: suppose}.Read(text)
		flat := strings.Join(strings.Fields(text), " ")
		for _, q := range found {
			if words := strings.Join(strings.Fields(q.Words), " "); !strings.Contains(flat, words) {
				t.Errorf("%q is not in %q", words, flat)
			}
		}
		left := text
		for _, r := range rest {
			at := strings.IndexRune(left, r)
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				continue // Read ends a clause with "?" or "."
			}
			if at < 0 {
				t.Fatalf("%q of the rest %q is not in %q", r, rest, text)
			}
			left = left[at+utf8.RuneLen(r):]
		}
	})
}
