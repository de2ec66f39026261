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

// floorDistance is the distance between the newest message and the floor. It limits how much the
// Watcher reads again under a new UIDVALIDITY. The content identifies messages read before.
const floorDistance = 30 * 24 * time.Hour

// rescan reads a folder again from UID 1, above the floor, after a new UIDVALIDITY or for a
// start date. The stored cursor keeps its old UIDVALIDITY until the end, so a restart begins
// the rescan again. The floor applies to the messages that were in the folder at the start, and
// to no others: a person may move an old message into the folder later.
type rescan struct {
	highest uint32 // last UID at the start
	done    uint32 // last accepted UID, for the next connection
}

// locate compares the stored cursor with the folder, and prepares w.cursor and w.rescan.
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
	if now := w.now(); c.Floor.After(now.Add(24 * time.Hour)) { // a wrong clock set it
		c.Floor = now.Add(-floorDistance)
	}
	if c.UIDValidity == box.UIDValidity && w.rescan == nil {
		if c, err = w.renumbered(ctx, s, box, c); err != nil {
			return err
		}
	}
	if w.validity != box.UIDValidity || c.Renumbered != w.cursor.Renumbered {
		clear(w.poison) // its UIDs now belong to other messages
		w.contents = contents{}
		w.rescan = nil
	}
	w.cursor, w.validity, w.numbering = c, box.UIDValidity, numbering(box.UIDValidity, c.Renumbered)
	if c.UIDValidity == w.validity || w.rescan != nil {
		return nil
	}
	highest, err := w.highest(ctx, s, box)
	if err != nil {
		return err
	}
	w.log.Warn("reading the folder again", "uid_validity", w.validity, "was", c.UIDValidity, "floor", c.Floor)
	w.rescan = &rescan{highest: highest}
	return nil
}

// renumbered detects a server that reuses UIDs under the same UIDVALIDITY, although UIDs only
// rise (RFC 9051 §2.3.1.1). A restore from a backup does this, and so does a server that counts
// from its last message. New messages would then be below the cursor, so the Watcher reads the
// folder again, as for a new UIDVALIDITY. It ignores a UIDNEXT that contradicts a message in
// the folder.
func (w *Watcher) renumbered(ctx context.Context, s *session, box *imap.SelectData, c store.Cursor) (store.Cursor, error) {
	if box.UIDNext == 0 || uint32(box.UIDNext) > c.LastUID {
		return c, nil
	}
	if above, err := s.search(ctx, uint32(box.UIDNext)-1, time.Time{}); err != nil || len(above) > 0 {
		return c, err
	}
	w.log.Warn("the server reuses UIDs under the same UIDVALIDITY, which RFC 9051 forbids", "uid_validity", c.UIDValidity, "next", box.UIDNext, "was", c.LastUID)
	c.UIDValidity, c.LastUID, c.Renumbered = 0, 0, c.Renumbered+1 // a restart rescans
	if err := w.sink.Accept(ctx, nil, c); err != nil {
		return c, fmt.Errorf("storing the cursor of a folder that was renumbered: %w", err)
	}
	return c, nil
}

// numbering distinguishes messages with the same UID under the same UIDVALIDITY.
func numbering(validity, renumbered uint32) uint32 { return validity ^ renumbered<<16 }

// first stores the cursor of a new folder, so that the start "now" stays the same time.
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
		c.LastUID, c.Floor = highest, w.now().Truncate(time.Second) // INTERNALDATE has seconds
	}
	if err := w.sink.Accept(ctx, nil, c); err != nil {
		return c, fmt.Errorf("storing the first cursor: %w", err)
	}
	return c, nil
}

// highest returns the last UID in the folder at the time of opening. UIDNEXT excludes later
// messages. But UIDNEXT is optional (RFC 9051 §2.3.1.1) and sometimes wrong, so a UIDNEXT that
// excludes all messages does not count. A SEARCH result unknown to FETCH does not count either.
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
	return last, nil // the server answers for no message; 0 would read them all
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

// cursorAfter returns the cursor to store with a batch that ends with a.
func (w *Watcher) cursorAfter(a Arrival) store.Cursor {
	c := w.cursor
	if w.rescan != nil {
		return c
	}
	c.LastUID = max(c.LastUID, a.UID) // a may be a message that was accepted before
	c.Floor = raisedFloor(c.Floor, a.InternalDate, w.now())
	return c
}

// raisedFloor moves the floor up behind the newest message. A future date counts as now, because
// any program that files a message can choose its date.
func raisedFloor(floor, date, now time.Time) time.Time {
	if date.IsZero() {
		return floor
	}
	if date.After(now) {
		date = now
	}
	if follow := date.Add(-floorDistance); follow.After(floor) {
		return follow
	}
	return floor
}
