package search

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Hit is a message that matches. Its texts hold no reference and no private number.
type Hit struct {
	MessageID   string    `json:"message_id,omitzero"` // without angle brackets; "" if it has none
	Folder      string    `json:"folder"`              // with its account: "quotes@agency.test/INBOX"
	AlsoIn      []string  `json:"also_in,omitzero"`    // other folders that hold the same message
	UIDValidity uint32    `json:"uid_validity"`
	UID         uint32    `json:"uid"`
	Date        time.Time `json:"date,omitzero"` // with the sender's offset; INTERNALDATE where Date can't be read
	From        string    `json:"from"`          // "Mary Henderson <mary@customer.test>"
	To          string    `json:"to"`            // likewise, with commas between
	Subject     string    `json:"subject"`
	Excerpt     string    `json:"excerpt"` // about 240 characters, of the author's own text where that matches
	Attachments []string  `json:"attachments,omitzero"`
	ThreadID    string    `json:"thread_id,omitzero"` // "" if it is part of none

	box, author string
}

// Reference says where the message is: "<id@customer.test> in INBOX".
func (h Hit) Reference() string {
	if h.MessageID == "" {
		return fmt.Sprintf("UID %d in %s", h.UID, h.Folder)
	}
	return fmt.Sprintf("<%s> in %s", h.MessageID, h.Folder)
}

// URL is the message's mid: URL (RFC 2392), by which mail programs open it; "" where it
// has no Message-ID.
func (h Hit) URL() string {
	if h.MessageID == "" {
		return ""
	}
	return "mid:" + strings.ReplaceAll(url.PathEscape(h.MessageID), "&", "%26")
}

// Found is what a search came to.
type Found struct {
	Hits      []Hit    `json:"hits"`               // newest first
	Searched  []string `json:"searched"`           // folders
	Skipped   []string `json:"skipped,omitzero"`   // "Trash: it is for trash": folders and messages that were not searched, and why
	LeftOut   int      `json:"left_out,omitzero"`  // messages that are about reviews
	Truncated bool     `json:"truncated,omitzero"` // there may be more hits
	Total     int      `json:"total"`              // distinct messages that match; where Truncated, no more than that may
}

// Merge puts what was found in several accounts together: each message once, newest
// first, limit at most (0: all).
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
	f.Hits = unite(f.Hits)
	f.Total -= listed - len(f.Hits)
	if limit > 0 && len(f.Hits) > limit {
		f.Hits, f.Truncated = f.Hits[:limit], true
	}
	return f
}

// identity is what two copies of a message have in common. The Message-ID alone would
// let anyone who knows one hide its message behind another of the same name.
type identity struct {
	id, author string
	sent       int64
}

// unite gives every message once, under the folder that came first, newest first.
func unite(hits []Hit) []Hit {
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

// place is where one message lies in an account.
type place struct {
	box           string
	validity, uid uint32
}

func (h Hit) place() place { return place{h.box, h.UIDValidity, h.UID} }
