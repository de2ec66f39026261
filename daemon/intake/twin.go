package intake

import (
	"errors"
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
			err = queue.NoteTwin(r.tx, id, r.in.Mailbox, r.intake.Now())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// twinsSince returns the time from which mail is a sign of another ppamaild.
func twinsSince(tx store.Tx) (since time.Time, err error) {
	head, headErr := tx.Head(journal.AgencyThread)
	restored, restoredErr := queue.Restoration(tx)
	twin, twinErr := queue.FindTwin(tx)
	since = head.CreatedAt
	for _, at := range []time.Time{restored.At, twin.Released} {
		if at.After(since) {
			since = at
		}
	}
	return since.Truncate(time.Second), errors.Join(headErr, restoredErr, twinErr)
}
