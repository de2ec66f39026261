package daemon

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ppamaild/mailbox/message"
	"ppamaild/sandbox/browser"
	"ppamaild/store"
)

// maxReview bounds the HTML of a review mail. Gmail cuts mails at about 102 KB.
const maxReview = 60 << 10

const family = `Hello,

I'd like a quote for our family of four at 1420 SE Taylor St, Portland, OR 97214.

Alice Moreno, born March 4, 1985, licensed since 2003, no accidents, no tickets.
My husband Robert Moreno, born July 9, 1983, licensed since 2001, one ticket in 2025.
Our daughter Emma Moreno, born May 2, 2007, licensed since 2024, no accidents, no tickets.
Our son Lucas Moreno, born August 21, 2008, licensed since 2025, no accidents, no tickets.

2019 Honda Civic, I drive it to work, 8 miles one way, 9,000 miles a year, owned.
2021 Toyota RAV4, Robert drives it to work, 12 miles one way, 14,000 miles a year, financed.
2014 Ford Focus, Emma drives it to school, 6,000 miles a year, owned.
2008 Toyota Corolla, Lucas drives it for pleasure, 4,000 miles a year, owned.

We have State Farm now, 100/300 and 100, until January 15, 2027.
We started with the 118,400 miles on the Corolla.

Thanks,
Alice
`

// A draft with failed facts has no button to accept. ACCEPT in words sends the draft, because
// staff decide.
func TestFinding20NoButtonToAcceptFailedFacts(t *testing.T) {
	t.Parallel()
	o := newOffline(t)
	o.then(0, o.byAlice("", "Hi, I'd like a quote for my 2019 Honda Civic. Alice Moreno\n"))
	var thread string
	o.must(o.Store.View(t.Context(), func(tx store.Tx) error {
		in, err := tx.Inbound(1)
		thread = in.Thread
		return err
	}))
	text := "EDIT: Hello Alice,\n\nyou are covered from today for $700.\n\nDana"
	o.then(1, o.reply(thread, 1, text))
	pages := o.reviewPages(thread, nil)
	if len(pages) != 2 {
		t.Fatalf("%d reviews", len(pages))
	}
	for i, want := range []bool{true, false} {
		if page := pages[i].HTML; strings.Contains(page, "Accept and send") != want ||
			strings.Contains(page, "The facts check failed") == want ||
			!strings.Contains(page, ">Reject…</a>") {
			t.Errorf("review %d: a button to accept should be there: %t\n%s", i+1, want, page)
		}
	}
	o.then(1, o.reply(thread, 2, "ACCEPT"))
	all := o.mailsOf(thread)
	if !slices.ContainsFunc(all, func(m store.Mail) bool { return m.Kind == store.MailCustomer }) {
		t.Error("ACCEPT in words sends nothing")
	}
}

// The review mails of a family of four with four cars, in five rounds, are small, and their
// buttons are on the first screen.
func TestFinding20CardOfAFamily_Slow(t *testing.T) {
	o := played(t)
	o.then(0, o.byAlice("", family))
	var thread string
	o.must(o.Store.View(t.Context(), func(tx store.Tx) error {
		in, err := tx.Inbound(1)
		thread = in.Thread
		return err
	}))
	answers := []string{
		"Robert and I both have clean records for accidents. " +
			"Everybody lives at home. Collision and comprehensive 500 on all cars, please.",
		"Could you do a 1000 collision deductible and add rental? Also what does towing cost?",
		"What about 250/500 for bodily injury? And please add towing.",
		"Please take rental off again and make the comprehensive deductible 250.",
		"Robert's RAV4 is now driven 10,000 miles a year. Could we pay in full?",
	}
	pages := o.reviewPages(thread, nil)
	for i, text := range answers {
		o.then(1, o.reply(thread, i+1, "ACCEPT"))
		o.then(3, o.byAlice(thread, text+"\n\nAlice\n"))
		pages = o.reviewPages(thread, pages)
	}
	if len(pages) < 5 {
		t.Errorf("%d reviews", len(pages))
	}
	fits(t, pages)
}

// reviewPages adds the new review mails to one of the reviewers.
func (o *offline) reviewPages(thread string, known []browser.Page) []browser.Page {
	o.Helper()
	seen := map[int]bool{}
	for _, m := range o.mailsOf(thread) {
		if m.Kind != store.MailReview || seen[m.Review] {
			continue
		}
		seen[m.Review] = true
		if len(seen) <= len(known) {
			continue
		}
		var raw []byte
		o.must(o.Store.View(o.Context(), func(tx store.Tx) (err error) {
			raw, err = tx.MailRaw(m.ID)
			return err
		}))
		read, err := message.Parse(bytes.NewReader(raw), message.Limits{})
		o.must(err)
		name := fmt.Sprintf("review %d", m.Review)
		known = append(known, browser.Page{Name: name, HTML: read.HTML})
	}
	return known
}

func fits(t *testing.T, pages []browser.Page) {
	t.Helper()
	for _, p := range pages {
		if len(p.HTML) > maxReview {
			t.Errorf("%s has %d bytes", p.Name, len(p.HTML))
		}
	}
	looks, err := browser.Looks(t.Context(), pages...)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range looks {
		fold := map[int]int{browser.Phone: 844, browser.Desk: 600}[l.Width]
		if l.Button == 0 || l.Button > fold {
			t.Errorf("%s: the button ends at %d of %d", l, l.Button, fold)
		}
		for _, fault := range l.Faults() {
			t.Errorf("%s: %s", l, fault)
		}
	}
}
