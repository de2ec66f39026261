package daemon

import (
	"fmt"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/config"
	"ppamaild/reading"
	"ppamaild/templates"
)

// planInForce is what tells a task's plan from the one before.
func planInForce(s agent.State) *task.Plan {
	if s.Task == nil {
		return nil
	}
	return s.Task.Plan
}

// planAdopted tells whoever gave the task that a plan came into force, unless they
// approved it themselves.
func (r *run) planAdopted() error {
	t := r.State.Task
	by := "The gate of plans is open, so nobody was asked."
	if n := len(t.Approvals); n > 0 && t.Approvals[n-1].Step == string(agent.StagePlan) {
		if t.Approvals[n-1].By == t.By {
			return nil
		}
		by = t.Approvals[n-1].By + " approved it."
	}
	what := fmt.Sprintf("These agents go to work now: %s. %s", strings.Join(t.Plan.Agents(), ", "), by)
	if t.Plan.Estimate > 0 {
		what += fmt.Sprintf(" Their last runs took %s together.", t.Plan.Estimate.Duration().Round(100_000_000))
	}
	return r.tellGiver(config.MilestonePlan, "task_begun", templates.Notice{What: what})
}

// tellGiver mails whoever gave the task, if that milestone is configured.
func (r *run) tellGiver(m config.Milestone, name string, n templates.Notice) error {
	if _, still := r.d.Staff.Find(r.State.Task.By); !still || !slices.Contains(r.d.Config.Task.Progress, m) {
		return nil
	}
	return r.notify(r.State.Task.By, name, n)
}

// completedTask mails the results of a completed task to whoever gave it, unless they have
// approved them themselves.
func (r *run) completedTask() error {
	t := r.State.Task
	what := "No review of results is configured, so nobody was asked."
	if n := len(t.Approvals); n > 0 && t.Approvals[n-1].Step != string(agent.StagePlan) {
		if t.Approvals[n-1].By == t.By {
			return nil
		}
		what = t.Approvals[n-1].By + " approved the results."
	}
	compiled := t.Compile(task.Relate(t.Results, t.Own))
	return r.tellGiver(config.MilestoneResults, "task_completed", templates.Notice{What: what, Body: reading.Mask(compiled.Summary)})
}
