package factcheck

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Each match of an expression has one of its signs, or the search would miss it.
func TestSignsMissNothing(t *testing.T) {
	r := readerFor(nil)
	for _, f := range r.finders {
		match := rapid.StringMatching(strings.ReplaceAll(f.pattern.String(), `\b`, ""))
		rapid.Check(t, func(t *rapid.T) {
			text := "1 (" + match.Draw(t, "match") + ")"
			if len(claimsRead(f, text)) > len(r.claimsNear(text)) {
				t.Fatalf("nothing was found in %q", text)
			}
		})
	}
	for _, p := range prohibited.Get() {
		for _, in := range p.patterns {
			match := rapid.StringMatching(strings.ReplaceAll(in.String(), `\b`, ""))
			rapid.Check(t, func(t *rapid.T) {
				text := strings.ToLower(match.Draw(t, "match")) + "."
				if len(p.foundIn(text)) > len(prohibitedIn(text, nil)) {
					t.Fatalf("nothing was found in %q", text)
				}
			})
		}
	}
}

func claimsRead(f finder, text string) (all []claim) {
	for _, m := range f.pattern.FindAllStringSubmatch(text, -1) {
		if c, is := f.read(m); is {
			all = append(all, c)
		}
	}
	return all
}

// A text is read in parts, once each. No match may cross two parts.
func TestPartsOfATextMissNothing(t *testing.T) {
	words := rapid.SampledFrom(strings.Fields("you are covered now . ? ! : ; Then you should raise $1,016.50 $ 500 20 % March 4, 1985 12/1 100/300 a the of July está asegurado. Garantizamos"))
	r := readerFor(nil)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(words, 0, 40).Draw(t, "words"), " ")
		once, whole := prohibitedIn(text, make(memo[string])), prohibitedNear(strings.ToLower(text))
		slices.Sort(once)
		slices.Sort(whole)
		if !slices.Equal(once, whole) {
			t.Fatalf("%q binds by %q, and in parts by %q", text, whole, once)
		}
		claims, near := r.claimsIn(text, make(memo[claim])), r.claimsNear(text)
		for _, c := range near {
			if !slices.Contains(claims, c) {
				t.Fatalf("%q says %q, and in parts %q", text, c, claims)
			}
		}
	})
}
