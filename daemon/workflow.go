package daemon

import (
	"fmt"

	"ppamaild/agent/task/taskplanner"
	"ppamaild/agent/task/tasktools"
	"ppamaild/daemon/internal/configured"
	"ppamaild/daemon/tasks"
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
	if d.task.Tools, err = (tasktools.Toolbox{Team: team, Words: words}).Tools(); err != nil {
		return fmt.Errorf("making the tools of tasks: %w", err)
	}
	rules := taskplanner.Rules{Roster: team.Roster, Words: words}
	d.task.Planner, err = configured.TaskPlanner(d.Config, rules, d.Clock.Wall, d.Log)
	if err != nil {
		return err
	}
	return d.task.Ready(configured.TaskPolicy(d.Config), words)
}
