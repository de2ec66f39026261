package privacy

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"ppamaild/store"
)

// The journal kinds for holds: in the journal of a held thread, otherwise in the agency's
// journal.
const (
	KindHeld     = "held"
	KindReleased = "hold_released"
)

// ErrNoSuch means that a name is neither an address nor an existing thread.
var ErrNoSuch = errors.New("neither an address nor an existing thread")

// Hold protects all data of an address or thread from erasure, until Release. Hold replaces an
// earlier hold on the same name and returns the stored hold. Hold returns ErrNoSuch for an
// unknown name.
func Hold(tx store.Tx, a Agency, h store.Hold) (store.Hold, error) {
	on, thread, err := canonicalName(tx, h.On)
	if err != nil {
		return h, err
	}
	h.On = on
	return h, errors.Join(tx.PutHold(h), appendHold(tx, a, thread, KindHeld, h))
}

// Release ends a hold. h has the person, the time and the reason of the release. Release
// returns store.ErrNotFound if there is no hold.
func Release(tx store.Tx, a Agency, h store.Hold) (store.Hold, error) {
	on, thread, err := canonicalName(tx, h.On)
	if err != nil {
		return h, err
	}
	h.On = on
	if err := tx.DeleteHold(on); err != nil {
		return h, err
	}
	return h, appendHold(tx, a, thread, KindReleased, h)
}

// canonicalName returns the canonical name of a hold, and the thread ("" for an address).
func canonicalName(tx store.Threads, name string) (on, thread string, err error) {
	name = strings.TrimSpace(name)
	if strings.Contains(name, "@") {
		return strings.ToLower(name), "", nil
	}
	h, err := tx.Head(strings.ToUpper(name))
	if errors.Is(err, store.ErrNotFound) {
		err = fmt.Errorf("%q is %w", name, ErrNoSuch)
	}
	return h.Thread, h.Thread, err
}

func appendHold(tx store.Journals, a Agency, thread, kind string, h store.Hold) error {
	payload, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("noting a hold: %w", err)
	}
	e := store.Entry{At: h.At, Source: store.SourceHumanReview, Kind: kind, Actor: h.By}
	e.Thread = cmp.Or(thread, a.Thread)
	_, err = tx.Append(e, payload)
	return err
}
