package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"ppamaild/agent/task"
	"ppamaild/agent/task/taskplanner"
	"ppamaild/agent/task/tasktools"
	"ppamaild/agent/task/team"
	"ppamaild/daemon/internal/configured"
	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/runner"
	"ppamaild/daemon/tasks"
	"ppamaild/store"
)

// crew works on tasks: real tasks or test tasks.
type crew struct {
	workflow runner.Workflow
	agents   *team.Team // nil in tests of this program
	roster   func(context.Context) []task.Agent
}

func (c *crew) close() error {
	if c.agents == nil {
		return nil
	}
	return c.agents.Close()
}

// makeTasks prepares the workflows of tasks and of test tasks.
func (d *Daemon) makeTasks(replaced tasktools.Team) error {
	return errors.Join(d.makeCrew(&d.tasks, store.WorkflowTask, replaced),
		d.makeCrew(&d.tests, store.WorkflowTest, nil))
}

func (d *Daemon) makeCrew(c *crew, workflow string, team tasktools.Team) (err error) {
	words := d.StaffWords()
	if team == nil {
		o := tasks.TeamOptions{
			Deps: d.Deps, Tokens: d.tokens, Inboxes: d.inboxes(),
			Test: workflow == store.WorkflowTest,
		}
		if c.agents, err = tasks.NewTeam(o); err != nil {
			return fmt.Errorf("making the agents of tasks: %w", err)
		}
		team = c.agents
	}
	team = waitingTeam{team}
	if c.workflow.Tools, err = (tasktools.Toolbox{Team: team, Words: words}).Tools(); err != nil {
		return fmt.Errorf("making the tools of tasks: %w", err)
	}
	c.roster = team.Roster
	rules := taskplanner.Rules{Roster: team.Roster, Words: words}
	planner, err := configured.TaskPlanner(d.Config, rules, d.Clock.Wall, d.Log)
	if err != nil {
		return err
	}
	c.workflow.Planner = d.Tally.Planner(planner, workflow)
	return c.workflow.Ready(configured.TaskPolicy(d.Config), words)
}

// rosterOf lists the agents of test tasks, or the agents of all other tasks.
func (d *Daemon) rosterOf(ctx context.Context, test bool) []task.Agent {
	if test {
		return d.tests.roster(ctx)
	}
	return d.tasks.roster(ctx)
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
