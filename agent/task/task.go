// Package task has the data of a task: the plan with several agents, their results, and the
// compilation of the results. It runs no agent.
//
// The package guarantees three things. Only the named agents and their dependents run again.
// Other results keep their data and time. Missing and sample data are always labeled. The package
// is pure: it reads no clock, no store and no network.
package task

import (
	"slices"
	"strings"
	"time"

	"ppamaild/lazyregexp"
	"ppamaild/templates"
)

// Analysis is the name of the agent that sees all results. It needs no configuration.
const Analysis = "analysis"

// Task is a task from staff and the state of the work.
type Task struct {
	Text      string    `json:"text"` // own words of the author
	Subject   string    `json:"subject,omitempty"`
	By        string    `json:"by"` // canonical address of the member of staff
	MessageID string    `json:"message_id,omitempty"`
	At        time.Time `json:"at"`                 // in the agency's time zone
	Attached  []string  `json:"attached,omitempty"` // attached files, which agents do not read
	Files     []string  `json:"files,omitempty"`    // names of the files that are in Text
	Via       string    `json:"via,omitempty"`      // "console" or "api"; "" for a mail
	Test      bool      `json:"test,omitempty"`     // only the test agents work
	Own       []string  `json:"own,omitempty"`      // addresses and names of the agency, which correlations ignore

	Plan      *Plan      `json:"plan,omitempty"`      // current plan; nil before planning
	Replan    bool       `json:"replan,omitempty"`    // staff want another plan
	Results   []Result   `json:"results,omitempty"`   // last result of each agent, in order of arrival
	Again     []Target   `json:"again,omitempty"`     // work to repeat, with reasons
	Round     int        `json:"round,omitempty"`     // number of rejected compilations
	Wants     []Write    `json:"wants,omitempty"`     // undecided calls that change something
	Approvals []Approval `json:"approvals,omitempty"` // approvals by people
	Context   Context    `json:"context,omitzero"`
}

// Target is work that staff returned to an agent.
type Target struct {
	Agent string  `json:"agent"`
	Text  string  `json:"text"`
	Was   *Result `json:"was,omitempty"` // the returned result
}

// Approval records that a person approved something.
type Approval struct {
	Step   string    `json:"step"`
	Digest string    `json:"digest"` // digest of the approved content
	By     string    `json:"by"`
	At     time.Time `json:"at"`
}

// Warnings warns about a test, about attached files, because agents do not read them, and about
// files that the text mentions and the mail lacks.
func (t *Task) Warnings(words *templates.Phrases) (all []string) {
	if t.Test {
		all = append(all, words.Say("task.test"))
	}
	for _, name := range t.Attached {
		all = append(all, words.Say("task.attached", name))
	}
	if said := attached.FindString(t.Text); said != "" && len(t.Attached)+len(t.Files) == 0 {
		all = append(all, words.Say("task.no_attachment", said))
	}
	return all
}

var attached = lazyregexp.MustCompile(`(?i)\b(?:attached|attachments?|enclosed|adjunt[oa]s?)\b`)

// Approve records an approval.
func (t *Task) Approve(a Approval) { t.Approvals = append(t.Approvals, a) }

// ResultsApproval returns the approval of the results, and false without a review of them.
func (t *Task) ResultsApproval() (a Approval, is bool) {
	if n := len(t.Approvals); n > 0 {
		a = t.Approvals[n-1]
	}
	return a, a.Step == "specialist" || a.Step == "final_results"
}

// Adopt makes a plan current. Unchanged steps keep their real results and requested calls, unless
// they depend on a changed step.
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
		_, found := p.Step(a.Agent)
		return !found
	})
}

// SendBack repeats the work of agents and of their dependents.
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

// Named returns the targets of a rejection in words: the named agents, or else the analysis.
func (t *Task) Named(reason string) []Target {
	var targets []Target
	for _, s := range t.Plan.Steps {
		if a, _ := t.Plan.agent(s.Agent); s.Agent != Analysis && a.IsNamedIn(reason) {
			targets = append(targets, Target{Agent: s.Agent, Text: reason})
		}
	}
	if _, has := t.Plan.Step(Analysis); has && len(targets) == 0 {
		return []Target{{Agent: Analysis, Text: reason}}
	}
	return targets
}

// drop removes results, so that their agents run again.
func (t *Task) drop(names []string) {
	t.Results = slices.DeleteFunc(t.Results,
		func(r Result) bool { return slices.Contains(names, r.Agent) })
	t.Wants = slices.DeleteFunc(t.Wants,
		func(w Write) bool { return slices.Contains(names, w.Agent) })
}

// Keep stores the result of an agent.
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

// Accept continues the task without the result of a failed agent.
func (t *Task) Accept(agent string) {
	for i := range t.Results {
		if t.Results[i].Agent == agent && t.Results[i].Status == Failed {
			t.Results[i].Status = Missing
		}
	}
}

// Retry repeats the run of a failed agent.
func (t *Task) Retry(agent string) { t.drop(append(t.Plan.Dependents([]string{agent}), agent)) }

// Result returns the last result of an agent, and false before its next run.
func (t *Task) Result(agent string) (Result, bool) {
	i := slices.IndexFunc(t.Results, func(r Result) bool { return r.Agent == agent })
	if i < 0 {
		return Result{}, false
	}
	return t.Results[i], true
}

// Failed returns a failed result that staff have not accepted yet.
func (t *Task) Failed() (Result, bool) {
	i := slices.IndexFunc(t.Results, func(r Result) bool { return r.Status == Failed })
	if i < 0 {
		return Result{}, false
	}
	return t.Results[i], true
}

// Next returns the next step, and false after the last step.
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

// feedback returns the feedback of staff for an agent's next run.
func (t *Task) feedback(agent string) string {
	var texts []string
	for _, a := range t.Again {
		if a.Agent == agent && a.Text != "" {
			texts = append(texts, a.Text)
		}
	}
	return strings.Join(texts, "\n")
}
