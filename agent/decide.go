package agent

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"ppamaild/quote"
	"ppamaild/store"
)

// decidable is what staff may decide on: what is under review, or a text of their
// own; nil for nothing.
func (s *State) underDecision() *Proposal {
	if own := s.AgentScratchpad.OwnText; own != nil {
		return own
	}
	return s.DataForReview
}

// fits reports whether v can be decided about p: questions are answered, all else
// is accepted or edited. In place of a text of their own staff write another.
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

// isOwn reports whether no tool made p: staff wrote it.
func (p Proposal) isOwnText() bool { return p.Action.Tool == "" }

// decided takes a decision on what is under review.
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
	late := s.expiredQuote(p, d.At)
	switch {
	case late == "" && (d.Verdict == Accept || d.Verdict == Edit) && s.startsInPast(p, d.At):
		s.reprice()
	case d.Verdict == Reject:
		a.rejected(s, p, d, r)
	case d.Verdict == Answer:
		a.answered(s, p, d, r)
	case d.Verdict == Retry || d.Verdict == Continue:
		s.continueTask(p, d)
	case d.Verdict == Cancel:
		a.stop(s, store.ThreadCancelled, d.Text, r)
	case late != "":
		a.handOver(s, late, r)
	case d.Verdict == Edit:
		a.edited(s, p, d, r)
	default:
		delete(s.RetryCounts, p.Stage)
		s.recordApproval(&p, d)
		a.takeEffect(s, p, true, d.At, r)
	}
}

// lapsed says why a quote can't be sent any more; empty if it can. An approval
// may come days after the price.
func (s *State) expiredQuote(p Proposal, at time.Time) string {
	q, ends := s.AgentScratchpad.Quote, s.AgentScratchpad.QuoteEnds
	switch {
	case p.Stage != StageQuote || p.Draft == nil || q == nil:
	case !ends.IsZero() && !at.Before(ends):
		return fmt.Sprintf("the quote was valid until %s only, so nothing was sent; HAND BACK has it priced anew", q.ValidUntil)
	case q.EffectiveDate >= Today(at):
	case s.CustomerInfo.Case.Facts["effective_date"].Standing != quote.Assumed:
		return fmt.Sprintf("the customer wanted coverage to start on %s, which is past, so nothing was sent; HAND BACK has them asked for another day", q.EffectiveDate)
	}
	return ""
}

// assumedStands is for how many days after a start that nobody told us a quote of it is sent:
// it is among what the quote says is assumed, and staff may look at a review after a weekend.
const assumedStartDays = 7

// startsInPast reports whether a quote is of a start that nobody told us, and that is long past
// by now: no cover can begin then, and there is nobody to ask for another day.
func (s *State) startsInPast(p Proposal, at time.Time) bool {
	q := s.AgentScratchpad.Quote
	return p.Stage == StageQuote && p.Draft != nil && q != nil &&
		q.EffectiveDate < Today(at.AddDate(0, 0, -assumedStartDays))
}

// priceAnew has the planner take stock of the application as of today, and a quote made of that.
func (s *State) reprice() {
	s.AgentScratchpad.Today = ""
	s.Next = NextPlan
}

// PricesAnew reports whether a quote that was approved, or edited, is made once more, as the
// day on which it
// was to start is past.
func (s *State) Reprices() bool {
	return s.AgentScratchpad.Today == "" && s.AgentScratchpad.Quote != nil && s.Next == NextPlan
}

// rejected has the step done again with the reason, until the retries are used up.
func (a *Agent) rejected(s *State, p Proposal, d Decision, r *Result) {
	pad := &s.AgentScratchpad
	pad.RejectedFingerprints = append(pad.RejectedFingerprints, s.fingerprint(p))
	pad.RejectionsLifted = false
	if p.Draft != nil {
		pad.RejectedText = p.Draft.Text
	}
	pad.RejectedData = p.Data
	s.keepMailForm(p.Action)
	pad.keepAnswers(pair(p, Decision{By: d.By, At: d.At})) // none: it is not asked again
	put(&s.RetryCounts, p.Stage, s.RetryCounts[p.Stage]+1)
	put(&s.RejectionFeedbackForStep, p.Stage, d.Text)
	if n := a.policy.MaxRetries; n > 0 && s.RetryCounts[p.Stage] > n {
		a.handOver(s, fmt.Sprintf("the step %q was rejected %d times; the last reason: %s",
			words(p.Stage), s.RetryCounts[p.Stage], d.Text), r)
		return
	}
	s.returnWork(p, d)
	s.Next = NextPlan
}

// Feedback is what a member of staff said about a draft.
type Feedback struct {
	Stage   Stage     `json:"step"`
	Verdict string    `json:"verdict"`
	Text    string    `json:"text,omitempty"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
}

// maxFeedback bounds HumanFeedback in the state; the journal has all of it.
const maxFeedback = 20

func (s *State) addFeedback(f Feedback) {
	s.HumanFeedback = append(s.HumanFeedback, f)
	if n := len(s.HumanFeedback) - maxFeedback; n > 0 {
		s.HumanFeedback = slices.Delete(s.HumanFeedback, 0, n)
	}
}

// Rejection returns the rejection that the next action is to answer, and false
// where there is none. It is asked about once: any action consumes it.
func (s *State) Rejection() (Feedback, bool) {
	for _, f := range slices.Backward(s.HumanFeedback) {
		if _, unanswered := s.RejectionFeedbackForStep[f.Stage]; unanswered &&
			f.Verdict == string(Reject) {
			return f, true
		}
	}
	return Feedback{}, false
}

// consumeRejection: the planner has had the reason. It is shown to staff with
// what comes of it.
func (s *State) consumeRejection() {
	if f, found := s.Rejection(); found {
		s.AgentScratchpad.OpenRejection = &f
	}
	s.RejectionFeedbackForStep = nil
}

// ownDecided takes the decision of a member of staff on a text of their own. The
// thread stays in their hands.
func (s *State) ownTextDecided(d Decision, r *Result) {
	p := *s.AgentScratchpad.OwnText
	s.AgentScratchpad.OwnText = nil
	put(&s.LastHumanDecisionForStep, p.Stage, string(d.Verdict))
	s.addFeedback(Feedback{p.Stage, string(d.Verdict), d.Text, d.By, d.At})
	if d.Verdict == Accept {
		r.want(SendMail{Draft: *p.Draft, Approved: true})
	}
}

// keepWishes keeps the form that a rejected mail had, as the next proposal begins there.
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
