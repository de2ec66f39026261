package agent

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"ppamaild/store"
)

// Agent is the loop over a set of tools under a policy. It is immutable.
type Agent struct {
	tools  map[string]Tool
	policy Policy
}

// New returns an agent with these tools, whose names must differ.
func New(policy Policy, tools []Tool) (*Agent, error) {
	a := &Agent{tools: make(map[string]Tool, len(tools)), policy: policy}
	for _, t := range tools {
		if _, twice := a.tools[t.Name]; twice {
			return nil, fmt.Errorf("tool %s is defined twice", t.Name)
		}
		a.tools[t.Name] = t
	}
	return a, nil
}

// Tool returns the tool of that name.
func (a *Agent) Tool(name string) (Tool, bool) {
	t, found := a.tools[name]
	return t, found
}

// Step takes an event into the state and returns what is to be journaled and
// done. The state passed in is changed only through the pointer. An event that
// does not fit the state changes nothing and is an error.
func (a *Agent) Step(s *State, e Event) (Result, error) {
	var r Result
	switch e := e.(type) {
	case CustomerMessage:
		a.customerMessage(s, e, &r)
	case Planned:
		a.planned(s, e, &r)
	case PlannerFailed:
		a.handOver(s, "the planner could not go on: "+e.Why, &r)
	case ToolDone:
		a.toolDone(s, e, &r)
	case Decision:
		return r, a.decided(s, e, &r)
	case TakenOver:
		r.note(Note{e.At, store.SourceHumanReview, "take_over", e.By, "", nil})
		a.handOver(s, e.By+" answers by hand", &r)
	case Written:
		return r, a.written(s, e, &r)
	case HandedBack:
		r.note(Note{e.At, store.SourceHumanReview, "hand_back", e.By, "", nil})
		s.handBack()
	case Stopped:
		r.note(Note{e.At, store.SourceSystem, "stopped", e.By, "", e.Why})
		a.stop(s, e.Status, e.Why, &r)
	default:
		return r, fmt.Errorf("agent: event %T is not known", e)
	}
	return r, nil
}

// run puts the state back to work.
func (s *State) run() {
	s.Status, s.Next, s.AwaitingCustomerReply, s.EventActions = store.ThreadRunning, NextPlan, false, 0
}

// handBack lets the planner go on, past what it had called a person for.
func (s *State) handBack() {
	pad := &s.AgentScratchpad
	pad.Refer, pad.Heard, pad.Sent = "", 0, 0
	if pad.Intent != "provide_info" {
		pad.Intent = "new_quote"
	}
	s.run()
}

func (a *Agent) customerMessage(s *State, e CustomerMessage, r *Result) {
	r.note(Note{e.At, store.SourceCustomer, "message", s.CustomerInfo.Address, e.Mail.ID, e.Mail})
	pad := &s.AgentScratchpad
	pad.Inbox = append(pad.Inbox, e.Mail)
	if e.Withdrawn {
		pad.Heard, pad.Sent = 0, 0
	}
	if s.Status == store.ThreadHandedOver {
		r.want(HandOver{"the customer wrote again"})
		return
	}
	if s.DataForReview != nil {
		// The review stays open until it is known whether this mail changes it.
		pad.Open, s.DataForReview, s.RequiresAgencyReview, s.StepRequiringReview = s.DataForReview, nil, false, ""
	}
	if s.Status == store.ThreadCancelled {
		a.handOver(s, "the customer wrote again after the thread was cancelled", r)
		return
	}
	s.run()
}

func (a *Agent) planned(s *State, e Planned, r *Result) {
	s.EventActions++
	s.Actions++
	r.note(Note{e.At, store.SourceTool, "planned", e.Action.Tool, "", e.Action})
	tool, known := a.tools[e.Action.Tool]
	if why := a.refuse(s, e.Action, tool, known); why != "" {
		a.handOver(s, why, r)
		return
	}
	s.PlannedToolInputs = &e.Action
	s.consumeRejection()
	if tool.Stage != "" && tool.Before && a.policy.needsReview(tool.Stage, e.Action.Review, nil) {
		a.propose(s, Proposal{Stage: tool.Stage, Action: e.Action, Data: e.Action.Args, Before: true,
			Digest: digest(tool.Name, e.Action.Args)}, r)
		return
	}
	s.Next = NextCall
}

// consumeRejection: the planner has had the reason; the next proposal of that
// step is shown to staff together with it.
func (s *State) consumeRejection() {
	for stage := range s.RejectionFeedbackForStep {
		s.AgentScratchpad.Answers = stage
	}
	s.RejectionFeedbackForStep = nil
}

// refuse says why an action can't be carried out; empty if it can.
func (a *Agent) refuse(s *State, act Action, tool Tool, known bool) string {
	if !known {
		return fmt.Sprintf("the planner asked for the tool %q, which does not exist", act.Tool)
	}
	if err := tool.check(act.Args); err != nil {
		return "the planner asked for something malformed: " + err.Error()
	}
	if n := a.policy.ActionsPerEvent; n > 0 && s.EventActions > n {
		return fmt.Sprintf("the limit of %d actions for one event was reached", n)
	}
	if n := a.policy.ActionsPerThread; n > 0 && s.Actions > n {
		return fmt.Sprintf("the limit of %d actions for one thread was reached", n)
	}
	return ""
}

func (a *Agent) toolDone(s *State, e ToolDone, r *Result) {
	out := e.Output
	s.LastToolOutputs = &out
	s.Next = NextNothing
	r.note(Note{e.At, store.SourceTool, "returned", out.Tool, "", out})
	if out.Status != OutputOK {
		a.handOver(s, fmt.Sprintf("%s failed: %s", out.Tool, out.Message), r)
		return
	}
	tool := a.tools[out.Tool]
	if tool.Stage == "" || tool.Before {
		a.apply(s, tool, *s.PlannedToolInputs, out, e.At, r)
		return
	}
	p := a.result(s, tool, out)
	if a.policy.needsReview(tool.Stage, s.PlannedToolInputs.Review, p.Warnings) {
		a.propose(s, p, r)
		return
	}
	a.takeEffect(s, p, false, e.At, r)
}

// result makes the proposal to use a tool's output.
func (a *Agent) result(s *State, tool Tool, out Output) Proposal {
	p := Proposal{Stage: tool.Stage, Action: *s.PlannedToolInputs, Warnings: out.Flags}
	if d, is := out.draft(); is {
		p.Draft, p.Digest = &d, d.Digest()
		p.Warnings = append(p.Warnings, CheckFacts(d, s)...)
		return p
	}
	p.Data, p.Digest = out.Data, digest(tool.Name, out.Data)
	return p
}

// propose puts p before staff, unless it is what they have before them already,
// or what they have rejected.
func (a *Agent) propose(s *State, p Proposal, r *Result) {
	pad := &s.AgentScratchpad
	if slices.Contains(pad.Rejected, p.Digest) {
		a.handOver(s, "the planner has nothing other to propose than what was rejected", r)
		return
	}
	open := pad.Open
	pad.Open = nil
	if open != nil && open.Digest == p.Digest && open.Stage == p.Stage {
		s.await(*open)
		return
	}
	if open != nil {
		r.want(Supersede{"the customer wrote again, and the draft changed"})
	}
	if pad.Answers == p.Stage {
		p.Reason, p.Previous, pad.Answers = s.lastFeedback(p.Stage), pad.Previous, ""
	}
	r.want(AskReview{p})
	s.await(p)
}

// await pauses the run until p is decided.
func (s *State) await(p Proposal) {
	if p.Draft != nil {
		d := *p.Draft
		d.HTML = ""
		p.Draft = &d
	}
	s.DataForReview, s.RequiresAgencyReview, s.StepRequiringReview = &p, true, p.Stage
	s.Status, s.Next = store.ThreadAwaitingReview, NextNothing
}

func (s *State) lastFeedback(stage Stage) *Feedback {
	for _, f := range slices.Backward(s.HumanFeedback) {
		if f.Stage == stage {
			return &f
		}
	}
	return nil
}

// takeEffect carries out a proposal that was approved or needed no approval.
func (a *Agent) takeEffect(s *State, p Proposal, approved bool, at time.Time, r *Result) {
	tool := a.tools[p.Action.Tool]
	if p.Before {
		s.PlannedToolInputs, s.Next = &p.Action, NextCall
		return
	}
	out := Output{Tool: tool.Name, Status: OutputOK, Data: p.Data}
	if p.Draft != nil {
		r.want(SendMail{Draft: *p.Draft, Approved: approved})
		out.Data, _ = json.Marshal(p.Draft) // a struct of strings always marshals
	}
	a.apply(s, tool, p.Action, out, at, r)
}

func (a *Agent) apply(s *State, tool Tool, act Action, out Output, at time.Time, r *Result) {
	then := tool.Apply(s, act, out, at)
	s.Next = then.Next
	for _, i := range then.Intents {
		switch i := i.(type) {
		case HandOver:
			a.handOver(s, i.Why, r)
		case End:
			a.stop(s, i.Status, i.Why, r)
		default:
			r.want(i)
		}
	}
	a.dropOpen(s, "the customer wrote again, and there is nothing left to decide", r)
}

// dropOpen supersedes a review that outlived what it was about: the run has
// stopped without proposing it again.
func (a *Agent) dropOpen(s *State, why string, r *Result) {
	if s.AgentScratchpad.Open != nil && s.Next == NextNothing {
		s.AgentScratchpad.Open = nil
		r.want(Supersede{why})
	}
}

// handOver gives the thread to a person, with all that is known.
func (a *Agent) handOver(s *State, why string, r *Result) {
	a.pause(s, why, r)
	s.Status = store.ThreadHandedOver
	r.want(HandOver{why})
}

func (a *Agent) stop(s *State, status store.ThreadStatus, why string, r *Result) {
	a.pause(s, why, r)
	s.Status = status
	r.want(End{status, why})
}

// pause ends what is under way, whatever it is.
func (a *Agent) pause(s *State, why string, r *Result) {
	if s.DataForReview != nil || s.AgentScratchpad.Open != nil {
		r.want(Supersede{why})
	}
	s.DataForReview, s.RequiresAgencyReview, s.StepRequiringReview = nil, false, ""
	s.AgentScratchpad.Open = nil
	s.Next, s.AwaitingCustomerReply = NextNothing, false
}

// draft returns the draft in a tool's output, if it is one.
func (o Output) draft() (Draft, bool) {
	if o.Tool != ToolAskCustomer && o.Tool != ToolSendQuote && o.Tool != ToolCloseThread {
		return Draft{}, false
	}
	var d Draft
	err := json.Unmarshal(o.Data, &d)
	return d, err == nil && len(d.To) > 0
}
