package search_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"ppamaild/mailbox/search"
	"ppamaild/sandbox/mailstack"
)

const (
	stored  = 2000
	matched = 40
)

// BenchmarkSearch finds 40 messages among 2,000 on Dovecot. The baseline is a bare SEARCH and
// FETCH of the same messages, on an open connection, without parsing.
func BenchmarkSearch(b *testing.B) {
	stack := mailstack.Start(b)
	box := open(b, stack)
	must(b, stack.DeliverMaildir(box.account.Username, many()...))
	_, err := box.client.Select("INBOX", &imap.SelectOptions{ReadOnly: true}).Wait() // gives Dovecot time to index
	must(b, err)
	s := box.searcher()
	q := search.Query{People: []string{"Mary Henderson"}, Words: []string{"renewal"}, Folders: []string{"INBOX"}}
	b.Run("search", func(b *testing.B) {
		for b.Loop() {
			found, err := s.Search(b.Context(), q)
			must(b, err)
			if len(found.Hits) != matched || found.Truncated {
				b.Fatalf("%d hits; skipped %q", len(found.Hits), found.Skipped)
			}
		}
	})
	b.Run("floor", func(b *testing.B) {
		for b.Loop() {
			if n := byHand(b, box.client); n != matched {
				b.Fatalf("%d messages", n)
			}
		}
	})
}

// many is mails of some kilobytes, one in fifty of them from Mary.
func many() [][]byte {
	var mails [][]byte
	filler := bytes.Repeat([]byte("We have had rain all week, and nothing else to tell of.\r\n"), 60)
	for i := range stored {
		name := fmt.Sprintf("Somebody Else%d", i)
		if i%(stored/matched) == 0 {
			name = "Mary Henderson"
		}
		header := fmt.Sprintf("From: %s <p%d@customer.test>\r\nTo: quotes@agency.test\r\nSubject: Note %d\r\nDate: %s\r\nMessage-ID: <%d@customer.test>\r\n\r\nAbout the renewal.\r\n",
			name, i, i, noon.Add(time.Duration(i)*time.Hour).Format(time.RFC1123Z), i)
		mails = append(mails, append([]byte(header), filler...))
	}
	return mails
}

func byHand(b *testing.B, client *imapclient.Client) int {
	_, err := client.Select("INBOX", &imap.SelectOptions{ReadOnly: true}).Wait()
	must(b, err)
	data, err := client.UIDSearch(&imap.SearchCriteria{Text: []string{"renewal", "mary", "henderson"}}, nil).Wait()
	must(b, err)
	all, err := client.Fetch(data.All, &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{{Peek: true}}}).Collect()
	must(b, err)
	return len(all)
}
