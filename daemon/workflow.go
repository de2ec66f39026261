package daemon

import (
	"fmt"

	"ppamaild/agent"
	"ppamaild/agent/planner"
	"ppamaild/agent/task/tasktools"
	"ppamaild/daemon/internal/configured"
	"ppamaild/store"
)

// workflow is what the threads of one kind run on.
type workflow struct {
	tools   []agent.Tool
	planner planner.Planner
	agent   *agent.Agent
	wary    *agent.Agent // the same, but with every step reviewed
}

// ready makes the agents of a workflow that has its tools.
func (w *workflow) ready(p agent.Policy) (err error) {
	if w.agent, err = agent.New(p, w.tools); err != nil {
		return err
	}
	p.AlwaysReview = true
	w.wary, err = agent.New(p, w.tools)
	return err
}

func (d *Daemon) workflow(name string) *workflow {
	if name == store.WorkflowTask {
		return &d.task
	}
	return &d.quote
}

func (d *Daemon) makeTasks(team tasktools.Team) error {
	var err error
	if team == nil {
		if d.crew, err = d.makeCrew(); err != nil {
			return fmt.Errorf("making the agents of tasks: %w", err)
		}
		team = d.crew
	}
	if d.task.tools, err = (tasktools.Toolbox{Team: team}).Tools(); err != nil {
		return fmt.Errorf("making the tools of tasks: %w", err)
	}
	if d.task.planner, err = configured.TaskPlanner(d.Config, planner.TaskRules{Roster: team.Roster}, d.clock.Wall, d.Log); err != nil {
		return err
	}
	return d.task.ready(configured.TaskPolicy(d.Config))
}
