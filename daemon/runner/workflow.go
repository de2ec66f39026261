package runner

import (
	"ppamaild/agent"
	"ppamaild/agent/planner"
	"ppamaild/store"
	"ppamaild/templates"
)

// Workflow has the tools, planner and agents for the threads of one kind.
type Workflow struct {
	Tools     []agent.Tool
	Planner   planner.Planner
	Agent     *agent.Agent
	reviewAll *agent.Agent // every step needs a review
}

// Ready makes the agents of a workflow that has its tools. words are for staff.
func (w *Workflow) Ready(p agent.Policy, words *templates.Phrases) (err error) {
	if w.Agent, err = agent.New(p, w.Tools); err != nil {
		return err
	}
	p.AlwaysReview = true
	if w.reviewAll, err = agent.New(p, w.Tools); err != nil {
		return err
	}
	w.Agent.Words, w.reviewAll.Words = words, words
	return nil
}

// workflowOf returns the workflow of a thread.
func (r *Runner) workflowOf(h store.Head) *Workflow {
	switch h.Workflow {
	case store.WorkflowTask:
		return &r.Task
	case store.WorkflowTest:
		return &r.Test
	}
	return &r.Quote
}
