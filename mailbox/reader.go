package mailbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
)

// Reader looks into the folders of one account and changes nothing there: they are
// opened with EXAMINE and read with BODY.PEEK, so that no flag is ever set, not even
// \Recent taken away. It keeps its connection, opens it anew where it broke, and is
// safe for concurrent use.
type Reader struct{ kept }

// NewReader checks the account; it does no I/O. The account's Folder plays no part.
func NewReader(account Account) (*Reader, error) {
	account, err := account.withDefaults()
	if err != nil {
		return nil, err
	}
	return &Reader{newKept(account)}, nil
}

// Folder is one folder of an account.
type Folder struct {
	Name   string             // decoded
	Attrs  []imap.MailboxAttr // as the server gives them: special use (RFC 6154), \Noselect
	Others bool               // it lies in a namespace of other users or a shared one (RFC 2342)
}

// Has reports whether the server gives the folder any of attrs.
func (f Folder) Has(attrs ...imap.MailboxAttr) bool {
	return slices.ContainsFunc(attrs, func(a imap.MailboxAttr) bool { return slices.Contains(f.Attrs, a) })
}

// Folders lists what the account has, in the server's order.
func (r *Reader) Folders(ctx context.Context) ([]Folder, error) {
	var folders []Folder
	err := r.with(ctx, func(s *session) (err error) {
		folders, err = s.folders(ctx)
		return err
	})
	return folders, err
}

// searchPatience is how long a SEARCH may take: a server without an index reads
// every message of the folder.
const searchPatience = 5 * time.Minute

// Search asks the server, and returns UIDs in order. Where it refused to search, rather
// than to open the folder, the error holds an *imap.Error and no *AccountError.
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

// maxArrived is how many messages may arrive while the server searches.
const maxArrived = 10_000

// searchFolder lets the server answer in ranges (RFC 4731) where it can. exists is
// how many messages there were; an answer of far more is not believed.
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

// count returns how many messages ranges stand for, as they are not to be written
// out before that is known.
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
	InternalDate time.Time // zero where the server gave none that could be read
	Size         int64     // octets of the message on the server
	Raw          []byte
	Cut          bool // Raw is only the beginning
}

// Bodies fetches the first limit octets of messages. What the folder no longer holds,
// or the server does not send, is left out.
func (r *Reader) Bodies(ctx context.Context, folder string, validity uint32, uids []uint32, limit int64) ([]Fetched, error) {
	section := &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Size: limit}}
	return r.fetch(ctx, folder, validity, uids, section, limit)
}

// Headers fetches some fields of the headers of messages, as Bodies does.
func (r *Reader) Headers(ctx context.Context, folder string, validity uint32, uids []uint32, fields ...string) ([]Fetched, error) {
	section := &imap.FetchItemBodySection{Peek: true, Specifier: imap.PartSpecifierHeader, HeaderFields: fields}
	return r.fetch(ctx, folder, validity, uids, section, maxPartialHeader)
}

var errRenumbered = errors.New("the folder's messages were numbered anew (UIDVALIDITY)")

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
				if f, ok := answers[uid]; ok && f.came() {
					all = append(all, Fetched{uid, f.date, f.size, f.body, f.cut || int64(len(f.body)) >= limit})
				}
			}
		}
		return nil
	})
	return all, err
}

// uidsPerCommand keeps a command with scattered UIDs to the length that every server
// takes (RFC 2683 §3.2.1.5).
const uidsPerCommand = 90
