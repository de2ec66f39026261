package quoting

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/declarations"
	"ppamaild/agent/questions"
	"ppamaild/agent/signals"
)

// IntentUnreadable is the intent of a mail without readable words, such as an encrypted or a
// damaged mail.
const IntentUnreadable = "unreadable"

type intentData struct {
	Message      string          `json:"message"`
	Intent       string          `json:"intent"`
	Refer        string          `json:"refer,omitempty"`
	Failed       string          `json:"failed,omitempty"` // why the rules failed
	Language     string          `json:"language"`
	Prefers      string          `json:"prefers,omitempty"`  // language that the customer asks for
	OnlyThanks   bool            `json:"courtesy,omitempty"` // contains only thanks
	SignOff      signals.SignOff `json:"parting,omitzero"`
	AcceptsQuote bool            `json:"ahead,omitempty"` // accepts the last quote
	// Questions are about the last quote.
	Questions []questions.Question `json:"questions,omitempty"`
	PII       []string             `json:"pii,omitempty"`
	Alerts    []string             `json:"heed,omitempty"` // for staff, before the next mail
}

// IntentReadingFailed is the intent of a mail that the rules failed to read.
const IntentReadingFailed = "reading_failed"

// IntentArgs names a message and holds the planner's own reading of its intent. A referral by the
// rules takes precedence.
type IntentArgs struct {
	Message  string   `json:"message"`
	Intent   string   `json:"intent,omitempty"`
	Refer    string   `json:"refer,omitempty"`
	Declines string   `json:"declines,omitempty"` // words that decline the quote
	Language string   `json:"language,omitempty"` // of a mail that the rules do not find Spanish
	Doubts   []string `json:"doubts,omitempty"`   // the planner's, for staff
}

// identifying finds the intent of a message.
type identifying struct{ Toolbox }

func (b identifying) identifyIntent(_ context.Context, c agent.Call,
	args IntentArgs) (any, []string, error) {
	r, found, rest, err := b.read(c.State, args.Message)
	if err != nil {
		return nil, nil, err
	}
	if r.Failed != "" {
		d := intentData{Message: args.Message, Intent: IntentReadingFailed, Failed: r.Failed}
		return d, nil, nil
	}
	pad := c.State.AgentScratchpad
	m := pad.Inbox[unread(c.State, args.Message)]
	intent := cmp.Or(args.Intent, r.Intent)
	if len(found) > 0 && !slices.Contains(notAsked, args.Intent) {
		intent = r.Intent
	}
	if intent == "other" && pad.LastQuote == nil && declarations.AsksForSame(m) {
		intent = "new_quote"
	}
	if m.Unread != "" && strings.TrimSpace(m.Text) == "" {
		intent = IntentUnreadable
	}
	if len(found) == 0 || len(found) == 1 && found[0].Kind == questions.OtherPolicy {
		rest = m.Text // staff take a mail that only cancels
	}
	if pad.SentRevision > 0 && signals.AsksToCancel(rest) {
		intent, r.Refer = referCancel, cmp.Or(r.Refer, referCancel)
	}
	name := c.State.Application().NamedInsured.GivenName
	d := intentData{
		Message: args.Message, Intent: intent, Prefers: r.Prefers, PII: r.PII, Questions: found,
		Refer:      cmp.Or(r.Refer, args.Refer, wordsReferral(c.State, m.Text)),
		Language:   cmp.Or(strings.TrimPrefix(r.Language, "en"), args.Language, "en"),
		OnlyThanks: signals.IsOnlyThanks(m.Text, m.FromName, name),
		Alerts:     append(args.Doubts, signals.Alerts(m.Text, b.staff())...),
	}
	if pad.QuoteRequested { // else there is nothing to take leave of
		d.SignOff = signals.ReadSignOff(signals.Message{
			Subject: m.Subject, Text: m.Text, FromName: m.FromName, Answers: m.Answers,
			Unread: m.Unread, Attachments: m.Attachments,
		}, name, args.Declines)
		if len(found) > 0 && d.SignOff.Kind != signals.SignOffDeclined {
			d.SignOff = signals.SignOff{}
		}
		accepts := signals.AcceptsQuote
		if len(agent.TakenOffer(c.State, m)) > 0 {
			accepts = signals.AcceptsChanged
		}
		d.AcceptsQuote = d.SignOff.Kind == "" && pad.SentRevision > 0 && d.Refer != referNoMail &&
			accepts(rest)
		if d.SignOff.Kind == "" && len(found) == 0 && agent.LeavesChoice(c.State, m) {
			d.Intent, d.AcceptsQuote = IntentWhichChange, false
		}
	}
	return d, nil, nil
}

// notAsked are the model's intents of mails that a person must take despite a question.
var notAsked = []string{"claim", "other_line", "commercial", "spam"}

// applyIntent records the intent of a message. A message with a sign-off states no facts: "we
// went with Geico" does not describe a policy to replace.
func applyIntent(s *agent.State, d intentData, _ time.Time) agent.Then {
	pad := &s.AgentScratchpad
	pad.Identified, pad.Intent, pad.OnlyThanks, pad.SignOff, pad.AcceptsQuote = d.Message, d.Intent,
		d.OnlyThanks, d.SignOff, d.AcceptsQuote
	pad.QuoteRequested = pad.QuoteRequested || d.Intent == "new_quote" || d.Intent == "provide_info"
	pad.Refer = cmp.Or(d.Refer, pad.Refer)
	pad.AddAlerts(d.Alerts)
	pad.AddQuestions(d.Questions)
	for _, kind := range d.PII {
		if !slices.Contains(pad.PII, kind) {
			pad.PII = append(pad.PII, kind)
		}
	}
	s.CustomerInfo.Language = cmp.Or(d.Prefers, s.CustomerInfo.Language, d.Language)
	if d.SignOff.Kind != "" {
		removeFromInbox(s, d.Message)
	}
	return agent.PlanNext
}
