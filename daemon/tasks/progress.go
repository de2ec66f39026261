package tasks

import (
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/task/sections"
	"ppamaild/config"
	"ppamaild/daemon/runner"
	"ppamaild/templates"
)

// PlanAdopted tells the giver of the task that a plan came into force, unless the giver approved
// the plan.
func (h *Handler) PlanAdopted(t *runner.Turn) error {
	given := t.State.Task
	if !h.tellsGiver(t, config.MilestonePlan) {
		return nil
	}
	by := h.Say("tasks.plan_unreviewed")
	if n := len(given.Approvals); n > 0 && given.Approvals[n-1].Step == string(agent.StagePlan) {
		if given.Approvals[n-1].By == given.By {
			return nil
		}
		by = h.Say("tasks.plan_approved", given.Approvals[n-1].By)
	}
	what := h.Say("tasks.agents_start", strings.Join(given.Plan.Agents(), ", "), by)
	if given.Plan.Estimate > 0 {
		what += " " + h.Say("tasks.estimate", given.Plan.Estimate.String())
	}
	return t.Notify(given.By, "task_begun", templates.Notice{What: what})
}

// tellsGiver reports whether the giver of the task gets a mail at a milestone.
func (h *Handler) tellsGiver(t *runner.Turn, m config.Milestone) bool {
	_, onStaff := h.Staff.Find(t.State.Task.By)
	return onStaff && slices.Contains(h.Config.Task.Progress, m)
}

// Completed mails the results of a task and their files to its giver, unless the giver approved
// the results. Results without a review are always mailed, and to the reviewers if the giver left.
func (h *Handler) Completed(t *runner.Turn) error {
	given := t.State.Task
	last, reviewed := given.ResultsApproval()
	what := h.Say("tasks.results_unreviewed")
	if reviewed {
		if last.By == given.By || !h.tellsGiver(t, config.MilestoneResults) {
			return nil
		}
		what = h.Say("tasks.results_approved", last.By)
	}
	compiled, err := t.View().ApprovedResults(t.Decided)
	if err != nil {
		return err
	}
	files, err := t.View().CompiledFiles(compiled, true)
	if err != nil {
		return err
	}
	n := templates.Notice{
		What: what, Sections: t.View().InMail(sections.Results(compiled, h.StaffWords())),
	}
	if _, onStaff := h.Staff.Find(given.By); onStaff {
		return t.Notify(given.By, "task_completed", n, files...)
	}
	return t.NotifyAll("task_completed", n, files...)
}
