package sections

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"ppamaild/agent/letters"
	"ppamaild/agent/task"
	"ppamaild/reading"
	"ppamaild/templates"
)

// Of lays out the data under review by its tool. It returns nil for other tools and invalid data.
func Of(tool string, data json.RawMessage, words *templates.Phrases) []templates.Section {
	w := wording{words}
	switch tool {
	case task.ToolProposePlan:
		return laidOut(data, w.plan)
	case task.ToolRunSpecialist:
		return laidOut(data, w.result)
	case task.ToolAskAboutAgent:
		return laidOut(data, w.failed)
	case task.ToolCallTool:
		return laidOut(data, w.write)
	case task.ToolCompileResults:
		return laidOut(data, w.results)
	}
	return nil
}

// wording lays out data in the words of an agency.
type wording struct{ *templates.Phrases }

// laidOut decodes data and lays it out; nil for invalid data.
func laidOut[D any](data json.RawMessage, lay func(D) []templates.Section) []templates.Section {
	var d D
	if json.Unmarshal(data, &d) != nil {
		return nil
	}
	return lay(d)
}

func (w wording) plan(p task.Plan) []templates.Section {
	about := []templates.Item{
		{Label: w.Say("shown.plan_what"), Value: reading.Mask(p.Description)},
		{Label: w.Say("shown.plan_sources"),
			Value: cmp.Or(strings.Join(p.Sources, ", "), w.Say("shown.none"))},
		{Label: w.Say("shown.plan_takes"), Value: w.took(p.Estimate)},
		{Label: w.Say("shown.plan_complexity"), Value: p.Complexity},
	}
	if rest := p.Unused(); len(rest) > 0 {
		about = append(about, templates.Item{Label: w.Say("shown.plan_unused"),
			Value: w.Say("shown.plan_add", strings.Join(rest, ", "))})
	}
	for _, d := range p.Down {
		about = append(about, templates.Item{Label: w.Say("shown.caution"), Value: d.In(w.Phrases)})
	}
	var steps []templates.Item
	for i, s := range p.Steps {
		text := s.Instruction
		if asks := strings.Join(s.Asks, "; "); asks != "" && text == w.Say("plan.look") {
			text = w.Say("shown.plan_asks", asks)
		} else if asks != "" {
			text += " " + w.Say("shown.plan_asks", asks)
		}
		text = reading.Mask(text)
		if len(s.Needs) > 0 {
			text = w.Say("shown.plan_needs", text, strings.Join(s.Needs, ", "))
		}
		steps = append(steps, templates.Item{Label: fmt.Sprintf("%d. %s", i+1, s.Agent),
			Value: text})
	}
	return []templates.Section{{Title: w.Say("shown.plan"), Items: about},
		{Title: w.Say("shown.plan_steps"), Items: steps}}
}

func (w wording) took(s task.Seconds) string {
	switch {
	case s == 0:
		return w.Say("shown.no_estimate")
	case s.Duration() < time.Second/10:
		return w.Say("shown.under_a_second")
	}
	return w.Say("shown.about", s.String())
}

func (w wording) failed(a task.AgentFailedArgs) []templates.Section {
	items := []templates.Item{{Label: w.Say("shown.agent"), Value: a.Agent},
		{Label: w.Say("shown.failure"), Value: reading.Mask(a.Why)}}
	if len(a.Without) > 0 {
		items = append(items, templates.Item{Label: w.Say("shown.dependents"),
			Value: strings.Join(a.Without, ", ")})
	}
	return []templates.Section{{Title: w.Say("shown.agent_failed"), Items: items}}
}

func (w wording) write(call task.Write) []templates.Section {
	about := []templates.Item{{Label: w.Say("shown.service"), Value: call.Agent},
		{Label: w.Say("shown.tool"), Value: call.Tool},
		{Label: w.Say("shown.why"), Value: reading.Mask(call.Why)}}
	return []templates.Section{{Title: w.Say("shown.write"), Items: about},
		{Title: w.Say("shown.write_arguments"), Items: letters.ValueItems(call.Args)}}
}

// result lays out a result and its records. If the tables have all records of a report by rules,
// the report has no lines about records.
func (w wording) result(r task.Result) []templates.Section {
	tables, whole := w.tables(r)
	if whole && r.Meta.Usage.Requests == 0 {
		r.Summary = withoutRecords(r.Summary)
		r.Refs = nil
	}
	return append([]templates.Section{w.report(r)}, tables...)
}

// withoutRecords keeps the first line of a summary and remarks of a service on its lists.
func withoutRecords(summary string) string {
	lines := strings.Split(summary, "\n")
	isRecord := func(line string) bool { return !strings.Contains(line, "): ") }
	return strings.Join(append(lines[:1:1], slices.DeleteFunc(lines[1:], isRecord)...), "\n")
}

func (w wording) report(r task.Result) templates.Section {
	items := []templates.Item{{Label: w.Say("shown.status"), Value: r.Status.Label(w.Phrases)},
		{Label: w.Say("shown.service_used"), Value: cmp.Or(r.Meta.Service, w.Say("shown.none"))}}
	if _, has := r.Quality(); has {
		items = append(items, templates.Item{Label: w.Say("shown.data_quality"),
			Value: w.ofOne(r.Meta.Quality)})
	}
	items = append(items, templates.Item{Label: w.Say("shown.took"), Value: r.Meta.Took.String()})
	if r.Error != "" {
		items = append(items, templates.Item{Label: w.Say("shown.failure"),
			Value: reading.Mask(r.Error)})
	}
	for _, ref := range r.Refs {
		items = append(items, templates.Item{Label: w.Say("shown.message"),
			Value: reading.Mask(fmt.Sprintf("%s, %s, %s <%s>", ref.Date.Format("Jan 2, 2006"),
				ref.From, ref.Subject, ref.MessageID))})
	}
	title := r.Agent
	if r.Status == task.Sample {
		title = w.Say("shown.of_status", title, r.Status.Label(w.Phrases))
	}
	return templates.Section{Title: title, Items: items, Text: reading.Mask(r.Summary)}
}

// Results lays out the results of a task with private numbers masked.
func Results(c task.Compilation, words *templates.Phrases) []templates.Section {
	return wording{words}.results(c)
}

func (w wording) results(c task.Compilation) []templates.Section {
	sections := Findings(c, w.Phrases)
	for _, r := range c.Results {
		sections = append(sections, Result(c, r, w.Phrases)...)
	}
	if items := Shared(c); len(items) > 0 {
		sections = append(sections,
			templates.Section{Title: w.Say("shown.shared"), Items: items})
	}
	return sections
}

// Findings lays out the summary of all results, the recommendations and the gaps.
func Findings(c task.Compilation, words *templates.Phrases) []templates.Section {
	w := wording{words}
	sections := []templates.Section{{Title: w.Say("shown.summary"), Text: reading.Mask(c.Summary),
		Items: []templates.Item{
			{Label: w.Say("shown.analyst"), Value: c.Analyst},
			{Label: w.Say("shown.quality"), Value: w.quality(c)},
		}}}
	if len(c.Recommendations) > 0 {
		sections = append(sections,
			templates.Section{Title: w.Say("shown.recommendations"), Items: numbered(c.Recommendations)})
	}
	if gaps := append(c.Warnings, c.Gaps...); len(gaps) > 0 {
		sections = append(sections,
			templates.Section{Title: w.Say("shown.gaps"), Items: numbered(gaps)})
	}
	return sections
}

// Result lays out one result of a compilation: the report, and the tables of its records.
func Result(c task.Compilation, r task.Result, words *templates.Phrases) []templates.Section {
	if len(c.Results) == 1 && r.Summary == c.Summary {
		r.Summary = "" // shown with the findings
	}
	return wording{words}.result(r)
}

// Shared has an item for each correlation, in order.
func Shared(c task.Compilation) (items []templates.Item) {
	for _, x := range c.Correlations {
		items = append(items, templates.Item{
			Label: x.Kind + " " + reading.Mask(written(x)), Value: reading.Mask(x.Text),
		})
	}
	return items
}

// written returns the key of a correlation as a source writes the key: "CAG-7731", not "cag7731".
func written(x task.Correlation) string {
	plain := func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}
	isEdge := func(r rune) bool { return strings.ContainsRune(" (),", r) }
	for _, word := range strings.FieldsFunc(x.Text, isEdge) {
		if strings.Map(plain, word) == x.Key {
			return word
		}
	}
	words := strings.Fields(x.Key)
	for i, w := range words {
		if x.Kind == "person" || x.Kind == "vendor" {
			r, size := utf8.DecodeRuneInString(w)
			words[i] = string(unicode.ToUpper(r)) + w[size:]
		}
	}
	return strings.Join(words, " ")
}

// quality describes the quality of the data. Without records the quality is unknown.
func (w wording) quality(c task.Compilation) string {
	has := func(r task.Result) bool { _, is := r.Quality(); return is }
	if !slices.ContainsFunc(c.Results, has) {
		return w.Say("shown.no_quality")
	}
	return w.ofOne(c.Quality)
}

func (w wording) ofOne(quality float64) string {
	return w.Say("shown.of_one", fmt.Sprintf("%.2f", quality))
}

func numbered(texts []string) (items []templates.Item) {
	for i, text := range texts {
		items = append(items, templates.Item{Label: fmt.Sprint(i + 1), Value: reading.Mask(text)})
	}
	return items
}
