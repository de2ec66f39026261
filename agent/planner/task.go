package planner

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/crew"
)

// TaskRules is the planner of tasks that needs no model. It plans by the names and
// keywords that agents are configured with, and works through a plan that is in force.
type TaskRules struct {
	Roster func(ctx context.Context) []crew.Member
}

// Name is what the journal calls it.
func (TaskRules) Name() string { return "rules" }

// Next returns what to do next: make the plan that is wanted, else go on with the one
// there is.
func (p TaskRules) Next(ctx context.Context, s *agent.State) (agent.Action, error) {
	if s.Task.Plan != nil && !s.Task.Replan {
		return carryOn(s)
	}
	roster := p.Roster(ctx)
	f, rejected := s.Rejection()
	if !rejected {
		return propose(planFor(s.Task.Text, roster))
	}
	args, heeded := heedPlan(planBefore(s, roster), f.Text, roster)
	if !heeded {
		return handOver(fmt.Sprintf("the reason %q names no agent to add, to leave out or to put first, and there is no model to read it otherwise; HAND BACK has the plan made as at first", f.Text))
	}
	return propose(args)
}

// carryOn does what the plan in force has next.
func carryOn(s *agent.State) (agent.Action, error) {
	t := s.Task
	if failed, found := t.Failed(); found && !t.Plan.Single {
		return action(agent.ToolAskAboutAgent, "staff say how to go on without a result", agent.AgentFailedArgs{
			Agent: failed.Agent, Why: failed.Error, Without: t.Plan.Dependents([]string{failed.Agent}),
		})
	}
	step, more := t.Next()
	switch {
	case more && t.Plan.Single:
		return action(agent.ToolRunSpecialist, step.Instruction, agent.AgentArgs{Agent: step.Agent})
	case more:
		return action(agent.ToolRunAgent, step.Instruction, agent.AgentArgs{Agent: step.Agent})
	case len(t.Wants) > 0:
		return action(agent.ToolCallTool, t.Wants[0].Why, t.Wants[0])
	}
	return action(agent.ToolCompileResults, "put the results together", struct{}{})
}

func propose(args crew.PlanArgs) (agent.Action, error) {
	return action(agent.ToolProposePlan, "plan who does what", args)
}

// planFor is the plan for a task: the agents that it names, else all that gather data.
// One specialist that is named alone does it by itself.
func planFor(task string, roster []crew.Member) crew.PlanArgs {
	var chosen []crew.Member
	for _, m := range roster {
		if m.Kind != crew.KindAnalysis && m.IsNamedIn(task) {
			chosen = append(chosen, m)
		}
	}
	chosen = wished(chosen, task)
	if len(chosen) == 1 && chosen[0].Kind == crew.KindLLM {
		return crew.PlanArgs{Description: "One specialist works on it.", Single: true, Steps: steps(chosen)}
	}
	if !slices.ContainsFunc(chosen, gathers) {
		for _, m := range roster {
			if gathers(m) && !slices.ContainsFunc(chosen, named(m.Name)) && !saidOf(unwanted, task)(m) {
				chosen = append(chosen, m)
			}
		}
	}
	slices.SortStableFunc(chosen, sourcesFirst)
	return described(append(chosen, crew.Member{Name: crew.Analysis, Kind: crew.KindAnalysis}))
}

// wished are the chosen that a task wants only, by name, else all but those that it wants left
// out: "only the CRM, please", "without the mailbox". No keyword leaves anybody out: who has "no
// invoice" asks about invoices.
func wished(chosen []crew.Member, task string) []crew.Member {
	if isWanted := saidOf(wantedOnly, task); slices.ContainsFunc(chosen, isWanted) {
		return slices.DeleteFunc(slices.Clone(chosen), func(m crew.Member) bool { return !isWanted(m) })
	}
	return slices.DeleteFunc(slices.Clone(chosen), saidOf(unwanted, task))
}

// saidOf reports of whom a task names behind what an expression matches.
func saidOf(said *regexp.Regexp, task string) func(crew.Member) bool {
	var behind []string
	for _, at := range said.FindAllStringIndex(task, -1) {
		behind = append(behind, words(task[at[1]:min(len(task), at[1]+longestName)])+" ")
	}
	return func(m crew.Member) bool {
		return slices.ContainsFunc(behind, func(text string) bool { return strings.HasPrefix(text, words(m.Name)+" ") })
	}
}

const longestName = 200 // octets

var (
	wantedOnly = regexp.MustCompile(`(?i)\b(?:only|just|nothing\s+but)(?:\s+(?:ask|search|use|in|from))?(?:\s+(?:the|our))?\s+`)
	unwanted   = regexp.MustCompile(`(?i)\b(?:without|skip|leave\s+out|(?:do\s+not|don['’]?t|no\s+need\s+to)\s+(?:ask|search|use|look\s+in|look\s+into|go\s+through))(?:\s+(?:the|our))?\s+`)
)

// words is a text in lower case, its words parted by single blanks.
func words(text string) string {
	return strings.Join(word.FindAllString(strings.ToLower(text), -1), " ")
}

// described names no agent: ORDER and SKIP change who takes part, and no words.
func described(chosen []crew.Member) crew.PlanArgs {
	return crew.PlanArgs{Description: "Ask the agents below one after the other, and put together what they find.", Steps: steps(chosen)}
}

// gathers reports whether an agent is a source of data.
func gathers(m crew.Member) bool { return m.Kind == crew.KindMailbox || m.Kind == crew.KindMCP }

// sourcesFirst has specialists see what was gathered.
func sourcesFirst(a, b crew.Member) int {
	switch {
	case gathers(a) == gathers(b):
		return 0
	case gathers(a):
		return -1
	}
	return 1
}

// steps has each agent do what its kind does; a specialist sees what came before it.
func steps(chosen []crew.Member) []crew.Step {
	var all []crew.Step
	for i, m := range chosen {
		s := crew.Step{Agent: m.Name, Instruction: "Find what bears on the task."}
		switch m.Kind {
		case crew.KindAnalysis:
			s.Instruction = "Put together what was found."
		case crew.KindLLM:
			s.Instruction = "Do your part of the task."
		}
		if !gathers(m) {
			s.Needs = crew.Names(chosen[:i])
		}
		all = append(all, s)
	}
	return all
}

func named(name string) func(crew.Member) bool {
	return func(m crew.Member) bool { return m.Name == name }
}

// planBefore are the steps of the plan that was sent back, of the agents that there are.
func planBefore(s *agent.State, roster []crew.Member) []crew.Step {
	before, ok := s.PlanBefore()
	if !ok {
		before = planFor(s.Task.Text, roster).Steps
	}
	gone := func(step crew.Step) bool { return !slices.ContainsFunc(roster, named(step.Agent)) }
	return slices.DeleteFunc(slices.Clone(before), gone)
}

var (
	clauses = regexp.MustCompile(`(?i)[.,;:\n]|\bbut\b|\band\b`)
	without = regexp.MustCompile(`(?i)\b(without|skip|drop|remove|leave|not|no|don'?t|omit|exclude)\b`)
	only    = regexp.MustCompile(`(?i)\b(only|just|nothing but)\b`)
	pronoun = regexp.MustCompile(`(?i)\b(it|them|they|that one)\b`)
	first   = regexp.MustCompile(`(?i)\b(first|begin|start)\b`)
)

// heedPlan changes a plan by a reason of the closed set that rules understand: which
// agents to add, to leave out, to have alone, or first; false where it names none. What
// it says of an agent besides becomes part of that agent's instruction, and the plan says
// what no agent is meant by.
func heedPlan(before []crew.Step, reason string, roster []crew.Member) (args crew.PlanArgs, heeded bool) {
	h := heeding{roster: roster, said: make(map[string][]string)}
	for _, s := range before {
		if s.Agent != crew.Analysis {
			h.plan = append(h.plan, roster[slices.IndexFunc(roster, named(s.Agent))])
		}
	}
	for _, clause := range clauses.Split(reason, -1) {
		heeded = h.heed(strings.TrimSpace(clause)) || heeded
	}
	if len(h.plan) == 0 || !heeded {
		return args, false
	}
	if len(h.plan) == 1 && h.plan[0].Kind == crew.KindLLM {
		args = crew.PlanArgs{Description: "One specialist works on it.", Single: true, Steps: steps(h.plan)}
	} else {
		args = described(append(h.plan, crew.Member{Name: crew.Analysis, Kind: crew.KindAnalysis}))
	}
	h.instruct(args.Steps, before)
	if len(h.not) > 0 {
		args.Description += " Not heeded, as no agent is named by it: “" + strings.Join(h.not, "”, “") + "”."
	}
	return args, true
}

// adjusted is a plan as one clause wants it of one agent.
func adjusted(plan []crew.Member, m crew.Member, clause string) []crew.Member {
	rest := slices.DeleteFunc(slices.Clone(plan), named(m.Name))
	switch {
	case without.MatchString(clause):
		return rest
	case only.MatchString(clause):
		return []crew.Member{m}
	case first.MatchString(clause):
		return append([]crew.Member{m}, rest...)
	case len(rest) < len(plan): // it is in the plan already
		return plan
	}
	return append(rest, m)
}
