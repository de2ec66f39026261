package mailbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// maxPartialHeader is the maximum size of a stored header, for messages without a body.
const maxPartialHeader = 64 << 10

// fetched is the answer of one FETCH about a message.
type fetched struct {
	uid  uint32
	date time.Time // INTERNALDATE
	size int64     // RFC822.SIZE, an estimate on some servers
	body []byte    // nil: no body arrived
	cut  bool      // body was longer than the limit
}

// No command asks for ENVELOPE, because go-imap parses its comments in quadratic time.
var (
	wholeBody  = &imap.FetchItemBodySection{Peek: true}
	onlyHeader = &imap.FetchItemBodySection{
		Peek:      true,
		Specifier: imap.PartSpecifierHeader,
		Partial:   &imap.SectionPartial{Size: maxPartialHeader},
	}
)

func options(sections ...*imap.FetchItemBodySection) *imap.FetchOptions {
	return &imap.FetchOptions{UID: true, BodySection: sections}
}

func withMeta(o *imap.FetchOptions) *imap.FetchOptions {
	o.InternalDate, o.RFC822Size = true, true
	return o
}

func uidSet(uids []uint32) imap.UIDSet {
	var set imap.UIDSet
	for _, uid := range uids {
		set.AddNum(imap.UID(uid))
	}
	return set
}

// search returns the matching UIDs above last, in order. `UID SEARCH n:*` returns the last
// message even if its UID is below n (RFC 9051 §6.4.9).
func (s *session) search(ctx context.Context, last uint32, since time.Time) ([]uint32, error) {
	var uids []uint32
	err := s.within(ctx, func(func()) (err error) {
		uids, err = found(s.startSearch(last, since), last)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("searching for messages: %w", err)
	}
	return uids, nil
}

func (s *session) startSearch(last uint32, since time.Time) *imapclient.SearchCommand {
	var set imap.UIDSet
	set.AddRange(imap.UID(last)+1, 0)
	return s.client.UIDSearch(&imap.SearchCriteria{UID: []imap.UIDSet{set}, Since: since}, nil)
}

func found(search *imapclient.SearchCommand, last uint32) ([]uint32, error) {
	data, err := search.Wait()
	if err != nil {
		return nil, err
	}
	return uidsAbove(data, last)
}

// maxFound bounds the UIDs of an answer. A short range may name billions.
const maxFound = 10_000_000

// uidsAbove returns the UIDs above last, in order. go-imap's Nums never gets past the last UID.
func uidsAbove(data *imap.SearchData, last uint32) (uids []uint32, err error) {
	set, _ := data.All.(imap.UIDSet)
	if n := count(data); set.Dynamic() || n > maxFound {
		return nil, fmt.Errorf("the server answered with %d messages: %.100q", n, set)
	}
	for _, r := range set {
		for uid := max(uint64(r.Start), uint64(last)+1); uid <= uint64(r.Stop); uid++ {
			uids = append(uids, uint32(uid))
		}
	}
	return uids, nil
}

const (
	earlyCount = 16
	earlySize  = 512 << 10
)

// searchAndFetch asks, in one round trip, which UIDs are above last, and fetches the first of
// them. So one new mail costs one round trip. early holds the messages that arrived completely.
func (s *session) searchAndFetch(ctx context.Context, last uint32) (uids []uint32, early map[uint32]fetched, err error) {
	early = map[uint32]fetched{}
	section := &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Size: earlySize}}
	var set imap.UIDSet
	set.AddRange(imap.UID(last)+1, imap.UID(last)+earlyCount)
	err = s.within(ctx, func(alive func()) error {
		search := s.startSearch(last, time.Time{})
		fetch := s.client.Fetch(set, withMeta(options(section)))
		ferr := drain(fetch, earlySize, alive, func(f fetched) {
			if f.hasBody() && len(f.body) < earlySize && len(early) < earlyCount {
				early[f.uid] = f
			}
		})
		if uids, err = found(search, last); err != nil {
			return err
		}
		return ferr
	})
	if err != nil {
		return nil, nil, &fetchError{uids: uids[:min(len(uids), earlyCount)], err: err}
	}
	return uids, early, nil
}

// hasBody reports whether a body arrived. Some servers send an empty body for a message that
// they cannot read.
func (f fetched) hasBody() bool { return f.body != nil && (len(f.body) > 0 || f.size == 0) }

// fetch runs one FETCH and returns its answers by UID.
func (s *session) fetch(ctx context.Context, uids []uint32, o *imap.FetchOptions, limit int64) (map[uint32]fetched, error) {
	answers := make(map[uint32]fetched, len(uids))
	err := s.within(ctx, func(alive func()) error {
		return drain(s.client.Fetch(uidSet(uids), o), limit, alive, func(f fetched) { answers[f.uid] = f })
	})
	if err != nil {
		return nil, &fetchError{uids: uids, err: err}
	}
	return answers, nil
}

// fetchError is a failed FETCH and the messages that it concerned.
type fetchError struct {
	uids []uint32
	err  error
}

func (e *fetchError) Error() string {
	if len(e.uids) == 0 {
		return fmt.Sprintf("looking for new messages: %v", e.err)
	}
	return fmt.Sprintf("fetching %d messages (UID %s): %v", len(e.uids), uidSet(e.uids), e.err)
}

func (e *fetchError) Unwrap() error { return e.err }

// drain reads a FETCH to its end, because go-imap's reader waits for its caller. After a broken
// literal, drain stops: go-imap's reader has continued to the end of the connection.
func drain(cmd *imapclient.FetchCommand, limit int64, alive func(), yield func(fetched)) error {
	for msg := cmd.Next(); msg != nil; msg = cmd.Next() {
		alive()
		f, err := readMessage(msg, limit, alive)
		if err != nil {
			return err
		}
		yield(f)
	}
	return cmd.Close()
}

func readMessage(msg *imapclient.FetchMessageData, limit int64, alive func()) (fetched, error) {
	var f fetched
	for item := msg.Next(); item != nil; item = msg.Next() {
		switch item := item.(type) {
		case imapclient.FetchItemDataUID:
			f.uid = uint32(item.UID)
		case imapclient.FetchItemDataInternalDate:
			f.date = item.Time
		case imapclient.FetchItemDataRFC822Size:
			f.size = item.Size
		case imapclient.FetchItemDataBodySection:
			if item.Literal == nil {
				continue
			}
			r := &literal{r: item.Literal, left: item.Literal.Size(), alive: alive}
			f.cut = item.Literal.Size() > limit
			body, err := io.ReadAll(io.LimitReader(r, limit))
			if err != nil {
				return f, fmt.Errorf("reading message %d: %w", f.uid, err)
			}
			f.body = body
		}
	}
	return f, nil
}

var errLarger = errors.New("it is larger than the server stated, and than the limit")

// stream passes the body of one message to take, which need not read the whole body. take sees
// the end only once the server has completed the answer. came is false if the answer has no
// body. A failure of the server is a *fetchError.
func (s *session) stream(ctx context.Context, uid uint32, announced int64, take func(io.Reader) error) (came bool, err error) {
	var taken, broken error
	err = s.within(ctx, func(alive func()) error {
		cmd := s.client.Fetch(uidSet([]uint32{uid}), options(wholeBody))
		content := firstBody(cmd)
		if content == nil {
			return cmd.Close()
		}
		size := content.Size()
		if size > s.account.MaxMessageSize {
			s.wire.Close() // otherwise Close would read the rest
			cmd.Close()
			return errLarger
		}
		came = true
		body := &literal{r: content, left: size, alive: alive, ended: func(last byte) error {
			if size < announced && last != '\n' { // see mismatched
				return errors.New(sendsOnly(size, announced))
			}
			return cmd.Close()
		}}
		taken = take(body)
		if broken = body.err; broken != nil {
			return broken // see drain
		}
		if taken != nil {
			s.wire.Close()
		}
		return cmd.Close()
	})
	switch {
	case taken != nil && broken == nil:
		return came, taken
	case err != nil:
		return came, &fetchError{uids: []uint32{uid}, err: err}
	}
	return came, nil
}

// firstBody skips to the first body of an answer, or returns nil.
func firstBody(cmd *imapclient.FetchCommand) imap.LiteralReader {
	for msg := cmd.Next(); msg != nil; msg = cmd.Next() {
		for item := msg.Next(); item != nil; item = msg.Next() {
			if section, is := item.(imapclient.FetchItemDataBodySection); is && section.Literal != nil {
				return section.Literal
			}
		}
	}
	return nil
}

// literal reads the announced bytes and fails if the connection ends earlier. go-imap takes a
// truncated literal for a complete one.
type literal struct {
	r     io.Reader
	left  int64
	alive func()
	ended func(last byte) error // checks the literal at its end; nil: no check
	last  byte                  // last byte read
	err   error                 // read error other than io.EOF
}

func (l *literal) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	l.left -= int64(n)
	l.alive()
	if n > 0 {
		l.last = p[n-1]
	}
	if err == io.EOF && l.left > 0 {
		err = io.ErrUnexpectedEOF
	} else if err == io.EOF && l.ended != nil {
		err = cmp.Or(l.ended(l.last), io.EOF)
	}
	if err != nil && err != io.EOF {
		l.err = err
	}
	return n, err
}
