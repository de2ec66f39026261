package tasks

import (
	"fmt"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/config"
	"ppamaild/daemon/runner"
	"ppamaild/reading"
	"ppamaild/templates"
)

// PlanAdopted tells the giver of the task that a plan came into force, unless the giver approved
// the plan.
func (h *Handler) PlanAdopted(t *runner.Turn) error {
	given := t.State.Task
	by := "The gate of plans is open, so nobody was asked."
	if n := len(given.Approvals); n > 0 && given.Approvals[n-1].Step == string(agent.StagePlan) {
		if given.Approvals[n-1].By == given.By {
			return nil
		}
		by = given.Approvals[n-1].By + " approved it."
	}
	what := fmt.Sprintf("These agents go to work now: %s. %s", strings.Join(given.Plan.Agents(), ", "),
		by)
	if given.Plan.Estimate > 0 {
		what += fmt.Sprintf(" Their last runs took %s together.",
			given.Plan.Estimate.Duration().Round(100_000_000))
	}
	return h.tellGiver(t, config.MilestonePlan, "task_begun", templates.Notice{What: what})
}

// tellGiver mails the giver of the task, if the milestone is configured.
func (h *Handler) tellGiver(t *runner.Turn, m config.Milestone, name string, n templates.Notice) error {
	if _, still := h.Staff.Find(t.State.Task.By); !still ||
		!slices.Contains(h.Config.Task.Progress, m) {
		return nil
	}
	return t.Notify(t.State.Task.By, name, n)
}

// Completed mails the results of a task to its giver, unless the giver approved the results.
func (h *Handler) Completed(t *runner.Turn) error {
	given := t.State.Task
	what := "No review of results is configured, so nobody was asked."
	if n := len(given.Approvals); n > 0 && given.Approvals[n-1].Step != string(agent.StagePlan) {
		if given.Approvals[n-1].By == given.By {
			return nil
		}
		what = given.Approvals[n-1].By + " approved the results."
	}
	compiled := given.Compile(task.Relate(given.Results, given.Own))
	return h.tellGiver(t, config.MilestoneResults, "task_completed", templates.Notice{What: what,
		Body: reading.Mask(compiled.Summary)})
}
