package daemon

import (
	"encoding/json"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/mailbox/message"
	"ppamaild/reading"
	"ppamaild/store"
	"ppamaild/templates"
)

// mailExport mails the results under review to whoever asked for them, as files. The
// review stays open.
func (r *run) mailExport(rv store.Review, to string) error {
	files, err := r.resultFiles(rv, true)
	if err != nil {
		return err
	}
	return r.notify(to, "task_export", templates.Notice{Review: rv.Number, Step: rv.Step}, files...)
}

// resultFiles are the results under review as a page and, with data, as JSON and CSV;
// none where there are none.
func (r *run) resultFiles(rv store.Review, data bool) ([]message.Attached, error) {
	p, err := r.proposal(rv)
	if err != nil {
		return nil, err
	}
	compiled, is, err := compilation(p, r.state.Task)
	if err != nil || !is {
		return nil, err
	}
	if compiled, err = compiled.Masked(reading.Mask); err != nil {
		return nil, err
	}
	page, err := r.d.Templates.Results(templates.Results{
		Thread: r.head.Thread, Subject: r.head.Subject, Task: compiled.Task, When: r.d.When(r.now()), Agency: r.d.Config.Agency.Name,
		Sections: agent.ResultSections(compiled),
	})
	if err != nil {
		return nil, err
	}
	name := r.head.Thread
	files := []message.Attached{{Name: name + ".html", Type: message.TypePage, Content: []byte(page)}}
	if !data {
		return files, nil
	}
	raw, err := json.MarshalIndent(compiled, "", "  ")
	return append(files,
		message.Attached{Name: name + ".json", Type: message.TypeJSON, Content: raw},
		message.Attached{Name: name + ".csv", Type: message.TypeCSV, Content: compiled.CSV()},
	), err
}

// compilation is what a proposal of results holds; of one specialist's, what it would be
// compiled to.
func compilation(p agent.Proposal, t *task.Task) (c task.Compilation, is bool, err error) {
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
		return alone.Compile(task.Relate(alone.Results, t.Own)), true, nil
	}
	return c, false, nil
}
