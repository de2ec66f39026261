package search

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Hit is a matching message. Its texts contain no references and no private numbers.
type Hit struct {
	MessageID   string    `json:"message_id,omitzero"` // without angle brackets; "" if it has none
	Folder      string    `json:"folder"`              // with its account: "quotes@agency.test/INBOX"
	AlsoIn      []string  `json:"also_in,omitzero"`    // other folders that hold the same message
	UIDValidity uint32    `json:"uid_validity"`
	UID         uint32    `json:"uid"`
	Date        time.Time `json:"date,omitzero"` // with the sender's offset; INTERNALDATE if Date is unreadable
	From        string    `json:"from"`          // "Mary Henderson <mary@customer.test>"
	To          string    `json:"to"`            // in the same form, separated by commas
	Subject     string    `json:"subject"`
	Excerpt     string    `json:"excerpt"` // about 240 characters, from the author's own text if that matches
	Attachments []string  `json:"attachments,omitzero"`
	ThreadID    string    `json:"thread_id,omitzero"` // "" if it belongs to no thread

	box, author string
}

// Reference says where the message is: "<id@customer.test> in INBOX".
func (h Hit) Reference() string {
	if h.MessageID == "" {
		return fmt.Sprintf("UID %d in %s", h.UID, h.Folder)
	}
	return fmt.Sprintf("<%s> in %s", h.MessageID, h.Folder)
}

// URL returns the message's mid: URL (RFC 2392) for mail programs, or "" without a Message-ID.
func (h Hit) URL() string {
	if h.MessageID == "" {
		return ""
	}
	return "mid:" + strings.ReplaceAll(url.PathEscape(h.MessageID), "&", "%26")
}

// Found is the result of a search.
type Found struct {
	Hits      []Hit    `json:"hits"`               // newest first
	Searched  []string `json:"searched"`           // folders
	Skipped   []string `json:"skipped,omitzero"`   // "Trash: it is for trash": folders and messages that were not searched, with the reason
	LeftOut   int      `json:"left_out,omitzero"`  // messages about reviews
	Truncated bool     `json:"truncated,omitzero"` // there may be more hits
	Total     int      `json:"total"`              // distinct matching messages; with Truncated, an upper bound
}

// Merge combines the results from several accounts: each message once, newest first, at most
// limit (0: all).
func Merge(limit int, all ...Found) Found {
	var f Found
	listed := 0
	for _, one := range all {
		f.Hits = append(f.Hits, one.Hits...)
		f.Searched = append(f.Searched, one.Searched...)
		f.Skipped = append(f.Skipped, one.Skipped...)
		f.LeftOut += one.LeftOut
		f.Truncated = f.Truncated || one.Truncated
		f.Total += one.Total
		listed += len(one.Hits)
	}
	f.Hits = deduplicate(f.Hits)
	f.Total -= listed - len(f.Hits)
	if limit > 0 && len(f.Hits) > limit {
		f.Hits, f.Truncated = f.Hits[:limit], true
	}
	return f
}

// identity is the data that two copies of a message share. The Message-ID alone is not enough: a
// stranger could send a message with the same Message-ID, to hide the first message.
type identity struct {
	id, author string
	sent       int64
}

// deduplicate returns every message once, newest first, under its first folder.
func deduplicate(hits []Hit) []Hit {
	var once []Hit
	at := make(map[identity]int, len(hits))
	for _, h := range hits {
		who := identity{h.MessageID, h.author, h.Date.Unix()}
		i, seen := at[who]
		if !seen || h.MessageID == "" {
			at[who] = len(once)
			once = append(once, h)
			continue
		}
		for _, folder := range slices.Concat([]string{h.Folder}, h.AlsoIn) {
			if folder != once[i].Folder && !slices.Contains(once[i].AlsoIn, folder) {
				once[i].AlsoIn = append(slices.Clip(once[i].AlsoIn), folder)
			}
		}
	}
	slices.SortStableFunc(once, func(a, b Hit) int {
		return cmp.Or(b.Date.Compare(a.Date), cmp.Compare(b.UID, a.UID), cmp.Compare(a.Folder, b.Folder))
	})
	return once
}

// place is the position of a message in an account.
type place struct {
	box           string
	validity, uid uint32
}

func (h Hit) place() place { return place{h.box, h.UIDValidity, h.UID} }
