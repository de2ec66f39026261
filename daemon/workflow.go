package daemon

import (
	"fmt"

	"ppamaild/agent"
	"ppamaild/agent/planner"
	"ppamaild/config"
	"ppamaild/store"
	"ppamaild/templates"
)

// The workflows, as heads of threads name them. The agency's own thread has none.
const (
	workflowQuote = "quote"
	workflowTask  = "task"
)

// workflow is what the threads of one kind run on.
type workflow struct {
	tools   []agent.Tool
	planner Planner
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

// of returns what threads of that workflow run on.
func (d *Daemon) workflow(name string) *workflow {
	if name == workflowTask {
		return &d.task
	}
	return &d.quote
}

// isTask reports whether a thread's head is that of a task.
func isTask(h store.Head) bool { return h.Workflow == workflowTask }

// makeTasks prepares the workflow task.
func (d *Daemon) makeTasks(team agent.Crew) error {
	var err error
	if team == nil {
		if d.crew, err = d.makeCrew(); err != nil {
			return fmt.Errorf("making the agents of tasks: %w", err)
		}
		team = d.crew
	}
	if d.task.tools, err = (agent.TaskToolbox{Crew: team}).Tools(); err != nil {
		return fmt.Errorf("making the tools of tasks: %w", err)
	}
	if d.task.planner == nil {
		if d.task.planner, err = d.makeTaskPlanner(planner.TaskRules{Roster: team.Roster}); err != nil {
			return err
		}
	}
	return d.task.ready(taskPolicy(d.cfg))
}

// makeTaskPlanner makes the planner of tasks: the configured model where there is one.
func (d *Daemon) makeTaskPlanner(rules planner.TaskRules) (Planner, error) {
	if d.cfg.Planner.Kind != config.PlannerLLM {
		return rules, nil
	}
	prompts, err := templates.ReadPlanPrompts(d.cfg.Templates.Dir)
	if err != nil {
		return nil, err
	}
	return planner.NewTaskLLM(planner.TaskOptions{
		Model: makeModel(d.cfg.Planner, d.clock.Wall, d.log), Prompts: prompts, Agency: templates.PromptAgency{Agency: d.cfg.Agency.Name},
		Budget: budget(d.cfg.Limits), Repairs: d.cfg.Planner.Repairs, Rules: rules,
		FallBack: d.cfg.Planner.OnFailure == config.FailureRules, Logger: d.log.With("component", "planner"),
	})
}

// taskPolicy is what the configuration lets a task do. There is no limit to its actions
// but that of one event: each round of a revision is a person's wish.
func taskPolicy(cfg *config.Config) agent.Policy {
	p := policy(cfg)
	p.MaxRetries, p.ActionsPerThread = cfg.Task.MaxRevisions, 0
	p.ActionsPerEvent = max(p.ActionsPerEvent, 3*len(cfg.Agents)+10)
	return p
}
