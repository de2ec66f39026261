package queue

import (
	"errors"
	"ppamaild/daemon/timers"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/store"
)

// WhySinceBackup is why a message is set aside after a restore.
const WhySinceBackup = "it came in before the store was put back from a backup, " +
	"and may have been dealt with since that was made"

// WhyRestored is why a mail waits after a restore.
const WhyRestored = "held back: the store was put back from a backup, " +
	"and nobody has released the outbox yet"

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
// lists the messages set aside.
func ReleaseOutbox(tx store.Tx, by string, now time.Time) error {
	r, err := Restoration(tx)
	if err != nil {
		return err
	}
	r.Released, r.ReleasedBy = now, by
	held, err := ToLeave(tx)
	for _, m := range held {
		if m.LastError == WhyRestored {
			m.NextAt, m.LastError = now, ""
			err = errors.Join(err, tx.PutMail(m))
		}
	}
	released := agent.Note{
		At:      now,
		Source:  store.SourceHumanReview,
		Kind:    journal.KindReleased,
		Actor:   by,
		Payload: len(held),
	}
	return errors.Join(
		err,
		tx.PutRestoration(r),
		timers.SetDigest(tx, now),
		AppendNote(tx, journal.AgencyThread, released),
	)
}
