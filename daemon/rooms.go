package daemon

import (
	"context"
	"encoding/json"
	"maps"

	"ppamaild/agent"
	"ppamaild/config"
	"ppamaild/daemon/admin"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/control"
	"ppamaild/daemon/customer"
	"ppamaild/daemon/decision"
	"ppamaild/daemon/internal/configured"
	"ppamaild/daemon/outbox"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/recovery"
	"ppamaild/daemon/runner"
	"ppamaild/daemon/storefile"
	"ppamaild/daemon/tasks"
	"ppamaild/daemon/upkeep"
	"ppamaild/store"
)

// makeRooms connects the rooms. No room of a handler knows another.
func (d *Daemon) makeRooms() {
	d.outbox = outbox.New(outbox.Options{
		Deps: d.Deps, Senders: d.senders, Sent: d.sentFolders, Copies: d.copies, Twins: d.twins,
	})
	d.admin = admin.New(admin.Options{
		Deps: d.Deps, Messages: d.intake.Messages,
		Agent: func(context.Context) (*agent.Agent, error) { return d.quote.Agent, nil },
	})
	d.recovery = &recovery.Recovery{Deps: d.Deps, Sent: d.sentFolders[agency.RoleCustomer]}
	o := upkeep.Options{Deps: d.Deps, Copies: d.copies, Twins: d.twins, Eraser: d.admin}
	for _, w := range d.watchers {
		d.recovery.Watchers = append(d.recovery.Watchers, w)
		o.Watchers = append(o.Watchers, w)
	}
	d.upkeep = upkeep.New(o)
	d.makeRunner()
}

func (d *Daemon) makeRunner() {
	d.decision = decision.New(decision.Options{
		Deps: d.Deps, Outbox: d.outbox, Copies: d.copies, Classify: d.intake.Classify,
	})
	fromCustomers := &customer.Handler{
		Deps: d.Deps, Draft: d.toolbox.Acknowledge, Messages: d.intake.Messages,
	}
	forTasks := &tasks.Handler{Deps: d.Deps}
	digest := &upkeep.Digest{Deps: d.Deps}

	o := runner.Options{
		Deps: d.Deps, Quote: d.quote, Task: d.tasks.workflow, Test: d.tests.workflow,
		Known: d.toolbox.Known,
		Tasks: forTasks, EventDropped: d.eventDropped,
		Handlers: d.decision.Handlers(), Timers: d.decision.Timers(),
	}
	maps.Copy(o.Handlers, fromCustomers.Handlers())
	maps.Copy(o.Handlers, forTasks.Handlers())
	maps.Copy(o.Timers, fromCustomers.Timers())
	maps.Copy(o.Timers, digest.Timers())
	d.runner = runner.New(o)
}

// eventDropped notifies staff of an event that was dropped because its thread is
// unusable. The message behind the event stays stored.
func (d *Daemon) eventDropped(tx store.Tx, e store.Event, why string) error {
	if e.Kind == queue.KindRestored {
		return d.recovery.AskLater(tx, e)
	}
	var of struct {
		Inbound uint64 `json:"inbound"`
	}
	// Unreadable data names no message. It must not keep the event in the queue.
	_ = json.Unmarshal(e.Data, &of)
	if of.Inbound == 0 {
		return nil
	}
	in, err := tx.Inbound(of.Inbound)
	if err != nil {
		return err
	}
	why = d.Say("intake.thread_unusable", e.Thread, why)
	return d.intake.Quarantine(tx, in, nil, why)
}

// NewAdmin returns an Admin of an open store that no daemon runs on.
func NewAdmin(s store.Store, cfg *config.Config) *admin.Admin {
	d := newDaemon(Options{Config: cfg})
	d.Store, d.Claims = s, queue.Alone{}
	ending := func(ctx context.Context) (*agent.Agent, error) {
		if err := d.loadKeys(ctx); err != nil {
			return nil, err
		}
		return agent.New(configured.Policy(cfg), nil) // ending a thread needs no tools
	}
	return admin.New(admin.Options{Deps: d.Deps, Messages: d.intake.Messages, Agent: ending})
}

// Connect returns the commands of the daemon that runs on the configured store. If none runs,
// Connect opens the store.
func Connect(ctx context.Context, cfg *config.Config) (admin.Commands, error) {
	client := control.At(control.Path(cfg))
	if client.Alive(ctx) {
		return admin.Remote{Client: client}, nil
	}
	s, err := storefile.OpenExisting(cfg)
	if err != nil {
		return nil, err
	}
	return NewAdmin(s, cfg), nil
}
