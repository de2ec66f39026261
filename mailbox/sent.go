package mailbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/emersion/go-imap/v2"

	"ppamaild/mailbox/message"
)

// Sent is the folder for copies of sent mails. It keeps its connection and is safe for
// concurrent use.
type Sent struct{ cachedSession }

// NewSent checks the account and does no I/O.
func NewSent(account Account) (*Sent, error) {
	account, err := account.withDefaults()
	if err != nil {
		return nil, err
	}
	return &Sent{newCachedSession(account)}, nil
}

// Append files a copy as read. It creates a missing folder. After an error the copy may still
// be in the folder.
func (f *Sent) Append(ctx context.Context, raw []byte) error {
	put := func(s *session) error { return s.append(ctx, f.account.SentFolder, raw) }
	err := f.with(ctx, put)
	if no, ok := errors.AsType[*imap.Error](err); !ok || no.Code != imap.ResponseCodeTryCreate {
		return err
	}
	err = f.with(ctx, func(s *session) error { return s.create(ctx, f.account.SentFolder) })
	if err != nil {
		return err
	}
	return f.with(ctx, put)
}

// Missing returns why the server does not open the folder, or nil if the server opens it.
func (f *Sent) Missing(ctx context.Context) (why, err error) {
	err = f.with(ctx, func(s *session) error {
		_, err := s.examine(ctx, f.account.SentFolder)
		if _, refused := errors.AsType[*imap.Error](err); refused {
			why = err
			return nil
		}
		return err
	})
	return why, err
}

// Find looks for a copy of our mail in the folder and returns the copy's Message-ID, or "". The
// result differs from messageID if the server replaced the Message-ID. The latest copy counts.
func (f *Sent) Find(ctx context.Context, messageID string) (as string, err error) {
	err = f.with(ctx, func(s *session) error {
		if _, err := s.examine(ctx, f.account.SentFolder); err != nil {
			return err
		}
		as, err = s.findMessage(ctx, messageID)
		return err
	})
	return as, err
}

// Answered reports whether the folder holds an answer to a Message-ID, direct or indirect (RFC
// 5322 §3.6.4). A server that matches parts of words may find too much.
func (f *Sent) Answered(ctx context.Context, messageID string) (found bool, err error) {
	err = f.with(ctx, func(s *session) error {
		if _, err := s.examine(ctx, f.account.SentFolder); err != nil {
			return err
		}
		either := [][2]imap.SearchCriteria{{fieldContains("In-Reply-To", messageID), fieldContains("References", messageID)}}
		uids, err := s.searchFor(ctx, &imap.SearchCriteria{Or: either})
		found = len(uids) > 0
		return err
	})
	return found, err
}

func (s *session) create(ctx context.Context, folder string) error {
	err := s.within(ctx, func(func()) error { return s.client.Create(folder, nil).Wait() })
	if err != nil {
		return s.failed(fmt.Sprintf("creating folder %q", folder), "sent_folder and the rights on it", err)
	}
	return nil
}

func (s *session) append(ctx context.Context, folder string, raw []byte) error {
	err := s.within(ctx, func(alive func()) error {
		cmd := s.client.Append(folder, int64(len(raw)), &imap.AppendOptions{Flags: []imap.Flag{imap.FlagSeen}})
		for chunk := range slices.Chunk(raw, 32<<10) {
			if _, err := cmd.Write(chunk); err != nil {
				break // Wait returns the reason
			}
			alive()
		}
		closeErr := cmd.Close()
		if _, err := cmd.Wait(); err != nil {
			return err // Close returned the same error
		}
		return closeErr
	})
	if err != nil {
		return s.failed(fmt.Sprintf("filing a copy in %q", folder), "sent_folder and the rights on it", err)
	}
	return nil
}

// maxCandidates limits how many search results are checked, the latest first.
const maxCandidates = 50

// findMessage checks the search results, because a server may match a part of the identifier or
// another field.
func (s *session) findMessage(ctx context.Context, messageID string) (as string, err error) {
	uids, err := s.searchFor(ctx, byMessageID(messageID))
	if err != nil {
		return "", fmt.Errorf("searching for %s: %w", messageID, err)
	}
	uids = uids[max(0, len(uids)-maxCandidates):]
	if len(uids) == 0 {
		return "", nil
	}
	headers, err := s.fetch(ctx, uids, options(onlyHeader), maxPartialHeader)
	if err != nil {
		return "", err
	}
	for _, uid := range slices.Backward(uids) {
		m, err := message.Parse(bytes.NewReader(headers[uid].body), message.Limits{})
		if err == nil && m.MessageID != "" && (m.MessageID == messageID || m.WasNamed(messageID)) {
			return m.MessageID, nil
		}
	}
	return "", nil
}

func (s *session) searchFor(ctx context.Context, what *imap.SearchCriteria) (uids []uint32, err error) {
	err = s.within(ctx, func(func()) (err error) {
		uids, err = found(s.client.UIDSearch(what, nil), 0)
		return err
	})
	return uids, err
}

// byMessageID finds a mail by its Message-ID, even if the server replaced it.
func byMessageID(id string) *imap.SearchCriteria {
	either := imap.SearchCriteria{Or: [][2]imap.SearchCriteria{{fieldContains(message.OriginalIDField, id), fieldContains(message.OwnIDField, id)}}}
	return &imap.SearchCriteria{Or: [][2]imap.SearchCriteria{{fieldContains("Message-ID", id), either}}}
}

func fieldContains(field, id string) imap.SearchCriteria {
	return imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{{Key: field, Value: id}}}
}

// SentCursor is a place in the Sent folder. The zero value is the end of the folder.
type SentCursor struct {
	validity, last uint32
	isMissing      bool // the folder did not exist
}

// Ours is a mail in the Sent folder that a ppamaild wrote.
type Ours struct {
	MessageID string // as written; a server may have replaced the Message-ID
	Subject   string
	To        []message.Address
}

// OursSince returns the latest mails behind a place in the folder that a ppamaild wrote, and the
// next place.
func (f *Sent) OursSince(
	ctx context.Context, c SentCursor,
) (all []Ours, next SentCursor, err error) {
	err = f.with(ctx, func(s *session) error {
		box, err := s.examine(ctx, f.account.SentFolder)
		if _, refused := errors.AsType[*imap.Error](err); refused {
			next = SentCursor{isMissing: true}
			return nil
		}
		if err != nil {
			return err
		}
		next = SentCursor{validity: box.UIDValidity, last: uint32(max(box.UIDNext, 1)) - 1}
		isSame := c.validity == box.UIDValidity || c.isMissing
		if !isSame || uint32(box.UIDNext) == c.last+1 {
			return nil
		}
		found, top, err := s.oursAbove(ctx, c.last)
		all, next.last = found, max(next.last, top)
		return err
	})
	return all, next, err
}

// oursAbove returns the latest mails above a UID that a ppamaild wrote, and the last UID.
func (s *session) oursAbove(ctx context.Context, last uint32) (all []Ours, top uint32, err error) {
	above := imap.UIDSet{imap.UIDRange{Start: imap.UID(last + 1)}} // to the end
	what := fieldContains(message.OwnIDField, "")
	what.UID = []imap.UIDSet{above}
	uids, err := s.searchFor(ctx, &what)
	uids = slices.DeleteFunc(uids, func(uid uint32) bool { return uid <= last }) // RFC 9051 §9
	if err != nil || len(uids) == 0 {
		return nil, last, err
	}
	top, uids = uids[len(uids)-1], uids[max(0, len(uids)-maxCandidates):]
	headers, err := s.fetch(ctx, uids, options(onlyHeader), maxPartialHeader)
	if err != nil {
		return nil, last, err
	}
	for _, uid := range uids {
		m, err := message.Parse(bytes.NewReader(headers[uid].body), message.Limits{})
		if err != nil {
			continue
		}
		for _, id := range message.ScanIDs(m.Header.Get(message.OwnIDField)) {
			all = append(all, Ours{MessageID: id, Subject: m.Subject, To: m.To})
		}
	}
	return all, top, nil
}
