package templates

import (
	"testing"

	"ppamaild/sandbox/browser"
)

// Each mail fits the screen and is readable, on a phone and on a desktop, in light and dark
// mode.
func TestMailsInChromium(t *testing.T) {
	var pages []browser.Page
	long := sampleReview()
	long.Draft = mustRender(t, mustNew(t), "quote", sampleQuote("en")).Draft("maria@lopez.test")
	pages = append(pages, browser.Page{Name: "a review of a quote", HTML: mustRender(t, mustNew(t), "review", long).HTML})
	eachSample(t, func(t *testing.T, _ kind, m Mail) { pages = append(pages, browser.Page{Name: t.Name(), HTML: m.HTML}) })
	looks, err := browser.Looks(t.Context(), pages...)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range looks {
		for _, fault := range l.Faults() {
			t.Errorf("%s: %s", l, fault)
		}
	}
	if len(looks) != 4*len(pages) {
		t.Errorf("%d looks at %d mails", len(looks), len(pages))
	}
}
