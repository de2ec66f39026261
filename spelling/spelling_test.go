package spelling

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ppamaild/sandbox/raced"
)

func TestWords(t *testing.T) {
	for s, want := range map[string]string{
		"":                         "",
		" .,- ":                    "",
		"O'Brien":                  " o brien ",
		"O\u2019Brien, Mary-Ann":   " o brien mary ann ",
		"José NÚÑEZ":               " jose nunez ",
		"Jose\u0301 Mu\u0308ller":  " jose muller ",
		"Straße Æsir Łódź":         " strasse aesir lodz ",
		"ﬁnal ２０２６":                " final 2026 ",
		"(503) 555-0123\r\nMP-1":   " 503 555 0123 mp 1 ",
		"re\u00adnew\u200bal":      " renewal ",
		"Ωmega Жук 王小明":            " ωmega жук 王小明 ",
		"bad \xff octet":           " bad octet ",
		"a.b@customer.test":        " a b customer test ",
		"no break. here\n\nor now": " no break here or now ",
	} {
		if got := Words(s); got != want {
			t.Errorf("%q: %q, not %q", s, got, want)
		}
	}
}

func TestSentences(t *testing.T) {
	for s, want := range map[string]string{
		"We met. Mary was out!":      " we met | mary was out | ",
		"Mary A. Henderson, Dr. Who": " mary a henderson dr who ",
		"one\ntwo\n\nthree\n\n\n":    " one two | three | ",
		"a.b@customer.test, 1.5":     " a b customer test 1 5 ",
		"... Hello?!":                " hello | ",
	} {
		if got := Sentences(s); got != want {
			t.Errorf("%q: %q, not %q", s, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	for s, want := range map[string]string{
		"Mary Henderson":         "mary henderson",
		"HENDERSON, Mary":        "mary henderson",
		"Mrs. Mary A. Henderson": "mary henderson",
		"Mary Ann Henderson Jr.": "mary henderson",
		"Maria de la Cruz":       "maria de la cruz",
		"de la Cruz, Maria":      "maria de la cruz",
		"Ludwig van der Berg":    "ludwig van der berg",
		"José Núñez":             "jose nunez",
		"Mary O\u2019Brien":      "mary o brien",
		"Mark":                   "",
		"M. Henderson":           "",
		"Mr. Henderson":          "",
		"the Hendersons":         "",
		"Henderson, MD":          "",
		"":                       "",
		"Dr.":                    "",
		"王小明":                    "",
	} {
		if got := ParseName(s).Key(); got != want {
			t.Errorf("%q: %q, not %q", s, got, want)
		}
	}
	if n := ParseName("the Hendersons"); n.FamilyKey() != "henderson" {
		t.Errorf("%+v", n)
	}
}

// However a full name is written, its key is the same and its pattern finds it.
func TestPropertySpellingsAreOneName(t *testing.T) {
	word := rapid.StringMatching(`[A-Z][a-zéñü]{3,8}`)
	rapid.Check(t, func(t *rapid.T) {
		given, family := word.Draw(t, "given"), word.Draw(t, "family")
		n := ParseName(given + " " + family)
		if !n.Full() {
			return // it was a title or a particle
		}
		for _, s := range []string{family + ", " + given, strings.ToUpper(given + " " + family), "Mr. " + given + " Q. " + family, family + ", " + given + " Q."} {
			if got := ParseName(s).Key(); got != n.Key() {
				t.Fatalf("%q has the key %q, not %q", s, got, n.Key())
			}
			if !n.Pattern().MatchString(Sentences("Dear " + s + ", thanks")) {
				t.Fatalf("%q is not found in %q", given+" "+family, s)
			}
		}
	})
}

func TestFoldIsLinear(t *testing.T) {
	for _, s := range []string{"a.", "\n", "é", "a\u0301", "A B. ", "\xff", "ﷺ"} {
		began := time.Now()
		Sentences(strings.Repeat(s, 1<<17/len(s))) // were it not, this alone would take ten seconds
		if took := time.Since(began); took > raced.Slowdown*2*time.Second {
			t.Errorf("%q takes %v", s, took)
		}
	}
}

func FuzzFold(f *testing.F) {
	f.Add("Henderson, Mary A. (O'Brien)\n\nﬁn. é\xff")
	f.Fuzz(func(t *testing.T, s string) {
		words := Words(s)
		if again := Words(words); again != words {
			t.Fatalf("%q folds to %q, and that to %q", s, words, again)
		}
		if marked := strings.ReplaceAll(Sentences(s), " "+Break, ""); marked != words {
			t.Fatalf("%q: %q without its breaks is not %q", s, Sentences(s), words)
		}
		if n := ParseName(s); len(n.Family) > 0 {
			n.Pattern().MatchString(words)
		}
	})
}
