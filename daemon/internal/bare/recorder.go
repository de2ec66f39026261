package bare

import (
	"context"
	"slices"
	"sync"

	"ppamaild/store"
)

// Recorder is a store that remembers what is committed to it.
type Recorder struct {
	store.Store

	mu      sync.Mutex
	commits []Commit // protected by mu
	mail    Mail     // protected by mu; the last one put into the outbox
}

// Update implements store.Store.
func (r *Recorder) Update(ctx context.Context, fn func(store.Tx) error) error {
	var t *recording
	err := r.Store.Update(ctx, func(tx store.Tx) error {
		t = &recording{Tx: tx}
		return fn(t)
	})
	if err == nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.commits = append(r.commits, t.commit)
		if t.mail != nil {
			r.mail = *t.mail
		}
	}
	return err
}

// Take returns what was committed since the last Take, but for the acceptance of
// messages.
func (r *Recorder) Take() []Commit {
	r.mu.Lock()
	defer r.mu.Unlock()
	taken := slices.DeleteFunc(r.commits, func(c Commit) bool { return c.accepts })
	r.commits = nil
	return taken
}

// Script makes a script of what was committed for one message, of which there
// must be something.
func (r *Recorder) Script(commits []Commit) Script {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := Script{Route: commits[0], Mail: r.mail}
	for _, c := range commits[1:] {
		s.After = append(s.After, c)
		if c.claims {
			s.Before, s.After = append(s.Before, s.After...), nil
		}
	}
	return s
}
