package main

import (
	"bytes"
	"encoding/json"
	"slices"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/report"
	"ppamaild/store"
)

// judgeTask checks that a task ended with the results that staff approved: one result of each
// agent of the approved plan.
func judgeTask(k *talk, threads []thread, f *findings) {
	for _, t := range threads {
		state, err := agent.DecodeState(t.Head.State)
		if err != nil || state.Task == nil || state.Task.Plan == nil {
			f.wrong("task %d (%s) has no plan: %v", k.number, k.name, err)
			continue
		}
		if plan := state.Task.Plan.Agents(); !slices.Equal(plan, k.agents) {
			f.wrong("task %d (%s) has the plan %q", k.number, k.name, plan)
		}
		if k.told == cancelled {
			if t.Head.Status != store.ThreadCancelled {
				f.wrong("task %d (%s) is %s", k.number, k.name, t.Head.Status)
			}
			continue
		}
		if t.Head.Status != store.ThreadCompleted {
			f.lose("the end of task %d (%s): it is %s", k.number, k.name, t.Head.Status)
		}
		approved := acceptedResults(t)
		f.once(len(approved), "approval of the results of task %d (%s)", k.number, k.name)
		for _, rv := range approved {
			judgeResults(k, state.Task, rv, f)
		}
	}
}

// acceptedResults returns the reviews that accepted the results of a task.
func acceptedResults(t thread) (accepted []report.Review) {
	for _, rv := range t.Reviews {
		if rv.Step == string(agent.StageFinalResults) && rv.Status == store.ReviewDecided && rv.Verdict == string(agent.Accept) {
			accepted = append(accepted, rv)
		}
	}
	return accepted
}

// judgeResults compares the approved with the stored results.
func judgeResults(k *talk, t *task.Task, rv report.Review, f *findings) {
	last := t.Approvals[len(t.Approvals)-1]
	if last.Step != rv.Step || last.Digest != rv.Digest || last.By != rv.DecidedBy {
		f.wrong("task %d (%s) ended with the approval %+v, and %s accepted %s", k.number, k.name, last, rv.DecidedBy, rv.Digest)
	}
	var shown struct {
		Data task.Compilation `json:"data"`
	}
	if err := json.Unmarshal(rv.Data, &shown); err != nil {
		f.wrong("the results of task %d (%s) can't be read: %v", k.number, k.name, err)
	}
	for _, name := range t.Plan.Agents() {
		var of []task.Result
		for _, r := range t.Results {
			if r.Agent == name {
				of = append(of, r)
			}
		}
		f.once(len(of), "result of %s in task %d (%s)", name, k.number, k.name)
		f.results += len(of)
		at := slices.IndexFunc(shown.Data.Results, func(r task.Result) bool { return r.Agent == name })
		if name != task.Analysis && len(of) == 1 && (at < 0 || !same(of[0], shown.Data.Results[at])) {
			f.wrong("the result of %s in task %d (%s) is not the one that was approved", name, k.number, k.name)
		}
	}
}

func same(a, b task.Result) bool {
	x, err := json.Marshal(a)
	y, failed := json.Marshal(b)
	return err == nil && failed == nil && bytes.Equal(x, y)
}
