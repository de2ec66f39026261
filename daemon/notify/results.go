package notify

import (
	"encoding/json"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/agent/task/sections"
	"ppamaild/mailbox/message"
	"ppamaild/reading"
	"ppamaild/store"
	"ppamaild/templates"
)

// ResultFiles returns the results under review as a page and, with data, also as JSON and CSV.
// A proposal without results has no files.
func (v *View) ResultFiles(rv store.Review, data bool) ([]message.Attached, error) {
	p, err := v.Proposal(rv)
	if err != nil {
		return nil, err
	}
	compiled, is, err := Compilation(p, v.State.Task, v.StaffWords())
	if err != nil || !is {
		return nil, err
	}
	return v.CompiledFiles(compiled, data)
}

// CompiledFiles returns results as a page and, with data, also as JSON and CSV.
func (v *View) CompiledFiles(compiled task.Compilation, data bool) ([]message.Attached, error) {
	compiled, err := compiled.Masked(reading.Mask)
	if err != nil {
		return nil, err
	}
	page, err := v.Templates.Results(templates.Results{
		Thread:   v.Head.Thread,
		Subject:  v.Head.Subject,
		Task:     compiled.Task,
		When:     v.When(v.Now()),
		Agency:   v.Config.Agency.Name,
		Sections: sections.Results(compiled, v.StaffWords()),
	})
	if err != nil {
		return nil, err
	}
	name := v.Head.Thread
	files := []message.Attached{{Name: name + ".html", Type: message.TypePage, Content: []byte(page)}}
	if !data {
		return files, nil
	}
	raw, err := json.MarshalIndent(compiled, "", "  ")
	return append(files,
		message.Attached{Name: name + ".json", Type: message.TypeJSON, Content: raw},
		message.Attached{Name: name + ".csv", Type: message.TypeCSV, Content: compiled.CSV(v.StaffWords())},
	), err
}

// ApprovedResults returns the results that staff approved with a review, and that an edit in this
// turn may have changed; nil: without a review.
func (v *View) ApprovedResults(decided *store.Review) (task.Compilation, error) {
	fresh := v.State.Task.Compile(v.StaffWords())
	if decided == nil {
		return fresh, nil
	}
	p, err := v.Proposal(*decided)
	if err != nil {
		return fresh, err
	}
	for _, n := range v.Notes {
		if edited, is := n.Payload.(agent.Edited); is && edited.Data != nil {
			p.Data = edited.Data
		}
	}
	approved, is, err := Compilation(p, v.State.Task, v.StaffWords())
	if err != nil || !is {
		return fresh, err
	}
	return approved, nil
}

// Compilation reads the results of a proposal. The result of a single agent is compiled alone.
func Compilation(p agent.Proposal, t *task.Task,
	words *templates.Phrases) (c task.Compilation, is bool, err error) {
	switch p.Stage {
	case agent.StageFinalResults:
		err = json.Unmarshal(p.Data, &c)
		return c, true, err
	case agent.StageSpecialist:
		var r task.Result
		if err = json.Unmarshal(p.Data, &r); err != nil {
			return c, false, err
		}
		alone := *t
		alone.Results = []task.Result{r}
		return alone.Compile(words), true, nil
	}
	return c, false, nil
}
