package agent

import (
	"cmp"
	"encoding/json"
	"strings"

	"ppamaild/agent/task"
)

// A task runs on the same state, gates and journal as a quote: it has steps, tools and
// reviews of its own. What it is about lies in State.Task.

// take begins the work on a task.
func (s *State) startTask(t task.Task) {
	s.Task = &t
	first, _, _ := strings.Cut(strings.TrimSpace(t.Text), "\n")
	s.Goal = cmp.Or(t.Subject, first, "a task")
	s.resume()
}

// KeepResult takes in what an agent found, and what it spent.
func (s *State) KeepResult(r task.Result) {
	s.AgentScratchpad.addUsage(Usage(r.Meta.Usage))
	s.Task.Keep(r)
}

// failed keeps what went wrong with a call that changes something.
func (s *State) recordFailure(act Action, why string) {
	if s.Task != nil && act.Tool == task.ToolCallTool {
		s.Task.Tried(task.DecodeWrite(act.Args), why)
	}
}

// approve keeps what was let take effect: with a call, until it is made, and in a task
// also who did.
func (s *State) recordApproval(p *Proposal, d Decision) {
	p.Action.Approved = p.Digest
	if s.Task == nil {
		return
	}
	s.Task.Approve(task.Approval{Step: string(p.Stage), Digest: p.Digest, By: d.By, At: d.At})
	s.Task.Note(task.Iteration{Stage: string(p.Stage), Summary: string(d.Verdict), Feedback: d.Text,
		By: d.By, At: d.At})
}

// sendBack has a task heed a rejection: of results, by whom and with what words; of a
// call, by leaving it out.
func (s *State) returnWork(p Proposal, d Decision) {
	if s.Task == nil {
		return
	}
	s.Task.Note(task.Iteration{Stage: string(p.Stage), Summary: string(d.Verdict), Feedback: d.Text,
		By: d.By, At: d.At})
	targets := d.Targets
	switch {
	case d.Replan || p.Stage == StageAgentFailed:
		s.Task.Replan = true
	case p.Stage == StageToolCall:
		s.Task.LeaveOut(task.DecodeWrite(p.Data))
	case p.Stage == StageSpecialist:
		targets = s.returnedTargets(p, d)
	}
	if p.Stage == StageFinalResults && !d.Replan && len(targets) == 0 {
		targets = s.Task.Named(d.Text)
	}
	if len(targets) > 0 {
		s.Task.SendBack(targets)
	}
}

// goOnWith does what staff say about an agent that failed.
func (s *State) continueTask(p Proposal, d Decision) {
	var asked task.AgentFailedArgs
	if json.Unmarshal(p.Data, &asked) != nil {
		return // it passed the tool's schema
	}
	s.Task.Note(task.Iteration{Stage: string(p.Stage), Agent: asked.Agent,
		Summary: string(d.Verdict), By: d.By, At: d.At})
	if d.Verdict == Retry {
		s.Task.Retry(asked.Agent)
	} else {
		s.Task.Accept(asked.Agent)
	}
	s.Next = NextPlan
}

// sentBack keeps the result of a single specialist, which nobody approved, as what its
// next run is to better.
func (s *State) returnedTargets(p Proposal, d Decision) []task.Target {
	var r task.Result
	if json.Unmarshal(p.Data, &r) == nil {
		s.KeepResult(r)
	}
	if len(d.Targets) > 0 {
		return d.Targets
	}
	return []task.Target{{Agent: r.Agent, Text: d.Text}}
}

// PlanBefore returns the steps of the plan that staff sent back, or want to be replaced;
// false where there is none.
func (s *State) PlanBefore() ([]task.Step, bool) {
	var p task.Plan
	if s.AgentScratchpad.RejectedData != nil &&
		json.Unmarshal(s.AgentScratchpad.RejectedData, &p) == nil &&
		len(p.Steps) > 0 {
		return p.Steps, true
	}
	if s.Task.Plan != nil {
		return s.Task.Plan.Steps, true
	}
	return nil, false
}
