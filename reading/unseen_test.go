package reading

import (
	"slices"
	"strings"
	"testing"

	"ppamaild/quote"
)

// TestUnseenMails scores mails that were labeled before any rule met them, and prints
// totals only, because rules must not be written for single mails of this folder. The bounds only
// get stricter.
func TestUnseenMails(t *testing.T) {
	var c tally
	wrong, intents, refers := 0, 0, 0
	mails := readLabeled(t, "unseen")
	for _, l := range mails {
		got := Read(l.in)
		got.Facts = slices.DeleteFunc(got.Facts, func(f quote.Fact) bool { return strings.HasSuffix(f.Path, "].driver") })
		for _, f := range l.score(got, &c) {
			if strings.HasPrefix(f, "+") {
				wrong++
			}
		}
		if got.Intent == l.intent {
			intents++
		}
		if got.Refer == l.refer {
			refers++
		}
	}
	t.Logf("%d mails, field F1 %.4f (%d right, %d wrong, %d missed), intent %d, refer %d",
		len(mails), c.f1(), c.right, wrong, c.missed, intents, refers)
	if wrong > 60 || c.f1() < 0.968 {
		t.Error("want at most 60 wrong values, and field F1 0.968 at least")
	}
}
