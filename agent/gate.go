package agent

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"ppamaild/agent/letters"
	"ppamaild/quote"
	"ppamaild/reading/staff"
	"ppamaild/store"
)

// gate applies p, or puts p before staff. A rejected proposal never takes effect without staff.
// Staff see it again only if the request of the rejection was met, or if they asked for it.
func (a *Agent) gate(s *State, p Proposal, at time.Time, r *Result) {
	pad := &s.AgentScratchpad
	p.ByRules = pad.ByRules
	follows := a.tools[p.Action.Tool].Follows
	p.Opens = a.policy.Gates[p.Stage] == GateSession && !follows
	review := a.policy.needsReview(p.Stage, follows, p.Action.Review, p.Warnings)
	rejected := false
	if review || len(pad.RejectedFingerprints) > 0 { // without a review or rejections, no digest is needed
		p.Digest = p.digest()
		rejected = slices.Contains(pad.RejectedFingerprints, s.fingerprint(p, a.Words))
	}
	switch {
	case rejected && !pad.RejectionsLifted && !s.isRequestedLanguage(p):
		a.handOver(s, a.say("agent.only_rejected"), r)
	case p.Draft != nil && len(pad.Inbox) > 0:
		a.handOver(s, a.say("agent.mail_unread"), r)
	case review || rejected:
		a.propose(s, p, r)
	default:
		a.takeEffect(s, p, false, at, r)
	}
}

// isRequestedLanguage reports whether p is in the language that the last rejection asks for.
// Staff who rejected the English mail may want it back after seeing the Spanish mail.
func (s *State) isRequestedLanguage(p Proposal) bool {
	f := s.AgentScratchpad.OpenRejection
	var how struct {
		Language string `json:"language"`
	}
	if p.Draft == nil || f == nil || p.Draft.Text == s.AgentScratchpad.RejectedText ||
		json.Unmarshal(p.Action.Args, &how) != nil {
		return false
	}
	return slices.ContainsFunc(staff.ReasonOf(f.Text, s.CustomerInfo.Case.Application),
		func(r staff.Request) bool {
			return r.Kind == "language" && r.Value == s.LanguageFor(how.Language)
		})
}

// propose puts p before staff, unless they already have the same proposal.
func (a *Agent) propose(s *State, p Proposal, r *Result) {
	open := s.AgentScratchpad.OpenReview
	s.AgentScratchpad.OpenReview = nil
	if open != nil && open.sameDecision(p) {
		s.await(*open)
		return
	}
	if a.policy.AskBack && s.differsFromRejected(p) {
		delete(s.RetryCounts, s.AgentScratchpad.OpenRejection.Stage)
	}
	s.attachRejection(&p)
	if open != nil {
		r.want(Supersede{a.say("agent.proposal_changed")})
		p.inherit(*open)
	}
	r.want(AskReview{Proposal: p})
	s.await(p)
}

// differsFromRejected reports whether p answers a rejection and differs from the rejected content.
func (s *State) differsFromRejected(p Proposal) bool {
	pad := s.AgentScratchpad
	if pad.OpenRejection == nil {
		return false
	}
	if p.Draft != nil {
		return p.Draft.Text != pad.RejectedText
	}
	return string(Canonical(p.Data)) != string(Canonical(pad.RejectedData))
}

// attachRejection shows p with the rejection that it answers. A repeated step may take several
// proposals. The rejection is answered by a proposal of the same step, or by any mail to the
// customer.
func (s *State) attachRejection(p *Proposal) {
	pad := &s.AgentScratchpad
	if pad.OpenRejection == nil {
		return
	}
	p.Reason = pad.OpenRejection
	if same := pad.OpenRejection.Stage == p.Stage; same || p.Draft != nil {
		if same {
			p.setReplaced(pad.RejectedText, pad.RejectedData)
		}
		pad.OpenRejection, pad.RejectedText, pad.RejectedData = nil, "", nil
	}
}

// inherit carries over the rejection and the replaced content from an undecided proposal.
func (p *Proposal) inherit(open Proposal) {
	p.Reason = cmp.Or(p.Reason, open.Reason)
	switch {
	case open.Stage != p.Stage || p.ReplacedText != "" || p.ReplacedData != nil:
	case open.Draft != nil && p.Draft != nil:
		p.setReplaced(open.Draft.Text, nil)
	case open.Action.Tool == p.Action.Tool:
		p.setReplaced("", open.Data)
	}
}

// setReplaced records the replaced text or data.
func (p *Proposal) setReplaced(text string, data json.RawMessage) {
	if p.Draft != nil {
		p.ReplacedText = text
	} else {
		p.ReplacedData = data
	}
}

// await pauses the run until p is decided.
func (s *State) await(p Proposal) {
	if p.Draft != nil {
		p.Draft = p.Draft.withoutHTML()
	}
	s.DataForReview, s.RequiresAgencyReview, s.StepRequiringReview = &p, true, p.Stage
	s.Status, s.Next = store.ThreadAwaitingReview, NextNothing
}

// closeReview removes the proposal under review from the state.
func (s *State) closeReview() {
	s.DataForReview, s.RequiresAgencyReview, s.StepRequiringReview = nil, false, ""
}

// takeEffect executes a proposal that was approved or needs no approval.
func (a *Agent) takeEffect(s *State, p Proposal, approved bool, at time.Time, r *Result) {
	tool, found := a.tools[p.Action.Tool]
	switch {
	case !found:
		a.handOver(s, a.say("agent.tool_gone", p.Action.Tool), r)
	case p.Draft != nil:
		if approved { // staff saw this reason
			s.AgentScratchpad.ByRules = ""
		}
		r.want(SendMail{Draft: *p.Draft, Approved: approved})
		a.apply(s, tool, p.Action, Output{Tool: tool.Name, Status: OutputOK}, at, r)
	case approved && p.Digest != p.digest():
		a.handOver(s, a.say("agent.not_approved"), r)
	case p.Before:
		p.Action.Args = p.Data
		s.PlannedToolInputs, s.Next = &p.Action, NextCall
	default:
		a.apply(s, tool, p.Action, Output{Tool: tool.Name, Status: OutputOK, Data: p.Data}, at, r)
	}
}

// apply adds the output of a tool to the state and continues the run.
func (a *Agent) apply(s *State, tool Tool, act Action, out Output, at time.Time, r *Result) {
	then := tool.Apply(s, act, out, at)
	s.Next = then.Next
	for _, i := range then.Intents {
		switch i := i.(type) {
		case HandOver:
			a.handOver(s, cmp.Or(i.Why, i.reason.in(a.Words)), r)
		case End:
			a.stop(s, i.Status, cmp.Or(i.Why, i.Reason.in(a.Words)), r)
		case AwaitCarrier:
			s.awaitCarrier(i, r)
		default:
			r.want(i)
		}
	}
	a.correct(s, at, r)
	if s.AgentScratchpad.OpenReview != nil && s.Next == NextNothing {
		s.AgentScratchpad.OpenReview = nil
		r.want(Supersede{a.say("agent.nothing_to_decide")})
	}
}

// Encoded returns v as JSON, to compare values. v must be encodable.
func Encoded(v any) string {
	raw, _ := json.Marshal(v)
	return string(raw)
}

// Gate is the configured policy of a step.
type Gate string

// The gates. Under auto, a person reviews uncertain, contradictory or failing steps, and every
// call that changes something. Code can't judge such calls.
const (
	GateAlways Gate = "always"
	GateAuto   Gate = "auto"
	GateNever  Gate = "never"
	// GateSession is GateAlways for the first of calls that belong together, then GateAuto.
	GateSession Gate = "session"
)

// Policy is the configuration of reviews and limits. Planners and customers can't change it.
type Policy struct {
	Gates        map[Stage]Gate `json:"gates"`
	AlwaysReview bool           `json:"always_review,omitempty"`
	AskStaff     bool           `json:"ask_staff,omitempty"` // the planner may ask staff questions
	MaxRetries   int            `json:"max_retries"`         // 0: unlimited
	// AskBack keeps a review open if the planner can't act on its rejection. Only rejections
	// without a change count against MaxRetries. Policies of older journals have false.
	AskBack          bool `json:"ask_back,omitempty"`
	ActionsPerEvent  int  `json:"actions_per_event"`
	ActionsPerThread int  `json:"actions_per_thread"`
}

// Digest identifies the policy.
func (p Policy) Digest() string { return digest("policy", Encoded(p)) }

// needsReview reports whether a person must review a step. follows: the step is a later call of a
// session. A gate without configuration is closed.
func (p Policy) needsReview(stage Stage, follows, asked bool, flags []string) bool {
	if p.AlwaysReview || asked {
		return true
	}
	switch p.Gates[stage] {
	case GateNever:
		return false
	case GateAuto:
		return len(flags) > 0 || stage == StageToolCall
	case GateSession:
		return len(flags) > 0 || !follows
	default:
		return true
	}
}

// fingerprint identifies the content that staff see. It ignores the number and the dates of a
// quote, in every language, because rating again changes only these.
func (s *State) fingerprint(p Proposal, words letters.Words) string {
	q := s.AgentScratchpad.Quote
	if p.Draft == nil || q == nil || p.Draft.QuoteID != q.ID {
		return p.Digest
	}
	own := []string{q.ID, ""}
	for _, day := range []quote.Date{q.EffectiveDate, q.AsOf, q.ValidUntil} {
		for _, w := range words.Languages() {
			own = append(own, letters.LongDate(day, w), "")
		}
	}
	text := strings.Join(strings.Fields(p.Draft.Text), " ")
	return digest("alike", append([]string{p.Draft.Subject,
		strings.NewReplacer(own...).Replace(text)}, p.Draft.To...)...)
}
