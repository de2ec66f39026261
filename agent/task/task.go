// Package task is what a task is made of: the plan of several agents, what each of
// them found, and what is compiled of that. It runs no agent. It promises that only
// what is named and what depends on it is done again, that whatever was not redone
// keeps its result and its time, and that nothing missing or made up is told as found.
// Everything in it is pure: it reads no clock, no store and no network.
package task

import (
	"fmt"
	"slices"
	"time"

	"ppamaild/lazyregexp"
)

// Analysis is the name of the agent that sees all results. It needs no configuration.
const Analysis = "analysis"

// Task is what staff mailed in, and where the work on it stands.
type Task struct {
	Text      string    `json:"text"` // the author's own words
	Subject   string    `json:"subject,omitempty"`
	By        string    `json:"by"` // who of staff mailed it, in canonical form
	MessageID string    `json:"message_id,omitempty"`
	At        time.Time `json:"at"`                 // where the agency is
	Attached  []string  `json:"attached,omitempty"` // files that came along, which no agent reads
	Own       []string  `json:"own,omitempty"`      // addresses and names of the agency's own, which say nothing

	Plan      *Plan      `json:"plan,omitempty"`      // the one in force; nil while it is to be made
	Replan    bool       `json:"replan,omitempty"`    // staff want another one
	Results   []Result   `json:"results,omitempty"`   // of each agent the last, in the order in which they came
	Again     []Target   `json:"again,omitempty"`     // what is to be done again, and why
	Round     int        `json:"round,omitempty"`     // how often results were sent back
	Wants     []Write    `json:"wants,omitempty"`     // calls that change something, not yet decided on
	Approvals []Approval `json:"approvals,omitempty"` // by people
	Context   Context    `json:"context,omitzero"`
}

// Target is what staff sent back to an agent.
type Target struct {
	Agent string  `json:"agent"`
	Text  string  `json:"text"`
	Was   *Result `json:"was,omitempty"` // what is sent back
}

// Approval is that a person let something take effect.
type Approval struct {
	Step   string    `json:"step"`
	Digest string    `json:"digest"` // of what they saw
	By     string    `json:"by"`
	At     time.Time `json:"at"`
}

// Unread says of each file that came with the task that nobody read it, and of a task that
// speaks of a file where none came, that it was forgotten.
func (t *Task) Unread() (all []string) {
	for _, name := range t.Attached {
		all = append(all, name+" is attached to the task, and no agent reads it")
	}
	if said := attached.FindString(t.Text); said != "" && len(t.Attached) == 0 {
		all = append(all, fmt.Sprintf("the task says “%s”, and no file came with it", said))
	}
	return all
}

var attached = lazyregexp.MustCompile(`(?i)\b(?:attached|attachments?|enclosed|adjunt[oa]s?)\b`)

// Approve keeps who approved what.
func (t *Task) Approve(a Approval) { t.Approvals = append(t.Approvals, a) }

// Adopt puts a plan in force. What steps that it has unchanged really found is kept, with
// what they want changed, unless they depend on one that is not.
func (t *Task) Adopt(p Plan) {
	before := t.Plan
	t.Plan, t.Replan = &p, false
	kept := func(r Result) bool {
		if before == nil || !r.IsReal() {
			return false
		}
		was, _ := before.Step(r.Agent)
		is, found := p.Step(r.Agent)
		return found && is.Same(was)
	}
	var gone, fresh []string
	for _, r := range t.Results {
		if !kept(r) {
			gone = append(gone, r.Agent)
		}
	}
	t.drop(gone)
	for _, s := range p.Steps {
		if _, has := t.Result(s.Agent); !has {
			fresh = append(fresh, s.Agent)
		}
	}
	t.drop(p.Dependents(fresh))
	t.Again = slices.DeleteFunc(t.Again, func(a Target) bool {
		_,
			found := p.Step(a.Agent)
		return !found
	})
}

// SendBack has agents do their work again, and those that depend on them.
func (t *Task) SendBack(targets []Target) {
	t.Round++
	var names []string
	for _, target := range targets {
		names = append(names, target.Agent)
		if r, has := t.Result(target.Agent); has {
			target.Was = &r
		}
		t.Again = append(t.Again, target)
	}
	t.drop(append(t.Plan.Dependents(names), names...))
}

// Named is who is sent back to by a reason that is put in words alone: the agents that
// it names, else the analysis.
func (t *Task) Named(reason string) []Target {
	var targets []Target
	for _, s := range t.Plan.Steps {
		if m, _ := t.Plan.member(s.Agent); s.Agent != Analysis && m.IsNamedIn(reason) {
			targets = append(targets, Target{Agent: s.Agent, Text: reason})
		}
	}
	if _, has := t.Plan.Step(Analysis); has && len(targets) == 0 {
		return []Target{{Agent: Analysis, Text: reason}}
	}
	return targets
}

// drop forgets results, whose agents run again.
func (t *Task) drop(names []string) {
	t.Results = slices.DeleteFunc(t.Results,
		func(r Result) bool { return slices.Contains(names, r.Agent) })
	t.Wants = slices.DeleteFunc(t.Wants,
		func(w Write) bool { return slices.Contains(names, w.Agent) })
}

// Keep takes in what an agent found.
func (t *Task) Keep(r Result) {
	t.drop([]string{r.Agent})
	feedback := t.feedback(r.Agent)
	t.Again = slices.DeleteFunc(t.Again, func(a Target) bool { return a.Agent == r.Agent })
	t.Wants = append(t.Wants, r.Wants...)
	r.Wants = nil
	t.Results = append(t.Results, r)
	t.Context.add(Iteration{
		Stage: "agent", Agent: r.Agent, Status: r.Status, Summary: short(r.Summary),
		Took: r.Meta.Took, At: r.Meta.At, Feedback: feedback,
	})
}

// Accept has the task go on without the result of an agent that failed.
func (t *Task) Accept(agent string) {
	for i := range t.Results {
		if t.Results[i].Agent == agent && t.Results[i].Status == Failed {
			t.Results[i].Status = Missing
		}
	}
}

// Retry has an agent that failed run again.
func (t *Task) Retry(agent string) { t.drop(append(t.Plan.Dependents([]string{agent}), agent)) }

// Result returns what an agent found last; false where it is to run yet, or again.
func (t *Task) Result(agent string) (Result, bool) {
	i := slices.IndexFunc(t.Results, func(r Result) bool { return r.Agent == agent })
	if i < 0 {
		return Result{}, false
	}
	return t.Results[i], true
}

// Failed returns an agent's result that is an open question: it failed, and nobody has
// said that the task goes on without it.
func (t *Task) Failed() (Result, bool) {
	i := slices.IndexFunc(t.Results, func(r Result) bool { return r.Status == Failed })
	if i < 0 {
		return Result{}, false
	}
	return t.Results[i], true
}

// Next returns the step that comes next; false when every agent of the plan has run.
func (t *Task) Next() (Step, bool) {
	if t.Plan == nil {
		return Step{}, false
	}
	for _, s := range t.Plan.Steps {
		if _, has := t.Result(s.Agent); !has {
			return s, true
		}
	}
	return Step{}, false
}

// feedback is what staff want done otherwise by an agent that runs again.
func (t *Task) feedback(agent string) string {
	var texts []string
	for _, a := range t.Again {
		if a.Agent == agent && a.Text != "" {
			texts = append(texts, a.Text)
		}
	}
	return joined(texts)
}
