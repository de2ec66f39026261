package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/store"
	"ppamaild/templates"
)

// Options are what a page is made with.
type Options struct {
	Tools    []agent.Tool // of the thread's workflow; none is run
	Agency   string
	Location *time.Location // that times are shown in
	Detail   Detail
}

// Detail is how much a page tells of the checkpoints. The conversation, the way and
// the snapshots are on every page.
type Detail int

// The details of checkpoints, from all of them to none.
const (
	Whole    Detail = iota
	Abridged        // the whole state of the last one only; no tools' outputs, and of long values only their beginning
	Outline         // none
)

func (o Options) when(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(o.Location).Format("Mon 2 Jan 2006, 3:04:05 pm MST")
}

// Page makes the page of a thread, as HTML.
func Page(set *templates.Set, t Thread, o Options) (string, error) {
	view, err := View(t, o)
	if err != nil {
		return "", fmt.Errorf("making the report: %w", err)
	}
	return set.Report(view)
}

// View makes what the page of a thread tells. What can't be told, as it was erased or does not
// fit together, the page says; it is made all the same.
func View(t Thread, o Options) (templates.Report, error) {
	tl := newTeller(t, o)
	turns, err := tl.turns()
	if err != nil {
		return templates.Report{}, err
	}
	list, replayErr := Replay(t, o.Tools)
	legs := path(list, o.Tools)
	v := templates.Report{
		Thread: t.Head.Thread, Subject: tl.masker.text(t.Head.Subject), Turns: turns,
		Graph: draw(legs), Path: worded(legs), Snapshots: tl.snapshots(list),
	}
	v.Warnings = warnings(t, list, replayErr)
	v.Facts = tl.facts(list, len(v.Warnings) == 0)
	if o.Detail == Outline {
		v.Warnings = append(v.Warnings, "The checkpoints are left out here, as they are many.")
		return v, nil
	}
	v.Checkpoints, err = tl.checkpoints(list)
	return v, err
}

// warnings say why not all of the page can be trusted, or is there.
func warnings(t Thread, list []Checkpoint, replayErr error) (all []string) {
	if t.Head.Broken != "" {
		all = append(all, "The journal was changed from outside: "+t.Head.Broken+".")
	}
	if replayErr != nil {
		return append(all, "The states can't be told to the end: "+replayErr.Error()+".")
	}
	differences, err := Differences(t, list)
	if err != nil {
		return append(all, "The stored state can't be read: "+err.Error()+".")
	}
	if len(differences) > 0 {
		all = append(all, "The journal does not yield the stored state; they differ in "+strings.Join(Fields(differences), ", ")+".")
	}
	return all
}

func worded(legs []templates.Leg) []templates.Leg {
	legs = slices.Clone(legs)
	for i := range legs {
		legs[i].From, legs[i].To = words(legs[i].From), words(legs[i].To)
	}
	return legs
}

// facts are about the thread as a whole.
func (tl *teller) facts(list []Checkpoint, proven bool) []templates.Item {
	h := tl.t.Head
	facts := []templates.Item{
		{Label: "Status", Value: words(string(h.Status))}, {Label: "Who takes part", Value: strings.Join(h.Participants, ", ")},
		{Label: "Began", Value: tl.o.when(h.CreatedAt)}, {Label: "Last change", Value: tl.o.when(h.UpdatedAt)},
		{Label: "Journal", Value: fmt.Sprintf("%d entries, %d checkpoints", len(tl.t.Entries), len(list))},
	}
	if proven {
		facts = append(facts, templates.Item{Label: "Proof", Value: "the chain of digests is whole, and the journal yields the state"})
	}
	if len(list) > 0 {
		facts = append(facts, spent(list[len(list)-1].State)...)
	}
	for _, rv := range slices.Backward(tl.t.Reviews) {
		var data struct {
			Why string `json:"why"`
		}
		if h.Status == store.ThreadHandedOver && rv.Kind == string(store.ThreadHandedOver) && json.Unmarshal(rv.Data, &data) == nil {
			return append(facts, templates.Item{Label: "Handed over", Value: tl.masker.text(data.Why)})
		}
	}
	return facts
}

// spent says what the planner did, and what a model took for it where one did.
func spent(state json.RawMessage) []templates.Item {
	var s agent.State
	if err := json.Unmarshal(state, &s); err != nil {
		return nil
	}
	facts := []templates.Item{{Label: "Planner", Value: fmt.Sprintf("%d actions", s.Actions)}}
	if m := s.AgentScratchpad.Spent; m.Requests > 0 {
		facts = append(facts, templates.Item{Label: "Model", Value: m.String()})
	}
	return facts
}

// checkpoints are the states that the journal leads through.
func (tl *teller) checkpoints(list []Checkpoint) (all []templates.ReportCheckpoint, err error) {
	var before any = map[string]any{}
	for i, c := range list {
		v := templates.ReportCheckpoint{
			Entry: c.Entry, When: tl.o.when(c.At), Source: words(string(c.Source)), Kind: words(c.Kind), Actor: c.Actor,
			Status: words(string(c.Status)), Fields: short(Fields(c.Changed)),
		}
		after, err := document(c.State)
		if err != nil {
			return nil, fmt.Errorf("entry %d of %s: %w", c.Entry, tl.t.Head.Thread, err)
		}
		after = tl.masker.data(after)
		for _, change := range changes(before, after) {
			if tl.o.Detail == Abridged {
				if strings.HasPrefix(change.Path, "last_tool_outputs.") || slices.Contains(bookkeeping, change.Path) {
					continue
				}
				change.Before, change.After = beginning(change.Before), beginning(change.After)
			}
			v.Changes = append(v.Changes, templates.StateChange(change))
		}
		if tl.o.Detail == Whole || i == len(list)-1 {
			v.State = pretty(after)
		}
		all, before = append(all, v), after
	}
	return all, nil
}

// beginning is as much of a long value as tells what it is.
func beginning(value string) string {
	const enough = 200
	if len(value) <= enough {
		return value
	}
	return strings.ToValidUTF8(value[:enough], "") + fmt.Sprintf(" … (%d octets)", len(value))
}

// short names the first few of some fields.
func short(names []string) string {
	const few = 5
	if len(names) <= few {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:few], ", ") + " and " + strconv.Itoa(len(names)-few) + " more"
}

// pretty writes a document with a value a line.
func pretty(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	_ = enc.Encode(v) // it came from JSON: can't fail
	return strings.TrimSuffix(b.String(), "\n")
}

// span writes how long something took.
func span(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%d days", int(d.Hours()/24))
}
