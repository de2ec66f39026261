package bare

import (
	"context"
	"slices"
	"sync"

	"ppamaild/store"
)

// Recorder is a store that records all commits, and what was read between them.
type Recorder struct {
	store.Store

	mu      sync.Mutex
	commits []Commit // protected by mu
	mail    Mail     // protected by mu; the last mail put into the outbox
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

// Take returns the commits and reads since the last Take, except for accepted messages.
func (r *Recorder) Take() []Commit {
	r.mu.Lock()
	defer r.mu.Unlock()
	taken := slices.DeleteFunc(r.commits, func(c Commit) bool { return c.accepts })
	r.commits = nil
	return taken
}

// Script makes a script of the commits for one message. At least one commit must exist.
func (r *Recorder) Script(commits []Commit) Script {
	r.mu.Lock()
	defer r.mu.Unlock()
	route := slices.IndexFunc(commits, Commit.isWrite)
	s := Script{Look: commits[:route], Route: commits[route], Mail: r.mail}
	for _, c := range commits[route+1:] {
		s.After = append(s.After, c)
		if c.claims {
			s.Before, s.After = append(s.Before, s.After...), nil
		}
	}
	return s
}
