package task

import (
	"fmt"
	"strings"
)

// Progress is the current progress of a task.
type Progress struct {
	Stage      string   `json:"stage"`
	Percentage int      `json:"progress_percentage"`     // decreases only after a rejection
	Current    string   `json:"current_agent,omitempty"` // the running agent
	Completed  []string `json:"completed_agents"`
	Pending    []string `json:"pending_agents"`
	Remaining  Seconds  `json:"estimated_remaining_seconds"` // median time of the pending agents; 0 without earlier runs
}

// Percentages of the stages. The agents share the range between planned and gathered.
const (
	planned  = 10
	gathered = 90
	compiled = 95
)

// Progress returns the progress of the task. step is the step under review, or "". done means
// that the task is complete.
func (t *Task) Progress(step string, done bool) Progress {
	p := Progress{Stage: t.stage(step, done), Completed: []string{}, Pending: []string{}}
	if t.Plan != nil {
		reviewed := t.Plan.Single && p.Stage == StageResultsReview // kept after its approval
		for _, s := range t.Plan.Steps {
			if r, has := t.Result(s.Agent); reviewed || has && r.Status != Failed {
				p.Completed = append(p.Completed, s.Agent)
				continue
			}
			p.Pending = append(p.Pending, s.Agent)
			a, _ := t.Plan.agent(s.Agent)
			p.Remaining += a.MedianTime
		}
	}
	if p.Stage == StageAgents && len(p.Pending) == 0 {
		p.Stage = StageCompiling
	}
	if p.Stage == StageAgents {
		p.Current = p.Pending[0]
	}
	p.Percentage = p.percentage()
	return p
}

// The stages of a task.
const (
	StagePlanning      = "planning"
	StagePlanReview    = "plan_review"
	StageAgents        = "agents"
	StageAgentFailed   = "agent_failed"
	StageCompiling     = "compiling"
	StageResultsReview = "results_review"
	StageCompleted     = "completed"
)

func (t *Task) stage(step string, done bool) string {
	switch {
	case done:
		return StageCompleted
	case step == "plan":
		return StagePlanReview
	case t.Plan == nil || t.Replan:
		return StagePlanning
	case step == StageAgentFailed:
		return StageAgentFailed
	case step == "specialist" || step == "final_results":
		return StageResultsReview
	}
	return StageAgents
}

func (p Progress) percentage() int {
	switch p.Stage {
	case StagePlanning:
		return 0
	case StagePlanReview:
		return planned / 2
	case StageCompiling:
		return gathered
	case StageResultsReview:
		return compiled
	case StageCompleted:
		return 100
	}
	return planned + len(p.Completed)*(gathered-planned)/(len(p.Completed)+len(p.Pending))
}

// String describes the progress in one line; "" for nil.
func (p *Progress) String() string {
	if p == nil {
		return ""
	}
	line := fmt.Sprintf("  %d %%  %s", p.Percentage, strings.ReplaceAll(p.Stage, "_", " "))
	if p.Current != "" {
		line += ": " + p.Current
	}
	if len(p.Completed) > 0 {
		line += "; done: " + strings.Join(p.Completed, ", ")
	}
	if len(p.Pending) > 0 {
		line += "; to come: " + strings.Join(p.Pending, ", ")
	}
	if p.Remaining > 0 {
		line += fmt.Sprintf("; about %s left", p.Remaining)
	}
	return line
}
