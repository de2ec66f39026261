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
	if team == nil {
		if d.crew, err = tasks.NewCrew(tasks.CrewOptions{Deps: d.Deps, Tokens: d.tokens, Inboxes: d.inboxes()}); err != nil {
			return fmt.Errorf("making the agents of tasks: %w", err)
		}
		team = d.crew
	}
	if d.task.Tools, err = (tasktools.Toolbox{Team: team}).Tools(); err != nil {
		return fmt.Errorf("making the tools of tasks: %w", err)
	}
	if d.task.Planner, err = configured.TaskPlanner(d.Config,
		taskplanner.Rules{Roster: team.Roster}, d.Clock.Wall, d.Log); err != nil {
		return err
	}
	return d.task.Ready(configured.TaskPolicy(d.Config))
}
