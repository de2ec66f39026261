package taskplanner

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/llm"
	"ppamaild/agent/pii"
	"ppamaild/agent/planner/asking"
	"ppamaild/agent/task"
	"ppamaild/templates"
)

// Options are the parts of an LLM.
type Options struct {
	Asking  asking.Options
	Prompts *templates.PlanPrompts
	Agency  templates.PromptAgency
	Rules   Rules // for approved plans, and as FallBack
}

// LLM plans tasks with a language model. The rules work through an approved plan. The model can
// only propose plans with agents of the roster.
type LLM struct {
	Options
	system string
	plan   asking.Tool
}

// NewLLM prepares the constant part of all requests.
func NewLLM(o Options) (*LLM, error) {
	o.Asking.Wrong = o.Prompts.Words
	p := &LLM{Options: o, plan: asking.Tool{Tool: llm.Tool{
		Name: task.ToolProposePlan, Description: o.Prompts.Words.Say("tool.propose_plan"),
		Schema: json.RawMessage(planSchema),
	}}}
	var err error
	if p.system, err = o.Prompts.System(o.Agency); err != nil {
		return nil, fmt.Errorf("writing the system prompt of plans: %w", err)
	}
	return p, p.plan.Compile()
}

// planSchema is strict: all properties are required, and no others are allowed.
const planSchema = `{"type":"object","additionalProperties":false,"required":["thought","description","single","steps"],
	"properties":{
		"thought":{"type":"string","description":"Why this plan, in one sentence."},
		"description":{"type":"string","description":"What is done, for staff."},
		"single":{"type":"boolean","description":"One specialist does it all by itself."},
		"steps":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["agent","instruction","needs"],
			"properties":{"agent":{"type":"string"},"instruction":{"type":"string"},"needs":{"type":"array","items":{"type":"string"}}}}}}}`

// Name is the planner's name in the journal.
func (*LLM) Name() string { return "llm" }

// Next returns the next action and its usage.
func (p *LLM) Next(ctx context.Context, s *agent.State) (agent.Action, error) {
	if s.Task.Plan != nil && !s.Task.Replan {
		return p.followPlan(ctx, s)
	}
	return p.Asking.OrRules(ctx, s, p.ask, p.Rules.Next)
}

// followPlan continues the current plan while the budget of the thread lasts. The agents also use
// the model.
func (p *LLM) followPlan(ctx context.Context, s *agent.State) (agent.Action, error) {
	act, err := p.Rules.Next(ctx, s)
	runs := act.Tool == task.ToolRunAgent || act.Tool == task.ToolRunSpecialist
	if err != nil || !runs {
		return act, err
	}
	if why := p.Asking.Budget.ForThread().Reached(s, agent.Usage{}, p.Asking.Words); why != "" {
		return agent.Action{}, errors.New(why)
	}
	return act, nil
}

// ask asks the model until a plan is usable or the repairs are used up.
func (p *LLM) ask(ctx context.Context,
	s *agent.State) (act agent.Action, spent agent.Usage, err error) {
	roster, numbers := p.Rules.Roster(ctx), pii.New()
	prompt, err := p.Prompts.Turn(view(s, roster, numbers))
	if err != nil {
		return act, spent, err
	}
	q := asking.Question{
		Options: p.Asking, Of: "plan", Mask: numbers.Mask,
		Take: func(a llm.Answer, _ bool) (agent.Action, error) {
			return p.take(a, s, roster, numbers)
		},
	}
	return q.Ask(ctx, s, llm.Request{System: p.system, Tools: []llm.Tool{p.plan.Tool},
		Turns: []llm.Turn{{Role: llm.RoleUser, Text: prompt}}})
}

// take converts the model's answer to a proposal. The error is a message to the model.
func (p *LLM) take(a llm.Answer, s *agent.State, roster []task.Agent,
	numbers *pii.Numbers) (act agent.Action, err error) {
	switch {
	case a.Finish == "length":
		return act, errors.New("the answer was cut off at the most tokens that it may have (planner.max_answer_tokens); be shorter")
	case len(a.Calls) != 1 || a.Calls[0].Name != task.ToolProposePlan:
		return act, errors.New("answer with exactly one call of propose_plan, and no text")
	}
	if err := p.plan.Check(a.Calls[0].Args); err != nil {
		return act, err
	}
	var said struct {
		Thought string `json:"thought"`
		task.PlanArgs
	}
	if err := json.Unmarshal([]byte(a.Calls[0].Args), &said); err != nil {
		return act, err
	}
	args := said.PlanArgs
	for i := range args.Steps {
		args.Steps[i].Instruction = numbers.Restore(args.Steps[i].Instruction)
	}
	plan, err := task.NewPlan(args, roster)
	if err != nil {
		return act, err
	}
	if before, found := s.PlanBefore(); found &&
		slices.EqualFunc(before, plan.Steps, task.Step.Same) {
		return act, errors.New("this is the very plan that staff sent back; do what they say")
	}
	act, err = p.Rules.propose(args)
	act.Thought = asking.Brief(said.Thought)
	return act, err
}

// view returns a task for the prompt, without private numbers.
func view(s *agent.State, roster []task.Agent, numbers *pii.Numbers) templates.PromptPlan {
	t := s.Task
	v := templates.PromptPlan{By: t.By, At: t.At.Format("Monday 2 January 2006"),
		Subject: numbers.Mask(t.Subject), Text: numbers.Mask(t.Text)}
	for _, m := range roster {
		v.Agents = append(v.Agents, templates.PromptMember{
			Name: m.Name, Kind: m.Kind, Description: m.Description, Source: m.Source,
			Writes: strings.Join(m.Writes, ", "), Down: m.Unavailable,
		})
	}
	if f, rejected := s.Rejection(); rejected {
		v.Rejection = numbers.Mask(f.Text)
	}
	if before, found := s.PlanBefore(); found {
		var lines []string
		for i, step := range before {
			lines = append(lines, fmt.Sprintf("%d. %s: %s", i+1, step.Agent, step.Instruction))
		}
		v.Before = numbers.Mask(strings.Join(lines, "\n"))
	}
	for _, r := range t.Results {
		v.Found = append(v.Found,
			templates.PromptResult{Agent: r.Agent, Status: string(r.Status),
				Summary: numbers.Mask(r.Summary)})
	}
	return v
}
