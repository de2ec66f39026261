package templates

import (
	"fmt"
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

// ofCars is a quote for so many cars, with a logo.
func ofCars(t *testing.T, n int) string {
	t.Helper()
	q := sampleQuote("en")
	q.Logo = &Logo{ID: "logo.1@agency.test", Alt: q.Agency, Width: 240, Height: 60}
	for len(q.Vehicles) < n {
		q.Vehicles = append(q.Vehicles, q.Vehicles[0])
	}
	q.Vehicles = q.Vehicles[:n]
	return mustRender(t, mustNew(t), "quote", q).HTML
}

// Cars are side by side, at most three in a row, in rows of about the same length.
func TestCarsSideBySide(t *testing.T) {
	for n, want := range map[int]string{1: "1", 2: "2", 3: "3", 4: "22", 5: "32", 7: "331"} {
		q, got := Quote{Vehicles: make([]QuoteVehicle, n)}, ""
		for _, row := range q.Rows() {
			got += fmt.Sprint(len(row))
		}
		if got != want {
			t.Errorf("%d cars are in rows of %s, not %s", n, got, want)
		}
	}
	html := ofCars(t, 4)
	if cars := strings.Count(html, `<td class="car"`); cars != 4 || strings.Count(html, `class="cars"`) != 2 {
		t.Errorf("%d columns", cars)
	}
	if !strings.Contains(html, `<img class="picture" src="cid:logo.1@agency.test" alt="Sunrise Insurance Agency" width="240" height="60"`) ||
		strings.Index(html, "<img") > strings.Index(html, "<main") {
		t.Error("the logo is not above the mail")
	}
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
	for n := range 5 {
		pages = append(pages, browser.Page{Name: fmt.Sprint(n+1, " cars"), HTML: ofCars(t, n+1)})
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
