package sections

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/agent/letters"
	"ppamaild/agent/task"
	"ppamaild/reading"
	"ppamaild/templates"
)

// Of lays out the data under review by its tool. It returns nil for other tools and invalid data.
func Of(tool string, data json.RawMessage) []templates.Section {
	switch tool {
	case task.ToolProposePlan:
		return laidOut(data, planSections)
	case task.ToolRunSpecialist:
		return laidOut(data, func(r task.Result) []templates.Section { return []templates.Section{resultOf(r)} })
	case task.ToolAskAboutAgent:
		return laidOut(data, failedSections)
	case task.ToolCallTool:
		return laidOut(data, writeSections)
	case task.ToolCompileResults:
		return laidOut(data, Results)
	}
	return nil
}

func laidOut[D any](data json.RawMessage, lay func(D) []templates.Section) []templates.Section {
	var d D
	if json.Unmarshal(data, &d) != nil {
		return nil
	}
	return lay(d)
}

func planSections(p task.Plan) []templates.Section {
	about := []templates.Item{
		{Label: "What is done", Value: reading.Mask(p.Description)},
		{Label: "Data sources", Value: cmp.Or(strings.Join(p.Sources, ", "), "none")},
		{Label: "Usually takes", Value: took(p.Estimate)},
		{Label: "Complexity", Value: string(p.Complexity)},
	}
	if rest := p.Unused(); len(rest) > 0 {
		about = append(about, templates.Item{Label: "Not asked",
			Value: strings.Join(rest, ", ") + "; to add one, REJECT and say so"})
	}
	for _, d := range p.Down {
		about = append(about, templates.Item{Label: "Beware", Value: d.String()})
	}
	var steps []templates.Item
	for i, s := range p.Steps {
		what := reading.Mask(s.Instruction)
		if len(s.Needs) > 0 {
			what += " It sees the results of " + strings.Join(s.Needs, ", ") + "."
		}
		steps = append(steps, templates.Item{Label: fmt.Sprintf("%d. %s", i+1, s.Agent),
			Value: what})
	}
	return []templates.Section{{Title: "The plan", Items: about},
		{Title: "Who does what, in this order", Items: steps}}
}

func took(s task.Seconds) string {
	switch {
	case s == 0:
		return "no estimate yet"
	case s.Duration() < time.Second/10:
		return "less than a second"
	}
	return "about " + s.Duration().Round(time.Second/10).String()
}

func failedSections(a task.AgentFailedArgs) []templates.Section {
	items := []templates.Item{{Label: "Agent", Value: a.Agent},
		{Label: "What went wrong", Value: reading.Mask(a.Why)}}
	if len(a.Without) > 0 {
		items = append(items, templates.Item{Label: "Would go on without it",
			Value: strings.Join(a.Without, ", ")})
	}
	return []templates.Section{{Title: "An agent failed", Items: items}}
}

func writeSections(w task.Write) []templates.Section {
	about := []templates.Item{{Label: "Service", Value: w.Agent}, {Label: "Tool", Value: w.Tool},
		{Label: "Why", Value: reading.Mask(w.Why)}}
	return []templates.Section{{Title: "A call that changes something", Items: about},
		{Title: "Its arguments", Items: letters.ValueItems(w.Args)}}
}

func resultOf(r task.Result) templates.Section {
	items := []templates.Item{{Label: "Status", Value: r.Status.Label()},
		{Label: "Service used", Value: cmp.Or(r.Meta.Service, "none")}}
	if _, has := r.Quality(); has {
		items = append(items, templates.Item{Label: "Data quality",
			Value: fmt.Sprintf("%.2f of 1", r.Meta.Quality)})
	}
	items = append(items, templates.Item{Label: "Took",
		Value: r.Meta.Took.Duration().Round(time.Millisecond).String()})
	if r.Error != "" {
		items = append(items, templates.Item{Label: "What went wrong",
			Value: reading.Mask(r.Error)})
	}
	for _, ref := range r.Refs {
		items = append(items, templates.Item{Label: "Message",
			Value: reading.Mask(fmt.Sprintf("%s, %s, %s <%s>", ref.Date.Format("2 Jan 2006"),
				ref.From, ref.Subject, ref.MessageID))})
	}
	title := r.Agent
	if r.Status == task.Sample {
		title += ": SAMPLE DATA, not real"
	}
	return templates.Section{Title: title, Items: items, Text: reading.Mask(r.Summary)}
}

// Results lays out the results of a task with private numbers masked.
func Results(c task.Compilation) []templates.Section {
	sections := []templates.Section{{Title: "Executive summary", Text: reading.Mask(c.Summary),
		Items: []templates.Item{
			{Label: "Analysed by", Value: c.Analyst},
			{Label: "Quality of the data", Value: quality(c)},
		}}}
	if len(c.Recommendations) > 0 {
		sections = append(sections,
			templates.Section{Title: "Recommendations", Items: numbered(c.Recommendations)})
	}
	if gaps := append(c.Warnings, c.Gaps...); len(gaps) > 0 {
		sections = append(sections,
			templates.Section{Title: "Missing, or not real", Items: numbered(gaps)})
	}
	for _, r := range c.Results {
		sections = append(sections, resultOf(r))
	}
	if len(c.Correlations) > 0 {
		var items []templates.Item
		for _, x := range c.Correlations {
			items = append(items,
				templates.Item{Label: x.Kind + " " + reading.Mask(x.Key),
					Value: reading.Mask(x.Text)})
		}
		sections = append(sections,
			templates.Section{Title: "What the sources share", Items: items})
	}
	return sections
}

// quality describes the quality of the data. Without records the quality is unknown.
func quality(c task.Compilation) string {
	has := func(r task.Result) bool { _, is := r.Quality(); return is }
	if !slices.ContainsFunc(c.Results, has) {
		return "not known, as there are no records"
	}
	return fmt.Sprintf("%.2f of 1", c.Quality)
}

func numbered(texts []string) (items []templates.Item) {
	for i, text := range texts {
		items = append(items, templates.Item{Label: fmt.Sprint(i + 1), Value: reading.Mask(text)})
	}
	return items
}
