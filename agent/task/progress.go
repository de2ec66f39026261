package task

import (
	"fmt"
	"strings"
	"time"
)

// Progress is where the work on a task stands.
type Progress struct {
	Stage      string   `json:"stage"`
	Percentage int      `json:"progress_percentage"`     // never decreases but where a plan or a result is sent back
	Current    string   `json:"current_agent,omitempty"` // that runs now
	Completed  []string `json:"completed_agents"`
	Pending    []string `json:"pending_agents"`
	Remaining  Seconds  `json:"estimated_remaining_seconds"` // by how long the pending agents usually take; 0 where none has run before
}

// How much of a task each stage is, in per cent: agents share what lies between.
const (
	planned  = 10
	gathered = 90
	compiled = 95
)

// Progress works out where the task stands. step is the step under review, "" for
// none; done says that the task is completed.
func (t *Task) Progress(step string, done bool) Progress {
	p := Progress{Stage: t.stage(step, done), Completed: []string{}, Pending: []string{}}
	if t.Plan != nil {
		for _, s := range t.Plan.Steps {
			if r, has := t.Result(s.Agent); has && r.Status != Failed {
				p.Completed = append(p.Completed, s.Agent)
				continue
			}
			p.Pending = append(p.Pending, s.Agent)
			m, _ := t.Plan.member(s.Agent)
			p.Remaining += m.Usually
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

// String says it on one line; "" for nil.
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
		line += fmt.Sprintf("; about %s left", p.Remaining.Duration().Round(time.Second))
	}
	return line
}
