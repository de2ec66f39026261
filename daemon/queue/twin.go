package queue

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/store"
)

// Twin records the first mail of another ppamaild that works on the same mailbox with another
// store. The record stops mail to customers until an admin releases the outbox. So a restart of
// the daemon does not resume sending.
type Twin struct {
	MessageID  string    `json:"message_id"`      // or the review that a reply cites
	Folder     string    `json:"folder"`          // the folder with the mail, or with the reply
	Cited      bool      `json:"cited,omitempty"` // only a reply to the mail was found
	Seen       time.Time `json:"seen"`
	Released   time.Time `json:"released,omitzero"` // when an admin resumed sending
	ReleasedBy string    `json:"released_by,omitempty"`
}

const twinRecord = "twin"

// Stops reports whether mail to customers waits.
func (t Twin) Stops() bool { return t.MessageID != "" && t.Released.IsZero() }

// FindTwin returns the latest record of another ppamaild; zero: there is none.
func FindTwin(tx store.Tx) (t Twin, err error) {
	raw, err := tx.Secret(twinRecord)
	if errors.Is(err, store.ErrNotFound) {
		return Twin{}, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, &t)
	}
	if err != nil {
		return Twin{}, fmt.Errorf("reading the record of another ppamaild: %w", err)
	}
	return t, nil
}

// NoteTwin records the first mail of another ppamaild. Later mails change nothing. NoteTwin reports
// whether the mail was the first.
func NoteTwin(tx store.Tx, t Twin, now time.Time) (noted bool, err error) {
	known, err := FindTwin(tx)
	if err != nil || known.Stops() {
		return false, err
	}
	t.Seen = now
	return true, putTwin(tx, t)
}

// ReportTwin logs that another ppamaild was noticed, and lets staff get an alarm.
func (s Signals) ReportTwin(log *slog.Logger, t Twin) {
	log.Error("another ppamaild sends from this mailbox; mail to customers waits; stop one of the "+
		"two programs, and then run ppamaild outbox release for the other",
		"folder", t.Folder, "message_id", t.MessageID)
	s.Faults.Notify()
}

func putTwin(tx store.Secrets, t Twin) error {
	raw, err := json.Marshal(t)
	if err != nil {
		return err
	}
	return tx.PutSecret(twinRecord, raw)
}

// IsForeign reports whether a mail of a ppamaild is not from this store.
func IsForeign(tx store.Threads, messageID string) (bool, error) {
	_, err := tx.MessageID(messageID)
	if errors.Is(err, store.ErrNotFound) {
		return true, nil
	}
	return false, err
}

// ReleaseTwin releases the mails held back because of another ppamaild. why is the recorded
// reason of these mails.
func ReleaseTwin(tx store.Tx, t Twin, by, why string, now time.Time) error {
	t.Released, t.ReleasedBy = now, by
	return errors.Join(putTwin(tx, t), release(tx, by, t.MessageID, why, now))
}

// release makes the mails due that wait for a reason. The agency's journal notes the number of all
// waiting mails.
func release(tx store.Tx, by, ref, why string, now time.Time) error {
	all, err := ToLeave(tx)
	for _, m := range all {
		if m.LastError == why {
			m.NextAt, m.LastError = now, ""
			err = errors.Join(err, tx.PutMail(m))
		}
	}
	return errors.Join(err, AppendNote(tx, journal.AgencyThread, agent.Note{
		At:      now,
		Source:  store.SourceHumanReview,
		Kind:    journal.KindReleased,
		Actor:   by,
		Ref:     ref,
		Payload: len(all),
	}))
}
