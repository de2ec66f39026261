package queue

import (
	"errors"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/timers"
	"ppamaild/store"
)

// Restoration returns the last restore from a backup; zero: there was none.
func Restoration(tx store.Tx) (store.Restoration, error) {
	r, err := tx.Restoration()
	if errors.Is(err, store.ErrNotFound) {
		return store.Restoration{}, nil
	}
	return r, err
}

// NoteFoundInSent records in the journal that a mail was found in Sent.
func NoteFoundInSent(tx store.Journals, m store.Mail, at time.Time) error {
	return AppendNote(tx, m.Thread, agent.Note{
		At:     at,
		Source: store.SourceSystem,
		Kind:   journal.KindFoundInSent,
		Ref:    m.MessageID,
	})
}

// ReleaseOutbox releases the mails held back by a restore, and makes the digest due. The digest
// lists the messages set aside. why is the recorded reason of a mail that a restore holds back.
func ReleaseOutbox(tx store.Tx, by, why string, now time.Time) error {
	r, err := Restoration(tx)
	if err != nil {
		return err
	}
	r.Released, r.ReleasedBy = now, by
	return errors.Join(
		tx.PutRestoration(r),
		timers.SetDigest(tx, now),
		release(tx, by, "", why, now),
	)
}
