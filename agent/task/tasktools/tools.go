package tasktools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/lazy"
	"ppamaild/store"
	"ppamaild/templates"
)

// Team runs the agents of tasks.
type Team interface {
	// Roster returns all agents and their availability.
	Roster(ctx context.Context) []task.Agent
	// Preview describes the calls of an agent before they are made; nil: unknown.
	Preview(ctx context.Context, a task.Assignment) []string
	// Run runs an agent, read-only. The same assignment may run again. The result reports
	// failures.
	Run(ctx context.Context, a task.Assignment) task.Result
	// Write makes an approved call that changes something. again means that an earlier attempt
	// may have succeeded. Then Write refuses a call that must not repeat.
	Write(ctx context.Context, w task.Write, key string, again bool) (json.RawMessage, error)
}

// Toolbox makes the tools of the workflow task.
type Toolbox struct {
	Team  Team
	Words *templates.Phrases // for staff; nil: the built-in English words
}

// Tools returns the tools of the workflow task.
func (b Toolbox) Tools() ([]agent.Tool, error) {
	tools := []agent.Tool{
		{Name: task.ToolProposePlan, Stage: agent.StagePlan,
			Run: agent.Running(task.ToolProposePlan, b.proposePlan), Edit: editPlan,
			Apply: agent.Applying(applyPlan)},
		{Name: task.ToolRunAgent, Effect: true, Run: agent.Running(task.ToolRunAgent, b.runAgent),
			Apply: agent.Applying(applyResult)},
		{Name: task.ToolRunSpecialist, Stage: agent.StageSpecialist, Effect: true,
			Run: agent.Running(task.ToolRunSpecialist, b.runAgent), Edit: editSummary("summary"),
			Apply: agent.Applying(applySpecialist)},
		{Name: task.ToolCallTool, Stage: agent.StageToolCall, Before: true, Effect: true,
			Run: agent.Running(task.ToolCallTool, b.callTool), Edit: editWrite, Apply: b.applyWrite},
		{Name: task.ToolAskAboutAgent, Stage: agent.StageAgentFailed, Asks: true,
			Run: agent.Running(task.ToolAskAboutAgent, onlyStaff)},
		{Name: task.ToolCompileResults, Stage: agent.StageFinalResults,
			Run:  agent.Running(task.ToolCompileResults, b.compileResults),
			Edit: editSummary("executive_summary"), Apply: agent.Applying(applyCompilation)},
		agent.RequestReview(),
	}
	return tools, agent.CompileSchemas(tools, taskSchemas.Get())
}

func (b Toolbox) proposePlan(ctx context.Context, c agent.Call,
	args task.PlanArgs) (any, []string, error) {
	p, err := task.NewPlan(args, b.Team.Roster(ctx))
	if err != nil {
		return nil, nil, err
	}
	for i, s := range p.Steps {
		p.Steps[i].Asks = b.Team.Preview(ctx, c.State.Task.Assign(c.State.ThreadID, s, c.At))
	}
	flags := c.State.Task.Warnings(b.Words)
	for _, d := range p.Down {
		flags = append(flags, d.In(b.Words))
	}
	return p, flags, nil
}

func applyPlan(s *agent.State, p task.Plan, at time.Time) agent.Then {
	s.Task.Adopt(p)
	return agent.PlanNext
}

// editPlan applies ORDER and SKIP.
func editPlan(_ *agent.State, data json.RawMessage, field, value string) (json.RawMessage, error) {
	var p task.Plan
	err := json.Unmarshal(data, &p)
	if err != nil {
		return nil, err
	}
	switch names := task.List(value); strings.ToUpper(field) {
	case "ORDER":
		p, err = p.Reorder(names)
	case "SKIP":
		p, err = p.Skip(names)
	default:
		err = fmt.Errorf("a plan has no %q; write ORDER: or SKIP: and names of agents", field)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(p)
}

func (b Toolbox) runAgent(ctx context.Context, c agent.Call,
	args task.AgentArgs) (any, []string, error) {
	step, found := c.State.Task.Plan.Step(args.Agent)
	if !found {
		return nil, nil, fmt.Errorf("the agent %s is not in the plan", args.Agent)
	}
	r := b.Team.Run(ctx, c.State.Task.Assign(c.State.ThreadID, step, c.At))
	var flags []string
	if c.State.Task.Plan.Single { // a single result has no compilation with these flags
		flags = c.State.Task.Warnings(b.Words)
	}
	if !r.IsReal() {
		flags = append(flags, b.Words.Say("task.flag", r.Agent, r.Status.Label(b.Words), r.Error))
	}
	return r, flags, nil
}

func applyResult(s *agent.State, r task.Result, _ time.Time) agent.Then {
	s.KeepResult(r)
	return agent.PlanNext
}

// applySpecialist ends a task of one specialist after its result is final, unless it requests
// calls.
func applySpecialist(s *agent.State, r task.Result, _ time.Time) agent.Then {
	s.KeepResult(r)
	if len(s.Task.Wants) > 0 {
		return agent.PlanNext
	}
	return completed
}

var completed = agent.Then{Intents: []agent.Intent{agent.End{Status: store.ThreadCompleted,
	Reason: agent.Reason{Phrase: "task.approved"}}}}

func (b Toolbox) callTool(ctx context.Context, c agent.Call, w task.Write) (any, []string, error) {
	answer, err := b.Team.Write(ctx, w, c.Key, c.Again)
	return answer, nil, err
}

// editWrite changes an argument of an open call.
func editWrite(_ *agent.State, data json.RawMessage, field, value string) (json.RawMessage, error) {
	w := task.DecodeWrite(data)
	changed, err := w.With(field, value)
	if err != nil {
		return nil, err
	}
	return json.Marshal(changed)
}

func (b Toolbox) applyWrite(s *agent.State, act agent.Action, out agent.Output, at time.Time) agent.Then {
	s.Task.Done(task.DecodeWrite(act.Args), out.Data, at, b.Words)
	return agent.PlanNext
}

func onlyStaff(context.Context, agent.Call, task.AgentFailedArgs) (any, []string, error) {
	return nil, nil, errors.New("only staff can answer")
}

func (b Toolbox) compileResults(_ context.Context, c agent.Call, _ struct{}) (any, []string, error) {
	compiled := c.State.Task.Compile(b.Words)
	return compiled, compiled.Flags(), nil
}

// editSummary replaces the summary of a result. The data stays unchanged.
func editSummary(name string) func(*agent.State, json.RawMessage,
	string, string) (json.RawMessage, error) {
	return func(_ *agent.State, data json.RawMessage,
		field, value string) (json.RawMessage, error) {
		if !strings.HasSuffix(strings.ToLower(field), "summary") {
			return nil, fmt.Errorf("%q can't be edited; write EDIT: summary: and your text, or REVISE", field)
		}
		var all map[string]json.RawMessage
		if err := json.Unmarshal(data, &all); err != nil {
			return nil, err
		}
		var err error
		if all[name], err = json.Marshal(value); err != nil {
			return nil, err
		}
		return json.Marshal(all)
	}
}

func applyCompilation(*agent.State, task.Compilation, time.Time) agent.Then { return completed }

// taskSchemas are the JSON Schemas of the tools' arguments.
var taskSchemas = lazy.Value[map[string]string]{New: func() map[string]string {
	return map[string]string{
		task.ToolProposePlan: `{"type":"object","additionalProperties":false,"required":["description","steps"],
		"properties":{"description":{"type":"string","minLength":1},"single":{"type":"boolean"},
			"steps":{"type":"array","minItems":1,"items":{"type":"object","additionalProperties":false,"required":["agent","instruction"],
				"properties":{"agent":{"type":"string","minLength":1},"instruction":{"type":"string","minLength":1},"needs":{"type":"array","items":{"type":"string"}}}}}}}`,
		task.ToolRunAgent:      agentSchema,
		task.ToolRunSpecialist: agentSchema,
		task.ToolCallTool: `{"type":"object","additionalProperties":false,"required":["agent","tool","args"],
		"properties":{"agent":{"type":"string","minLength":1},"tool":{"type":"string","minLength":1},"args":{"type":"object"},"why":{"type":"string"}}}`,
		task.ToolAskAboutAgent: `{"type":"object","additionalProperties":false,"required":["agent","why"],
		"properties":{"agent":{"type":"string","minLength":1},"why":{"type":"string"},"without":{"type":"array","items":{"type":"string"}}}}`,
		task.ToolCompileResults: `{"type":"object","additionalProperties":false}`,
	}
}}

const agentSchema = `{"type":"object","additionalProperties":false,"required":["agent"],"properties":{"agent":{"type":"string","minLength":1}}}`
