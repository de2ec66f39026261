package agent

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"ppamaild/agent/letters"
	"ppamaild/quote"
	"ppamaild/store"
)

// ErrNotUnderReview means that a decision is not about the current proposal.
var ErrNotUnderReview = errors.New("that is not what is under review")

// Agent is the loop over a set of tools under a policy. It is immutable.
type Agent struct {
	tools  map[string]Tool
	policy Policy
	Words  letters.Words // for reasons and warnings; nil: the built-in English words

	replays bool // events come from a journal, which has the warnings of each result
}

// New returns an agent with these tools. Their names must differ.
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

// say returns a phrase for staff.
func (a *Agent) say(phrase string, args ...string) string { return a.Words.Say(phrase, args...) }

// Policy returns the policy. Callers must not change its gates.
func (a *Agent) Policy() Policy { return a.policy }

// Tool returns the tool with a name.
func (a *Agent) Tool(name string) (Tool, bool) {
	t, found := a.tools[name]
	return t, found
}

// Step applies an event to the state and returns journal notes and intents. An event that does
// not fit changes nothing and returns an error. For a late decision the error is
// ErrNotUnderReview.
func (a *Agent) Step(s *State, e Event) (Result, error) {
	var r Result
	if err := s.fits(e); err != nil {
		return r, err
	}
	if _, is := e.(ToolDone); !is { // toolDone writes the entry after checking the output
		r.note(entryOf(s, e))
	}
	switch e := e.(type) {
	case Begun:
		s.begin(e)
	case PolicySet:
		s.Policy = e.Policy.Digest()
	case CustomerMessage:
		a.customerMessage(s, e, &r)
	case TaskGiven:
		s.startTask(e.Task)
	case Planned:
		a.planned(s, e, &r)
	case PlannerFailed:
		s.AgentScratchpad.addUsage(e.Usage)
		a.handOver(s, a.say("agent.planner_failed", e.Why), &r)
	case AskedBack:
		s.AgentScratchpad.Usage = s.AgentScratchpad.Usage.Plus(e.Usage)
	case Stuck:
		a.stuck(s, e, &r)
	case Unsent:
		a.handOver(s, a.say("agent.unsent", e.Why), &r)
	case ToolDone:
		a.toolDone(s, e, &r)
	case Decision:
		a.decided(s, e, &r)
	case TakenOver:
		a.takenOver(s, e, &r)
	case Written:
		a.ownText(s, e, &r)
	case HandedBack:
		a.handedBack(s, e, &r)
	case CustomerSilent:
		a.customerSilent(s, e, &r)
	case CarrierDue:
		s.askCarrierAgain()
	case Stopped:
		if !s.ended() {
			a.stop(s, e.Status, e.Why, &r)
		}
	}
	return r, nil
}

// fits reports whether e can happen in the state s.
func (s *State) fits(e Event) error {
	fits := true
	switch e := e.(type) {
	case Begun:
		fits = s.Policy == "" || e.Restart
	case PolicySet, CustomerMessage, TakenOver, Stuck, Unsent, AskedBack:
	case TaskGiven:
		fits = s.Task == nil && s.Next == NextNothing
	case Planned:
		fits = s.Next == NextPlan
	case PlannerFailed:
		fits = s.Next != NextNothing
	case ToolDone:
		fits = s.Next == NextCall && s.PlannedToolInputs.Tool == e.Output.Tool
	case Decision:
		p := s.underDecision()
		if p == nil || p.Digest != e.Digest {
			return ErrNotUnderReview
		}
		fits = e.Verdict.fits(*p)
	case Written, HandedBack:
		if s.Status != store.ThreadHandedOver {
			return fmt.Errorf("the thread is %s, not %s: %w", s.Status, store.ThreadHandedOver,
				ErrNotUnderReview)
		}
	case CustomerSilent:
		fits = s.AwaitingCustomerReply
	case CarrierDue:
		fits = s.AwaitsCarrier()
	case Stopped:
		fits = e.Status == store.ThreadCancelled || e.Status == store.ThreadExpired
	default:
		fits = false
	}
	if !fits {
		return fmt.Errorf("agent: %T does not fit %s, which is %s (next: %q)", e, s.ThreadID,
			s.Status, s.Next)
	}
	return nil
}

// begin starts or restarts the thread.
func (s *State) begin(e Begun) {
	if e.Restart {
		inFlight := s.InFlight
		*s = NewState(s.ThreadID, e.Customer)
		s.Actions, s.InFlight = e.Actions, inFlight
	}
	s.CustomerInfo, s.Policy = e.Customer, e.Policy.Digest()
}

// stuck gives the thread to a person in any state.
func (a *Agent) stuck(s *State, e Stuck, r *Result) {
	if s.Next == NextCall {
		s.recordFailure(*s.PlannedToolInputs, a.say("agent.outcome_unknown", e.Why), a.Words)
	}
	a.handOver(s, a.say("agent.stuck", e.Why), r)
}

// planned applies the planner's next action.
func (a *Agent) planned(s *State, e Planned, r *Result) {
	s.EventActions++
	s.Actions++
	s.AgentScratchpad.addUsage(e.Action.Usage)
	act := e.Action
	tool, known := a.tools[act.Tool]
	if why := a.checkAction(s, act, tool, known); why != "" {
		a.handOver(s, why, r)
		return
	}
	s.PlannedToolInputs = &act
	if act.ByRules != "" || s.Task != nil { // in a task, only the plan comes from a model
		s.AgentScratchpad.ByRules = act.ByRules
	}
	s.consumeRejection(act)
	if tool.Stage == "" || !tool.Before && !tool.Asks {
		s.Next = NextCall
		return
	}
	act.Review = act.Review || tool.Asks
	a.gate(s, Proposal{Stage: tool.Stage, Action: act, Data: act.Args, Before: true}, e.At, r)
}

// readable returns valid JSON unchanged, and other data as a JSON string. State and journal can
// hold only valid JSON.
func readable(raw json.RawMessage) json.RawMessage {
	if json.Valid(raw) {
		return raw
	}
	text, _ := json.Marshal(string(raw)) // a string can't fail
	return text
}

// checkAction explains why an action is refused, or returns "".
func (a *Agent) checkAction(s *State, act Action, tool Tool, known bool) string {
	if !known {
		return a.say("agent.unknown_tool", act.Tool)
	}
	if err := tool.CheckArgs(act.Args); err != nil {
		return a.say("agent.malformed", err.Error())
	}
	if tool.Asks && tool.Stage == StageHumanInput && !a.policy.AskStaff {
		return a.say("agent.no_questions")
	}
	if n := a.policy.ActionsPerEvent; n > 0 && s.EventActions > n {
		return a.say("agent.event_limit", strconv.Itoa(n))
	}
	if n := a.policy.ActionsPerThread; n > 0 && s.Actions > n {
		return a.say("agent.thread_limit", strconv.Itoa(n))
	}
	return ""
}

// toolDone applies the output of the planned call.
func (a *Agent) toolDone(s *State, e ToolDone, r *Result) {
	out, act := e.Output, *s.PlannedToolInputs
	tool := a.tools[out.Tool]
	s.Next = NextNothing
	p, why := a.resultOf(s, tool, act, &out)
	s.LastToolOutputs = &out
	r.note(entryOf(s, ToolDone{out, e.At}))
	switch {
	case why != "":
		s.recordFailure(act, why, a.Words)
		a.handOver(s, a.say("agent.tool_failed", out.Tool, why), r)
	case tool.Stage == "" || tool.Before || tool.Mails && p.Draft == nil:
		a.apply(s, tool, act, out, e.At, r)
	default:
		a.gate(s, p, e.At, r)
	}
	if !s.AwaitsCarrier() { // the approval also covers repeated carrier calls
		s.PlannedToolInputs.Approved = ""
	}
}

// fromFile reports whether facts come from an attachment or a forwarded page. Such facts count
// only after a person accepts the facts.
func fromFile(data json.RawMessage) bool {
	var d Extracted
	return bytes.Contains(data, []byte(`"from"`)) && // cheap, and most results have none
		json.Unmarshal(data, &d) == nil && slices.ContainsFunc(d.Facts, IsFromFile)
}

// IsFromFile reports whether a value comes from an attachment or a forwarded page.
func IsFromFile(f quote.Fact) bool { return f.From != "" }

// resultOf returns the proposal for a tool's output, or explains why the output can't be used. It
// removes the HTML of a draft from out.
func (a *Agent) resultOf(s *State, tool Tool, act Action, out *Output) (p Proposal, why string) {
	p = Proposal{Stage: tool.Stage, Action: act, Data: out.Data, Warnings: out.Flags}
	switch {
	case out.Status != OutputOK:
		return p, cmp.Or(out.Message, a.say("agent.no_reason"))
	case len(out.Data) > 0 && !json.Valid(out.Data):
		out.Data, out.Status, out.Message = readable(out.Data), OutputError,
			a.say("agent.not_json")
		return p, out.Message
	case !tool.Mails || tool.Silent && out.Draft == nil:
		p.Action.Review = act.Review || tool.Name == ToolExtractApplication && fromFile(out.Data)
		if f := s.AgentScratchpad.OpenRejection; f != nil && f.Stage == p.Stage && !a.replays {
			p.Warnings = append(p.Warnings, s.AgentScratchpad.Unapplied...)
			out.Flags = p.Warnings
		}
		return p, ""
	case out.Draft == nil || len(out.Draft.To) == 0 || out.Draft.Text == "":
		return p, a.say("agent.not_a_mail")
	}
	p.Draft, p.Data = out.Draft, nil
	failing := slices.Concat(s.AgentScratchpad.StaffAlerts, CheckFacts(*out.Draft, s, a.Words))
	failing, s.AgentScratchpad.Unapplied = append(failing, s.AgentScratchpad.Unapplied...), nil
	p.Action.Review = act.Review || len(failing) > 0 // independent of the gate
	if !a.replays {
		p.Warnings = slices.Concat(p.Warnings, failing)
		slices.Sort(p.Warnings)
		p.Warnings = slices.Compact(p.Warnings)
	}
	out.Draft, out.Flags = out.Draft.withoutHTML(), p.Warnings // some warnings may be about the HTML
	return p, ""
}
