package daemon

import (
	"context"

	"ppamaild/agent"
	"ppamaild/config"
	"ppamaild/daemon/history"
	"ppamaild/daemon/internal/configured"
	"ppamaild/store"
)

// Admin answers questions about a store, has tried again what was given up, and puts
// threads right. What is to be worked on for that waits until a daemon runs.
type Admin struct {
	history.Reader
	Config *config.Config
}

// NewAdmin returns an Admin of an open store.
func NewAdmin(s store.Store, cfg *config.Config) Admin { return Admin{history.Reader{Store: s}, cfg} }

// byHand is as much of a daemon as it takes to change the store of one that does
// not run.
func (a Admin) byHand() *Daemon {
	d := newDaemon(Options{Config: a.Config})
	d.Store = a.Store
	return d
}

// Correct makes a correction; see Daemon.Correct.
func (a Admin) Correct(ctx context.Context, c Correction) (Correction, error) {
	d := a.byHand()
	var err error
	if d.quote.Agent, err = agent.New(configured.Policy(a.Config), nil); err != nil { // it only has to stop
		return Correction{}, err
	}
	if err := d.loadKeys(ctx); err != nil {
		return Correction{}, err
	}
	return d.Correct(ctx, c)
}

// Close closes the store.
func (a Admin) Close() error { return a.Store.Close() }
