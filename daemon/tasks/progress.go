package tasks

import (
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/config"
	"ppamaild/daemon/runner"
	"ppamaild/reading"
	"ppamaild/templates"
)

// PlanAdopted tells the giver of the task that a plan came into force, unless the giver approved
// the plan.
func (h *Handler) PlanAdopted(t *runner.Turn) error {
	given := t.State.Task
	by := h.Say("tasks.plan_unreviewed")
	if n := len(given.Approvals); n > 0 && given.Approvals[n-1].Step == string(agent.StagePlan) {
		if given.Approvals[n-1].By == given.By {
			return nil
		}
		by = h.Say("tasks.plan_approved", given.Approvals[n-1].By)
	}
	what := h.Say("tasks.agents_start", strings.Join(given.Plan.Agents(), ", "), by)
	if given.Plan.Estimate > 0 {
		took := given.Plan.Estimate.Duration().Round(100 * time.Millisecond)
		what += " " + h.Say("tasks.estimate", took.String())
	}
	return h.tellGiver(t, config.MilestonePlan, "task_begun", templates.Notice{What: what})
}

// tellGiver mails the giver of the task, if the milestone is configured.
func (h *Handler) tellGiver(t *runner.Turn, m config.Milestone, name string, n templates.Notice) error {
	_, onStaff := h.Staff.Find(t.State.Task.By)
	if !onStaff || !slices.Contains(h.Config.Task.Progress, m) {
		return nil
	}
	return t.Notify(t.State.Task.By, name, n)
}

// Completed mails the results of a task to its giver, unless the giver approved the results.
func (h *Handler) Completed(t *runner.Turn) error {
	given := t.State.Task
	what := h.Say("tasks.results_unreviewed")
	if n := len(given.Approvals); n > 0 && given.Approvals[n-1].Step != string(agent.StagePlan) {
		if given.Approvals[n-1].By == given.By {
			return nil
		}
		what = h.Say("tasks.results_approved", given.Approvals[n-1].By)
	}
	compiled := given.Compile(h.StaffWords())
	n := templates.Notice{What: what, Body: reading.Mask(compiled.Summary)}
	return h.tellGiver(t, config.MilestoneResults, "task_completed", n)
}
