package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"ppamaild/agent/task"
	"ppamaild/store"
)

// The tools of the workflow task, besides those that call a person.
const (
	ToolProposePlan    = "propose_plan"
	ToolRunAgent       = "run_agent"
	ToolRunSpecialist  = "run_specialist"
	ToolCallTool       = "call_tool"
	ToolAskAboutAgent  = "ask_about_agent"
	ToolCompileResults = "compile_results"
)

// Crew is who does the work of tasks.
type Crew interface {
	// Roster returns every agent there is, with which of them can be reached now.
	Roster(ctx context.Context) []task.Member
	// Run has an agent do its part. It reads only, and may be called again for the same
	// assignment. Whatever goes wrong is in the result.
	Run(ctx context.Context, a task.Assignment) task.Result
	// Write makes a call that changes something, which a person has approved. With
	// again, it may have been made before; what can't be made twice is refused then.
	Write(ctx context.Context, w task.Write, key string, again bool) (json.RawMessage, error)
}

// TaskToolbox is what the tools of the workflow task work with.
type TaskToolbox struct{ Crew Crew }

// Tools returns the tools of the workflow task.
func (b TaskToolbox) Tools() ([]Tool, error) {
	tools := []Tool{
		{Name: ToolProposePlan, Stage: StagePlan, Run: Running(ToolProposePlan, b.proposePlan), Edit: editPlan, Apply: Applying(applyPlan)},
		{Name: ToolRunAgent, Effect: true, Run: Running(ToolRunAgent, b.runAgent), Apply: Applying(applyResult)},
		{Name: ToolRunSpecialist, Stage: StageSpecialist, Effect: true, Run: Running(ToolRunSpecialist, b.runAgent), Edit: editSummary("summary"), Apply: Applying(applySpecialist)},
		{Name: ToolCallTool, Stage: StageToolCall, Before: true, Effect: true, Run: Running(ToolCallTool, b.callTool), Edit: editWrite, Apply: applyWrite},
		{Name: ToolAskAboutAgent, Stage: StageAgentFailed, Asks: true, Run: Running(ToolAskAboutAgent, onlyStaff)},
		{Name: ToolCompileResults, Stage: StageFinalResults, Run: Running(ToolCompileResults, compileResults), Edit: editSummary("executive_summary"), Apply: Applying(applyCompilation)},
		RequestReview(),
	}
	return tools, CompileSchemas(tools, taskSchemas)
}

// AgentArgs names the agent that is to run.
type AgentArgs struct {
	Agent string `json:"agent"`
}

// AgentFailedArgs is what staff are asked about: an agent, and what went wrong.
type AgentFailedArgs struct {
	Agent   string   `json:"agent"`
	Why     string   `json:"why"`
	Without []string `json:"without,omitempty"` // agents that would go on without its result
}

func (b TaskToolbox) proposePlan(ctx context.Context, c Call, args task.PlanArgs) (any, []string, error) {
	p, err := task.NewPlan(args, b.Crew.Roster(ctx))
	if err != nil {
		return nil, nil, err
	}
	flags := c.State.Task.Unread()
	for _, d := range p.Down {
		flags = append(flags, d.String())
	}
	return p, flags, nil
}

func applyPlan(s *State, p task.Plan, at time.Time) Then {
	s.Task.Adopt(p)
	return PlanNext
}

// editPlan is ORDER and SKIP.
func editPlan(_ *State, data json.RawMessage, field, value string) (json.RawMessage, error) {
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

func (b TaskToolbox) runAgent(ctx context.Context, c Call, args AgentArgs) (any, []string, error) {
	step, found := c.State.Task.Plan.Step(args.Agent)
	if !found {
		return nil, nil, fmt.Errorf("the agent %s is not in the plan", args.Agent)
	}
	r := b.Crew.Run(ctx, c.State.Task.Assign(c.State.ThreadID, step, c.At))
	var flags []string
	if c.State.Task.Plan.Single { // nothing is compiled of it, which would say so
		flags = c.State.Task.Unread()
	}
	if !r.IsReal() {
		flags = append(flags, fmt.Sprintf("%s: %s (%s)", r.Agent, r.Status.Label(), r.Error))
	}
	return r, flags, nil
}

func applyResult(s *State, r task.Result, _ time.Time) Then {
	s.keep(r)
	return PlanNext
}

// applySpecialist ends a task of one specialist, whose result was approved or needs no
// approval, unless it wants something changed first.
func applySpecialist(s *State, r task.Result, _ time.Time) Then {
	s.keep(r)
	if len(s.Task.Wants) > 0 {
		return PlanNext
	}
	return completed
}

var completed = Then{Intents: []Intent{End{Status: store.ThreadCompleted, Why: "the results were approved"}}}

func (b TaskToolbox) callTool(ctx context.Context, c Call, w task.Write) (any, []string, error) {
	answer, err := b.Crew.Write(ctx, w, c.Key, c.Again)
	return answer, nil, err
}

// editWrite changes an argument of a call that was not made yet.
func editWrite(_ *State, data json.RawMessage, field, value string) (json.RawMessage, error) {
	w := wanted(data)
	changed, err := w.With(field, value)
	if err != nil {
		return nil, err
	}
	return json.Marshal(changed)
}

func applyWrite(s *State, act Action, out Output, at time.Time) Then {
	s.Task.Done(wanted(act.Args), out.Data, at)
	return PlanNext
}

func onlyStaff(context.Context, Call, AgentFailedArgs) (any, []string, error) {
	return nil, nil, errors.New("staff answer it, not the program")
}

func compileResults(_ context.Context, c Call, _ struct{}) (any, []string, error) {
	t := c.State.Task
	compiled := t.Compile(task.Relate(t.Results, t.Own))
	return compiled, compiled.Flags(), nil
}

// editSummary has staff put the summary of a result in other words; what was found
// stays as it was found.
func editSummary(name string) func(*State, json.RawMessage, string, string) (json.RawMessage, error) {
	return func(_ *State, data json.RawMessage, field, value string) (json.RawMessage, error) {
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

func applyCompilation(*State, task.Compilation, time.Time) Then { return completed }

// taskSchemas are the JSON Schemas of the arguments of the tools.
var taskSchemas = map[string]string{
	ToolProposePlan: `{"type":"object","additionalProperties":false,"required":["description","steps"],
		"properties":{"description":{"type":"string","minLength":1},"single":{"type":"boolean"},
			"steps":{"type":"array","minItems":1,"items":{"type":"object","additionalProperties":false,"required":["agent","instruction"],
				"properties":{"agent":{"type":"string","minLength":1},"instruction":{"type":"string","minLength":1},"needs":{"type":"array","items":{"type":"string"}}}}}}}`,
	ToolRunAgent:      agentSchema,
	ToolRunSpecialist: agentSchema,
	ToolCallTool: `{"type":"object","additionalProperties":false,"required":["agent","tool","args"],
		"properties":{"agent":{"type":"string","minLength":1},"tool":{"type":"string","minLength":1},"args":{"type":"object"},"why":{"type":"string"}}}`,
	ToolAskAboutAgent: `{"type":"object","additionalProperties":false,"required":["agent","why"],
		"properties":{"agent":{"type":"string","minLength":1},"why":{"type":"string"},"without":{"type":"array","items":{"type":"string"}}}}`,
	ToolCompileResults: `{"type":"object","additionalProperties":false}`,
}

const agentSchema = `{"type":"object","additionalProperties":false,"required":["agent"],"properties":{"agent":{"type":"string","minLength":1}}}`
