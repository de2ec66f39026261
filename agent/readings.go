package agent

import (
	"encoding/json"
	"sync"

	"ppamaild/agent/extract"
)

// readings keeps the latest readings of mails, as two tools read each mail: first
// what it is about, then what it states. Reading is a pure function, so that what
// is kept is what would be read again.
type readings struct {
	mu    sync.Mutex
	known map[string]extract.Reading // by digest of the input; protected by mu
	order []string                   // of the keys, oldest first; protected by mu
}

// kept bounds the readings that are kept: a few for each thread worked on at a time.
const kept = 128

func newReadings() *readings { return &readings{known: make(map[string]extract.Reading)} }

// read returns a reading that the caller must not change.
func (r *readings) read(in extract.Input) extract.Reading {
	whole, err := json.Marshal(in)
	if err != nil {
		return extract.Read(in)
	}
	key := digest(in.Location.String(), string(whole))
	r.mu.Lock()
	found, known := r.known[key]
	r.mu.Unlock()
	if known {
		return found
	}
	found = extract.Read(in)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known[key] = found; len(r.order) == kept {
		delete(r.known, r.order[0])
		r.order = r.order[1:]
	}
	r.order = append(r.order, key)
	return found
}
