package quoting

import (
	"encoding/json"
	"slices"
	"sync"

	"ppamaild/reading"
)

// maxReadings bounds the kept readings. A few runs read mails together.
const maxReadings = 64

// readings keeps each reading of a mail for one more caller: one tool finds the intent of a mail,
// and the next tool finds the facts.
type readings struct {
	read func(reading.Input) reading.Reading
	mu   sync.Mutex
	kept []kept // oldest first; protected by mu
}

// kept is a reading, with the input as JSON.
type kept struct {
	input   string
	reading reading.Reading
}

// of reads a mail, or returns the kept reading.
func (r *readings) of(in reading.Input) reading.Reading {
	input, err := json.Marshal(in)
	if err != nil {
		return r.read(in)
	}
	if found, is := r.take(string(input)); is {
		return found
	}
	made := r.read(in)
	r.keep(kept{string(input), made})
	made.Facts, made.Conflicts = slices.Clone(made.Facts), slices.Clone(made.Conflicts)
	return made
}

// take removes a reading, so that the customer's data does not stay in memory.
func (r *readings) take(input string) (reading.Reading, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.kept, func(k kept) bool { return k.input == input })
	if i < 0 {
		return reading.Reading{}, false
	}
	found := r.kept[i].reading
	r.kept = slices.Delete(r.kept, i, i+1)
	return found, true
}

func (r *readings) keep(k kept) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.kept) == maxReadings {
		r.kept = slices.Delete(r.kept, 0, 1)
	}
	r.kept = append(r.kept, k)
}
