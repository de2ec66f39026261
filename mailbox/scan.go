package mailbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// scanFolder opens the folder again, which reveals a new UIDVALIDITY, and reads the messages
// above the cursor.
func (w *Watcher) scanFolder(ctx context.Context, s *session) error {
	s.clearAnnounced()
	box, err := s.examine(ctx, w.account.Folder)
	if err != nil {
		return err
	}
	if err := w.locate(ctx, s, box); err != nil {
		return err
	}
	if w.rescan != nil {
		if err := w.rescanFolder(ctx, s); err != nil {
			return err
		}
	}
	return w.repeat(func() error {
		uids, err := s.search(ctx, w.cursor.LastUID, time.Time{})
		if err != nil {
			return err
		}
		return w.take(ctx, s, uids, nil)
	})
}

// scanNew reads the messages that were announced since the last scan.
func (w *Watcher) scanNew(ctx context.Context, s *session) error {
	return w.repeat(func() error {
		s.clearAnnounced()
		uids, early, err := s.searchAndFetch(ctx, w.cursor.LastUID)
		if err != nil {
			return err
		}
		return w.take(ctx, s, uids, early)
	})
}

// rescanFolder reads the folder from UID 1 above the floor, then moves the cursor to the new
// UIDVALIDITY.
func (w *Watcher) rescanFolder(ctx context.Context, s *session) error {
	h := w.rescan
	since := w.cursor.Floor
	if !since.IsZero() {
		since = since.AddDate(0, 0, -1) // SINCE has whole days, in the server's time zone
	}
	err := w.repeat(func() error {
		uids, err := s.search(ctx, h.done, since)
		if err != nil {
			return err
		}
		uids = slices.DeleteFunc(uids, func(uid uint32) bool { return uid > h.highest })
		return w.take(ctx, s, uids, nil)
	})
	if err != nil {
		return err
	}
	c := w.cursor
	c.UIDValidity, c.LastUID = w.validity, h.highest
	if err := w.sink.Accept(ctx, nil, c); err != nil {
		return fmt.Errorf("storing the cursor: %w", err)
	}
	w.cursor, w.rescan = c, nil
	return nil
}

// repeat runs pass again while messages are missing. pass then fetches each of them alone.
func (w *Watcher) repeat(pass func() error) error {
	for {
		err := pass()
		missing, ok := errors.AsType[*missingError](err)
		if !ok {
			return err
		}
		w.log.Warn("fetching messages again, alone", "error", err)
		w.poison.suspect(missing.uids)
	}
}

// take accepts the messages uids, in ascending order. It fetches each message that failed before
// alone, and the others together.
func (w *Watcher) take(ctx context.Context, s *session, uids []uint32, early map[uint32]fetched) error {
	for len(uids) > 0 {
		n := w.poison.countSound(uids)
		if n == 0 {
			if err := w.takeAlone(ctx, s, uids[0]); err != nil {
				return err
			}
			uids = uids[1:]
			continue
		}
		n = min(n, planCount)
		if err := w.takeMany(ctx, s, uids[:n], early); err != nil {
			return err
		}
		uids = uids[n:]
	}
	return nil
}

// accept passes a batch to the sink, together with the cursor.
func (w *Watcher) accept(ctx context.Context, batch []Arrival) error {
	if len(batch) == 0 {
		return nil
	}
	last := batch[len(batch)-1]
	c := w.cursorAfter(last)
	if err := w.sink.Accept(ctx, batch, c); err != nil {
		return fmt.Errorf("accepting messages up to UID %d: %w", last.UID, err)
	}
	w.recordAccepted(last.UID)
	w.cursor = c
	return nil
}

// acceptLarge passes one message to the sink without holding it in memory.
func (w *Watcher) acceptLarge(ctx context.Context, s *session, a Arrival) error {
	c := w.cursorAfter(a)
	came, err := s.stream(ctx, a.UID, a.Size, func(body io.Reader) error {
		return w.sink.AcceptLarge(ctx, a, body, c)
	})
	if err != nil {
		return fmt.Errorf("accepting the large message UID %d: %w", a.UID, err)
	}
	if !came {
		return &missingError{uids: []uint32{a.UID}}
	}
	w.recordAccepted(a.UID)
	w.cursor = c
	return nil
}

func (w *Watcher) recordAccepted(uid uint32) {
	w.taken++
	delete(w.poison, uid)
	if w.rescan != nil {
		w.rescan.done = uid
	}
}
