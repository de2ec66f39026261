package planner

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/llm"
	"ppamaild/agent/planner/asking"
	"ppamaild/agent/quoting"
	"ppamaild/agent/signals"
)

// take converts the model's answer to an action. The error is a message to the model.
func (t *turn) take(a llm.Answer) (act agent.Action, err error) {
	switch {
	case a.Finish == "length":
		return act, errors.New("the answer was cut off at the most tokens that it may have (planner.max_answer_tokens); be shorter")
	case len(a.Calls) == 0:
		return act, fmt.Errorf("answer with a call of a tool, not with text (%.80q); call one of: %s", a.Text, strings.Join(t.actions, ", "))
	case len(a.Calls) > 1:
		// Refuse several calls, because the intended one is unknown.
		return act, fmt.Errorf("one action at a time: none of the %d calls was made; make the first one only", len(a.Calls))
	}
	call := a.Calls[0]
	offered, known := t.p.offers[call.Name]
	switch {
	case !known:
		return act, fmt.Errorf("there is no tool %q; call one of: %s", call.Name,
			strings.Join(t.actions, ", "))
	case !slices.Contains(t.actions, call.Name):
		return act, fmt.Errorf("%s can't be called now; call one of: %s", call.Name,
			strings.Join(t.actions, ", "))
	}
	if err := offered.Check(call.Args); err != nil {
		return act, err
	}
	var common struct {
		Thought string `json:"thought"`
		Review  bool   `json:"review"`
	}
	if err := json.Unmarshal([]byte(call.Args), &common); err != nil {
		return act, err
	}
	if act, err = offered.build(t, json.RawMessage(call.Args)); err != nil {
		return act, err
	}
	act.Thought = cmp.Or(asking.Brief(common.Thought), act.Thought)
	if common.Review {
		act.Review, act.Doubt = true, cmp.Or(act.Doubt, act.Thought)
	}
	return act, nil
}

type intentAnswer struct {
	Intent   string `json:"intent"`
	Refer    string `json:"refer"`
	Declines string `json:"declines"`
	Language string `json:"language"`
	Thought  string `json:"thought"`
	Review   bool   `json:"review"`
}

// buildIntent passes on the model's reading of the mail. The tool verifies the words of a
// refusal. No gate reviews this step, so the review of the next mail shows the model's doubt.
func buildIntent(t *turn, a intentAnswer) (act agent.Action, err error) {
	declines := t.private.Restore(a.Declines)
	if declines != "" && !signals.Contains(t.mail.Text, declines) {
		return act, fmt.Errorf("the words %q are not in the mail", a.Declines)
	}
	args := quoting.IntentArgs{Message: t.mail.ID, Intent: a.Intent, Refer: a.Refer,
		Declines: declines, Language: a.Language}
	if a.Review {
		args.Doubts = []string{t.p.Rules.say("notify.model_doubts", asking.Brief(a.Thought))}
	}
	return agent.NewAction(agent.ToolIdentifyIntent, t.p.Rules.say("step.identify"), args)
}

// buildUnchanged passes arguments on unchanged.
func buildUnchanged[A any](tool string) func(*turn, A) (agent.Action, error) {
	return func(_ *turn, args A) (agent.Action, error) { return agent.NewAction(tool, "", args) }
}

// buildPrice returns the first carrier call for the application.
func buildPrice(t *turn, _ struct{}) (agent.Action, error) { return t.p.Rules.callCarrier(t.s) }

type sendAnswer struct {
	Language string `json:"language"`
}

// buildSend proposes the current quote. The model can't name another quote.
func buildSend(t *turn, a sendAnswer) (agent.Action, error) {
	language := t.s.AgentScratchpad.Ask.Language
	was := t.s.LanguageFor(language)
	if t.staffSaid() != nil {
		language = cmp.Or(a.Language, language)
	}
	if r := t.rejection; r != nil && r.Stage == agent.StageQuote &&
		t.s.LanguageFor(language) == was && !t.s.AgentScratchpad.RejectionsLifted {
		return agent.Action{}, errors.New("this is the very quote that staff " +
			"rejected; do what they say, or call request_human_review")
	}
	return agent.NewAction(agent.ToolSendQuote, t.p.Rules.say("step.send"),
		quoting.SendQuoteArgs{QuoteID: t.s.AgentScratchpad.Quote.ID, Language: language})
}
