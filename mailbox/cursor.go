package mailbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
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
	if now := w.now(); c.Floor.After(now.Add(24 * time.Hour)) { // it is of a clock that was wrong
		c.Floor = now.Add(-reach)
	}
	if c.UIDValidity == box.UIDValidity && w.holding == nil {
		if c, err = w.renumbered(ctx, s, box, c); err != nil {
			return err
		}
	}
	if w.validity != box.UIDValidity || c.Renumbered != w.cursor.Renumbered {
		clear(w.trouble) // its UIDs mean other messages now
		w.contents = contents{}
		w.holding = nil
	}
	w.cursor, w.validity, w.numbering = c, box.UIDValidity, numbering(box.UIDValidity, c.Renumbered)
	if c.UIDValidity == w.validity || w.holding != nil {
		return nil
	}
	highest, err := w.highest(ctx, s, box)
	if err != nil {
		return err
	}
	w.log.Warn("reading the folder anew", "uid_validity", w.validity, "was", c.UIDValidity, "floor", c.Floor)
	w.holding = &rescan{highest: highest}
	return nil
}

// renumbered finds a server that gives out UIDs anew under the same UIDVALIDITY: one
// that was put back from a backup does, or one that counts from the last message it
// holds, although UIDs only rise (RFC 9051 §2.3.1.1). What arrives now is below the
// cursor then, so the folder is read anew, as if UIDVALIDITY had changed. A UIDNEXT
// that a message in the folder belies is not believed.
func (w *Watcher) renumbered(ctx context.Context, s *session, box *imap.SelectData, c store.Cursor) (store.Cursor, error) {
	if box.UIDNext == 0 || uint32(box.UIDNext) > c.LastUID {
		return c, nil
	}
	if above, err := s.search(ctx, uint32(box.UIDNext)-1, time.Time{}); err != nil || len(above) > 0 {
		return c, err
	}
	w.log.Warn("the server gives out UIDs anew, which it must not under the same UIDVALIDITY", "uid_validity", c.UIDValidity, "next", box.UIDNext, "was", c.LastUID)
	c.UIDValidity, c.LastUID, c.Renumbered = 0, 0, c.Renumbered+1 // a restart finds it to be read anew
	if err := w.sink.Accept(ctx, nil, c); err != nil {
		return c, fmt.Errorf("storing the cursor of a folder that was renumbered: %w", err)
	}
	return c, nil
}

// numbering tells apart what bears the same UID under the same UIDVALIDITY.
func numbering(validity, renumbered uint32) uint32 { return validity ^ renumbered<<16 }

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

// highest returns the last UID in the folder when it was opened: of as many messages
// as there were then. What UIDNEXT says leaves out those that came since, but is not
// believed where it leaves out all: it is optional (RFC 9051 §2.3.1.1), and servers
// get it wrong. Nor is what SEARCH names and FETCH does not know of.
func (w *Watcher) highest(ctx context.Context, s *session, box *imap.SelectData) (uint32, error) {
	uids, err := s.search(ctx, 0, time.Time{})
	uids = uids[:min(len(uids), int(box.NumMessages))]
	if err != nil || len(uids) == 0 {
		return 0, err
	}
	if before, _ := slices.BinarySearch(uids, uint32(box.UIDNext)); before > 0 {
		uids = uids[:before]
	}
	last := uids[len(uids)-1]
	for len(uids) > 0 {
		part := uids[max(0, len(uids)-planCount):]
		known, err := s.fetch(ctx, part, options(), 0)
		if highest := highestOf(known, part); highest > 0 || err != nil {
			return highest, err
		}
		uids = uids[:len(uids)-len(part)]
	}
	return last, nil // it answers for none; or all that lies there would be read
}

// highestOf returns the last of uids that the server answered for.
func highestOf(answers map[uint32]fetched, uids []uint32) (last uint32) {
	for _, uid := range uids {
		if _, answered := answers[uid]; answered {
			last = uid
		}
	}
	return last
}

// passed returns the cursor to store with a batch that ends with a.
func (w *Watcher) passed(a Arrival) store.Cursor {
	c := w.cursor
	if w.holding != nil {
		return c
	}
	c.LastUID = max(c.LastUID, a.UID) // it may be of one that was accepted before
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
