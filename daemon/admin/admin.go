// Package admin does what admins order: it retries dead letters, moves messages between threads,
// erases data, changes the outbox, and shows threads. The same orders work on a running daemon,
// through its control socket, and on a store that no daemon has open. Work that an order causes
// waits for the daemon.
package admin

import (
	"context"

	"ppamaild/agent"
	"ppamaild/daemon/history"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// Options are what an Admin works with. All of them are needed.
type Options struct {
	Deps *deps.Deps
	// Messages returns the customer messages of a thread, oldest first.
	Messages func(ctx context.Context, tx store.Tx, thread string) ([]queue.CustomerEvent, error)
	// Agent returns the agent that ends threads.
	Agent func(context.Context) (*agent.Agent, error)
}

// Admin carries out orders on an open store.
type Admin struct {
	history.Reader
	KeptTokens
	*deps.Deps
	Options
}

// New returns an Admin.
func New(o Options) *Admin {
	return &Admin{Reader: history.Reader{Store: o.Deps.Store}, KeptTokens: KeptTokens{o.Deps.Store}, Deps: o.Deps, Options: o}
}

// Close closes the store.
func (a *Admin) Close() error { return a.Deps.Store.Close() }

// Follow tells where a thread stands, now and whenever that changes, until it ends or
// ctx is done. Without a daemon nothing changes, and it is told once.
func (a *Admin) Follow(ctx context.Context, id string, tell func(history.Progress) error) error {
	p, err := a.Progress(ctx, id)
	if err != nil {
		return err
	}
	return tell(p)
}
