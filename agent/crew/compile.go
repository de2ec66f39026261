package crew

import (
	"fmt"
	"slices"
	"strings"
)

// Compilation is what staff get of a task in the end: what each agent found, how that
// hangs together, what it comes to and what to do about it.
type Compilation struct {
	Round           int           `json:"round"` // 0 is the first; a revision is another compilation, whatever it finds
	Task            string        `json:"original_task"`
	Results         []Result      `json:"results"`
	Correlations    []Correlation `json:"correlations"`
	Quality         float64       `json:"quality_score"` // 0 to 1, of real data; see doc/tasks.md
	Summary         string        `json:"executive_summary"`
	Recommendations []string      `json:"recommendations"`
	Analyst         string        `json:"analysed_by"`         // "rules", or the name of a model
	Gaps            []string      `json:"missing,omitempty"`   // what could not be had, and why
	Warnings        []string      `json:"warnings,omitempty"`  // what to beware of, sample data above all
	Skipped         []string      `json:"skipped,omitempty"`   // agents that staff took out of the plan
	Iterations      []Iteration   `json:"iterations,omitzero"` // how it came to be
}

// Correlation is something that two sources have in common, or contradict each other in.
type Correlation struct {
	Kind   string   `json:"kind"` // person, email, phone, policy, invoice, vendor; "conflict" where they differ
	Key    string   `json:"key"`
	Agents []string `json:"agents"`
	Text   string   `json:"text"` // for people
}

// Findings is what the analysis of all results says; it is Data of the result of Analysis.
type Findings struct {
	Summary         string   `json:"executive_summary"`
	Recommendations []string `json:"recommendations"`
	Analyst         string   `json:"analysed_by"`
}

// Compile puts together what the agents found. What can be worked out is; the words of
// an analysis are taken over where there is one.
func (t *Task) Compile(found Findings, related []Correlation, quality float64) Compilation {
	c := Compilation{
		Round: t.Round, Task: t.Text, Correlations: related, Quality: quality, Recommendations: found.Recommendations,
		Summary: found.Summary, Analyst: found.Analyst, Iterations: slices.Clone(t.Context.Iterations),
	}
	for _, s := range t.Plan.Steps {
		r, has := t.Result(s.Agent)
		if !has || s.Agent == Analysis {
			continue
		}
		c.Results = append(c.Results, r)
		switch r.Status {
		case Missing, Failed:
			c.Gaps = append(c.Gaps, fmt.Sprintf("%s: no data (%s)", r.Agent, r.Error))
		case Partial:
			c.Gaps = append(c.Gaps, fmt.Sprintf("%s: in part (%s)", r.Agent, r.Error))
		case Sample:
			c.Warnings = append(c.Warnings, fmt.Sprintf("%s: sample data, not real (%s)", r.Agent, r.Error))
		}
	}
	return c
}

// Outline is the analysis that needs no model: what each agent found, in its own words,
// what they have in common, and what is missing. It says that it is no more than that.
func Outline(results []Result, related []Correlation) Findings {
	var b strings.Builder
	b.WriteString("Compiled by rules, without a model: what each agent reported, and what the reports share. Nothing here is interpreted.\n")
	for _, r := range results {
		fmt.Fprintf(&b, "\n%s (%s): %s", r.Agent, r.Status.Label(), orWords(r.Summary, r.Error))
	}
	f := Findings{Summary: b.String(), Analyst: "rules", Recommendations: []string{}}
	for _, c := range related {
		if c.Kind == "conflict" {
			f.Recommendations = append(f.Recommendations, "Check which is right: "+c.Text)
		}
	}
	for _, r := range results {
		switch r.Status {
		case Missing, Failed:
			f.Recommendations = append(f.Recommendations, fmt.Sprintf("Ask %s by other means: its data is missing.", r.Agent))
		case Sample:
			f.Recommendations = append(f.Recommendations, fmt.Sprintf("Do not rely on %s: it is sample data, not real.", r.Agent))
		}
	}
	return f
}

func orWords(text, other string) string {
	if text = strings.TrimSpace(text); text != "" {
		return text
	}
	return other
}
