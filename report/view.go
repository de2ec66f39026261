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

// Options are the options of a page.
type Options struct {
	Tools    []agent.Tool // tools of the thread's workflow; never run
	Agency   string
	Location *time.Location // time zone of the page
	Detail   Detail
	Words    *templates.Phrases // the page's phrases; Page sets them
}

// Detail is the amount of detail about checkpoints. Each page has the conversation, the path
// and the snapshots.
type Detail int

// Detail levels, from most to least.
const (
	Whole    Detail = iota
	Abridged        // the whole state only of the last checkpoint; no tool outputs, long values truncated
	Outline         // no checkpoints
)

func (o Options) when(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(o.Location).Format("Mon Jan 2, 2006, 3:04:05 pm MST")
}

// Page renders the HTML page of a thread.
func Page(set *templates.Set, t Thread, o Options) (string, error) {
	o.Words = set.Phrases("en")
	view, err := View(t, o)
	if err != nil {
		return "", fmt.Errorf("making the report: %w", err)
	}
	return set.Report(view)
}

// View builds the view of a thread's page. If data was erased or is inconsistent, the page
// contains a warning, and View returns no error.
func View(t Thread, o Options) (templates.Report, error) {
	tl := newBuilder(t, o)
	turns, err := tl.turns()
	if err != nil {
		return templates.Report{}, err
	}
	list, replayErr := Replay(t, o.Tools)
	legs := path(list, o.Tools)
	v := templates.Report{
		Thread: t.Head.Thread, Subject: tl.masker.text(t.Head.Subject), Turns: turns,
		Graph: draw(legs, o.Words), Path: withWords(legs), Snapshots: tl.snapshots(list),
	}
	v.Warnings = tl.warnings(list, replayErr)
	v.Facts = tl.facts(list, len(v.Warnings) == 0)
	if o.Detail == Outline {
		v.Warnings = append(v.Warnings, tl.say("report.outline"))
		return v, nil
	}
	v.Checkpoints, err = tl.checkpoints(list)
	return v, err
}

// warnings lists the reasons why the page is incomplete or not trustworthy.
func (tl *builder) warnings(list []Checkpoint, replayErr error) (all []string) {
	if tl.t.Head.Broken != "" {
		all = append(all, tl.say("report.changed", tl.t.Head.Broken))
	}
	if replayErr != nil {
		return append(all, tl.say("report.cut_short", replayErr.Error()))
	}
	differences, err := Differences(tl.t, list)
	if err != nil {
		return append(all, tl.say("report.unreadable", err.Error()))
	}
	if len(differences) > 0 {
		all = append(all, tl.say("report.differs", strings.Join(Fields(differences), ", ")))
	}
	return all
}

func withWords(legs []templates.Leg) []templates.Leg {
	legs = slices.Clone(legs)
	for i := range legs {
		legs[i].From, legs[i].To = words(legs[i].From), words(legs[i].To)
	}
	return legs
}

// facts returns the facts about the whole thread.
func (tl *builder) facts(list []Checkpoint, proven bool) []templates.Item {
	h := tl.t.Head
	facts := []templates.Item{
		tl.item("report.status", words(string(h.Status))),
		tl.item("report.participants", strings.Join(h.Participants, ", ")),
		tl.item("report.began", tl.o.when(h.CreatedAt)),
		tl.item("report.updated", tl.o.when(h.UpdatedAt)),
		tl.item("report.journal",
			tl.say("report.entries", strconv.Itoa(len(tl.t.Entries)), strconv.Itoa(len(list)))),
	}
	if proven {
		facts = append(facts, tl.item("report.proof", tl.say("report.proven")))
	}
	if len(list) > 0 {
		facts = append(facts, tl.usage(list[len(list)-1].State)...)
	}
	for _, rv := range slices.Backward(tl.t.Reviews) {
		var data struct {
			Why string `json:"why"`
		}
		if h.Status == store.ThreadHandedOver && rv.Kind == string(store.ThreadHandedOver) && json.Unmarshal(rv.Data, &data) == nil {
			return append(facts, tl.item("report.handed_over", tl.masker.text(data.Why)))
		}
	}
	return facts
}

// usage returns the planner's number of actions, and the model's token usage.
func (tl *builder) usage(state json.RawMessage) []templates.Item {
	var s agent.State
	if err := json.Unmarshal(state, &s); err != nil {
		return nil
	}
	actions := tl.say("report.actions", strconv.Itoa(s.Actions))
	facts := []templates.Item{tl.item("report.planner", actions)}
	if m := s.AgentScratchpad.Usage; m.Requests > 0 {
		facts = append(facts, tl.item("report.model", m.String()))
	}
	return facts
}

// checkpoints returns the states of the journal.
func (tl *builder) checkpoints(list []Checkpoint) (all []templates.ReportCheckpoint, err error) {
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
				change.Before, change.After = truncate(change.Before), truncate(change.After)
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

// truncate truncates a long value.
func truncate(value string) string {
	const enough = 200
	if len(value) <= enough {
		return value
	}
	return strings.ToValidUTF8(value[:enough], "") + fmt.Sprintf(" … (%d bytes)", len(value))
}

// short lists the first few fields.
func short(names []string) string {
	const few = 5
	if len(names) <= few {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:few], ", ") + " and " + strconv.Itoa(len(names)-few) + " more"
}

// pretty formats a document with one value per line.
func pretty(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	_ = enc.Encode(v) // can't fail, because the value comes from JSON
	return strings.TrimSuffix(b.String(), "\n")
}

// span formats a duration.
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
