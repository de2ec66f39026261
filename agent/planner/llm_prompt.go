package planner

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/pii"
	"ppamaild/agent/quoting"
	"ppamaild/quote"
	"ppamaild/templates"
)

// maxShown is the number of bytes of a mail in the prompt.
const maxShown = 64 << 10

// stateView is the state in the prompt. It has no price, because the model needs none.
type stateView struct {
	Today       string             `json:"today,omitempty"`
	Language    string             `json:"language,omitempty"`
	Intent      string             `json:"intent,omitempty"`
	Application quote.Application  `json:"application"`
	Assumed     []string           `json:"assumed,omitempty"`
	Missing     []string           `json:"missing,omitempty"`
	Conflicts   []quote.Conflict   `json:"conflicts,omitempty"`
	People      []string           `json:"people,omitempty"` // words about others at home
	Also        []string           `json:"also,omitempty"`   // other questions to ask
	Problems    []string           `json:"problems,omitempty"`
	Doubts      []string           `json:"doubts,omitempty"`
	VINs        []agent.DecodedVIN `json:"vins,omitempty"`
	Answered    []answerView       `json:"answered,omitempty"`
	Asked       []string           `json:"asked,omitempty"`
	NotAsked    []string           `json:"not_to_be_asked,omitempty"`
	HandedBack  string             `json:"handed_back,omitempty"` // reason of the hand-over
	Discounts   map[string]string  `json:"discounts,omitempty"`
	Quote       string             `json:"quote"`
}

func (p Rules) stateView(s *agent.State) stateView {
	pad, kase, ask := s.AgentScratchpad, s.CustomerInfo.Case, questions(s)
	d := stateView{
		Today: string(pad.Today), Language: s.CustomerInfo.Language, Intent: pad.Intent,
		Application: kase.Application,
		Missing:     quote.Missing(kase.Application), Conflicts: pad.Conflicts,
		Asked: lastAsked(pad), HandedBack: pad.HandedBack,
		NotAsked: pad.Ask.Drop, People: ask.Residents, Also: ask.Also,
		VINs: decoded(s), Answered: answers(s), Quote: p.quoteStatus(s),
	}
	for path, f := range kase.Facts {
		if f.Standing == quote.Assumed {
			d.Assumed = append(d.Assumed, path)
		}
	}
	slices.Sort(d.Assumed)
	d.Problems, d.Doubts = listed(pad.Problems), listed(doubtfulValues(s))
	if pad.DiscountsRevision == pad.Revision && len(pad.Discounts) > 0 {
		d.Discounts = make(map[string]string)
		for _, a := range pad.Discounts {
			d.Discounts[string(a.Discount)] = string(a.Status)
		}
	}
	return d
}

// lastAsked returns the paths or the words of the last questions, in order.
func lastAsked(pad agent.Scratchpad) []string {
	if pad.OpenRejection != nil {
		return pad.Asked // pad.Ask is the form of the rejected mail
	}
	people := pad.Ask.Residents[:min(1, len(pad.Ask.Residents))] // one question
	return slices.Concat(pad.Asked, people, pad.Ask.Also)
}

func listed(problems []quote.Problem) (lines []string) {
	for _, wrong := range problems {
		lines = append(lines, wrong.Path+": "+wrong.Message)
	}
	return lines
}

// quoteStatus describes the current quote for the model.
func (p Rules) quoteStatus(s *agent.State) string {
	pad := s.AgentScratchpad
	switch {
	case p.isPriced(s) && pad.SentRevision == pad.Revision:
		return "sent"
	case p.isPriced(s) && pad.LastQuote != nil:
		return "repriced"
	case p.isPriced(s):
		return "priced"
	}
	return "none"
}

// privateNumbers collects the private numbers in the application.
func privateNumbers(a quote.Application) *pii.Numbers {
	p := pii.New()
	for _, d := range a.Drivers {
		p.Know("license", d.LicenseNumber)
	}
	return p
}

// turn is one request to the model and its context.
type turn struct {
	p         *LLM
	s         *agent.State
	private   *pii.Numbers
	mail      *agent.Mail     // mail in the prompt; nil: none
	rejection *agent.Feedback // rejection to answer; nil: none
	actions   []string
	prompt    string
	last      bool // no repairs are left
}

func (p *LLM) turn(s *agent.State) (*turn, error) {
	t := &turn{p: p, s: s, private: privateNumbers(s.CustomerInfo.Case.Application)}
	view := templates.PromptTurn{}
	now, tools := p.Rules.actions(s)
	t.actions, view.Moves = tools, tools
	f, rejected := s.Rejection()
	view.Now = p.Prompts.Words.Say(now, string(f.Stage))
	if rejected {
		t.rejection = &f
		view.Staff = []templates.PromptStaff{{Step: string(f.Stage),
			Call: t.private.Mask(t.rejectedCall(f)), Verdict: f.Verdict,
			Text: t.private.Mask(t.p.clip(f.Text))}}
	} else if open := t.staffSaid(); open != nil {
		view.Staff = []templates.PromptStaff{{Step: string(open.Stage), Verdict: open.Verdict,
			Text: t.private.Mask(t.p.clip(open.Text)), Seen: p.Prompts.Words.Say("now.staff_seen")}}
	}
	if inbox := s.AgentScratchpad.Inbox; len(inbox) > 0 {
		t.mail = &inbox[0]
		view.Mail = t.mailView(inbox)
	}
	raw, err := json.Marshal(p.Rules.stateView(s))
	if err != nil {
		return nil, fmt.Errorf("writing the state for the model: %w", err)
	}
	view.State = string(raw)
	if view.Summary, err = lastSummary(s); err != nil {
		return nil, err
	}
	if t.prompt, err = p.Prompts.Turn(view); err != nil {
		return nil, fmt.Errorf("writing the prompt: %w", err)
	}
	// Each part was masked in context. This covers the rest of the prompt.
	t.prompt = t.private.Mask(t.prompt)
	return t, nil
}

// openRejection returns the rejection that the planner has seen and no proposal answers yet, or
// nil. A correction by EDIT has taken effect.
func openRejection(s *agent.State) *agent.Feedback {
	if f := s.AgentScratchpad.OpenRejection; f != nil && f.Verdict == string(agent.Reject) {
		return f
	}
	return nil
}

// staffSaid returns the rejection to answer, or the open one, or nil.
func (t *turn) staffSaid() *agent.Feedback {
	if t.rejection != nil {
		return t.rejection
	}
	return openRejection(t.s)
}

// rejectedCall returns the call that staff rejected, or "". A rejected reading is a list of values.
func (t *turn) rejectedCall(f agent.Feedback) string {
	act, values := t.s.PlannedToolInputs, map[string]json.RawMessage{}
	if act == nil {
		return ""
	}
	switch f.Stage {
	case agent.StageCarrierCall, agent.StageInfoRequest:
		return act.Tool + " " + string(act.Args)
	case agent.StageInfoAnalysis:
		var args quoting.ExtractArgs
		if err := json.Unmarshal(act.Args, &args); err != nil || args.Read == nil {
			return ""
		}
		for _, fact := range slices.Concat(args.Read, args.Facts) {
			if !strings.HasSuffix(fact.Path, ".license_number") {
				values[fact.Path] = fact.Value
			}
		}
		raw, _ := json.Marshal(values) // valid, because the arguments were
		return act.Tool + " " + string(raw)
	}
	return ""
}

// mailView returns the oldest unread mail without its Message-ID.
func (t *turn) mailView(inbox []agent.Mail) *templates.PromptMail {
	return &templates.PromptMail{
		ID: "m1", From: t.private.Mask(t.mail.FromName), Subject: t.private.Mask(t.mail.Subject),
		Date: t.mail.Date.In(t.p.Rules.Location).Format("Monday, " + time.DateOnly),
		Text: t.private.Mask(t.p.clip(t.mail.Text)), Whole: t.private.Mask(t.p.clip(t.mail.FullText)),
		Signature:   t.private.Mask(t.p.clip(t.mail.Signature)),
		Forwarded:   t.private.Mask(t.p.clip(t.mail.Forwarded)),
		Attachments: len(t.mail.Attachments) - len(t.mail.Documents), More: len(inbox) - 1,
	}
}

// clip limits a text for the prompt.
func (p *LLM) clip(text string) string {
	if len(text) <= maxShown {
		return text
	}
	return strings.ToValidUTF8(text[:maxShown], "") + "\n" + p.Prompts.Words.Say("now.clipped")
}
