package daemon

import (
	"context"
	"encoding/json"
	"fmt"

	"ppamaild/agent/task"
	"ppamaild/agent/task/taskplanner"
	"ppamaild/agent/task/tasktools"
	"ppamaild/daemon/internal/configured"
	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/tasks"
	"ppamaild/store"
)

// makeTasks prepares the workflow task.
func (d *Daemon) makeTasks(team tasktools.Team) (err error) {
	words := d.StaffWords()
	if team == nil {
		o := tasks.TeamOptions{Deps: d.Deps, Tokens: d.tokens, Inboxes: d.inboxes()}
		if d.agents, err = tasks.NewTeam(o); err != nil {
			return fmt.Errorf("making the agents of tasks: %w", err)
		}
		team = d.agents
	}
	team = waitingTeam{team}
	if d.task.Tools, err = (tasktools.Toolbox{Team: team, Words: words}).Tools(); err != nil {
		return fmt.Errorf("making the tools of tasks: %w", err)
	}
	d.roster = team.Roster
	rules := taskplanner.Rules{Roster: team.Roster, Words: words}
	d.task.Planner, err = configured.TaskPlanner(d.Config, rules, d.Clock.Wall, d.Log)
	if err != nil {
		return err
	}
	d.task.Planner = d.Tally.Planner(d.task.Planner, store.WorkflowTask)
	return d.task.Ready(configured.TaskPolicy(d.Config), words)
}

// waitingTeam is a team of agents. The watchdog does not count the time of calls to servers, which
// have their own limits. It counts the time of Run, except for the waits inside.
type waitingTeam struct{ tasktools.Team }

// Roster implements tasktools.Team.
func (t waitingTeam) Roster(ctx context.Context) []task.Agent {
	defer guard.Wait(ctx)()
	return t.Team.Roster(ctx)
}

// Preview implements tasktools.Team.
func (t waitingTeam) Preview(ctx context.Context, a task.Assignment) []string {
	defer guard.Wait(ctx)()
	return t.Team.Preview(ctx, a)
}

// Write implements tasktools.Team.
func (t waitingTeam) Write(
	ctx context.Context, w task.Write, key string, again bool,
) (json.RawMessage, error) {
	defer guard.Wait(ctx)()
	return t.Team.Write(ctx, w, key, again)
}
