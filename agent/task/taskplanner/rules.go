package taskplanner

import (
	"context"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/lazyregexp"
	"ppamaild/templates"
)

// Rules plans tasks without a model. It chooses agents by their names and keywords, and works
// through the current plan.
type Rules struct {
	Roster func(ctx context.Context) []task.Agent
	Words  *templates.Phrases // for plans and reasons; nil: the built-in English words
}

// Name is the planner's name in the journal.
func (Rules) Name() string { return "rules" }

// Next returns the next action: a plan if one is needed, or else the next step.
func (p Rules) Next(ctx context.Context, s *agent.State) (agent.Action, error) {
	if s.Task.Plan != nil && !s.Task.Replan {
		return p.followPlan(s)
	}
	roster := p.Roster(ctx)
	f, rejected := s.Rejection()
	if !rejected {
		return p.propose(p.initialPlan(s.Task.Text, roster))
	}
	args, understood := p.revisePlan(p.planBefore(s, roster), f.Text, roster)
	if !understood {
		why := p.Words.Say("plan.unknown_reason", f.Text)
		return agent.NewAction(agent.ToolRequestHumanReview, p.Words.Say("step.person"),
			agent.ReasonArgs{Reason: why})
	}
	return p.propose(args)
}

// followPlan returns the next step of the current plan.
func (p Rules) followPlan(s *agent.State) (agent.Action, error) {
	t := s.Task
	if failed, found := t.Failed(); found && !t.Plan.Single {
		return agent.NewAction(task.ToolAskAboutAgent, p.Words.Say("step.failed_agent"),
			task.AgentFailedArgs{
				Agent: failed.Agent, Why: failed.Error,
				Without: t.Plan.Dependents([]string{failed.Agent}),
			})
	}
	step, more := t.Next()
	switch {
	case more && t.Plan.Single:
		return agent.NewAction(task.ToolRunSpecialist, step.Instruction,
			task.AgentArgs{Agent: step.Agent})
	case more:
		return agent.NewAction(task.ToolRunAgent, step.Instruction,
			task.AgentArgs{Agent: step.Agent})
	case len(t.Wants) > 0:
		return agent.NewAction(task.ToolCallTool, t.Wants[0].Why, t.Wants[0])
	}
	return agent.NewAction(task.ToolCompileResults, p.Words.Say("step.compile"), struct{}{})
}

func (p Rules) propose(args task.PlanArgs) (agent.Action, error) {
	return agent.NewAction(task.ToolProposePlan, p.Words.Say("step.plan"), args)
}

// initialPlan plans a task with the named agents, or else with all sources of data. A specialist
// named alone works alone.
func (p Rules) initialPlan(given string, roster []task.Agent) task.PlanArgs {
	var chosen []task.Agent
	for _, m := range roster {
		if m.Kind != task.KindAnalysis && m.IsNamedIn(given) {
			chosen = append(chosen, m)
		}
	}
	chosen = restrict(chosen, given)
	if len(chosen) == 1 && chosen[0].Kind == task.KindLLM {
		return task.PlanArgs{Description: p.Words.Say("plan.specialist"), Single: true,
			Steps: p.steps(chosen)}
	}
	if !slices.ContainsFunc(chosen, isSource) {
		for _, m := range roster {
			if isSource(m) && !slices.ContainsFunc(chosen, named(m.Name)) &&
				!namedAfter(unwanted, given)(m) {
				chosen = append(chosen, m)
			}
		}
	}
	slices.SortStableFunc(chosen, sourcesFirst)
	return p.newPlan(append(chosen, task.Agent{Name: task.Analysis, Kind: task.KindAnalysis}))
}

// restrict keeps only the agents that a task asks for by name, or removes the agents that it
// excludes: "only the CRM, please", "without the mailbox". Keywords exclude no agent: "no
// invoice" is a question about invoices.
func restrict(chosen []task.Agent, given string) []task.Agent {
	if isWanted := namedAfter(wantedOnly, given); slices.ContainsFunc(chosen, isWanted) {
		return slices.DeleteFunc(slices.Clone(chosen),
			func(m task.Agent) bool { return !isWanted(m) })
	}
	return slices.DeleteFunc(slices.Clone(chosen), namedAfter(unwanted, given))
}

// namedAfter returns a function that reports whether a task names an agent right after a match.
func namedAfter(said *lazyregexp.Regexp, given string) func(task.Agent) bool {
	var behind []string
	for _, at := range said.FindAllStringIndex(given, -1) {
		behind = append(behind, words(given[at[1]:min(len(given), at[1]+maxName)])+" ")
	}
	return func(m task.Agent) bool {
		return slices.ContainsFunc(behind, func(text string) bool { return strings.HasPrefix(text, words(m.Name)+" ") })
	}
}

const maxName = 200 // bytes

var (
	wantedOnly = lazyregexp.MustCompile(`(?i)\b(?:only|just|nothing\s+but)(?:\s+(?:ask|search|use|in|from))?(?:\s+(?:the|our))?\s+`)
	unwanted   = lazyregexp.MustCompile(`(?i)\b(?:without|skip|leave\s+out|(?:do\s+not|don['’]?t|no\s+need\s+to)\s+(?:ask|search|use|look\s+in|look\s+into|go\s+through))(?:\s+(?:the|our))?\s+`)
)

// words returns the words of a text in lower case, separated by single spaces.
func words(text string) string {
	return strings.Join(word.FindAllString(strings.ToLower(text), -1), " ")
}

// newPlan plans several agents. The description has no names of agents, because ORDER and SKIP
// change the agents and not the description.
func (p Rules) newPlan(chosen []task.Agent) task.PlanArgs {
	return task.PlanArgs{Description: p.Words.Say("plan.agents"), Steps: p.steps(chosen)}
}

// isSource reports whether an agent is a source of data.
func isSource(m task.Agent) bool { return m.Kind == task.KindMailbox || m.Kind == task.KindMCP }

// sourcesFirst orders sources before specialists, so that specialists see the data.
func sourcesFirst(a, b task.Agent) int {
	switch {
	case isSource(a) == isSource(b):
		return 0
	case isSource(a):
		return -1
	}
	return 1
}

// steps gives each agent the instruction of its kind. A specialist sees all earlier results.
func (p Rules) steps(chosen []task.Agent) []task.Step {
	var all []task.Step
	for i, m := range chosen {
		s := task.Step{Agent: m.Name, Instruction: p.Words.Say("plan.look")}
		switch m.Kind {
		case task.KindAnalysis:
			s.Instruction = p.Words.Say("plan.combine")
		case task.KindLLM:
			s.Instruction = p.Words.Say("plan.part")
		}
		if !isSource(m) {
			s.Needs = task.Names(chosen[:i])
		}
		all = append(all, s)
	}
	return all
}

func named(name string) func(task.Agent) bool {
	return func(m task.Agent) bool { return m.Name == name }
}

// planBefore returns the steps of the rejected plan, without agents that are gone.
func (p Rules) planBefore(s *agent.State, roster []task.Agent) []task.Step {
	before, ok := s.PlanBefore()
	if !ok {
		before = p.initialPlan(s.Task.Text, roster).Steps
	}
	gone := func(step task.Step) bool { return !slices.ContainsFunc(roster, named(step.Agent)) }
	return slices.DeleteFunc(slices.Clone(before), gone)
}

var (
	clauses = lazyregexp.MustCompile(`(?i)[.,;:\n]|\bbut\b|\band\b`)
	without = lazyregexp.MustCompile(`(?i)\b(without|skip|drop|remove|leave|not|no|don'?t|omit|exclude)\b`)
	only    = lazyregexp.MustCompile(`(?i)\b(only|just|nothing but)\b`)
	pronoun = lazyregexp.MustCompile(`(?i)\b(it|them|they|that one)\b`)
	first   = lazyregexp.MustCompile(`(?i)\b(first|begin|start)\b`)
)

// revisePlan changes a plan by a reason that the rules understand: add, leave out, only, or
// first. It reports false if the reason names no agent. Other words about an agent join its
// instruction. The description lists words about no agent.
func (p Rules) revisePlan(before []task.Step, reason string,
	roster []task.Agent) (args task.PlanArgs, understood bool) {
	r := revision{roster: roster, said: make(map[string][]string)}
	for _, s := range before {
		if s.Agent != task.Analysis {
			r.plan = append(r.plan, roster[slices.IndexFunc(roster, named(s.Agent))])
		}
	}
	for _, clause := range clauses.Split(reason, -1) {
		understood = r.apply(strings.TrimSpace(clause)) || understood
	}
	if len(r.plan) == 0 || !understood {
		return args, false
	}
	if len(r.plan) == 1 && r.plan[0].Kind == task.KindLLM {
		args = task.PlanArgs{Description: p.Words.Say("plan.specialist"), Single: true,
			Steps: p.steps(r.plan)}
	} else {
		args = p.newPlan(append(r.plan, task.Agent{Name: task.Analysis, Kind: task.KindAnalysis}))
	}
	r.instruct(args.Steps, before, p.Words)
	if len(r.unassigned) > 0 {
		args.Description = p.Words.Say("plan.unassigned", args.Description,
			strings.Join(r.unassigned, "”, “"))
	}
	return args, true
}

// adjust changes a plan by a clause about one agent.
func adjust(plan []task.Agent, m task.Agent, clause string) []task.Agent {
	rest := slices.DeleteFunc(slices.Clone(plan), named(m.Name))
	switch {
	case without.MatchString(clause):
		return rest
	case only.MatchString(clause):
		return []task.Agent{m}
	case first.MatchString(clause):
		return append([]task.Agent{m}, rest...)
	case len(rest) < len(plan): // already in the plan
		return plan
	}
	return append(rest, m)
}
