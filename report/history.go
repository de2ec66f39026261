package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"ppamaild/agent"
	"ppamaild/lazyregexp"
	"ppamaild/store"
)

// Checkpoint is the state after a journal entry that changed the state.
type Checkpoint struct {
	Entry   uint64             `json:"entry"`
	At      time.Time          `json:"at"`
	Source  store.Source       `json:"source"`
	Kind    string             `json:"kind"`
	Actor   string             `json:"actor,omitempty"`
	Status  store.ThreadStatus `json:"status"`
	Changed []Change           `json:"changed"` // since the previous checkpoint
	State   json.RawMessage    `json:"-"`
}

// Replay computes the states of a thread from its journal. tools are the tools of the thread's
// workflow; Replay runs none of them. If an entry can't be replayed, Replay returns the earlier
// checkpoints and an error that names the entry.
func Replay(t Thread, tools []agent.Tool) (list []Checkpoint, err error) {
	r := agent.NewReplay(t.Head.Thread, tools)
	var before any = map[string]any{}
	for _, e := range t.Entries {
		moved, err := r.Take(e.Kind, e.Payload)
		switch {
		case err != nil && e.Erased:
			return list, fmt.Errorf("entry %d of %s (%s, %s): its payload was erased, so its effect is unknown",
				e.Seq, t.Head.Thread, e.Kind, e.At.Format(time.RFC3339))
		case err != nil:
			return list, fmt.Errorf("entry %d of %s: %w", e.Seq, t.Head.Thread, err)
		case !moved:
			continue
		}
		c := Checkpoint{Entry: e.Seq, At: e.At, Source: e.Source, Kind: e.Kind, Actor: e.Actor, Status: r.State().Status}
		if c.State, err = json.Marshal(r.State()); err != nil {
			return list, fmt.Errorf("entry %d of %s: %w", e.Seq, t.Head.Thread, err)
		}
		after, err := document(c.State)
		if err != nil {
			return list, fmt.Errorf("entry %d of %s: %w", e.Seq, t.Head.Thread, err)
		}
		c.Changed = changes(before, after)
		list, before = append(list, c), after
	}
	return list, nil
}

// Differences compares the stored state with the last checkpoint. No differences prove that the
// journal leads to the stored state. Before is the value by the journal, After the stored
// value. The current queue event is ignored, because the journal does not record the queue.
// The words of sentences for staff are ignored, because the templates may have changed since.
func Differences(t Thread, list []Checkpoint) ([]Change, error) {
	stored, err := agent.DecodeState(t.Head.State)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		if stored.Policy == "" { // no event so far
			return nil, nil
		}
		list = []Checkpoint{{State: json.RawMessage("{}")}}
	}
	stored.InFlight = 0
	raw, err := json.Marshal(stored)
	if err != nil {
		return nil, err
	}
	kept, err := document(raw)
	if err != nil {
		return nil, err
	}
	made, err := document(list[len(list)-1].State)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(changes(made, kept), isOnlyWording), nil
}

// sentences are the paths of sentences that the agent writes into the state, and that no entry
// of the journal has: warnings after an edit, notes about mails, problems of values, and
// outcomes of calls in tasks.
var sentences = lazyregexp.MustCompile(`\.(?:warnings|beside)\[\d+\]$|` +
	`^agent_scratchpad\.problems\[\d+\]\.message$|` +
	`^task\.(?:wants\[\d+\]\.why|context\.iterations\[\d+\]\.summary)$`)

// isOnlyWording reports whether a sentence for staff has other words.
func isOnlyWording(c Change) bool {
	return c.Before != "" && c.After != "" && sentences.MatchString(c.Path)
}
