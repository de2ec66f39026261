package agent

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"ppamaild/agent/letters"
	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/store"
	"ppamaild/templates"
)

// gate lets p take effect, or puts it before staff. What they rejected does not take
// effect without them, and is not put before them again either unless what the
// rejection asked for has come since, or they ask for it back.
func (a *Agent) gate(s *State, p Proposal, at time.Time, r *Result) {
	pad := &s.AgentScratchpad
	p.ByRules = pad.ByRules
	review := a.policy.needsReview(p.Stage, p.Action.Review, p.Warnings)
	rejected := false
	if review || len(pad.RejectedFingerprints) > 0 { // else nobody asks what it is called
		p.Digest = p.digest()
		rejected = slices.Contains(pad.RejectedFingerprints, s.fingerprint(p))
	}
	switch {
	case rejected && !pad.RejectionsLifted && !s.isRequestedLanguage(p):
		a.handOver(s, "the planner has nothing else to propose than what was rejected", r)
	case p.Draft != nil && len(pad.Inbox) > 0:
		a.handOver(s, "the planner wants to write to the customer without having read what they wrote", r)
	case review || rejected:
		a.propose(s, p, r)
	default:
		a.takeEffect(s, p, false, at, r)
	}
}

// isAskedBack reports whether p is in the language that the last rejection asks for: who
// rejected the English mail for a Spanish one may find that it was right.
func (s *State) isRequestedLanguage(p Proposal) bool {
	f := s.AgentScratchpad.OpenRejection
	var how struct {
		Language string `json:"language"`
	}
	if p.Draft == nil || f == nil || p.Draft.Text == s.AgentScratchpad.RejectedText ||
		json.Unmarshal(p.Action.Args, &how) != nil {
		return false
	}
	return slices.ContainsFunc(reading.ReasonOf(f.Text, s.CustomerInfo.Case.Application),
		func(r reading.Request) bool {
			return r.Kind == "language" && r.Value == s.LanguageFor(how.Language)
		})
}

// propose puts p before staff, unless it is what they have before them already.
func (a *Agent) propose(s *State, p Proposal, r *Result) {
	open := s.AgentScratchpad.OpenReview
	s.AgentScratchpad.OpenReview = nil
	if open != nil && open.sameDecision(p) {
		s.await(*open)
		return
	}
	s.attachRejection(&p)
	if open != nil {
		r.want(Supersede{"the customer wrote again, and what is proposed changed"})
		p.inherit(*open)
	}
	r.want(AskReview{Proposal: p})
	s.await(p)
}

// explain shows with p the rejection that it answers. A rejected step may take
// several proposals to do again; the rejection counts as answered with the step's
// own, and with whatever is written to the customer.
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

// follow shows with p what nobody decided about the proposal that it replaces.
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

// stand says what p stands in for: the text of a draft, or data.
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

// closeReview takes what is under review out of the state.
func (s *State) closeReview() {
	s.DataForReview, s.RequiresAgencyReview, s.StepRequiringReview = nil, false, ""
}

// takeEffect carries out a proposal that was approved or needs no approval.
func (a *Agent) takeEffect(s *State, p Proposal, approved bool, at time.Time, r *Result) {
	tool, found := a.tools[p.Action.Tool]
	switch {
	case !found:
		a.handOver(s, "the tool "+p.Action.Tool+" is gone", r)
	case p.Draft != nil:
		if approved { // by who was told of it
			s.AgentScratchpad.ByRules = ""
		}
		r.want(SendMail{Draft: *p.Draft, Approved: approved})
		a.apply(s, tool, p.Action, Output{Tool: tool.Name, Status: OutputOK}, at, r)
	case approved && p.Digest != p.digest():
		a.handOver(s, "what was to take effect is not what was decided on", r)
	case p.Before:
		p.Action.Args = p.Data
		s.PlannedToolInputs, s.Next = &p.Action, NextCall
	default:
		a.apply(s, tool, p.Action, Output{Tool: tool.Name, Status: OutputOK, Data: p.Data}, at, r)
	}
}

// apply has a tool take its output into the state, and goes on from there.
func (a *Agent) apply(s *State, tool Tool, act Action, out Output, at time.Time, r *Result) {
	then := tool.Apply(s, act, out, at)
	s.Next = then.Next
	for _, i := range then.Intents {
		switch i := i.(type) {
		case HandOver:
			a.handOver(s, i.Why, r)
		case End:
			a.stop(s, i.Status, i.Why, r)
		case AwaitCarrier:
			s.awaitCarrier(i, r)
		default:
			r.want(i)
		}
	}
	if s.AgentScratchpad.OpenReview != nil && s.Next == NextNothing {
		s.AgentScratchpad.OpenReview = nil
		r.want(Supersede{"the customer wrote again, and there is nothing left to decide"})
	}
}

// Encoded is v as JSON, to see whether it changed; v holds nothing that can't be
// written so.
func Encoded(v any) string {
	raw, _ := json.Marshal(v)
	return string(raw)
}

// Gate is the configured policy of a step.
type Gate string

// The gates. Auto means that code decides: a person looks where something is
// uncertain, contradictory or failing, and at each call that changes something, of which
// code can't tell that.
const (
	GateAlways Gate = "always"
	GateAuto   Gate = "auto"
	GateNever  Gate = "never"
)

// Policy is what the configuration says about reviews and limits. It is code and
// configuration; nothing that a planner or a customer writes can change it.
type Policy struct {
	Gates            map[Stage]Gate `json:"gates"`
	AlwaysReview     bool           `json:"always_review,omitempty"`
	AskStaff         bool           `json:"ask_staff,omitempty"` // the planner may put questions to staff
	MaxRetries       int            `json:"max_retries"`         // 0: no limit
	ActionsPerEvent  int            `json:"actions_per_event"`
	ActionsPerThread int            `json:"actions_per_thread"`
}

// Digest names the policy.
func (p Policy) Digest() string { return digest("policy", Encoded(p)) }

// needsReview reports whether a person must see p before it takes effect. A gate
// that is not configured is closed.
func (p Policy) needsReview(stage Stage, asked bool, flags []string) bool {
	if p.AlwaysReview || asked {
		return true
	}
	switch p.Gates[stage] {
	case GateNever:
		return false
	case GateAuto:
		return len(flags) > 0 || stage == StageToolCall
	default:
		return true
	}
}

// likeness names what staff see of p. A quote that is rated again has another number and
// other days, and is the same to them.
func (s *State) fingerprint(p Proposal) string {
	q := s.AgentScratchpad.Quote
	if p.Draft == nil || q == nil || p.Draft.QuoteID != q.ID {
		return p.Digest
	}
	own := []string{q.ID, ""}
	for _, day := range []quote.Date{q.EffectiveDate, q.AsOf, q.ValidUntil} {
		for _, language := range []string{"en", "es"} {
			own = append(own, letters.LongDate(day, templates.Embedded(language)), "")
		}
	}
	text := strings.Join(strings.Fields(p.Draft.Text), " ")
	return digest("alike", append([]string{p.Draft.Subject,
		strings.NewReplacer(own...).Replace(text)}, p.Draft.To...)...)
}
