// Package admin carries out the orders of admins: it retries dead letters, moves messages between
// threads, erases data, changes the outbox, and shows threads. The orders work on a running
// daemon, through its control socket, and on a store without a running daemon. Events that an
// order queues wait for the daemon.
package admin

import (
	"context"

	"ppamaild/agent"
	"ppamaild/daemon/history"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// Options are the parts that an Admin needs. All fields are required.
type Options struct {
	Deps *deps.Deps
	// Messages returns the customer messages of a thread, oldest first.
	Messages func(ctx context.Context, tx store.Tx, thread string) ([]queue.CustomerEvent, error)
	// Agent returns the agent that ends merged threads.
	Agent func(context.Context) (*agent.Agent, error)
}

// Admin carries out orders on an open store.
type Admin struct {
	history.Reader
	KeptTokens
	tokenOrders
	*deps.Deps
	Options
	via string // queue.ViaConsole; "" for the commands
}

// Through returns an Admin that notes via in the journal with each order.
func (a *Admin) Through(via string) *Admin {
	through := *a
	through.via = via
	return &through
}

// payload adds via to a payload of the journal.
func (a *Admin) payload(fields map[string]any) map[string]any {
	if a.via != "" {
		fields["via"] = a.via
	}
	return fields
}

// New returns an Admin with these options.
func New(o Options) *Admin {
	return &Admin{
		Reader:      history.Reader{Store: o.Deps.Store, Phrases: o.Deps},
		KeptTokens:  KeptTokens{o.Deps.Store},
		tokenOrders: tokenOrders{o.Deps},
		Deps:        o.Deps,
		Options:     o,
	}
}

// Close closes the store.
func (a *Admin) Close() error { return a.Deps.Store.Close() }

// Follow calls report once with the progress of a thread: without a daemon, nothing changes. It
// returns store.ErrNotFound for an unknown thread.
func (a *Admin) Follow(ctx context.Context, id string, report func(history.Progress) error) error {
	p, err := a.Progress(ctx, id)
	if err != nil {
		return err
	}
	return report(p)
}
