package planner

import (
	"cmp"
	"context"
	"errors"
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
		if offered.validator, err = compile(offered); err != nil {
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
	act.Spent = spent
	act.Thought = fmt.Sprintf("%s (by the rules: %v)", act.Thought, err)
	return act, errRules
}

// ask asks the model until its answer can be used, or may not be put right again.
func (p *LLM) ask(ctx context.Context, s *agent.State) (act agent.Action, spent agent.Spent, err error) {
	t, err := p.turn(s)
	if err != nil {
		return act, spent, err
	}
	request := model.Request{System: p.system, Tools: p.tools, Turns: []model.Turn{{Role: model.RoleUser, Text: t.prompt}}}
	for bad := 0; ; bad++ {
		if why := p.Budget.reached(s, spent); why != "" {
			return act, spent, errors.New(why)
		}
		answer, err := p.Model.Ask(ctx, request)
		spent = spent.Plus(answer.Spent)
		if err != nil {
			return act, spent, fmt.Errorf("asking the model: %w", err)
		}
		if answer.Finish == "content_filter" {
			return act, spent, errors.New("the service withheld the model's answer (content_filter)")
		}
		t.last = bad == p.Repairs
		act, err := t.take(answer)
		if err == nil {
			return act, spent, nil
		}
		wrong := t.private.Mask(err.Error())
		p.Logger.Info("the model's answer can't be used", "thread", s.ThreadID, "why", wrong)
		if t.last {
			return act, spent, fmt.Errorf("the model's answer can't be used, after %d tries: %s", bad+1, wrong)
		}
		request.Turns = append(request.Turns, back(answer, wrong)...)
	}
}

// mostEchoed bounds the calls of a bad answer that are told to the model again.
const mostEchoed = 8

// back gives a bad answer back to the model, with what is wrong: each call of it
// has to be answered.
func back(a model.Answer, wrong string) []model.Turn {
	if len(a.Calls) == 0 {
		return []model.Turn{{Role: model.RoleModel, Text: cmp.Or(a.Text, "(no answer)")}, {Role: model.RoleUser, Text: "This can't be used: " + wrong}}
	}
	calls := a.Calls[:min(len(a.Calls), mostEchoed)]
	turns := []model.Turn{{Role: model.RoleModel, Calls: calls}}
	for _, call := range calls {
		turns = append(turns, model.Turn{Role: model.RoleTool, Answers: call.ID, Text: "This was not done: " + wrong})
	}
	return turns
}
