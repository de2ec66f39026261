package agent

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Nothing that an expression matches is without a sign of it: it would not be found.
func TestSignsMissNothing(t *testing.T) {
	for _, f := range finders {
		match := rapid.StringMatching(strings.ReplaceAll(f.in.String(), `\b`, ""))
		rapid.Check(t, func(t *rapid.T) {
			text := "1 (" + match.Draw(t, "match") + ")"
			if len(claimsRead(f, text)) > len(claimsNear(text)) {
				t.Fatalf("nothing was found in %q", text)
			}
		})
	}
	for _, p := range binding {
		for _, in := range p.in {
			match := rapid.StringMatching(strings.ReplaceAll(in.String(), `\b`, ""))
			rapid.Check(t, func(t *rapid.T) {
				text := strings.ToLower(match.Draw(t, "match")) + "."
				if len(p.foundIn(text)) > len(bindingIn(text)) {
					t.Fatalf("nothing was found in %q", text)
				}
			})
		}
	}
}

func claimsRead(f finder, text string) (all []claim) {
	for _, m := range f.in.FindAllStringSubmatch(text, -1) {
		if c, is := f.read(m); is {
			all = append(all, c)
		}
	}
	return all
}
