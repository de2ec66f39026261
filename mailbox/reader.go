package mailbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
)

// Reader reads the folders of one account and changes nothing there. It uses EXAMINE and
// BODY.PEEK, so no flag changes, not even \Recent. It keeps its connection, opens it again
// after a failure, and is safe for concurrent use.
type Reader struct{ cachedSession }

// NewReader checks the account and does no I/O. It ignores the account's Folder.
func NewReader(account Account) (*Reader, error) {
	account, err := account.withDefaults()
	if err != nil {
		return nil, err
	}
	return &Reader{newCachedSession(account)}, nil
}

// Folder is one folder of an account.
type Folder struct {
	Name   string             // decoded
	Attrs  []imap.MailboxAttr // as the server states them: special use (RFC 6154), \Noselect
	Others bool               // in a namespace of other users or a shared one (RFC 2342)
}

// Has reports whether the folder has any of attrs.
func (f Folder) Has(attrs ...imap.MailboxAttr) bool {
	return slices.ContainsFunc(attrs, func(a imap.MailboxAttr) bool { return slices.Contains(f.Attrs, a) })
}

// Folders lists the folders of the account, in the server's order.
func (r *Reader) Folders(ctx context.Context) ([]Folder, error) {
	var folders []Folder
	err := r.with(ctx, func(s *session) (err error) {
		folders, err = s.folders(ctx)
		return err
	})
	return folders, err
}

// searchPatience is how long a SEARCH may take. A server without an index reads every message
// of the folder.
const searchPatience = 5 * time.Minute

// Search runs a search on the server and returns UIDs in order. If the server refuses the
// search, the error holds an *imap.Error and no *AccountError; a refusal to open the folder is
// an *AccountError.
func (r *Reader) Search(ctx context.Context, folder string, what *imap.SearchCriteria) (validity uint32, uids []uint32, err error) {
	err = r.with(ctx, func(s *session) error {
		box, err := s.examine(ctx, folder)
		if err != nil {
			return err
		}
		validity = box.UIDValidity
		uids, err = s.searchFolder(ctx, what, box.NumMessages)
		return err
	})
	return validity, uids, err
}

// maxArrived is how many messages may arrive during a search.
const maxArrived = 10_000

// searchFolder asks for ranges (RFC 4731) if the server supports them. exists is the number of
// messages before the search. A far larger result is an error.
func (s *session) searchFolder(ctx context.Context, what *imap.SearchCriteria, exists uint32) (uids []uint32, err error) {
	caps := s.client.Caps()
	var how *imap.SearchOptions
	if caps.Has(imap.CapESearch) || caps.Has(imap.CapIMAP4rev2) {
		how = &imap.SearchOptions{ReturnAll: true}
	}
	err = s.patiently(ctx, searchPatience, func(func()) error {
		data, err := s.client.UIDSearch(what, how).Wait()
		if err != nil {
			return err
		}
		if n := count(data); n > uint64(exists)+maxArrived {
			return fmt.Errorf("the server found %d messages among %d", n, exists)
		}
		uids, err = uidsAbove(data, 0)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("searching: %w", err)
	}
	return uids, nil
}

// count returns the number of messages in ranges, without a list of the messages.
func count(data *imap.SearchData) (n uint64) {
	set, _ := data.All.(imap.UIDSet)
	for _, r := range set {
		n += uint64(max(r.Start, r.Stop)) - uint64(min(r.Start, r.Stop)) + 1
	}
	return n
}

// Fetched is one message, or its beginning.
type Fetched struct {
	UID          uint32
	InternalDate time.Time // zero if the server gave no readable date
	Raw          []byte
	Cut          bool // Raw is only the beginning
}

// Bodies fetches the first limit bytes of messages. It omits messages that the folder no
// longer holds or the server does not send.
func (r *Reader) Bodies(ctx context.Context, folder string, validity uint32, uids []uint32, limit int64) ([]Fetched, error) {
	section := &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Size: limit}}
	return r.fetch(ctx, folder, validity, uids, section, limit)
}

// Headers fetches some header fields of messages, like Bodies.
func (r *Reader) Headers(ctx context.Context, folder string, validity uint32, uids []uint32, fields ...string) ([]Fetched, error) {
	section := &imap.FetchItemBodySection{Peek: true, Specifier: imap.PartSpecifierHeader, HeaderFields: fields}
	return r.fetch(ctx, folder, validity, uids, section, maxPartialHeader)
}

var errRenumbered = errors.New("the server renumbered the folder's messages (UIDVALIDITY)")

func (r *Reader) fetch(ctx context.Context, folder string, validity uint32, uids []uint32, section *imap.FetchItemBodySection, limit int64) ([]Fetched, error) {
	var all []Fetched
	err := r.with(ctx, func(s *session) error {
		box, err := s.examine(ctx, folder)
		if err != nil {
			return err
		}
		if box.UIDValidity != validity {
			return fmt.Errorf("reading folder %q: %w", folder, errRenumbered)
		}
		for part := range slices.Chunk(uids, uidsPerCommand) {
			answers, err := s.fetch(ctx, part, withMeta(options(section)), limit)
			if err != nil {
				return err
			}
			for _, uid := range part {
				if f, ok := answers[uid]; ok && f.hasBody() {
					all = append(all, Fetched{uid, f.date, f.body, f.cut || int64(len(f.body)) >= limit})
				}
			}
		}
		return nil
	})
	return all, err
}

// uidsPerCommand keeps a command with scattered UIDs short enough for every server (RFC 2683
// §3.2.1.5).
const uidsPerCommand = 90
