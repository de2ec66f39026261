package frontdesk

import (
	"cmp"
	"context"
	"encoding/json"
	"path"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/agent/task/sections"
	"ppamaild/console"
	"ppamaild/daemon/notify"
	"ppamaild/reading"
	"ppamaild/store"
	"ppamaild/templates"
)

// compiled returns the results: those under review, those that staff approved, or those that
// the agents have so far. is is false without results.
func (d *Tasks) compiled(
	ctx context.Context, t *thread, rv *store.Review,
) (c task.Compilation, is bool, err error) {
	v := d.view(t)
	if rv != nil {
		p, err := v.Proposal(*rv)
		if err != nil {
			return c, false, err
		}
		if c, is, err = notify.Compilation(p, t.state.Task, d.StaffWords()); is || err != nil {
			return c, is, err
		}
	}
	if t.state.Task.Plan == nil {
		return c, false, nil
	}
	if _, approved := t.state.Task.ResultsApproval(); approved {
		if decided, err := d.decidedResults(ctx, v); decided != nil || err != nil {
			c, err = v.ApprovedResults(decided)
			return c, err == nil, err
		}
	}
	return t.state.Task.Compile(d.StaffWords()), len(t.state.Task.Results) > 0, nil
}

// decidedResults finds the review with which staff approved the results. The view gets the edit
// of the results, if there was one.
func (d *Tasks) decidedResults(
	ctx context.Context, v *notify.View,
) (decided *store.Review, err error) {
	err = v.LatestReviews(ctx, func(rv store.Review) bool {
		results := rv.Step == string(agent.StageFinalResults) ||
			rv.Step == string(agent.StageSpecialist)
		if results && rv.Status == store.ReviewDecided && !rv.Erased {
			decided = &rv
		}
		return decided == nil
	})
	if err != nil || decided == nil || decided.Verdict != string(agent.Edit) {
		return decided, err
	}
	return decided, d.Store.View(ctx, func(tx store.Tx) error {
		return tx.Journal(v.Head.Thread, 0, func(e store.Entry, payload []byte) bool {
			var edited agent.Edited
			if e.Kind == agent.KindEdited && json.Unmarshal(payload, &edited) == nil {
				v.Notes = []agent.Note{{Kind: e.Kind, Payload: edited}}
			}
			return true
		})
	})
}

// fillResults lays the results out as the results mail does. Correlations lead to their rows.
func (d *Tasks) fillResults(one *console.Task, c task.Compilation, given *task.Task) {
	words := d.StaffWords()
	c.Correlations, _ = task.Relate(c.Results, given.Own, words) // JSON has no records
	c.Warnings = d.withoutMark(c.Warnings)
	one.Findings = sections.Findings(c, words)
	ids := map[string]bool{}
	for _, r := range c.Results {
		shown := console.Result{Agent: r.Agent, ID: agentID(r.Agent)}
		shown.Sections = sections.Result(c, r, words)
		for i := range shown.Sections {
			once(shown.Sections[i].Table, ids)
		}
		one.Results = append(one.Results, shown)
	}
	for i, item := range sections.Shared(c) {
		shared := console.Shared{Item: item, Conflict: c.Correlations[i].Kind == "conflict"}
		for _, p := range c.Correlations[i].Places {
			link := console.Link{Label: p.Agent, ID: sections.RowID(p)}
			// Neither a place in the data nor a Message-ID is for people.
			if !strings.HasPrefix(p.Ref, "[") && !strings.Contains(p.Ref, "@") {
				link.Label = reading.Mask(p.String())
			}
			if !ids[link.ID] { // the table has no row for the record
				link.ID = agentID(p.Agent)
			}
			shared.Rows = append(shared.Rows, link)
		}
		one.Shared = append(one.Shared, shared)
	}
}

func agentID(name string) string { return "agent-" + name }

// once keeps the first row with an id.
func once(t templates.Table, seen map[string]bool) {
	for i, id := range t.IDs {
		if seen[id] {
			t.IDs[i] = ""
		}
		seen[id] = true
	}
}

// Results implements console.Tasks.
func (d *Tasks) Results(ctx context.Context, id, kind string) (file console.File, err error) {
	t, err := d.read(ctx, id)
	if err != nil {
		return file, err
	}
	if t.state.Task == nil {
		return file, errNoTask(id)
	}
	rv, err := d.openStep(ctx, &console.Task{}, &t)
	if err != nil {
		return file, err
	}
	c, is, err := d.compiled(ctx, &t, rv)
	if err == nil && !is {
		err = console.ErrNotFound
	}
	if err != nil {
		return file, err
	}
	files, err := d.view(&t).CompiledFiles(c, true)
	for _, f := range files {
		if path.Ext(f.Name) == "."+kind {
			return console.File{Name: f.Name, Type: f.Type, Content: f.Content}, err
		}
	}
	return file, cmp.Or(err, console.ErrNotFound)
}
