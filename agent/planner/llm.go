package planner

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/llm"
	"ppamaild/agent/planner/asking"
	"ppamaild/templates"
)

// Options are the parts of an LLM.
type Options struct {
	Asking  asking.Options
	Prompts *templates.Prompts
	Agency  templates.PromptAgency
	Rules   Rules // for forced actions, and as FallBack
	// Languages are the codes of the languages for letters to customers; none: the languages of
	// the program.
	Languages []string
}

// LLM is a planner that asks a language model for one action at a time. The rules choose if only
// one action is possible. The model can only propose actions that are possible now, with arguments
// from the application or from words of the mail. A person reviews text by the model.
type LLM struct {
	Options
	system string
	tools  []llm.Tool
	offers map[string]modelTool
}

// NewLLM prepares the constant part of all requests.
func NewLLM(o Options) (*LLM, error) {
	o.Rules.Location = cmp.Or(o.Rules.Location, time.UTC)
	o.Asking.Wrong = o.Prompts.Words
	p := &LLM{Options: o, offers: make(map[string]modelTool)}
	var err error
	if p.system, err = o.Prompts.System(o.Agency); err != nil {
		return nil, fmt.Errorf("writing the system prompt: %w", err)
	}
	languages := o.Languages
	if len(languages) == 0 {
		languages, err = templates.Languages("")
		if err != nil {
			return nil, err
		}
	}
	for _, offered := range modelTools(languages, o.Prompts.Words) {
		if offered.Name == agent.ToolRequestHumanInput && !o.Rules.AskStaff {
			continue
		}
		if err := offered.Compile(); err != nil {
			return nil, err
		}
		p.offers[offered.Name] = offered
		p.tools = append(p.tools, offered.Tool.Tool)
	}
	return p, nil
}

// Name is the planner's name in the journal.
func (*LLM) Name() string { return "llm" }

// Next returns the next action and its usage.
func (p *LLM) Next(ctx context.Context, s *agent.State) (agent.Action, error) {
	if p.Rules.isForced(s) {
		rules := p.Rules
		rules.AskStaff = false // only the model decides about questions to staff
		return rules.Next(ctx, s)
	}
	return p.Asking.OrRules(ctx, s, p.ask, p.Rules.Next)
}

// ask asks the model until an answer is usable or the repairs are used up.
func (p *LLM) ask(ctx context.Context,
	s *agent.State) (act agent.Action, spent agent.Usage, err error) {
	t, err := p.turn(s)
	if err != nil {
		return act, spent, err
	}
	q := asking.Question{
		Options: p.Asking, Of: "answer", Mask: t.private.Mask,
		Take: func(a llm.Answer, last bool) (agent.Action, error) {
			t.last = last
			return t.take(a)
		},
	}
	return q.Ask(ctx, s, llm.Request{System: p.system, Tools: p.tools,
		Turns: []llm.Turn{{Role: llm.RoleUser, Text: t.prompt}}})
}
