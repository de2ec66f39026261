package runner

import (
	"ppamaild/agent"
	"ppamaild/agent/planner"
	"ppamaild/store"
)

// Workflow has the tools, planner and agents for the threads of one kind.
type Workflow struct {
	Tools     []agent.Tool
	Planner   planner.Planner
	Agent     *agent.Agent
	reviewAll *agent.Agent // every step needs a review
}

// Ready makes the agents of a workflow that has its tools.
func (w *Workflow) Ready(p agent.Policy) (err error) {
	if w.Agent, err = agent.New(p, w.Tools); err != nil {
		return err
	}
	p.AlwaysReview = true
	w.reviewAll, err = agent.New(p, w.Tools)
	return err
}

// workflowOf returns the workflow of a thread.
func (r *Runner) workflowOf(h store.Head) *Workflow {
	if h.Workflow == store.WorkflowTask {
		return &r.Task
	}
	return &r.Quote
}
