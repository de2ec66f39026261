package agent

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"ppamaild/store"
	"ppamaild/templates"
)

// ErrNotUnderReview means that a decision is about something that is not, or no
// longer, what is under review.
var ErrNotUnderReview = errors.New("that is not what is under review")

// decided takes a decision in. Nothing happens unless its digest is that of the
// proposal under review.
func (a *Agent) decided(s *State, d Decision, r *Result) error {
	p := s.DataForReview
	if p == nil || p.Digest != d.Digest {
		return ErrNotUnderReview
	}
	s.DataForReview, s.RequiresAgencyReview, s.StepRequiringReview = nil, false, ""
	s.recall(&s.LastHumanDecisionForStep, p.Stage, string(d.Verdict))
	s.addFeedback(Feedback{p.Stage, string(d.Verdict), d.Text, d.By, d.At})
	r.note(Note{d.At, store.SourceHumanReview, string(d.Verdict), d.By, p.Digest, d.Text})
	s.run()
	s.Next = NextNothing
	switch d.Verdict {
	case Accept:
		s.AgentScratchpad.Previous = ""
		a.takeEffect(s, *p, true, d.At, r)
	case Reject:
		a.rejected(s, *p, d, r)
	case Edit:
		return a.edited(s, *p, d, r)
	case Cancel:
		a.stop(s, store.ThreadCancelled, d.Text, r)
	default:
		return fmt.Errorf("agent: verdict %q is not known", d.Verdict)
	}
	return nil
}

func (s *State) recall(m *map[Stage]string, stage Stage, text string) {
	if *m == nil {
		*m = make(map[Stage]string)
	}
	(*m)[stage] = text
}

// rejected has the step done again with the reason, until the retries are used up.
func (a *Agent) rejected(s *State, p Proposal, d Decision, r *Result) {
	pad := &s.AgentScratchpad
	pad.Rejected = append(pad.Rejected, p.Digest)
	if p.Draft != nil {
		pad.Previous = p.Draft.Text
	}
	if p.Action.Tool == ToolAskCustomer {
		pad.Ask = AskArgs{}
		_ = json.Unmarshal(p.Action.Args, &pad.Ask) // it passed the schema when it was planned
	}
	if s.RetryCounts == nil {
		s.RetryCounts = make(map[Stage]int)
	}
	s.RetryCounts[p.Stage]++
	s.recall(&s.RejectionFeedbackForStep, p.Stage, d.Text)
	if n := a.policy.MaxRetries; n > 0 && s.RetryCounts[p.Stage] > n {
		a.handOver(s, fmt.Sprintf("the step %s was rejected %d times", p.Stage, s.RetryCounts[p.Stage]), r)
		return
	}
	s.Next = NextPlan
}

// edited sends what staff wrote in place of a draft. Where the text may hold more
// than they meant, or fails the facts check, they see the result first.
func (a *Agent) edited(s *State, p Proposal, d Decision, r *Result) error {
	if p.Draft == nil {
		return fmt.Errorf("agent: an edit of %s takes a draft", p.Stage)
	}
	p.Previous = p.Draft.Text
	p.Draft = &Draft{To: p.Draft.To, Subject: p.Draft.Subject, Text: d.Text, HTML: templates.TextPage(d.Text), QuoteID: p.Draft.QuoteID}
	p.Digest, p.Warnings = p.Draft.Digest(), CheckFacts(*p.Draft, s)
	if !d.Clean {
		p.Warnings = append(p.Warnings, "your text could not be cut out of your reply with certainty; this is what would be sent")
	}
	if len(p.Warnings) > 0 {
		r.want(AskReview{p})
		s.await(p)
		return nil
	}
	r.note(Note{d.At, store.SourceHumanMessage, "edited", d.By, p.Digest, p.Draft})
	a.takeEffect(s, p, false, d.At, r)
	return nil
}

// written sends what staff wrote by hand in a thread that they have taken over.
func (a *Agent) written(s *State, w Written, r *Result) error {
	if s.Status != store.ThreadHandedOver {
		return fmt.Errorf("the thread is %s, not %s: %w", s.Status, store.ThreadHandedOver, ErrNotUnderReview)
	}
	d := Draft{To: []string{s.CustomerInfo.AnswerTo}, Subject: replySubject(s.CustomerInfo.Subject), Text: w.Text, HTML: templates.TextPage(w.Text)}
	r.note(Note{w.At, store.SourceHumanMessage, "written", w.By, d.Digest(), d})
	r.want(SendMail{Draft: d})
	return nil
}

// replySubject is the subject of an answer.
func replySubject(subject string) string {
	if len(subject) >= 3 && strings.EqualFold(subject[:3], "re:") {
		return subject
	}
	return "Re: " + subject
}

// day is the calendar day of t in the location it carries.
func day(t time.Time) string { return t.Format(time.DateOnly) }
