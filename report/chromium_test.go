package report

import (
	"testing"

	"ppamaild/sandbox/browser"
)

// The page fits a desktop and a phone, in light and dark mode, with all details unfolded.
func TestPageInChromium(t *testing.T) {
	looks, err := browser.Looks(t.Context(),
		browser.Page{Name: "quoted", HTML: page(t, quoted(t), Abridged)}, browser.Page{Name: "handed over", HTML: page(t, handedOver(t), Abridged)})
	check(t, err)
	for _, l := range looks {
		for _, fault := range l.Faults() {
			t.Errorf("%s: %s", l, fault)
		}
	}
	if len(looks) != 8 {
		t.Errorf("%d looks at 2 pages", len(looks))
	}
}
