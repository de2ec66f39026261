package agent

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"ppamaild/quote"
	"ppamaild/store"
)

// underDecision returns the proposal that staff may decide on: the proposal under review, or
// their own text. It returns nil for neither.
func (s *State) underDecision() *Proposal {
	if own := s.AgentScratchpad.OwnText; own != nil {
		return own
	}
	return s.DataForReview
}

// fits reports whether a verdict applies to a proposal. Questions are answered, and other
// proposals are accepted or edited. Staff replace their own text with another text.
func (v Verdict) fits(p Proposal) bool {
	asks := p.Stage == StageHumanInput || p.Stage == StageAgentFailed
	switch v {
	case Accept:
		return !asks
	case Edit:
		return !asks && !p.isOwnText()
	case Answer:
		return p.Stage == StageHumanInput
	case Retry, Continue:
		return p.Stage == StageAgentFailed
	}
	return v == Reject || v == Cancel && !p.isOwnText()
}

// isOwnText reports whether staff wrote the text, and no tool.
func (p Proposal) isOwnText() bool { return p.Action.Tool == "" }

// decided applies a decision on the proposal under review.
func (a *Agent) decided(s *State, d Decision, r *Result) {
	if s.AgentScratchpad.OwnText != nil {
		s.ownTextDecided(d, r)
		return
	}
	p := *s.DataForReview
	s.closeReview()
	put(&s.LastHumanDecisionForStep, p.Stage, string(d.Verdict))
	s.addFeedback(Feedback{p.Stage, string(d.Verdict), d.Text, d.By, d.At})
	s.resume()
	s.Next = NextNothing
	if len(d.Facts) > 0 {
		a.corrected(s, p, d, r)
		return
	}
	if p.Draft != nil {
		s.AgentScratchpad.StaffChanges = nil
	}
	expired := a.expiredQuote(s, p, d.At)
	switch {
	case expired == "" && (d.Verdict == Accept || d.Verdict == Edit) && s.startsInPast(p, d.At):
		s.reprice()
	case d.Verdict == Reject:
		a.rejected(s, p, d, r)
	case d.Verdict == Answer:
		a.answered(s, p, d, r)
	case d.Verdict == Retry || d.Verdict == Continue:
		s.continueTask(p, d)
	case d.Verdict == Cancel:
		a.stop(s, store.ThreadCancelled, d.Text, r)
	case expired != "":
		a.handOver(s, expired, r)
	case d.Verdict == Edit:
		a.edited(s, p, d, r)
	default:
		delete(s.RetryCounts, p.Stage)
		s.recordApproval(&p, d)
		a.takeEffect(s, p, true, d.At, r)
	}
}

// expiredQuote explains why a quote can't be sent any more: its validity ended, or the start that
// the customer named has passed. It returns "" for a valid quote. An approval may arrive days after
// pricing.
func (a *Agent) expiredQuote(s *State, p Proposal, at time.Time) string {
	q, ends := s.AgentScratchpad.Quote, s.AgentScratchpad.QuoteEnds
	switch {
	case p.Draft == nil || q == nil,
		p.Stage != StageQuote && p.Action.Tool != ToolAnswerQuestions:
	case !ends.IsZero() && !at.Before(ends):
		return a.say("agent.quote_expired", string(q.ValidUntil))
	case q.EffectiveDate >= Today(at) || p.Stage != StageQuote:
	case s.CustomerInfo.Case.Facts["effective_date"].Standing != quote.Assumed:
		return a.say("agent.start_passed", string(q.EffectiveDate))
	}
	return ""
}

// assumedStartDays is how long a quote may be sent after an assumed start date. The quote lists
// the start as assumed, and staff may review after a weekend.
const assumedStartDays = 7

// startsInPast reports whether the assumed start of a quote is too long ago. Coverage can't start
// in the past, and the customer never named a day.
func (s *State) startsInPast(p Proposal, at time.Time) bool {
	q := s.AgentScratchpad.Quote
	return p.Stage == StageQuote && p.Draft != nil && q != nil &&
		q.EffectiveDate < Today(at.AddDate(0, 0, -assumedStartDays))
}

// reprice makes the planner update the application as of today and price a new quote.
func (s *State) reprice() {
	s.AgentScratchpad.Today = ""
	s.Next = NextPlan
}

// Reprices reports whether an approved or edited quote is priced again because its start day has
// passed.
func (s *State) Reprices() bool {
	return s.AgentScratchpad.Today == "" && s.AgentScratchpad.Quote != nil && s.Next == NextPlan
}

// RejectedFacts returns the facts of the reading that staff rejected last.
func (s *State) RejectedFacts() []quote.Fact {
	var read Extracted
	_ = json.Unmarshal(s.AgentScratchpad.RejectedData, &read) // other data has no facts
	return read.Facts
}

// rejected repeats the step with the reason, up to the limit of retries.
func (a *Agent) rejected(s *State, p Proposal, d Decision, r *Result) {
	pad := &s.AgentScratchpad
	pad.RejectedFingerprints = append(pad.RejectedFingerprints, s.fingerprint(p, a.Words))
	pad.RejectionsLifted = false
	if p.EditedFrom != "" && p.Draft.Text == p.ReplacedText { // the EDIT changed no word
		pad.RejectedFingerprints = append(pad.RejectedFingerprints, p.EditedFrom)
	}
	if p.Draft != nil {
		pad.RejectedText = p.Draft.Text
	}
	pad.RejectedData = p.Data
	s.keepMailForm(p.Action)
	pad.keepAnswers(pair(p, Decision{By: d.By, At: d.At})) // empty answers: the questions are not repeated
	put(&s.RetryCounts, p.Stage, s.RetryCounts[p.Stage]+1)
	put(&s.RejectionFeedbackForStep, p.Stage, d.Text)
	if n := a.policy.MaxRetries; n > 0 && s.RetryCounts[p.Stage] > n {
		a.handOver(s, a.say("agent.rejected_too_often", p.Stage.inWords(),
			strconv.Itoa(s.RetryCounts[p.Stage]), d.Text), r)
		return
	}
	s.returnWork(p, d, a.Words)
	s.Next = NextPlan
}

// corrected repeats the step with the values that staff correct. The retries of the step do not
// count such a decision.
func (a *Agent) corrected(s *State, p Proposal, d Decision, r *Result) {
	pad := &s.AgentScratchpad
	s.keepMailForm(p.Action)
	pad.OpenRejection = &Feedback{p.Stage, string(d.Verdict), d.Text, d.By, d.At}
	if p.Draft != nil {
		pad.RejectedText = p.Draft.Text
	}
	pad.RejectedData = p.Data
	s.Next = NextPlan
	s.keepCorrections(d.Facts, a.Words)
	a.correct(s, d.At, r)
}

// Feedback is a decision of staff and the text with it.
type Feedback struct {
	Stage   Stage     `json:"step"`
	Verdict string    `json:"verdict"`
	Text    string    `json:"text,omitempty"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
}

// maxFeedback limits HumanFeedback in the state. The journal has all feedback.
const maxFeedback = 20

func (s *State) addFeedback(f Feedback) {
	all := append(s.HumanFeedback, f)
	s.HumanFeedback = all[max(0, len(all)-maxFeedback):]
}

// Rejection returns the rejection that the next action must answer. Any action consumes it.
func (s *State) Rejection() (Feedback, bool) {
	for _, f := range slices.Backward(s.HumanFeedback) {
		if _, unanswered := s.RejectionFeedbackForStep[f.Stage]; unanswered &&
			f.Verdict == string(Reject) {
			return f, true
		}
	}
	return Feedback{}, false
}

// consumeRejection records that the planner received the reason. The next review shows the
// rejection and the corrected values.
func (s *State) consumeRejection(act Action) {
	if f, found := s.Rejection(); found {
		s.AgentScratchpad.OpenRejection, s.AgentScratchpad.Unapplied = &f, act.Unapplied
		s.listChanges(act.Corrected)
	}
	s.RejectionFeedbackForStep = nil
}

// ownTextDecided applies a decision of staff on their own text. Staff keep the thread.
func (s *State) ownTextDecided(d Decision, r *Result) {
	p := *s.AgentScratchpad.OwnText
	s.AgentScratchpad.OwnText = nil
	put(&s.LastHumanDecisionForStep, p.Stage, string(d.Verdict))
	s.addFeedback(Feedback{p.Stage, string(d.Verdict), d.Text, d.By, d.At})
	if d.Verdict == Accept {
		r.want(SendMail{Draft: *p.Draft, Approved: true})
	}
}

// keepMailForm keeps the form of a rejected mail for the next proposal.
func (s *State) keepMailForm(act Action) {
	ask := &s.AgentScratchpad.Ask
	switch act.Tool {
	case ToolAskCustomer:
		var args AskArgs
		if json.Unmarshal(act.Args, &args) == nil {
			*ask = args
		}
	case ToolSendQuote:
		var args struct {
			Language string `json:"language"`
		}
		if json.Unmarshal(act.Args, &args) == nil {
			ask.Language = args.Language
		}
	}
}
