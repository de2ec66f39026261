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

// Options are what an LLM works with.
type Options struct {
	Asking  asking.Options
	Prompts *templates.Prompts
	Agency  templates.PromptAgency
	Rules   Rules // for what leaves no choice, and where FallBack says so
}

// LLM is the planner that asks a language model. It asks where there is something
// to decide or to read, one action at a time; what leaves no choice, a person's
// part above all, is chosen by the rules. Whatever the model answers, only what
// may be done now is proposed, with arguments that come from the application or
// from words of the mail, and a text of the model's own is reviewed by a person.
type LLM struct {
	Options
	system string
	tools  []llm.Tool
	offers map[string]offer
}

// NewLLM prepares what every request begins with.
func NewLLM(o Options) (*LLM, error) {
	o.Rules.Location = cmp.Or(o.Rules.Location, time.UTC)
	p := &LLM{Options: o, offers: make(map[string]offer)}
	var err error
	if p.system, err = o.Prompts.System(o.Agency); err != nil {
		return nil, fmt.Errorf("writing the system prompt: %w", err)
	}
	for _, offered := range offers() {
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

// Name is what the journal calls it.
func (*LLM) Name() string { return "llm" }

// Next returns what to do next, with what it cost to find out.
func (p *LLM) Next(ctx context.Context, s *agent.State) (agent.Action, error) {
	if p.Rules.isForced(s) {
		rules := p.Rules
		rules.AskStaff = false // that is the model's to choose
		return rules.Next(ctx, s)
	}
	return p.Asking.OrRules(ctx, s, p.ask, p.Rules.Next)
}

// ask asks the model until its answer can be used, or may not be put right again.
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
