package quoting

import (
	"errors"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/fields"
	"ppamaild/agent/letters"
	"ppamaild/quote"
	"ppamaild/store"
)

// Corrections reads an answer to a review as corrected values of the application. The answer must
// have only lines "name: value". The result is empty for any other text, and for an EDIT of the
// data under review. The error reports an invalid value, an unknown name, text after values, or
// lines that change nothing. Relative dates count from at, the time of the decision.
func Corrections(a *agent.Agent, s *agent.State, text string, at time.Time) ([]quote.Fact, error) {
	p := s.DataForReview
	isCall := p != nil && p.Stage == agent.StageCarrierCall
	if p == nil || p.Draft == nil && !isCall && p.Stage != agent.StageHumanInput {
		return nil, nil
	}
	if isCall {
		if text = ofApplication(s, *p, text); text == "" {
			return nil, nil
		}
	}
	facts, err := fields.Reader{Words: a.Words, Today: at}.Read(s.CustomerInfo.Case, text)
	_, same := errors.AsType[fields.Unchanged](err)
	if same && slices.ContainsFunc(s.AgentScratchpad.Conflicts, func(c quote.Conflict) bool {
		return slices.ContainsFunc(facts,
			func(f quote.Fact) bool { return isAbout(*s.Application(), f, c.Path) })
	}) {
		return facts, nil // the known value settles a contradiction
	}
	return facts, err
}

// HandBackWith returns the values that a text corrects in a thread that staff have. It returns
// none for the text of a mail. The error explains invalid lines. known is the case that the
// hand-over shows, with the values of unread mails.
func HandBackWith(a *agent.Agent, s *agent.State, known quote.Case,
	text string, at time.Time) ([]quote.Fact, error) {
	if s.Status != store.ThreadHandedOver || s.Task != nil {
		return nil, nil
	}
	return fields.Reader{Words: a.Words, Today: at}.Read(known, text)
}

// ofApplication writes lines about a call as lines about the application; "" if a line is about
// the call alone.
func ofApplication(s *agent.State, p agent.Proposal, text string) string {
	var b strings.Builder
	for _, line := range fields.Lines(text) {
		field, value, _ := strings.Cut(line, ":")
		field = strings.TrimSpace(field)
		path := pathInCall(s, p, field)
		switch {
		case path != "":
		case letters.IsPath(field) || isArgument(p.Data, field):
			return ""
		default:
			path = field
		}
		b.WriteString(path + ": " + strings.TrimSpace(value) + "\n")
	}
	return b.String()
}
