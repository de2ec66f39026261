package agent

import (
	"cmp"
	"encoding/json"
	"strings"

	"ppamaild/agent/letters"
	"ppamaild/agent/task"
)

// A task uses the same state, gates and journal as a quote, with its own stages, tools and
// reviews. State.Task has its data.

// startTask begins the work on a task.
func (s *State) startTask(t task.Task) {
	s.Task = &t
	first, _, _ := strings.Cut(strings.TrimSpace(t.Text), "\n")
	s.Goal = cmp.Or(t.Subject, first, "a task")
	s.resume()
}

// KeepResult stores the result of an agent and its usage.
func (s *State) KeepResult(r task.Result) {
	s.AgentScratchpad.addUsage(Usage(r.Meta.Usage))
	s.Task.Keep(r)
}

// recordFailure stores the failure of a call that changes something.
func (s *State) recordFailure(act Action, why string, words letters.Words) {
	if s.Task != nil && act.Tool == task.ToolCallTool {
		s.Task.Tried(task.DecodeWrite(act.Args), why, words)
	}
}

// recordApproval stores the digest of an approved call, and in a task also the person who
// approved it.
func (s *State) recordApproval(p *Proposal, d Decision) {
	p.Action.Approved = p.Digest
	if s.Task == nil {
		return
	}
	s.Task.Approve(task.Approval{Step: string(p.Stage), Digest: p.Digest, By: d.By, At: d.At})
	s.Task.Note(task.Iteration{Stage: string(p.Stage), Summary: string(d.Verdict), Feedback: d.Text,
		By: d.By, At: d.At})
}

// returnWork applies a rejection to a task: it returns results to their agents, or drops a call.
func (s *State) returnWork(p Proposal, d Decision, words letters.Words) {
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
		s.Task.LeaveOut(task.DecodeWrite(p.Data), words)
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

// continueTask applies the decision of staff about a failed agent.
func (s *State) continueTask(p Proposal, d Decision) {
	var asked task.AgentFailedArgs
	if json.Unmarshal(p.Data, &asked) != nil {
		return // the schema of the tool excludes this
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

// returnedTargets stores the rejected result of a specialist and returns the agents that work
// again: the agents that staff name, or the specialist.
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

// PlanBefore returns the steps of the rejected or replaced plan, if there are any.
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
