package search_test

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"ppamaild/mailbox"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/search"
	"ppamaild/reading"
)

const (
	reviewRef   = "Q-7F3K2M-4-abcdefghijklmnopqrstuvwxyz"
	customerRef = "Q-7F3K2M-c-zyxwvutsrqponmlkjihgfedcba"
)

var mary = search.Query{People: []string{"Mary Henderson"}}

func TestExcerptIsTheAuthorsOwn(t *testing.T) {
	onEachHost(t, func(b *box) {
		long := strings.Repeat("There was rain all week and nothing went as planned. ", 40)
		b.put("INBOX", noon, mail("own", "", "Hello,", "", long, "we want to talk about the renewal of the Honda.", long, "",
			"On Monday Lee wrote:", "> what about your boat?")...)
		excerpt := b.finds(search.Query{Words: []string{"renewal"}}, "own").Hits[0].Excerpt
		if !strings.Contains(excerpt, "the renewal of the Honda") || len(excerpt) > 300 || !strings.HasPrefix(excerpt, "… ") || !strings.HasSuffix(excerpt, " …") {
			t.Errorf("%q", excerpt)
		}
		excerpt = b.finds(search.Query{Words: []string{"boat"}}, "own").Hits[0].Excerpt
		if !strings.HasPrefix(excerpt, "Hello, There was") {
			t.Errorf("what matches in a quotation is shown by %q", excerpt)
		}
	})
}

func TestForwardIsShownWhereItMatches(t *testing.T) {
	onEachHost(t, func(b *box) {
		b.put("INBOX", noon, mail("forward", "From: lee@agency.test", "Subject: Fwd: Boat", "", "FYI", "",
			"---------- Forwarded message ---------", "From: Mary Henderson <mary@customer.test>", "Subject: Boat", "To: <lee@agency.test>", "", "", "Is my boat insured?")...)
		excerpt := b.finds(search.Query{Words: []string{"insured"}}, "forward").Hits[0].Excerpt
		if !strings.Contains(excerpt, "Is my boat insured?") {
			t.Errorf("%q", excerpt)
		}
	})
}

func TestAttachmentsAndWhatTheyAreCalled(t *testing.T) {
	onEachHost(t, func(b *box) {
		b.put("INBOX", noon, mail("attached", "Content-Type: multipart/mixed; boundary=b", "",
			"--b", "", "See there.", "--b", "Content-Type: application/pdf; name=\"henderson policy.pdf\"", "Content-Transfer-Encoding: base64", "",
			base64.StdEncoding.EncodeToString([]byte("%PDF-1.4")),
			"--b", "Content-Type: message/rfc822", "", "From: bob@customer.test", "Subject: The boat", "", "It sank.", "--b--")...)
		hit := b.finds(search.Query{Words: []string{"henderson policy", "it sank", "the boat"}}, "attached").Hits[0]
		if len(hit.Attachments) != 2 || hit.Attachments[0] != "henderson policy.pdf (application/pdf, 8 bytes)" {
			t.Errorf("%q", hit.Attachments)
		}
	})
}

// A result never holds a reference or a private number, from any position.
func TestNothingSecretIsShown(t *testing.T) {
	onEachHost(t, func(b *box) {
		b.put("INBOX", noon, mail("review", "From: quotes@agency.test", "", "Mary Henderson's draft", "", "Ref: "+reviewRef)...)
		b.put("INBOX", noon, mail("decision", "From: lee@agency.test", "", "ACCEPT", "", "> Mary Henderson's draft", "> Ref: "+reviewRef[:20], "> "+reviewRef[20:])...)
		b.put("INBOX", noon, mail("tagged", "From: lee@agency.test", "To: reviews+"+reviewRef+"@agency.test", "", "Mary Henderson: ACCEPT")...)
		b.put("INBOX", noon, mail("customer", "Subject: My SSN 123-45-6789", "To: quotes+"+customerRef+"@agency.test", "Cc: lee@agency.test", "",
			"Please use 123-45-6789 and card 4111 1111 1111 1111.", "Ref: "+customerRef, "Thanks, Mary")...)
		b.put("INBOX", noon, mail("wrapped", "", "Good day", "Ref: "+customerRef[:18], customerRef[18:], "That is all")...)
		b.put("INBOX", noon, mail("inline", "", "My reference "+customerRef+" is here")...)
		found := b.finds(mary, "inline", "wrapped", "customer")
		if found.LeftOut != 3 || found.Total != 3 {
			t.Errorf("%d left out, %d in all", found.LeftOut, found.Total)
		}
		given, err := json.Marshal(found)
		must(t, err)
		for _, secret := range []string{reviewRef[11:], customerRef[11:], reviewRef[20:], customerRef[18:], "123-45-6789", "4111", "Ref:"} {
			if strings.Contains(string(given), secret) {
				t.Errorf("%q is given: %s", secret, given)
			}
		}
		if h := found.Hits[2]; h.Subject != "My SSN [ssn]" || h.To != "lee@agency.test" || h.Excerpt != "Please use [ssn] and card [card]. Thanks, Mary" {
			t.Errorf("%+v", h)
		}
	})
}

func TestCallerLeavesOutAndNamesThreads(t *testing.T) {
	onEachHost(t, func(b *box) {
		b.put("INBOX", noon, mail("kept", "", "Hi")...)
		b.put("INBOX", noon, mail("ours", "", "Hi")...)
		s, err := search.New(search.Options{
			Account: b.account, Mask: reading.Mask,
			LeaveOut: func(m *message.Message) bool { return strings.HasPrefix(m.MessageID, "ours@") },
			Thread:   func(m *message.Message) string { return "of " + m.MessageID },
		})
		must(t, err)
		defer s.Close()
		found, err := s.Search(t.Context(), mary)
		must(t, err)
		if !slices.Equal(idsOf(found), []string{"kept"}) || found.Hits[0].ThreadID != "of kept@customer.test" {
			t.Errorf("%+v", found)
		}
	})
}

// A message that makes the reader panic is skipped, and the other messages are found.
func TestAMessageThatBreaksTheReaderIsSkipped(t *testing.T) {
	onEachHost(t, func(b *box) {
		b.put("INBOX", noon, mail("broken", "", "Hi")...)
		b.put("INBOX", noon, mail("sound", "", "Hi")...)
		s, err := search.New(search.Options{
			Account: b.account, Mask: reading.Mask,
			LeaveOut: func(m *message.Message) bool {
				return strings.HasPrefix(m.MessageID, "broken@") && m.From[9].Name == "" // panics
			},
		})
		must(t, err)
		defer s.Close()
		found, err := s.Search(t.Context(), mary)
		must(t, err)
		if !slices.Equal(idsOf(found), []string{"sound"}) || len(found.Skipped) != 1 || !strings.Contains(found.Skipped[0], "the reader failed") {
			t.Errorf("%+v", found)
		}
	})
}

func TestNothingIsSearchedWithoutAMask(t *testing.T) {
	if _, err := search.New(search.Options{Account: mailbox.Account{Host: "127.0.0.1", Port: 1, TLS: mailbox.TLSNone}}); err == nil {
		t.Error("no error")
	}
}

func TestLargeMessageIsReadInPart(t *testing.T) {
	onEachHost(t, func(b *box) {
		filler := slices.Repeat([]string{strings.Repeat("x", 70)}, 10_000)
		b.put("INBOX", noon, slices.Concat(mail("begins", "", "The renewal is due."), filler)...)
		b.put("INBOX", noon, slices.Concat(mail("ends", "", "Hi"), filler, []string{"The renewal is due."})...)
		found := b.finds(search.Query{Words: []string{"renewal"}}, "begins")
		if len(found.Skipped) != 1 || !strings.Contains(found.Skipped[0], "only the first") {
			t.Errorf("skipped %q", found.Skipped)
		}
	})
}

func TestMerge(t *testing.T) {
	onEachHost(t, func(b *box) {
		b.create("Archive")
		b.put("INBOX", noon, mail("both", "", "Hi")...)
		b.put("INBOX", noon, mail("one", "Date: Wed, 11 Mar 2026 12:00:00 +0000", "", "Hi")...)
		b.put("Archive", noon, mail("both", "", "Hi")...)
		b.put("Archive", noon, mail("other", "Date: Mon, 09 Mar 2026 12:00:00 +0000", "", "Hi")...)
		in := func(folder string) search.Found {
			q := mary
			q.Folders = []string{folder}
			return b.search(q)
		}
		all := search.Merge(0, in("INBOX"), in("Archive"))
		if !slices.Equal(idsOf(all), []string{"one", "both", "other"}) || all.Total != 3 || all.Truncated || len(all.Searched) != 2 || len(all.Hits[1].AlsoIn) != 1 {
			t.Errorf("%+v", all)
		}
		if two := search.Merge(2, in("Archive"), in("INBOX")); !slices.Equal(idsOf(two), []string{"one", "both"}) || two.Total != 3 || !two.Truncated {
			t.Errorf("%+v", two)
		}
	})
}
