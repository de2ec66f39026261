package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// snapshots returns the states before each review of a step, after each rejection, and after
// the acceptance of a redone step.
func (tl *builder) snapshots(list []Checkpoint) (all []templates.Snapshot) {
	rejected := make(map[string]bool) // rejected steps that were not accepted since
	for i, c := range list {
		next := uint64(len(tl.t.Entries)) + 1
		if i+1 < len(list) {
			next = list[i+1].Entry
		}
		decided, _ := tl.decided(c.Entry, tl.entry(c.Entry).Ref)
		switch {
		case c.Kind == string(agent.Reject):
			rejected[decided.Step] = true
			all = append(all, tl.snapshot(c, "report.after_reject", decided))
		case c.Kind == string(agent.Accept) && rejected[decided.Step]:
			delete(rejected, decided.Step)
			all = append(all, tl.snapshot(c, "report.after_retry", decided))
		}
		if rv, asked := tl.askedIn(c.Entry, next); asked {
			all = append(all, tl.snapshot(c, "report.before_review", rv))
		}
	}
	return all
}

// entry returns the journal entry with a number.
func (tl *builder) entry(seq uint64) Entry {
	if i := slices.IndexFunc(tl.t.Entries, func(e Entry) bool { return e.Seq == seq }); i >= 0 {
		return tl.t.Entries[i]
	}
	return Entry{}
}

// askedIn returns the review of a step that was requested between two entries.
func (tl *builder) askedIn(from, to uint64) (Review, bool) {
	for _, e := range tl.t.Entries {
		if e.Seq <= from || e.Seq >= to || e.Source != store.SourceAIDraft {
			continue
		}
		n, err := strconv.Atoi(string(e.Payload))
		if rv, found := tl.reviews[n]; err == nil && found && rv.Kind == review.KindStep {
			return rv, true
		}
	}
	return Review{}, false
}

func (tl *builder) snapshot(c Checkpoint, title string, rv Review) templates.Snapshot {
	s := templates.Snapshot{Title: tl.say(title, strconv.Itoa(rv.Number), words(rv.Step)), When: tl.o.when(c.At), Entry: c.Entry}
	add := func(label, value string) {
		if value != "" {
			s.Facts = append(s.Facts, templates.Item{Label: label, Value: tl.masker.text(value)})
		}
	}
	var state agent.State
	if err := json.Unmarshal(c.State, &state); err != nil {
		add(tl.say("report.state"), tl.say("report.state_unreadable", err.Error()))
		return s
	}
	add(tl.say("report.status"), words(string(state.Status)))
	add(tl.say("report.under_review"), words(string(state.StepRequiringReview)))
	add(tl.say("report.next"), cmp.Or(string(state.Next), tl.say("report.idle")))
	if state.PlannedToolInputs != nil {
		add(tl.say("report.planned"), state.PlannedToolInputs.Tool)
	}
	add(tl.say("report.decided_last"), byStep(state.LastHumanDecisionForStep))
	add(tl.say("report.reason"), byStep(state.RejectionFeedbackForStep))
	add(tl.say("report.rejections"), byStep(state.RetryCounts))
	app := state.CustomerInfo.Case.Application
	for _, path := range letters.Paths(app) {
		add(letters.Label(path, app, letters.English()), letters.Value(path, app, letters.English()))
	}
	if q := state.AgentScratchpad.Quote; q != nil {
		add(tl.say("report.quote"), fmt.Sprint(q.Total))
	}
	return s
}

// byStep formats a map of values by step.
func byStep[V any](of map[agent.Stage]V) string {
	var parts []string
	for _, stage := range slices.Sorted(maps.Keys(of)) {
		parts = append(parts, fmt.Sprintf("%s: %v", words(string(stage)), of[stage]))
	}
	return strings.Join(parts, "; ")
}
