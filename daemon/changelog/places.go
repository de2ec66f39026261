package changelog

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ppamaild/store"
)

// places is the number of places for events in the store. An event has the place of its number,
// so that old events leave nothing behind.
const places = 100_000

const (
	spanRecord = "event log"
	oldJournal = "events" // of the events in stores of earlier versions
)

// span says which events the log has: the events after Pruned, up to Last.
type span struct {
	Last   uint64 `json:"last"`
	Pruned uint64 `json:"pruned"`
}

// spanOf reads the span of the log. The events of earlier versions count as pruned, so that no
// program gets a number twice.
func spanOf(tx store.Tx) (at span, err error) {
	raw, err := tx.Secret(spanRecord)
	if errors.Is(err, store.ErrNotFound) {
		at.Last, err = tx.JournalLength(oldJournal)
		at.Pruned = at.Last
		return at, err
	}
	if err == nil {
		err = json.Unmarshal(raw, &at)
	}
	if err != nil {
		return at, fmt.Errorf("reading the %s: %w", spanRecord, err)
	}
	return at, nil
}

func putSpan(tx store.Secrets, at span) error {
	raw, err := json.Marshal(at)
	if err != nil {
		return err
	}
	return tx.PutSecret(spanRecord, raw)
}

// placed is an event in the store.
type placed struct {
	Seq  uint64    `json:"seq"`
	Type string    `json:"type"`
	At   time.Time `json:"at"`
	Data Event     `json:"data"`
}

func placeOf(seq uint64) string { return fmt.Sprintf("event %d", seq%places) }

func putEvent(tx store.Secrets, e Event) error {
	raw, err := json.Marshal(placed{e.Seq, e.Type, e.At.UTC(), e})
	if err != nil {
		return err
	}
	return tx.PutSecret(placeOf(e.Seq), raw)
}

func eventOf(tx store.Secrets, seq uint64) (Event, error) {
	raw, err := tx.Secret(placeOf(seq))
	var p placed
	if err == nil {
		err = json.Unmarshal(raw, &p)
	}
	if err == nil && p.Seq != seq {
		err = fmt.Errorf("its place has event %d: %w", p.Seq, store.ErrCorrupt)
	}
	if err != nil {
		return Event{}, fmt.Errorf("event %d: %w", seq, err)
	}
	p.Data.Seq, p.Data.Type, p.Data.At = p.Seq, p.Type, p.At
	return p.Data, nil
}
