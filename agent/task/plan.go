package task

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"ppamaild/lazyregexp"
	"ppamaild/templates"
)

// Plan assigns the work to agents, in order.
type Plan struct {
	Description string   `json:"description"`
	Steps       []Step   `json:"steps"`
	Single      bool     `json:"single,omitempty"` // one specialist does all the work, and staff review its result
	Sources     []string `json:"data_sources"`
	Estimate    Seconds  `json:"estimated_seconds"` // 0: no agent has run before
	Complexity  string   `json:"complexity"`        // simple, moderate or complex
	Down        []Down   `json:"unavailable,omitempty"`
	Roster      []Agent  `json:"agents"` // roster at the time of the plan
}

// Step is the part of one agent in a plan.
type Step struct {
	Agent       string   `json:"agent"`
	Instruction string   `json:"instruction"`
	Needs       []string `json:"needs,omitempty"` // agents that provide results to it
	Asks        []string `json:"asks,omitempty"`  // planned calls of the agent, for people
}

// Down is an unavailable agent in the plan.
type Down struct {
	Agent  string `json:"agent"`
	Why    string `json:"why"`
	Sample bool   `json:"sample,omitempty"` // labeled sample data replaces its data
}

// In describes an unavailable agent.
func (d Down) In(words *templates.Phrases) string {
	if d.Sample {
		return words.Say("task.down_sample", d.Agent, d.Why)
	}
	return words.Say("task.down", d.Agent, d.Why)
}

// Seconds is a duration in JSON.
type Seconds float64

// Duration converts s to a time.Duration.
func (s Seconds) Duration() time.Duration { return time.Duration(float64(s) * float64(time.Second)) }

// String writes s for people: "0.35 s", "12 s", "2 min 5 s", "1 h 5 min".
func (s Seconds) String() string {
	switch whole := int(math.Round(float64(s))); {
	case whole >= 3600:
		return fmt.Sprintf("%d h %d min", whole/3600, whole%3600/60)
	case whole >= 60:
		return fmt.Sprintf("%d min %d s", whole/60, whole%60)
	}
	return strconv.FormatFloat(math.Round(float64(s)*1000)/1000, 'g', 2, 64) + " s"
}

// PlanArgs is the planner's part of a plan. Code adds the rest.
type PlanArgs struct {
	Description string `json:"description"`
	Steps       []Step `json:"steps"`
	Single      bool   `json:"single,omitempty"`
}

// NewPlan makes a plan from the planner's arguments and the roster. Unknown or repeated agents
// are errors, and so is a dependency on a later agent.
func NewPlan(args PlanArgs, roster []Agent) (Plan, error) {
	p := Plan{Description: strings.TrimSpace(args.Description), Steps: args.Steps,
		Single: args.Single, Roster: roster}
	return p.completed()
}

// completed validates the steps and adds the derived values.
func (p Plan) completed() (Plan, error) {
	if err := p.check(); err != nil {
		return p, err
	}
	p.derive()
	return p, nil
}

func (p Plan) check() error {
	switch {
	case len(p.Steps) == 0:
		return errors.New("a plan needs one agent at least")
	case p.Single && len(p.Steps) != 1:
		return errors.New("a single specialist is one agent")
	}
	for i, s := range p.Steps {
		if _, found := p.agent(s.Agent); !found {
			return fmt.Errorf("there is no agent %q; there are %s", s.Agent,
				strings.Join(Names(p.Roster), ", "))
		}
		before := p.Steps[:i]
		if slices.ContainsFunc(before, func(b Step) bool { return b.Agent == s.Agent }) {
			return fmt.Errorf("the agent %s comes twice", s.Agent)
		}
		for _, need := range s.Needs {
			if !slices.ContainsFunc(before, func(b Step) bool { return b.Agent == need }) {
				return fmt.Errorf("%s needs the result of %s, which does not come before it",
					s.Agent, need)
			}
		}
	}
	return nil
}

// derive sets the values that follow from the steps.
func (p *Plan) derive() {
	p.Sources, p.Down, p.Estimate = []string{}, nil, 0
	for i, s := range p.Steps {
		a, _ := p.agent(s.Agent)
		if a.Source != "" {
			p.Sources = append(p.Sources, a.Source)
		}
		if a.Unavailable != "" {
			p.Down = append(p.Down, Down{Agent: a.Name, Why: a.Unavailable, Sample: a.Sample})
		}
		p.Estimate += a.MedianTime
		if s.Agent == Analysis {
			p.Steps[i].Needs = agents(p.Steps[:i])
		}
	}
	p.Complexity = "complex"
	switch {
	case len(p.Steps) == 1:
		p.Complexity = "simple"
	case len(p.Steps) <= 3:
		p.Complexity = "moderate"
	}
}

// Reorder changes the order of the agents. The names must include all agents. The analysis may be
// omitted and stays last.
func (p Plan) Reorder(names []string) (Plan, error) {
	if _, found := p.Step(Analysis); found && !slices.Contains(names, Analysis) {
		names = append(slices.Clone(names), Analysis)
	}
	steps := make([]Step, 0, len(p.Steps))
	for _, name := range names {
		s, found := p.Step(name)
		if !found {
			return p, fmt.Errorf("%q is not in the plan, which has %s; to add an agent, REJECT and name the agent", name, strings.Join(p.Agents(), ", "))
		}
		steps = append(steps, s)
	}
	for _, s := range p.Steps {
		if !slices.Contains(names, s.Agent) {
			return p, fmt.Errorf("ORDER leaves %s out; add it, or write SKIP: %s as well",
				s.Agent, s.Agent)
		}
	}
	p.Steps = steps
	return p.completed()
}

// Skip removes agents from the plan. Their dependents run without their results.
func (p Plan) Skip(names []string) (Plan, error) {
	for _, name := range names {
		if _, found := p.Step(name); !found {
			return p, fmt.Errorf("%q is not in the plan, which has %s", name,
				strings.Join(p.Agents(), ", "))
		}
	}
	var steps []Step
	for _, s := range p.Steps {
		if slices.Contains(names, s.Agent) {
			continue
		}
		s.Needs = slices.DeleteFunc(slices.Clone(s.Needs),
			func(need string) bool { return slices.Contains(names, need) })
		steps = append(steps, s)
	}
	p.Steps = steps
	return p.completed()
}

// Dependents returns the agents that depend on names, directly or indirectly, in the order of the
// plan.
func (p *Plan) Dependents(names []string) []string {
	if p == nil {
		return nil
	}
	var all []string
	for _, s := range p.Steps { // agents depend only on earlier agents
		sees := func(need string) bool {
			return slices.Contains(names, need) || slices.Contains(all, need)
		}
		if slices.ContainsFunc(s.Needs, sees) {
			all = append(all, s.Agent)
		}
	}
	return all
}

// Step returns the step of an agent, if it has one.
func (p Plan) Step(agent string) (Step, bool) {
	i := slices.IndexFunc(p.Steps, func(s Step) bool { return s.Agent == agent })
	if i < 0 {
		return Step{}, false
	}
	return p.Steps[i], true
}

// Agents returns the names of the agents in the plan, in order.
func (p Plan) Agents() []string { return agents(p.Steps) }

// Unused returns the agents outside the plan, in the order of the roster.
func (p Plan) Unused() []string {
	return slices.DeleteFunc(Names(p.Roster), func(name string) bool {
		_, takesPart := p.Step(name)
		return takesPart || name == Analysis
	})
}

// Same reports whether both steps give the same work to the same agent.
func (s Step) Same(other Step) bool {
	return s.Agent == other.Agent && s.Instruction == other.Instruction &&
		slices.Equal(s.Needs, other.Needs)
}

func (p Plan) agent(name string) (Agent, bool) {
	i := slices.IndexFunc(p.Roster, func(a Agent) bool { return a.Name == name })
	if i < 0 {
		return Agent{}, false
	}
	return p.Roster[i], true
}

// List splits a list of names as people write it: "mailbox, crm and analysis".
func List(text string) []string {
	var names []string
	for _, part := range separator.Split(strings.TrimRight(text, " .!"), -1) {
		if part = strings.ToLower(strings.TrimSpace(part)); part != "" {
			names = append(names, part)
		}
	}
	return names
}

var separator = lazyregexp.MustCompile(`(?i)\s+and\s+|[,;]`)

func agents(steps []Step) []string {
	names := make([]string, 0, len(steps))
	for _, s := range steps {
		names = append(names, s.Agent)
	}
	return names
}
