package daemon

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"

	"ppamaild/agent/task"
	"ppamaild/agent/task/team"
	"ppamaild/config"
	"ppamaild/daemon/internal/configured"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/search"
	"ppamaild/reading"
	"ppamaild/store"
	"ppamaild/templates"
)

// makeCrew prepares those who do the work of tasks; it reaches none of their services.
func (d *Daemon) makeCrew() (*team.Crew, error) {
	cfg := d.Config
	o := team.Options{
		Agency: cfg.Agency.Name, Location: d.Location, MaxResult: int(cfg.Task.MaxResultSize),
		MaxTokens: cfg.Limits.TokensPerEvent, Now: d.Now, Log: d.Log.With("component", "agents"),
		Paces: paces{d},
	}
	for _, m := range d.Staff.Staff {
		o.Staff = append(o.Staff, m.Name)
	}
	var roles []string
	var errs []error
	for _, c := range cfg.Agents {
		a, err := d.makeSpecialist(c)
		o.Agents, errs = append(o.Agents, a), append(errs, err)
		if c.Prompt != "" {
			roles = append(roles, c.Prompt)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if cfg.Planner.Kind == config.PlannerLLM {
		var err error
		if o.Prompts, err = templates.ReadAgentPrompts(cfg.Templates.Dir, roles); err != nil {
			return nil, err
		}
		o.Model, o.ModelName = configured.Model(cfg.Planner, d.Clock.Wall, d.Log), cfg.Planner.Model
	}
	return team.New(o)
}

func (d *Daemon) makeSpecialist(c config.Agent) (team.Agent, error) {
	a := team.Agent{
		Name: c.Name, Kind: string(c.Kind), Description: c.Description, Keywords: c.Keywords,
		Folders: c.Folders, Arguments: c.Arguments, SampleFile: c.SampleFile, Tools: c.Tools,
		Prompt: c.Prompt,
	}
	var err error
	switch c.Kind {
	case config.AgentMailbox:
		a.Source = d.Config.Mailbox.Agency.Host
		a.Mail, err = d.searchers()
	case config.AgentMCP:
		a.Source = sourceOf(c)
		a.Server, err = configured.MCP(c, d.Config.Task.MaxResultSize, d.Log)
	}
	if err != nil {
		return a, fmt.Errorf("agent %s: %w", c.Name, err)
	}
	return a, nil
}

// sourceOf is what an agent gets its data from, for people: nothing of a URL or a command
// that could be secret.
func sourceOf(c config.Agent) string {
	u, err := url.Parse(c.URL)
	if c.URL == "" || err != nil {
		return c.Name
	}
	return c.Name + " at " + u.Host
}

// searchers are what searches the agency's accounts, each account once.
func (d *Daemon) searchers() (all []team.Mail, err error) {
	for _, role := range d.inboxes() {
		s, err := search.New(search.Options{
			Account: configured.Account(d.Account(role), d.tokens), Mask: reading.Mask,
			LeaveOut: d.isOfReviews,
			Thread:   d.threadOf,
		})
		if err != nil {
			return nil, fmt.Errorf("mailbox.%s: %w", role, err)
		}
		all = append(all, s)
	}
	return all, nil
}

// isOfReviews reports whether a message is ours, or a member of staff's that answers one of
// ours: a mere ACCEPT has the name of the task that it decides on in its subject.
func (d *Daemon) isOfReviews(m *message.Message) bool {
	if d.IsOurs(m.MessageID) {
		return true
	}
	isStaff := func(a message.Address) bool { _, is := d.Staff.Find(a.Address); return is }
	return slices.ContainsFunc(m.From, isStaff) && slices.ContainsFunc(slices.Concat(m.InReplyTo,
		m.References), d.IsOurs)
}

// threadOf names the thread of a message; "" where it has none.
func (d *Daemon) threadOf(m *message.Message) (thread string) {
	err := d.Store.View(context.Background(), func(tx store.Tx) (err error) {
		thread, _, err = queue.Index{Tx: tx}.ByMessageID(m.MessageID)
		return err
	})
	if err != nil {
		d.Log.Warn("finding the thread of a message", "error", err)
	}
	return thread
}

// paces keeps how long agents take, across restarts: in the store.
type paces struct{ d *Daemon }

// Ran implements specialist.Paces.
func (p paces) Ran(agent string, took task.Seconds) {
	err := p.d.Update(context.Background(), failpoint.Pace, func(tx store.Tx) error {
		pace, err := tx.RunTime(agent)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		runs := append(pace.Runs, took.Duration())
		return tx.PutRunTime(store.RunTime{Agent: agent, Runs: runs[max(0,
			len(runs)-team.Remembered):]})
	})
	if err != nil {
		p.d.Log.Warn("remembering how long an agent took", "agent", agent, "error", err)
	}
}

// Usually implements specialist.Paces.
func (p paces) Usually(agent string) task.Seconds {
	var runs []task.Seconds
	err := p.d.Store.View(context.Background(), func(tx store.Tx) error {
		pace, err := tx.RunTime(agent)
		for _, r := range pace.Runs {
			runs = append(runs, task.Seconds(r.Seconds()))
		}
		return err
	})
	if err != nil {
		return 0 // it has not run yet, and nobody waits for an estimate
	}
	return team.Median(runs)
}
