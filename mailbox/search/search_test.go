package search_test

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"

	"ppamaild/mailbox/search"
	"ppamaild/sandbox/mailstack"
)

func TestPeopleInTheirSpellings(t *testing.T) {
	onEachHost(t, func(b *box) {
		b.put("INBOX", noon, mail("from", "", "Hi")...)
		b.put("INBOX", noon, mail("reversed", "From: \"Henderson, Mary\" <m@customer.test>", "", "Hi")...)
		b.put("INBOX", noon, mail("middle", "From: Mary A. Henderson <m@customer.test>", "", "Hi")...)
		b.put("INBOX", noon, mail("text", "From: Lee <lee@agency.test>", "", "We spoke with Mary", "Henderson's husband.")...)
		b.put("INBOX", noon, mail("encoded", "From: =?utf-8?q?Mary?= =?utf-8?q?_Henderson?= <m@customer.test>", "", "Hi")...)
		b.put("INBOX", noon, mail("couple", "From: Lee <lee@agency.test>", "", "For Mary and John Henderson.")...)
		b.put("INBOX", noon, mail("other", "From: John Henderson <j@customer.test>", "", "Hi")...)
		b.put("INBOX", noon, mail("apart", "From: Lee <lee@agency.test>", "", "We called John Henderson. Mary was out.", "Ask Mary! Henderson knows.")...)
		b.put("INBOX", noon, mail("part", "From: Rosemary Hendersonville <r@customer.test>", "", "Hi")...)
		full := []string{"couple", "encoded", "text", "middle", "reversed", "from"}
		for _, name := range []string{"Mary Henderson", "Henderson, Mary", "mary henderson", "Mrs. Mary B. HENDERSON"} {
			b.finds(search.Query{People: []string{name}}, full...)
		}
		b.finds(search.Query{People: []string{"the Hendersons"}}, "apart", "other", "couple", "encoded", "text", "middle", "reversed", "from")
		b.finds(search.Query{People: []string{"John Henderson"}}, "apart", "other", "couple")
		b.finds(search.Query{People: []string{"Mary Henderson"}, Words: []string{"husband"}}, "text")
	})
}

func TestAccents(t *testing.T) {
	onEachHost(t, func(b *box) {
		b.put("INBOX", noon, mail("accents", "From: =?utf-8?q?Jos=C3=A9_N=C3=BA=C3=B1ez?= <jose@customer.test>", "", "Hola")...)
		b.put("INBOX", noon, mail("plain", "From: Jose Nunez <jose@customer.test>", "", "Hola")...)
		b.finds(search.Query{People: []string{"José Núñez"}}, "plain", "accents")
	})
}

func TestAddresses(t *testing.T) {
	onEachHost(t, func(b *box) {
		b.put("INBOX", noon, mail("from", "", "Hi")...)
		b.put("INBOX", noon, mail("cc", "From: lee@agency.test", "Cc: MARY@customer.test", "", "Hi")...)
		b.put("INBOX", noon, mail("text", "From: lee@agency.test", "", "Write to mary@customer.test.")...)
		b.put("INBOX", noon, mail("longer", "From: rosemary@customer.test", "", "Hi")...)
		b.put("INBOX", noon, mail("domain", "From: mary@customer.test.example.test", "", "Hi")...)
		b.finds(search.Query{Addresses: []string{"Mary@Customer.test"}}, "text", "cc", "from")
		b.finds(search.Query{Addresses: []string{"@customer.test"}}, "longer", "text", "cc", "from")
		b.finds(search.Query{Addresses: []string{"mary@customer.test"}, People: []string{"Nobody Else"}}, "text", "cc", "from")
	})
}

func TestWordsInEncodedBodies(t *testing.T) {
	text := "Please find the unpaid invoice INV-2291 for the café."
	onEachHost(t, func(b *box) {
		encoded := base64.StdEncoding.EncodeToString([]byte(text))
		b.put("INBOX", noon, mail("base64", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "", encoded)...)
		b.put("INBOX", noon, mail("quoted", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable", "",
			"Please find the unp=", "aid invoice INV-2291 for the caf=C3=A9.")...)
		b.put("INBOX", noon, mail("html", "Content-Type: text/html", "", "<p>the <b>unpaid</b> invoice INV-2291 of the caf&eacute;</p>")...)
		b.put("INBOX", noon, mail("wrapped", "", "the unpaid", "invoice INV-2291, café")...)
		b.put("INBOX", noon, mail("other", "", "the invoice INV-22910 is unpaid")...)
		b.finds(search.Query{Words: []string{"unpaid invoice"}}, "wrapped", "html", "quoted", "base64")
		b.finds(search.Query{Words: []string{"invo"}}, "other", "wrapped", "html", "quoted", "base64")
		b.finds(search.Query{Words: []string{"INV-2291", "unpaid"}}, "wrapped", "html", "quoted", "base64")
		b.finds(search.Query{Words: []string{"inv 2291"}}, "wrapped", "html", "quoted", "base64")
		b.finds(search.Query{Words: []string{"unpaid", "nothing of it"}})
	})
}

func TestDatesAreOfTheDateField(t *testing.T) {
	onEachHost(t, func(b *box) {
		late := noon.AddDate(0, 5, 0)
		dated := func(id, date string, arrived time.Time) {
			lines := mail(id, "Date: "+date, "", "Hi")
			lines = slices.DeleteFunc(lines, func(l string) bool { return l == "Date: " })
			b.put("INBOX", arrived, lines...)
		}
		dated("march", "Tue, 10 Mar 2026 12:00:00 +0000", late) // a mailbox that was moved
		dated("april", "Wed, 01 Apr 2026 00:30:00 +0000", late)
		dated("april-here", "Tue, 31 Mar 2026 23:30:00 -0700", late)
		dated("march-here", "Wed, 01 Apr 2026 01:30:00 +0200", late)
		dated("undated", "", noon.AddDate(0, 0, 30)) // April 9th
		dated("garbled", "the day before", noon.AddDate(0, 0, 31))
		dated("undated-late", "", late)
		april := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
		b.finds(search.Query{Since: april, Before: april.AddDate(0, 1, 0)}, "garbled", "undated", "april-here", "april")
		b.finds(search.Query{Before: april}, "march-here", "march")
		b.finds(search.Query{Since: april}, "undated-late", "garbled", "undated", "april-here", "april")
	})
}

func TestFlagsStayAsTheyWere(t *testing.T) {
	onEachHost(t, func(b *box) {
		b.put("INBOX", noon, mail("unseen", "", "Hi")...)
		b.put("INBOX", noon, mail("another", "", "Hi")...)
		before := b.flags("INBOX")
		b.finds(search.Query{People: []string{"Mary Henderson"}}, "another", "unseen")
		if after := b.flags("INBOX"); after != before || strings.Contains(strings.ToLower(after), "seen") {
			t.Errorf("flags were %s and are %s", before, after)
		}
	})
}

func TestMessageInSeveralFoldersIsGivenOnce(t *testing.T) {
	onEachHost(t, func(b *box) {
		b.create("Archive")
		b.create("Old")
		for _, folder := range []string{"Old", "INBOX", "Archive"} {
			b.put(folder, noon, mail("same", "", "Hi")...)
		}
		b.put("Old", noon, mail("same", "From: Mallory <mallory@customer.test>", "", "mary@customer.test")...)
		found := b.finds(search.Query{Addresses: []string{"mary@customer.test"}}, "same", "same")
		i := slices.IndexFunc(found.Hits, func(h search.Hit) bool { return len(h.AlsoIn) > 0 })
		if i < 0 {
			t.Fatalf("%+v", found.Hits)
		}
		h := found.Hits[i]
		slices.Sort(h.AlsoIn)
		owner := b.account.Username + "/"
		if h.Folder != owner+"INBOX" || !slices.Equal(h.AlsoIn, []string{owner + "Archive", owner + "Old"}) || found.Total != 2 {
			t.Errorf("%s, also in %v; %d in all", h.Folder, h.AlsoIn, found.Total)
		}
		if h.Reference() != "<same@customer.test> in "+owner+"INBOX" || h.URL() != "mid:same@customer.test" {
			t.Errorf("%s, %s", h.Reference(), h.URL())
		}
	})
}

func TestFolders(t *testing.T) {
	onEachHost(t, func(b *box) {
		for _, folder := range []string{"Trash", "Spam", "Drafts", "Kunden für 2026", "Customers & co"} {
			b.create(folder)
			b.put(folder, noon, mail("in-"+strings.ToLower(folder[:4]), "", "Hi")...)
		}
		b.put("INBOX", noon, mail("in-inbox", "", "Hi")...)
		mary := []string{"Mary Henderson"}
		found := b.search(search.Query{People: mary})
		ids := idsOf(found)
		slices.Sort(ids)
		if !slices.Equal(ids, []string{"in-cust", "in-inbox", "in-kund"}) || !strings.HasSuffix(found.Searched[0], "/INBOX") || len(found.Skipped) != 3 {
			t.Errorf("found %v in %v; skipped %q", ids, found.Searched, found.Skipped)
		}
		found = b.finds(search.Query{People: mary, Folders: []string{"Trash", "inbox", "Nowhere", "INBOX"}}, "in-inbox", "in-tras")
		if len(found.Skipped) != 1 || !strings.Contains(found.Skipped[0], "no such folder") || len(found.Searched) != 2 {
			t.Errorf("searched %v; skipped %q", found.Searched, found.Skipped)
		}
	})
}

func TestLimitGivesTheNewest(t *testing.T) {
	onEachHost(t, func(b *box) {
		for i := range 5 {
			sent := noon.AddDate(0, 0, -i) // the newest arrived first
			b.put("INBOX", noon, mail(fmt.Sprint("day", i), "Date: "+sent.Format(time.RFC1123Z), "", "Hi")...)
		}
		found := b.finds(search.Query{People: []string{"Mary Henderson"}, Limit: 2}, "day0", "day1")
		if !found.Truncated || found.Total != 5 {
			t.Errorf("truncated %v, %d in all", found.Truncated, found.Total)
		}
		if found = b.search(search.Query{People: []string{"Mary Henderson"}}); found.Truncated || found.Total != 5 {
			t.Errorf("truncated %v, %d in all", found.Truncated, found.Total)
		}
	})
}

func TestFolderWithTooManyIsLookedAtFromTheEnd(t *testing.T) {
	stack := mailstack.Start(t)
	b := open(t, stack)
	mails := many()
	must(t, stack.DeliverMaildir(b.account.Username, append(mails, mails[0], mails[50])...))
	found := b.search(search.Query{Words: []string{"renewal"}, Limit: 3})
	if got := idsOf(found); !slices.Equal(got, []string{"1999", "1998", "1997"}) || !found.Truncated {
		t.Errorf("found %v, truncated %v", got, found.Truncated)
	}
	if len(found.Skipped) != 1 || !strings.Contains(found.Skipped[0], "of 2002 messages that may match, the 2 that arrived first") {
		t.Errorf("skipped %q", found.Skipped)
	}
}

func TestManyPeopleAtOnce(t *testing.T) {
	onEachHost(t, func(b *box) {
		b.put("INBOX", noon, mail("mary", "", "Hi")...)
		var people []string
		for i := range 90 {
			people = append(people, fmt.Sprintf("Somebody%d Quite-Unlikely%d", i, i))
		}
		b.finds(search.Query{People: append(people, "Henderson, Mary")}, "mary")
	})
}

func TestQueriesThatAreNone(t *testing.T) {
	onEachHost(t, func(b *box) {
		for _, q := range []search.Query{{}, {People: []string{"?"}}, {Words: []string{""}}, {Folders: []string{"INBOX"}}, {Words: []string{"a"}, Limit: -1}, {Words: make([]string, 101)}, {Words: []string{strings.Repeat("long ", 100)}}} {
			if found, err := b.searcher().Search(t.Context(), q); err == nil {
				t.Errorf("%+v found %v", q, found.Hits)
			}
		}
	})
}

func TestUIDsAreThoseOfTheServer(t *testing.T) {
	onEachHost(t, func(b *box) {
		uid := b.put("INBOX", noon, mail("mary", "", "Hi")...)
		box, err := b.client.Select("INBOX", &imap.SelectOptions{ReadOnly: true}).Wait()
		must(b, err)
		h := b.finds(search.Query{Addresses: []string{"mary@customer.test"}}, "mary").Hits[0]
		if h.UID != uint32(uid) || h.UIDValidity != box.UIDValidity {
			t.Errorf("UID %d of %d, not %d of %d", h.UID, h.UIDValidity, uid, box.UIDValidity)
		}
	})
}
