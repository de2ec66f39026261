package crew

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Plan is who does what, in which order.
type Plan struct {
	Description string     `json:"description"`
	Steps       []Step     `json:"steps"`
	Single      bool       `json:"single,omitempty"` // one specialist does it all, and its result is reviewed by itself
	Sources     []string   `json:"data_sources"`
	Estimate    Seconds    `json:"estimated_seconds"` // 0: no agent of it has run before
	Complexity  Complexity `json:"complexity"`
	Version     int        `json:"version"` // 1 is the first
	Down        []Down     `json:"unavailable,omitempty"`
}

// Step is one agent's part of a plan.
type Step struct {
	Agent       string   `json:"agent"`
	Instruction string   `json:"instruction"`
	Needs       []string `json:"needs,omitempty"` // agents whose results it sees
}

// Down is an agent that could not be reached when the plan was made.
type Down struct {
	Agent  string `json:"agent"`
	Why    string `json:"why"`
	Sample bool   `json:"sample,omitempty"` // sample data stands in for it, and is named so
}

// Complexity is how much there is to a plan, by its number of agents.
type Complexity string

// The complexities: one agent, two or three, more.
const (
	Simple   Complexity = "simple"
	Moderate Complexity = "moderate"
	Complex  Complexity = "complex"
)

// Seconds is a duration as JSON has it.
type Seconds float64

// Duration returns s as the duration that it is.
func (s Seconds) Duration() time.Duration { return time.Duration(float64(s) * float64(time.Second)) }

// PlanArgs is what a planner says of a plan; the rest is worked out.
type PlanArgs struct {
	Description string `json:"description"`
	Steps       []Step `json:"steps"`
	Single      bool   `json:"single,omitempty"`
}

// NewPlan makes the plan that a planner asks for of the agents there are. An agent
// that there is not, one that comes twice, or one that needs the result of a later one
// is an error.
func NewPlan(args PlanArgs, roster []Member, version int) (Plan, error) {
	p := Plan{Description: strings.TrimSpace(args.Description), Steps: args.Steps, Single: args.Single, Version: version, Sources: []string{}}
	if err := p.check(roster); err != nil {
		return p, err
	}
	p.reckon(roster)
	return p, nil
}

func (p Plan) check(roster []Member) error {
	switch {
	case len(p.Steps) == 0:
		return errors.New("a plan needs one agent at least")
	case p.Single && len(p.Steps) != 1:
		return errors.New("a single specialist is one agent")
	}
	for i, s := range p.Steps {
		if _, found := member(roster, s.Agent); !found {
			return fmt.Errorf("there is no agent %q; there are %s", s.Agent, strings.Join(Names(roster), ", "))
		}
		before := p.Steps[:i]
		if slices.ContainsFunc(before, func(b Step) bool { return b.Agent == s.Agent }) {
			return fmt.Errorf("the agent %s comes twice", s.Agent)
		}
		for _, need := range s.Needs {
			if !slices.ContainsFunc(before, func(b Step) bool { return b.Agent == need }) {
				return fmt.Errorf("%s needs the result of %s, which does not come before it", s.Agent, need)
			}
		}
	}
	return nil
}

// reckon works out what follows from the steps.
func (p *Plan) reckon(roster []Member) {
	p.Sources, p.Down, p.Estimate = []string{}, nil, 0
	for i, s := range p.Steps {
		m, _ := member(roster, s.Agent)
		if m.Source != "" {
			p.Sources = append(p.Sources, m.Source)
		}
		if m.Down != "" {
			p.Down = append(p.Down, Down{Agent: m.Name, Why: m.Down, Sample: m.Sample})
		}
		p.Estimate += m.Usually
		if s.Agent == Analysis {
			p.Steps[i].Needs = agents(p.Steps[:i])
		}
	}
	p.Complexity = Complex
	switch {
	case len(p.Steps) == 1:
		p.Complexity = Simple
	case len(p.Steps) <= 3:
		p.Complexity = Moderate
	}
}

// Reorder has the same agents run in another order, all of which it must name.
func (p Plan) Reorder(names []string, roster []Member) (Plan, error) {
	steps := make([]Step, 0, len(p.Steps))
	for _, name := range names {
		s, found := p.step(name)
		if !found {
			return p, fmt.Errorf("%q is not in the plan, which has %s; to add an agent, REJECT and say so", name, strings.Join(agents(p.Steps), ", "))
		}
		steps = append(steps, s)
	}
	for _, s := range p.Steps {
		if !slices.Contains(names, s.Agent) {
			return p, fmt.Errorf("ORDER leaves %s out; add it, or write SKIP: %s as well", s.Agent, s.Agent)
		}
	}
	p.Steps = steps
	if err := p.check(roster); err != nil {
		return p, err
	}
	p.reckon(roster)
	return p, nil
}

// Skip takes agents out of the plan; what needed them goes on without.
func (p Plan) Skip(names []string, roster []Member) (Plan, error) {
	for _, name := range names {
		if _, found := p.step(name); !found {
			return p, fmt.Errorf("%q is not in the plan, which has %s", name, strings.Join(agents(p.Steps), ", "))
		}
	}
	var steps []Step
	for _, s := range p.Steps {
		if slices.Contains(names, s.Agent) {
			continue
		}
		s.Needs = slices.DeleteFunc(slices.Clone(s.Needs), func(need string) bool { return slices.Contains(names, need) })
		steps = append(steps, s)
	}
	p.Steps = steps
	if err := p.check(roster); err != nil {
		return p, err
	}
	p.reckon(roster)
	return p, nil
}

// dependents returns the agents that see the result of one of names, directly or not,
// in the plan's order.
func (p *Plan) dependents(names []string) []string {
	if p == nil {
		return nil
	}
	var all []string
	for _, s := range p.Steps { // an agent needs earlier ones only
		sees := func(need string) bool { return slices.Contains(names, need) || slices.Contains(all, need) }
		if slices.ContainsFunc(s.Needs, sees) {
			all = append(all, s.Agent)
		}
	}
	return all
}

// Has reports whether an agent takes part.
func (p *Plan) Has(agent string) bool {
	if p == nil {
		return false
	}
	_, found := p.step(agent)
	return found
}

func (p Plan) step(agent string) (Step, bool) {
	i := slices.IndexFunc(p.Steps, func(s Step) bool { return s.Agent == agent })
	if i < 0 {
		return Step{}, false
	}
	return p.Steps[i], true
}

func (p Plan) mustStep(agent string) Step { s, _ := p.step(agent); return s }

// same reports whether both ask the same of the same agent.
func (s Step) same(other Step) bool {
	return s.Agent == other.Agent && s.Instruction == other.Instruction && slices.Equal(s.Needs, other.Needs)
}

func agents(steps []Step) []string {
	names := make([]string, 0, len(steps))
	for _, s := range steps {
		names = append(names, s.Agent)
	}
	return names
}
