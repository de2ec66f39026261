package templates

import (
	"strings"
	"testing"

	"ppamaild/sandbox/browser"
)

// longestCard is a card with as much of everything as a card can have.
func longestCard() Review {
	r := waiting(sampleReview())
	words := strings.Repeat("Insurance for everybody in the household, ", 40)
	r.Headline, r.Under = "$12,356.00 quote for Maximiliana Constantinopolous", samplePrice().Under
	r.Rejection.Reason = words
	r.Said, r.Warnings = words, []string{words, words, words, words, words}
	for range 9 {
		r.Changed = append(r.Changed, Change{"Bodily injury liability",
			"$100,000 / $300,000", "$250,000 / $500,000"})
	}
	return r
}

// Each mail fits the screen and is readable, on a phone and on a desktop, in light and dark
// mode. The first button of a review is on the first screen.
func TestMailsInChromium(t *testing.T) {
	var pages []browser.Page
	long := sampleReview()
	long.Draft = mustRender(t, mustNew(t), "quote", sampleQuote("en")).Draft("maria@lopez.test")
	reviews := map[string]bool{}
	for name, r := range map[string]Review{"a quote": long, "the longest card": longestCard()} {
		reviews[name] = true
		html := mustRender(t, mustNew(t), "review", r).HTML
		pages = append(pages, browser.Page{Name: name, HTML: html})
	}
	eachSample(t, func(t *testing.T, k kind, m Mail) {
		reviews[t.Name()] = k.layout == "review"
		pages = append(pages, browser.Page{Name: t.Name(), HTML: m.HTML})
	})
	looks, err := browser.Looks(t.Context(), pages...)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range looks {
		fold := map[int]int{browser.Phone: 844, browser.Desk: 600}[l.Width]
		if reviews[l.Name] && (l.Button == 0 || l.Button > fold) {
			t.Errorf("%s: the first button ends at %d of %d", l, l.Button, fold)
		}
		for _, fault := range l.Faults() {
			t.Errorf("%s: %s", l, fault)
		}
	}
	if len(looks) != 4*len(pages) {
		t.Errorf("%d looks at %d mails", len(looks), len(pages))
	}
}
