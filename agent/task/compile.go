package task

import (
	"cmp"
	"encoding/json"
	"slices"

	"ppamaild/agent/task/correlate"
	"ppamaild/templates"
)

// Compilation is the result of a task: findings, correlations, a summary and recommendations.
type Compilation struct {
	Round           int           `json:"round"` // number of revisions, also without a change
	Task            string        `json:"original_task"`
	Results         []Result      `json:"results"`
	Correlations    []Correlation `json:"correlations"`
	Quality         float64       `json:"quality_score"` // 0 to 1, for real data; see doc/tasks.md
	Summary         string        `json:"executive_summary"`
	Recommendations []string      `json:"recommendations"`
	Analyst         string        `json:"analysed_by"`         // "rules", or the name of a model
	Test            bool          `json:"test,omitempty"`      // only test agents worked
	Gaps            []string      `json:"missing,omitempty"`   // missing data, with reasons
	Warnings        []string      `json:"warnings,omitempty"`  // warnings, for example about sample data
	Iterations      []Iteration   `json:"iterations,omitzero"` // history of the task
}

// Correlation is a value that several sources share, or a contradiction between two sources.
type Correlation struct {
	Kind   string   `json:"kind"` // person, email, phone, policy, invoice, vendor; "conflict" for a contradiction
	Key    string   `json:"key"`
	Agents []string `json:"agents"`
	Text   string   `json:"text"` // for people

	Places []correlate.Place `json:"-"` // the records, for links; nil when read from JSON
}

// Findings is the analysis of all results, and the Data of the result of Analysis.
type Findings struct {
	Summary         string   `json:"executive_summary"`
	Recommendations []string `json:"recommendations"`
	Analyst         string   `json:"analysed_by"`
}

// Compile combines the results of the agents. It uses the words of the analysis if there is one.
func (t *Task) Compile(words *templates.Phrases) Compilation {
	related, quality := Relate(t.Results, t.Own, words)
	found := t.findings(related, words)
	c := Compilation{
		Round: t.Round, Test: t.Test, Task: t.Text, Correlations: related, Quality: quality,
		Recommendations: found.Recommendations,
		Summary:         found.Summary, Analyst: found.Analyst,
		Iterations: slices.Clone(t.Context.Iterations), Warnings: t.Warnings(words),
	}
	for _, r := range t.gathered() {
		c.Results = append(c.Results, r)
		if left := r.uncompared(words); left != "" {
			c.Warnings = append(c.Warnings, left)
		}
		switch r.Status {
		case Missing, Failed:
			c.Gaps = append(c.Gaps, words.Say("task.no_data", r.Agent, r.Error))
		case Partial:
			c.Gaps = append(c.Gaps, words.Say("task.in_part", r.Agent, r.Error))
		case Sample:
			c.Warnings = append(c.Warnings, words.Say("task.sample", r.Agent, r.Error))
		}
	}
	return c
}

// Flags are reasons for a review under any gate.
func (c Compilation) Flags() []string { return slices.Concat(c.Warnings, c.Gaps) }

// findings returns the findings of the analysis, the report of a single specialist, or an outline.
func (t *Task) findings(related []Correlation, words *templates.Phrases) (f Findings) {
	if r, has := t.Result(Analysis); has && r.IsReal() && json.Unmarshal(r.Data, &f) == nil {
		return f
	}
	all := t.gathered()
	if t.Plan.Single && len(all) == 1 && all[0].IsReal() {
		return Findings{Summary: all[0].Summary, Analyst: cmp.Or(all[0].Meta.Service, all[0].Agent),
			Recommendations: []string{}}
	}
	return Outline(all, related, words)
}

// gathered returns the results of all agents except the analysis, in the order of the plan.
func (t *Task) gathered() (all []Result) {
	for _, s := range t.Plan.Steps {
		if r, has := t.Result(s.Agent); has && s.Agent != Analysis {
			all = append(all, r)
		}
	}
	return all
}
