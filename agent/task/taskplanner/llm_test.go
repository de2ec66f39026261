package taskplanner_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/llm"
	"ppamaild/agent/planner/asking"
	"ppamaild/agent/task"
	"ppamaild/agent/task/taskplanner"
	"ppamaild/sandbox/openai"
	"ppamaild/templates"
)

// planning is a task planner that asks a simulated model over HTTP.
type planning struct {
	*taskplanner.LLM
	server *openai.Server
}

func one(tool, args string) openai.Answer {
	return openai.Answer{Calls: []openai.Call{{Name: tool, Args: args}}}
}

func plans(t *testing.T, answers ...openai.Answer) planning {
	t.Helper()
	server, err := openai.Start(openai.Options{Name: "made-up", Model: func(openai.Request) openai.Answer {
		if len(answers) == 0 {
			return openai.Answer{Text: "I have no idea."}
		}
		next := answers[0]
		answers = answers[1:]
		return next
	}})
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(err)
	t.Cleanup(func() { must(server.Close()) })
	prompts, err := templates.ReadPlanPrompts("")
	must(err)
	office := &office{roster: []task.Agent{
		{Name: "mailbox", Kind: task.KindMailbox, Source: "the agency's mail"}, {Name: "crm", Kind: task.KindMCP, Unavailable: "no route to it"},
		{Name: task.Analysis, Kind: task.KindAnalysis},
	}}
	p, err := taskplanner.NewLLM(taskplanner.Options{
		Asking: asking.Options{
			Model:   llm.NewClient(llm.Options{BaseURL: server.BaseURL(), Model: "made-up", Timeout: 5 * time.Second, Longest: 4000, Now: time.Now}),
			Repairs: 2,
		},
		Prompts: prompts, Agency: templates.PromptAgency{Agency: "Sunrise Insurance Agency"},
		Rules: taskplanner.Rules{Roster: office.Roster},
	})
	must(err)
	return planning{p, server}
}

// given is a task without a plan.
func given(text string) *agent.State {
	s := agent.NewState("T-7F3K2M", agent.CustomerInfo{})
	s.Task = &task.Task{Text: text, By: "lee@agency.test", At: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}
	return &s
}

const goodPlan = `{"thought":"Mail tells most.","description":"Search the mail, then compile.","single":false,
	"steps":[{"agent":"mailbox","instruction":"Find what [ssn-1] wrote.","needs":[]},{"agent":"analysis","instruction":"Compile.","needs":[]}]}`

func TestModelPlansTasks(t *testing.T) {
	unknown := strings.Replace(goodPlan, `"mailbox"`, `"telephone"`, 1)
	p := plans(t, openai.Answer{Text: "Sure!"}, one(task.ToolProposePlan, unknown), one(task.ToolProposePlan, goodPlan))
	act, err := p.Next(t.Context(), given("What did 123-45-6789 write?"))
	if err != nil {
		t.Fatal(err)
	}
	var args task.PlanArgs
	if err := json.Unmarshal(act.Args, &args); err != nil || args.Steps[0].Instruction != "Find what 123-45-6789 wrote." || act.Thought != "Mail tells most." || act.Usage.Requests != 3 {
		t.Errorf("%s %+v %v", act.Args, act, err)
	}
	seen := p.server.Seen()
	for n, s := range seen {
		if s.Status != 200 || strings.Contains(s.Prompt, "123-45-6789") {
			t.Errorf("request %d: %d\n%s", n, s.Status, s.Prompt)
		}
	}
	if !strings.Contains(seen[2].Prompt, `there is no agent`) || !strings.Contains(seen[2].Prompt, "no route to it") {
		t.Errorf("the model was not told what was wrong:\n%s", seen[2].Prompt)
	}
}

func TestAgentCase29AModelIsToldWhyItsPlanCameBack(t *testing.T) {
	better := strings.Replace(goodPlan, `[{"agent":"mailbox"`, `[{"agent":"crm","instruction":"Look them up.","needs":[]},{"agent":"mailbox"`, 1)
	p := plans(t, one(task.ToolProposePlan, goodPlan), one(task.ToolProposePlan, better))
	s := given("What do we know of Mary Henderson?")
	plan, err := task.NewPlan(task.PlanArgs{Description: "x", Steps: []task.Step{
		{Agent: "mailbox", Instruction: "Find what [ssn-1] wrote."}, {Agent: task.Analysis, Instruction: "Compile."},
	}}, []task.Agent{{Name: "mailbox"}, {Name: task.Analysis}})
	if err != nil {
		t.Fatal(err)
	}
	s.AgentScratchpad.RejectedData, _ = json.Marshal(plan)
	s.HumanFeedback = []agent.Feedback{{Stage: agent.StagePlan, Verdict: string(agent.Reject), Text: "the CRM first, please"}}
	s.RejectionFeedbackForStep = map[agent.Stage]string{agent.StagePlan: "the CRM first, please"}
	act, err := p.Next(t.Context(), s)
	if err != nil || !strings.Contains(string(act.Args), `"crm"`) {
		t.Fatalf("%s, %v", act.Args, err)
	}
	seen := p.server.Seen()
	if !strings.Contains(seen[0].Prompt, "the CRM first, please") || !strings.Contains(seen[0].Prompt, "1. mailbox: Find what") {
		t.Errorf("the reason did not reach the model:\n%s", seen[0].Prompt)
	}
	if len(seen) != 2 || !strings.Contains(seen[1].Prompt, "the very plan that staff sent back") {
		t.Errorf("the plan that was sent back was taken again")
	}
}

func TestRulesPlanWhereTheModelDoesNot(t *testing.T) {
	p := plans(t)
	s := given("What do we know of Mary Henderson?")
	if _, err := p.Next(t.Context(), s); err == nil {
		t.Fatal("no error, though the model never gave a plan")
	}
	p.Asking.FallBack = true
	act, err := p.Next(t.Context(), s)
	if err != nil || act.Tool != task.ToolProposePlan || act.Usage.Requests != 3 || !strings.Contains(act.Thought, "by the rules") || act.ByRules == "" {
		t.Errorf("%+v, %v", act, err)
	}
}

// Agents use the model too, so no agent runs after the thread's tokens are used up.
func TestNoAgentRunsOnceTheThreadHasUsedItsTokens(t *testing.T) {
	p := plans(t)
	p.Asking.Budget = asking.Budget{TokensPerEvent: 10, TokensPerThread: 1000}
	s := given("What do we know of Mary Henderson?")
	s.Task.Plan = &task.Plan{Steps: []task.Step{{Agent: "crm"}, {Agent: task.Analysis}}}
	s.AgentScratchpad.Usage.PromptTokens = 999
	s.AgentScratchpad.EventUsage.PromptTokens = 999 // used by agents with their own limits
	if act, err := p.Next(t.Context(), s); err != nil || act.Tool != task.ToolRunAgent {
		t.Errorf("%+v, %v", act, err)
	}
	s.AgentScratchpad.Usage.CompletionTokens = 1
	if act, err := p.Next(t.Context(), s); err == nil || !strings.Contains(err.Error(), "limit of 1000 tokens for one thread") {
		t.Errorf("%+v, %v", act, err)
	}
	s.Task.Results = []task.Result{{Agent: "crm", Status: task.Found}, {Agent: task.Analysis, Status: task.Found}}
	if act, err := p.Next(t.Context(), s); err != nil || act.Tool != task.ToolCompileResults { // needs no model
		t.Errorf("%+v, %v", act, err)
	}
}
