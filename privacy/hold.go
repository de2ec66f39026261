package privacy

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"ppamaild/store"
)

// The journal's kinds for holds: in that of the thread they are on, else in the agency's.
const (
	KindHeld     = "held"
	KindReleased = "hold_released"
)

// ErrNoSuch is returned for a name that is neither an address nor a thread there is.
var ErrNoSuch = errors.New("neither an address nor a thread that there is")

// Hold keeps all that is known of an address, or that a thread holds, from being erased,
// until it is released; it returns the hold as it is kept. One that is there already is
// replaced.
func Hold(tx store.Tx, a Agency, h store.Hold) (store.Hold, error) {
	on, thread, err := named(tx, h.On)
	if err != nil {
		return h, err
	}
	h.On = on
	return h, errors.Join(tx.PutHold(h), note(tx, a, thread, KindHeld, h))
}

// Release ends a hold; store.ErrNotFound where there is none. h says who does it, when
// and why.
func Release(tx store.Tx, a Agency, h store.Hold) (store.Hold, error) {
	on, thread, err := named(tx, h.On)
	if err != nil {
		return h, err
	}
	h.On = on
	if err := tx.DeleteHold(on); err != nil {
		return h, err
	}
	return h, note(tx, a, thread, KindReleased, h)
}

// named returns what a hold is on, and which thread that is; "" of an address.
func named(tx store.Threads, name string) (on, thread string, err error) {
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

func note(tx store.Journals, a Agency, thread, kind string, h store.Hold) error {
	payload, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("noting a hold: %w", err)
	}
	if thread == "" {
		thread = a.Thread
	}
	_, err = tx.Append(store.Entry{Thread: thread, At: h.At, Source: store.SourceHumanReview, Kind: kind, Actor: h.By}, payload)
	return err
}
