package review

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

// wording draws text from typical parts of replies, so that near misses are common, and from
// arbitrary characters.
func wording() *rapid.Generator[string] {
	piece := rapid.SampledFrom(strings.Split("ACCEPT|accept|Approved|REJECT|edit:|CANCEL|not|don't|but|no|yes|ok|send|make it 500|thanks|Thanks,|Dana|Regards|?|.|!|:|-|*|_|~~|\"|>|\n|\n\n| |\u00a0|\u200b|\u202e|\uff21|\u0410|1.|TAKE OVER|NEW|wait|never mind|Ref: Q-7F3K2M-4-abcdefghijklmnopqrstuvwxyz", "|"))
	return rapid.Custom(func(t *rapid.T) string {
		parts := rapid.SliceOfN(rapid.OneOf(piece, piece, rapid.StringN(0, 12, -1)), 0, 8).Draw(t, "parts")
		return strings.Join(parts, rapid.SampledFrom([]string{"", " ", "\n"}).Draw(t, "between"))
	})
}

// letters keeps letters and digits, in upper case.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case '\uff21' <= r && r <= '\uff3a', '\uff41' <= r && r <= '\uff5a', '\uff10' <= r && r <= '\uff19':
			r = r - '\uff01' + '!'
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			return -1
		}
		if r < unicode.MaxASCII {
			return unicode.ToUpper(r)
		}
		return r
	}, s)
}

// TestAcceptIsExact compares the grammar with a second, simpler implementation of the contract.
// The first line with letters begins with an accepting word. All later letters belong to
// courtesies, the name or the reference.
func TestAcceptIsExact(t *testing.T) {
	harmless := strings.NewReplacer("Q7F3K2M4ABCDEFGHIJKLMNOPQRSTUVWXYZ", "", "REF", "", "THANKYOU", "", "THANKS", "", "REGARDS", "", "DANAREYES", "", "DANA", "")
	rapid.Check(t, func(t *rapid.T) {
		text := wording().Draw(t, "text")
		if Parse(text, dana, english).Verdict != VerdictAccept {
			return
		}
		first := ""
		for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
			if first = letters(line); first != "" {
				break
			}
		}
		rest, found := letters(text), false
		for _, word := range []string{"ACCEPTED", "ACCEPT", "APPROVED", "APPROVE"} {
			if found = strings.HasPrefix(first, word); found {
				rest = strings.TrimPrefix(rest, word)
				break
			}
		}
		if left := harmless.Replace(rest); !found || left != "" || strings.Contains(text, "?") || strings.Contains(text, "~~") {
			t.Fatalf("%q was read as accept; left: %q", text, left)
		}
	})
}

func TestAcceptWithAnythingElseIsUnclear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		more := rapid.StringMatching(`[a-z]{3,9}( [a-z0-9$]{1,9}){0,5}`).Draw(t, "more")
		if _, ok := closingFor(dana).allows([]string{"Dana", more}); ok {
			return
		}
		text := rapid.SampledFrom([]string{"ACCEPT ", "ACCEPT\n", "Approved.\n\n", "ACCEPT\nThanks,\nDana\n"}).Draw(t, "head") + more
		if d := Parse(text, dana, english); d.Verdict != VerdictUnclear || d.Why == "" {
			t.Fatalf("%q: %+v", text, d)
		}
	})
}

// TestParseSaysOneThing checks properties of all decisions.
func TestParseSaysOneThing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { oneThing(t, wording().Draw(t, "text")) })
}

func oneThing(t interface{ Fatalf(string, ...any) }, text string) {
	d := Parse(text, dana, english)
	if (d.Verdict == VerdictUnclear) != (d.Why != "") {
		t.Fatalf("%q: %+v: unclear and Why belong together", text, d)
	}
	if (d.Verdict == VerdictCommand) != (len(d.Commands) > 0) || (d.Verdict == VerdictAnswer) != (d.Answers != nil) || (d.Verdict == VerdictEdit) != (d.EditText != "") {
		t.Fatalf("%q: %+v: the parts do not fit the verdict", text, d)
	}
}
