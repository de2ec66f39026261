package review

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var keyed = References{Key: []byte("0123456789abcdef0123456789abcdef")}

func TestReferenceIsBound(t *testing.T) {
	ref := keyed.Find(keyed.Mint("Q-7F3K2M", 4, "Dana@Agency.test"))[0]
	staff := []string{"lee@agency.test", "dana@agency.test"}
	if owner, ok := keyed.Verify(ref, staff); !ok || owner != "dana@agency.test" {
		t.Fatalf("owner %q, %v", owner, ok)
	}
	for name, change := range map[string]func(*Ref){
		"thread": func(r *Ref) { r.Thread = "Q-7F3K2N" },
		"review": func(r *Ref) { r.Review = 5 },
		"mark":   func(r *Ref) { r.MAC = strings.Repeat("a", len(r.MAC)) },
		"kind":   func(r *Ref) { r.Review = 0 },
	} {
		other := ref
		change(&other)
		if owner, ok := keyed.Verify(other, staff); ok {
			t.Errorf("another %s still verifies for %s", name, owner)
		}
	}
	if _, ok := keyed.Verify(ref, staff[:1]); ok {
		t.Error("verifies for someone else")
	}
	if _, ok := (References{Key: []byte("another key of thirty-two octets")}).Verify(ref, staff); ok {
		t.Error("verifies under another key")
	}
}

func TestFindThroughMailPrograms(t *testing.T) {
	ref := keyed.Mint("Q-7F3K2M", 12, "dana@agency.test")
	for name, text := range map[string]string{
		"plain":          "Ref: " + ref,
		"upper case":     strings.ToUpper(ref),
		"wrapped":        "> Ref: " + ref[:20] + "\n> " + ref[20:],
		"deeper quote":   ">> Ref: " + ref[:11] + "\r\n>> " + ref[11:] + "\r\n",
		"soft break":     "Ref: " + ref[:25] + "=\r\n" + ref[25:],
		"in an address":  "reviews+" + strings.ToLower(ref) + "@agency.test",
		"in an id":       "<q-7f3k2m." + strings.ToLower(ref) + ".aaaaaaaaaaaaaaaaaaaaaaaaaa@agency.test>",
		"other dashes":   strings.ReplaceAll(ref, "-", "\u2011"),
		"invisible":      ref[:9] + "\u200b" + ref[9:],
		"end of line":    "text\n" + ref + "\nThanks",
		"in brackets":    "(" + ref + ").",
		"twice the same": ref + " " + strings.ToUpper(ref),
	} {
		refs := keyed.Find(text)
		if len(refs) != 1 || refs[0].String() != ref {
			t.Errorf("%s: %q holds %v", name, text, refs)
		}
	}
	for _, text := range []string{"", "Q-7F3K2M", ref[:len(ref)-1], ref + "a", "X" + ref, strings.Replace(ref, "12", "0", 1), strings.Replace(ref, "12", "c", 1), strings.ReplaceAll(ref, "-", " ")} {
		if refs := keyed.Find(text); len(refs) > 0 {
			t.Errorf("%q holds %v", text, refs)
		}
	}
}

func TestFindWhatWasMinted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ref := keyed.Mint(rapid.StringMatching(`[QT]-[0-9A-Z]{6}`).Draw(t, "thread"), rapid.IntRange(1, 999_999).Draw(t, "review"), rapid.String().Draw(t, "staff"))
		at := rapid.IntRange(1, len(ref)-1).Draw(t, "wrap")
		mark := rapid.SampledFrom([]string{"\n", "\n> ", "\r\n>> ", "=\n", " \n> > "}).Draw(t, "mark")
		refs := keyed.Find("> " + ref[:at] + mark + ref[at:] + "\n")
		if len(refs) != 1 || refs[0].String() != ref {
			t.Fatalf("%s wrapped at %d: %v", ref, at, refs)
		}
	})
}
