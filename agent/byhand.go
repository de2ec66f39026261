package agent

import (
	"time"

	"ppamaild/templates"
)

// written sends what staff wrote by hand in a thread that they have taken over. What
// fails the facts check, or is not all that they sent, goes back to whoever wrote it,
// and leaves once they accept it.
func (a *Agent) written(s *State, w Written, r *Result) {
	s.AgentScratchpad.CarrierSince = time.Time{}
	s.dropOwn("another text took its place", r)
	d := Draft{To: []string{s.CustomerInfo.AnswerTo}, Subject: replySubject(s.CustomerInfo.Subject, s.language("")), Text: w.Text, HTML: templates.TextPage(w.Text)}
	bad := append(CheckFacts(d, s), w.Left...)
	if len(bad) == 0 {
		r.want(SendMail{Draft: d})
		return
	}
	p := Proposal{Stage: StageFinalResponse, Draft: &d, Digest: d.Digest(), Warnings: bad}
	r.want(AskReview{p, w.By})
	p.Draft = d.withoutHTML()
	s.AgentScratchpad.Returned = &p
}

// ownDecided takes the decision of a member of staff on a text of their own. The
// thread stays in their hands.
func (s *State) ownDecided(d Decision, r *Result) {
	p := *s.AgentScratchpad.Returned
	s.AgentScratchpad.Returned = nil
	put(&s.LastHumanDecisionForStep, p.Stage, string(d.Verdict))
	s.addFeedback(Feedback{p.Stage, string(d.Verdict), d.Text, d.By, d.At})
	if d.Verdict == Accept {
		r.want(SendMail{Draft: *p.Draft, Approved: true})
	}
}

// dropOwn takes back that somebody was asked about a text of their own.
func (s *State) dropOwn(why string, r *Result) {
	if s.AgentScratchpad.Returned != nil {
		s.AgentScratchpad.Returned = nil
		r.want(Supersede{why})
	}
}
