package agent

import (
	"encoding/json"
	"sync"

	"ppamaild/reading"
)

// readings keeps the latest readings of mails, as two tools read each mail: first
// what it is about, then what it states. Reading is a pure function, so that what
// is kept is what would be read again.
type readings struct {
	mu    sync.Mutex
	known map[string]func() reading.Reading // by digest of the input; protected by mu
	order []string                          // of the keys, oldest first; protected by mu
}

// kept bounds the readings that are kept: a few for each thread worked on at a time.
const kept = 128

func newReadings() *readings { return &readings{known: make(map[string]func() reading.Reading)} }

// read returns a reading that the caller must not change. Of several callers at once one
// reads, and the others wait for it.
func (r *readings) read(in reading.Input) reading.Reading {
	whole, err := json.Marshal(in)
	if err != nil {
		return reading.Read(in)
	}
	return r.of(digest(in.Location.String(), string(whole)), in)()
}

func (r *readings) of(key string, in reading.Input) func() reading.Reading {
	r.mu.Lock()
	defer r.mu.Unlock()
	if read, known := r.known[key]; known {
		return read
	}
	read := sync.OnceValue(func() reading.Reading { return reading.Read(in) })
	if r.known[key] = read; len(r.order) == kept {
		delete(r.known, r.order[0])
		r.order = r.order[1:]
	}
	r.order = append(r.order, key)
	return read
}

// clear has nothing kept of what was read so far.
func (r *readings) clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known, r.order = make(map[string]func() reading.Reading), nil
}
