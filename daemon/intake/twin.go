package intake

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/authres"
	"ppamaild/mailbox/message"
	"ppamaild/store"
)

// fromProgram reports whether a message claims to come from a ppamaild with an address of the
// agency.
func fromProgram(m *message.Message, from string, a *agency.Agency) bool {
	return a.IsOwnAddress(from) && m.Header.Get(message.OwnIDField) != ""
}

// noteTwin stops mail to customers if the message comes from another ppamaild on the same
// mailbox; see copies.Twins. Outsiders can copy the fields, so only a proven sender counts. Mail
// from before the first start, the last restore and the last release does not count.
func noteTwin(r *router) error {
	from := r.origin.From.Address
	if r.evidence.Verdict != authres.Pass || !fromProgram(r.msg, from, r.intake.Agency) {
		return nil
	}
	since, err := twinsSince(r.tx)
	if err != nil || r.in.InternalDate.Before(since) {
		return err
	}
	for _, id := range message.ScanIDs(r.msg.Header.Get(message.OwnIDField)) {
		foreign, err := queue.IsForeign(r.tx, id)
		if err == nil && foreign {
			err = recordTwin(r, queue.Twin{MessageID: id})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// recordTwin stops mail to customers because of a message.
func recordTwin(r *router, t queue.Twin) error {
	t.Folder = r.in.Mailbox
	noted, err := queue.NoteTwin(r.tx, t, r.intake.Now())
	if noted {
		r.twin = t
	}
	return err
}

// answerTime is how long after a restore or a release staff may answer mail that the store lost, or
// mail of a twin that was stopped.
const answerTime = 7 * 24 * time.Hour

// noteCited stops mail to customers if a proven member of staff answers a mail of a twin with a
// copy of this store. The key of the store made such a mail, but the store does not know the mail.
// Both daemons route the replies in the same order. So a twin stops before it repeats an answer.
func (s *staffMail) noteCited() error {
	cited, err := s.unknownMail()
	if err != nil || cited == "" {
		return err
	}
	s.look = true
	reset, err := lastReset(s.tx)
	if err != nil || s.event.Unproven != "" || s.in.InternalDate.Before(reset.Add(answerTime)) {
		return err
	}
	return recordTwin(s.router, queue.Twin{MessageID: cited, Cited: true})
}

// unknownMail returns the review or the Message-ID that a reply cites, and that the key of this
// store made, but that the store does not know; "" if there is none.
func (s *staffMail) unknownMail() (string, error) {
	member, _ := s.intake.Staff.Find(s.event.From)
	for _, ref := range s.event.Refs {
		if _, ours := s.intake.References.Verify(ref, []string{member.Address}); !ours {
			continue
		}
		_, err := s.tx.Review(ref.Thread, ref.Review)
		if unknown, err := isUnknown(s.tx, ref.Thread, err); unknown || err != nil {
			return fmt.Sprintf("%s, review %d", ref.Thread, ref.Review), err
		}
	}
	for _, id := range s.msg.InReplyTo {
		id = strings.ToLower(id)
		thread, ours := s.intake.Minter.Verify(id)
		if !ours || thread == "" || id == s.intake.Minter.MessageID(thread, "staff") {
			continue // no mail has the last ID; see notify.Writer
		}
		_, err := s.tx.MessageID(id)
		if unknown, err := isUnknown(s.tx, thread, err); unknown || err != nil {
			return id, err
		}
	}
	return "", nil
}

// isUnknown reports whether a lookup found no record, and the thread was not erased.
func isUnknown(tx store.Threads, thread string, lookup error) (bool, error) {
	if !errors.Is(lookup, store.ErrNotFound) {
		return false, lookup
	}
	head, err := tx.Head(thread)
	if errors.Is(err, store.ErrNotFound) {
		return true, nil
	}
	return head.Erased.IsZero(), err
}

// twinsSince returns the time from which mail is a sign of another ppamaild.
func twinsSince(tx store.Tx) (time.Time, error) {
	head, headErr := tx.Head(journal.AgencyThread)
	since, err := lastReset(tx)
	if head.CreatedAt.After(since) {
		since = head.CreatedAt
	}
	return since.Truncate(time.Second), errors.Join(headErr, err)
}

// lastReset returns the time of the last restore, or of a later release after a twin.
func lastReset(tx store.Tx) (time.Time, error) {
	restored, restoredErr := queue.Restoration(tx)
	twin, twinErr := queue.FindTwin(tx)
	last := restored.At
	if twin.Released.After(last) {
		last = twin.Released
	}
	return last, errors.Join(restoredErr, twinErr)
}
