package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/emersion/go-imap/v2"

	"ppamaild/mailbox"
	"ppamaild/mailbox/message"
)

// run is the state of one Search.
type run struct {
	*Searcher
	what       question
	limit      int
	form       int // the current form of the question; the server refused the earlier ones
	candidates []Hit
	found      Found
}

func (r *run) skip(folder, why string, args ...any) {
	r.found.Skipped = append(r.found.Skipped, r.label(folder)+": "+fmt.Sprintf(why, args...))
}

// label distinguishes the folders of several accounts.
func (r *run) label(folder string) string { return r.owner + "/" + folder }

// searchFolders searches the folders in turn, with one new connection for each folder. If the
// connection fails, searchFolders tries no other folder.
func (r *run) searchFolders(ctx context.Context, folders []string) {
	for i, folder := range folders {
		err := r.searchFolder(ctx, folder)
		if err != nil && !answered(err) && ctx.Err() == nil {
			err = r.searchFolder(ctx, folder)
		}
		if err == nil {
			r.found.Searched = append(r.found.Searched, r.label(folder))
			continue
		}
		r.skip(folder, "%v", err)
		if !answered(err) {
			for _, rest := range folders[i+1:] {
				r.skip(rest, "the server could not be reached any more")
			}
			return
		}
	}
}

// answered reports whether the error is an answer of the server.
func answered(err error) bool {
	_, no := errors.AsType[*imap.Error](err)
	return no
}

// searchFolder finds the candidates in a folder, with their dates and Message-IDs.
func (r *run) searchFolder(ctx context.Context, folder string) error {
	validity, uids, err := r.ask(ctx, folder)
	if err != nil {
		return err
	}
	left := max(0, len(uids)-maxCandidates)
	uids = uids[left:]
	if len(uids) == 0 {
		return nil
	}
	headers, err := r.reader.Headers(ctx, folder, validity, uids, "Date", "Message-Id", "From")
	if err != nil {
		return err
	}
	if left > 0 {
		r.skip(folder, "of %d messages that may match, the %d that arrived first were not looked at", left+len(uids), left)
		r.found.Truncated = true
	}
	r.noteUnsent(folder, uids, headers)
	for _, f := range headers {
		if c := r.candidate(folder, validity, f); r.what.inTime(c.Date) {
			r.candidates = append(r.candidates, c)
		}
	}
	return nil
}

// ask searches a folder with the most exact form that the server accepts. Later folders skip
// the refused forms.
func (r *run) ask(ctx context.Context, folder string) (validity uint32, uids []uint32, err error) {
	for ; r.form < len(forms); r.form++ {
		validity, uids, err = r.search(ctx, folder, forms[r.form](r.what))
		if !refused(err) {
			return validity, uids, err
		}
	}
	r.form = 0
	return 0, nil, err
}

// refused distinguishes a refused SEARCH from a failure of the folder or the connection.
func refused(err error) bool {
	_, other := errors.AsType[*mailbox.AccountError](err)
	return answered(err) && !other
}

func (r *run) search(ctx context.Context, folder string, q question) (validity uint32, uids []uint32, err error) {
	for _, c := range q.criteria() {
		now, some, err := r.reader.Search(ctx, folder, c)
		if err != nil {
			return 0, nil, err
		}
		if validity != 0 && now != validity {
			return 0, nil, errors.New("the server renumbered its messages during the search (UIDVALIDITY)")
		}
		validity, uids = now, append(uids, some...)
	}
	slices.Sort(uids)
	return validity, slices.Compact(uids), nil
}

func (r *run) noteUnsent(folder string, asked []uint32, got []mailbox.Fetched) {
	if n := len(asked) - len(got); n > 0 {
		r.skip(folder, "the server did not send %d of %d messages", n, len(asked))
	}
}

func (r *run) candidate(folder string, validity uint32, f mailbox.Fetched) Hit {
	c := Hit{Folder: r.label(folder), UIDValidity: validity, UID: f.UID, Date: f.InternalDate, box: folder}
	m, err := message.Parse(bytes.NewReader(f.Raw), message.Limits{})
	if err != nil {
		return c // it has none of the fields
	}
	c.MessageID = m.MessageID
	if !m.Date.IsZero() {
		c.Date = m.Date
	}
	if len(m.From) > 0 {
		c.author = m.From[0].Address
	}
	return c
}

// read reads whole candidates until there are enough hits.
func (r *run) read(ctx context.Context, candidates []Hit) error {
	unread := candidates[min(len(candidates), maxRead):]
	candidates = candidates[:len(candidates)-len(unread)]
	for len(candidates) > 0 && len(r.found.Hits) < r.limit {
		batch := candidates[:min(len(candidates), readAtOnce)]
		messages, err := r.fetch(ctx, batch)
		if err != nil {
			return err
		}
		for _, c := range batch {
			candidates = candidates[1:]
			if f, ok := messages[c.place()]; ok {
				r.consider(c, f)
			}
			if len(r.found.Hits) == r.limit {
				break
			}
		}
	}
	left := len(candidates) + len(unread)
	r.found.Total = len(r.found.Hits) + left
	r.found.Truncated = r.found.Truncated || left > 0
	return nil
}

// fetch reads messages of several folders and notes failed folders.
func (r *run) fetch(ctx context.Context, batch []Hit) (map[place]mailbox.Fetched, error) {
	var folders []place
	inFolder := make(map[place][]uint32)
	for _, c := range batch {
		at := c.place()
		at.uid = 0
		if inFolder[at] == nil {
			folders = append(folders, at)
		}
		inFolder[at] = append(inFolder[at], c.UID)
	}
	messages := make(map[place]mailbox.Fetched, len(batch))
	for _, at := range folders {
		uids := inFolder[at]
		slices.Sort(uids)
		bodies, err := r.reader.Bodies(ctx, at.box, at.validity, uids, maxOctets)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			r.skip(at.box, "%d messages were not read: %v", len(uids), err)
			continue
		}
		r.noteUnsent(at.box, uids, bodies)
		for _, f := range bodies {
			at.uid = f.UID
			messages[at] = f
		}
	}
	return messages, nil
}

// consider adds a candidate to the hits if its message matches. A message that makes the reader
// panic is skipped.
func (r *run) consider(c Hit, f mailbox.Fetched) {
	defer func() {
		if p := recover(); p != nil {
			r.skip(c.box, "message %d can't be read: the reader failed", c.UID)
		}
	}()
	m, err := message.Parse(bytes.NewReader(f.Raw), message.Limits{TextBytes: maxOctets})
	if err != nil {
		r.skip(c.box, "message %d can't be read: %v", c.UID, err)
		return
	}
	d := newDocument(m)
	switch {
	case isReview(d) || r.o.LeaveOut(m):
		r.found.LeftOut++
	case r.what.matches(d):
		r.found.Hits = append(r.found.Hits, r.hit(c, m, f.Cut))
	case f.Cut && len(r.what.all)+len(r.what.any) > 0:
		r.skip(c.box, "of message %d only the first %d bytes were looked at, and they don't match", c.UID, maxOctets)
	}
}
