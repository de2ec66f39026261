package planner

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/model"
	"ppamaild/templates"
)

// Options are what an LLM works with.
type Options struct {
	Model   model.Model
	Prompts *templates.Prompts
	Agency  templates.PromptAgency
	Budget  Budget
	Repairs int   // how often a bad answer goes back to the model
	Rules   Rules // for what leaves no choice, and where FallBack says so
	// FallBack has the rules choose where the model does not; else the run fails,
	// and a person takes over.
	FallBack bool
	Logger   *slog.Logger // nil: nothing is logged
}

// LLM is the planner that asks a language model. It asks where there is something
// to decide or to read, one action at a time; what leaves no choice, a person's
// part above all, is chosen by the rules. Whatever the model answers, only what
// may be done now is proposed, with arguments that come from the application or
// from words of the mail, and a text of the model's own is reviewed by a person.
type LLM struct {
	Options
	system string
	tools  []model.Tool
	offers map[string]offer
}

// NewLLM prepares what every request begins with.
func NewLLM(o Options) (*LLM, error) {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
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
		if err := offered.compile(); err != nil {
			return nil, err
		}
		p.offers[offered.Name] = offered
		p.tools = append(p.tools, offered.Tool)
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
	act, spent, err := p.ask(ctx, s)
	switch {
	case err == nil:
		act.Spent = spent
		return act, nil
	case ctx.Err() != nil || !p.FallBack:
		return agent.Action{Spent: spent}, err
	}
	p.Logger.Warn("the rules choose, as the model did not", "thread", s.ThreadID, "error", err)
	act, errRules := p.Rules.Next(ctx, s)
	act.Spent, act.ByRules = spent, err.Error()
	act.Thought = fmt.Sprintf("%s (by the rules: %v)", act.Thought, err)
	return act, errRules
}

// ask asks the model until its answer can be used, or may not be put right again.
func (p *LLM) ask(ctx context.Context, s *agent.State) (act agent.Action, spent agent.Spent, err error) {
	t, err := p.turn(s)
	if err != nil {
		return act, spent, err
	}
	q := question{
		Model: p.Model, Budget: p.Budget, Repairs: p.Repairs, Logger: p.Logger, of: "answer", mask: t.private.Mask,
		take: func(a model.Answer, last bool) (agent.Action, error) {
			t.last = last
			return t.take(a)
		},
	}
	return q.ask(ctx, s, model.Request{System: p.system, Tools: p.tools, Turns: []model.Turn{{Role: model.RoleUser, Text: t.prompt}}})
}
