package planner

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/pii"
	"ppamaild/quote"
	"ppamaild/templates"
)

// longestShown is how many octets of a mail a model is shown.
const longestShown = 16 << 10

// digest is the state as a model is told of it. It names no price: a model has no
// use for one.
type digest struct {
	Today       string             `json:"today"`
	Language    string             `json:"language,omitempty"`
	Intent      string             `json:"intent,omitempty"`
	Application quote.Application  `json:"application"`
	Assumed     []string           `json:"assumed,omitempty"`
	Missing     []string           `json:"missing,omitempty"`
	Conflicts   []quote.Conflict   `json:"conflicts,omitempty"`
	Problems    []string           `json:"problems,omitempty"`
	Doubts      []string           `json:"doubts,omitempty"`
	VINs        []agent.DecodedVIN `json:"vins,omitempty"`
	Answered    []answerView       `json:"answered,omitempty"`
	Asked       []string           `json:"asked,omitempty"`
	NotAsked    []string           `json:"not_to_be_asked,omitempty"`
	Discounts   map[string]string  `json:"discounts,omitempty"`
	Quote       string             `json:"quote"`
}

func (p Rules) digest(s *agent.State) digest {
	pad, kase := s.AgentScratchpad, s.CustomerInfo.Case
	d := digest{
		Today: string(pad.Today), Language: s.CustomerInfo.Language, Intent: pad.Intent,
		Application: kase.Application,
		Missing:     quote.Missing(kase.Application), Conflicts: pad.Conflicts, Asked: pad.Asked,
		NotAsked: pad.Ask.Drop,
		VINs:     decoded(s), Answered: answers(s), Quote: p.quoteStands(s),
	}
	for path, f := range kase.Facts {
		if f.Standing == quote.Assumed {
			d.Assumed = append(d.Assumed, path)
		}
	}
	slices.Sort(d.Assumed)
	d.Problems, d.Doubts = listed(pad.Problems), listed(doubts(s))
	if pad.DiscountsRevision == pad.Revision && len(pad.Discounts) > 0 {
		d.Discounts = make(map[string]string)
		for _, a := range pad.Discounts {
			d.Discounts[string(a.Discount)] = string(a.Status)
		}
	}
	return d
}

func listed(problems []quote.Problem) (lines []string) {
	for _, wrong := range problems {
		lines = append(lines, wrong.Path+": "+wrong.Message)
	}
	return lines
}

func (p Rules) quoteStands(s *agent.State) string {
	pad := s.AgentScratchpad
	switch {
	case p.isPriced(s) && pad.SentRevision == pad.Revision:
		return "sent"
	case p.isPriced(s) && pad.LastQuote != nil:
		return "rated anew, not sent"
	case p.isPriced(s):
		return "rated, not sent"
	}
	return "none yet"
}

// numbersOf knows the private numbers that the application has.
func numbersOf(a quote.Application) *pii.Numbers {
	p := pii.New()
	for _, d := range a.Drivers {
		p.Know("license", d.LicenseNumber)
	}
	return p
}

// turn is one question to the model, and how its answer is taken.
type turn struct {
	p         *LLM
	s         *agent.State
	private   *pii.Numbers
	mail      *agent.Mail     // that is before the model; nil: none
	rejection *agent.Feedback // that it answers; nil: none
	moves     []string
	prompt    string
	last      bool // an answer that can't be used is the last one
}

func (p *LLM) turn(s *agent.State) (*turn, error) {
	t := &turn{p: p, s: s, private: numbersOf(s.CustomerInfo.Case.Application)}
	view := templates.PromptTurn{}
	view.Now, t.moves = p.Rules.moves(s)
	view.Moves = t.moves
	if f, rejected := s.Rejection(); rejected {
		t.rejection = &f
		view.Staff = []templates.PromptStaff{{Step: string(f.Stage),
			Call: t.private.Mask(rejectedCall(s, f)), Verdict: f.Verdict,
			Text: t.private.Mask(clip(f.Text))}}
	}
	if inbox := s.AgentScratchpad.Inbox; len(inbox) > 0 {
		t.mail = &inbox[0]
		view.Mail = t.mailView(inbox)
	}
	raw, err := json.Marshal(p.Rules.digest(s))
	if err != nil {
		return nil, fmt.Errorf("writing the state for the model: %w", err)
	}
	view.State = string(raw)
	if view.Summary, err = summary(s); err != nil {
		return nil, err
	}
	if t.prompt, err = p.Prompts.Turn(view); err != nil {
		return nil, fmt.Errorf("writing the prompt: %w", err)
	}
	// The parts were masked where they stand among their own words; this is for
	// whatever else a prompt may hold.
	t.prompt = t.private.Mask(t.prompt)
	return t, nil
}

// rejectedCall is the planned call that staff rejected; "" where it was something
// else.
func rejectedCall(s *agent.State, f agent.Feedback) string {
	if act := s.PlannedToolInputs; f.Stage == agent.StageCarrierCall && act != nil {
		return act.Tool + " " + string(act.Args)
	}
	return ""
}

// mailView is the oldest unread mail, without its Message-ID, which says nothing
// to a model.
func (t *turn) mailView(inbox []agent.Mail) *templates.PromptMail {
	return &templates.PromptMail{
		ID: "m1", From: t.private.Mask(t.mail.FromName), Subject: t.private.Mask(t.mail.Subject),
		Date: t.mail.Date.In(t.p.Rules.Location).Format("Monday, " + time.DateOnly),
		Text: t.private.Mask(clip(t.mail.Text)), Whole: t.private.Mask(clip(t.mail.FullText)),
		Attachments: len(t.mail.Attachments), More: len(inbox) - 1,
	}
}

func clip(text string) string {
	if len(text) <= longestShown {
		return text
	}
	return strings.ToValidUTF8(text[:longestShown], "") + "\n[the rest is left out]"
}
