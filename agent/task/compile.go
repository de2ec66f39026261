package task

import (
	"encoding/json"
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
func (t *Task) Compile(related []Correlation, quality float64) Compilation {
	found := t.findings(related)
	c := Compilation{
		Round: t.Round, Task: t.Text, Correlations: related, Quality: quality,
		Recommendations: found.Recommendations,
		Summary:         found.Summary, Analyst: found.Analyst,
		Iterations: slices.Clone(t.Context.Iterations), Warnings: t.Unread(),
	}
	for _, r := range t.gathered() {
		c.Results = append(c.Results, r)
		if left := r.uncompared(); left != "" {
			c.Warnings = append(c.Warnings, left)
		}
		switch r.Status {
		case Missing, Failed:
			c.Gaps = append(c.Gaps, fmt.Sprintf("%s: no data (%s)", r.Agent, r.Error))
		case Partial:
			c.Gaps = append(c.Gaps, fmt.Sprintf("%s: in part (%s)", r.Agent, r.Error))
		case Sample:
			c.Warnings = append(c.Warnings,
				fmt.Sprintf("%s: sample data, not real (%s)", r.Agent, r.Error))
		}
	}
	return c
}

// Flags are why a person should look at a compilation, whatever the gate.
func (c Compilation) Flags() []string { return slices.Concat(c.Warnings, c.Gaps) }

// findings are those of the plan's analysis, else an outline.
func (t *Task) findings(related []Correlation) (f Findings) {
	if r, has := t.Result(Analysis); has && r.IsReal() && json.Unmarshal(r.Data, &f) == nil {
		return f
	}
	return Outline(t.gathered(), related)
}

// gathered are the results of all agents but the analysis, in the plan's order.
func (t *Task) gathered() (all []Result) {
	for _, s := range t.Plan.Steps {
		if r, has := t.Result(s.Agent); has && s.Agent != Analysis {
			all = append(all, r)
		}
	}
	return all
}

// Outline is the analysis that needs no model: what each agent found, in its own words,
// what they have in common, and what is missing. It says that it is no more than that.
func Outline(results []Result, related []Correlation) Findings {
	var b strings.Builder
	b.WriteString("Compiled by rules, without a model: what each agent reported, and what the reports share. Nothing here is interpreted.\n")
	for _, r := range results {
		fmt.Fprintf(&b, "\n%s (%s): %s", r.Agent, r.Status.Label(),
			orWords(firstLine(r.Summary), r.Error))
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
			f.Recommendations = append(f.Recommendations,
				fmt.Sprintf("Ask %s by other means: its data is missing.", r.Agent))
		case Sample:
			f.Recommendations = append(f.Recommendations,
				fmt.Sprintf("Do not rely on %s: it is sample data, not real.", r.Agent))
		}
	}
	return f
}

// firstLine is what a summary begins with; the whole of it stands with the result.
func firstLine(text string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return short(first)
}

func orWords(text, other string) string {
	if text = strings.TrimSpace(text); text != "" {
		return text
	}
	return other
}
