package mailbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/emersion/go-imap/v2"

	"ppamaild/store"
)

// reach is how far before the newest message the floor follows it. It bounds
// what a new UIDVALIDITY makes us read again; what is read twice is recognised
// by its content.
const reach = 30 * 24 * time.Hour

// rescan is a folder that is read anew from UID 1 under the floor, because its
// UIDVALIDITY changed or because the start is a date. The stored cursor keeps its
// old UIDVALIDITY until the end, which is what makes a restart begin again: the
// floor must hold for every message that lay there, and only for those. What
// arrives later is read whatever its INTERNALDATE, as a person may have moved it.
type rescan struct {
	highest uint32 // the last UID there was
	done    uint32 // the last UID accepted, for the next connection
}

// locate compares the stored cursor with the folder as it is now, and prepares
// w.cursor and w.holding for reading on.
func (w *Watcher) locate(ctx context.Context, s *session, box *imap.SelectData) error {
	c, err := w.sink.Cursor(ctx, w.account.Name)
	switch {
	case errors.Is(err, store.ErrNotFound):
		if c, err = w.first(ctx, s, box); err != nil {
			return err
		}
	case err != nil:
		return fmt.Errorf("reading cursor: %w", err)
	}
	if w.validity != box.UIDValidity {
		clear(w.trouble) // its UIDs mean other messages now
		w.holding = nil
	}
	w.cursor, w.validity = c, box.UIDValidity
	if c.UIDValidity == w.validity || w.holding != nil {
		return nil
	}
	highest, err := w.highest(ctx, s, box)
	if err != nil {
		return err
	}
	w.log.Info("reading the folder anew", "uid_validity", w.validity, "was", c.UIDValidity, "floor", c.Floor)
	w.holding = &rescan{highest: highest}
	return nil
}

// first stores the cursor of a folder that was never read, so that a start
// "now" stays the time it was.
func (w *Watcher) first(ctx context.Context, s *session, box *imap.SelectData) (store.Cursor, error) {
	c := store.Cursor{Mailbox: w.account.Name, UIDValidity: box.UIDValidity}
	switch {
	case w.start.All:
	case !w.start.Since.IsZero():
		c.UIDValidity, c.Floor = 0, w.start.Since
	default:
		highest, err := w.highest(ctx, s, box)
		if err != nil {
			return c, err
		}
		c.LastUID, c.Floor = highest, w.now().Truncate(time.Second) // as fine as INTERNALDATE is
	}
	if err := w.sink.Accept(ctx, nil, c); err != nil {
		return c, fmt.Errorf("storing the first cursor: %w", err)
	}
	return c, nil
}

// highest returns the last UID that was given out. A server need not send
// UIDNEXT (RFC 9051 §2.3.1.1).
func (w *Watcher) highest(ctx context.Context, s *session, box *imap.SelectData) (uint32, error) {
	if box.UIDNext != 0 {
		return uint32(box.UIDNext) - 1, nil
	}
	uids, err := s.search(ctx, 0, time.Time{})
	if err != nil || len(uids) == 0 {
		return 0, err
	}
	return uids[len(uids)-1], nil
}

// passed returns the cursor to store with a batch that ends with a.
func (w *Watcher) passed(a Arrival) store.Cursor {
	c := w.cursor
	if w.holding != nil {
		return c
	}
	c.LastUID = a.UID
	c.Floor = raised(c.Floor, a.InternalDate, w.now())
	return c
}

// raised lets the floor follow the newest message at a distance. A date in the
// future, which whoever files a message may choose, counts as now.
func raised(floor, date, now time.Time) time.Time {
	if date.IsZero() {
		return floor
	}
	if date.After(now) {
		date = now
	}
	if follow := date.Add(-reach); follow.After(floor) {
		return follow
	}
	return floor
}
