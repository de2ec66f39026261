package tasks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"ppamaild/agent/task"
	"ppamaild/agent/task/mcp"
	"ppamaild/agent/task/team"
	"ppamaild/config"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/internal/configured"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/search"
	"ppamaild/reading"
	"ppamaild/store"
	"ppamaild/templates"
)

// TeamOptions are what the agents of tasks work with, apart from the configuration.
type TeamOptions struct {
	Deps    *deps.Deps
	Tokens  *configured.Tokens
	Inboxes []string // the roles with a mailbox to read
	Test    bool     // the agents of test tasks
}

// NewTeam prepares the agents that do the work of tasks. It contacts none of their services.
func NewTeam(co TeamOptions) (*team.Team, error) {
	d := builder{co.Deps, co}
	cfg := d.Config
	o := team.Options{
		Agency: cfg.Agency.Name, Words: d.StaffWords(), Location: d.Location, MaxResult: int(cfg.Task.MaxResultSize),
		MaxTokens: cfg.Limits.TokensPerEvent, Now: d.Now, Log: d.Log.With("component", "agents"),
	}
	if !co.Test { // the times of tests are in memory
		o.Durations = durations{d.Deps}
	}
	for _, m := range d.Staff.Staff {
		o.Staff = append(o.Staff, m.Name)
	}
	var roles []string
	var errs []error
	for _, c := range cfg.AgentsFor(co.Test) {
		a, err := d.makeAgent(c)
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

type builder struct {
	*deps.Deps
	TeamOptions
}

func (d builder) makeAgent(c config.Agent) (team.Agent, error) {
	a := team.Agent{
		Name: c.Name, Kind: string(c.Kind), Description: c.Description, Keywords: c.Keywords,
		Folders: c.Folders, Arguments: c.Arguments, SampleFile: c.SampleFile, Tools: c.Tools,
		Prompt: c.Prompt,
	}
	if c.Kind != config.AgentLLM {
		a.Source = c.Name
		if c.Test {
			a.Source = d.Say("tasks.test_source", c.Name)
		}
	}
	var err error
	switch c.Kind {
	case config.AgentMailbox:
		a.Mail, err = d.mailSearches()
	case config.AgentMCP:
		var server team.Server
		server, err = configured.MCP(c, d.Config.Task.MaxResultSize, d.Log)
		a.Server = waitingServer{server}
	}
	if err != nil {
		return a, fmt.Errorf("agent %s: %w", c.Name, err)
	}
	return a, nil
}

// waitingServer is a server of the Model Context Protocol. The watchdog does not count the time
// of a call, because the client has its own limits.
type waitingServer struct{ team.Server }

// Tools implements team.Server.
func (s waitingServer) Tools(ctx context.Context) ([]mcp.Tool, error) {
	defer guard.Wait(ctx)()
	return s.Server.Tools(ctx)
}

// Call implements team.Server.
func (s waitingServer) Call(
	ctx context.Context, tool string, args json.RawMessage,
) (mcp.Answer, error) {
	defer guard.Wait(ctx)()
	return s.Server.Call(ctx, tool, args)
}

// waitingMail is a searchable account. The watchdog does not count the time of a search, because
// the server may be slow.
type waitingMail struct{ team.Mail }

// Search implements team.Mail.
func (m waitingMail) Search(ctx context.Context, q search.Query) (search.Found, error) {
	defer guard.Wait(ctx)()
	return m.Mail.Search(ctx, q)
}

// mailSearches search the accounts of the agency, each account once.
func (d builder) mailSearches() (all []team.Mail, err error) {
	for _, role := range d.Inboxes {
		s, err := search.New(search.Options{
			Account: configured.Account(d.Account(role), d.Tokens), Mask: reading.Mask,
			LeaveOut: func(m *message.Message) bool { return IsAboutReviews(d.Agency, m) },
			Thread:   d.threadOf,
		})
		if err != nil {
			return nil, fmt.Errorf("mailbox.%s: %w", role, err)
		}
		all = append(all, waitingMail{s})
	}
	return all, nil
}

// IsAboutReviews reports whether a message is from ppamaild, or answers such a mail and is from
// staff. A search for tasks leaves these messages out: the subject of an ACCEPT names the task.
func IsAboutReviews(a *agency.Agency, m *message.Message) bool {
	if a.IsOurs(m.MessageID) {
		return true
	}
	isStaff := func(from message.Address) bool { _, is := a.Staff.Find(from.Address); return is }
	answers := slices.Concat(m.InReplyTo, m.References)
	return slices.ContainsFunc(m.From, isStaff) && slices.ContainsFunc(answers, a.IsOurs)
}

// threadOf returns the thread of a message; "" for none.
func (d builder) threadOf(m *message.Message) (thread string) {
	err := d.Store.View(context.Background(), func(tx store.Tx) (err error) {
		thread, _, err = queue.Index{Tx: tx}.ByMessageID(m.MessageID)
		return err
	})
	if err != nil {
		d.Log.Warn("finding the thread of a message", "error", err)
	}
	return thread
}

// durations keeps the run times of agents in the store, across restarts.
type durations struct{ d *deps.Deps }

// Ran implements team.Durations.
func (p durations) Ran(agent string, took task.Seconds) {
	err := p.d.Update(context.Background(), failpoint.RunTime, func(tx store.Tx) error {
		known, err := tx.RunTime(agent)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		runs := append(known.Runs, took.Duration())
		runs = runs[max(0, len(runs)-team.MaxDurations):]
		return tx.PutRunTime(store.RunTime{Agent: agent, Runs: runs})
	})
	if err != nil {
		p.d.Log.Warn("remembering how long an agent took", "agent", agent, "error", err)
	}
}

// Usually implements team.Durations.
func (p durations) Usually(agent string) task.Seconds {
	var runs []task.Seconds
	err := p.d.Store.View(context.Background(), func(tx store.Tx) error {
		known, err := tx.RunTime(agent)
		for _, r := range known.Runs {
			runs = append(runs, task.Seconds(r.Seconds()))
		}
		return err
	})
	if err != nil {
		return 0 // an agent that never ran has no estimate
	}
	return team.Median(runs)
}
