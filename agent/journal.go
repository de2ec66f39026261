package agent

import (
	"cmp"
	"encoding/json"
	"fmt"

	"ppamaild/lazy"
	"ppamaild/store"
)

// The kinds of journal entries that hold a complete event. For a decision, the kind is the
// verdict.
const (
	KindBegun         = "begun"
	KindPolicy        = "policy"
	KindMessage       = "message"
	KindTask          = "task"
	KindPlanned       = "planned"
	KindPlannerFailed = "planner_failed"
	KindAskedBack     = "asked_back"
	KindReturned      = "returned"
	KindStuck         = "stuck"
	KindUnsent        = "unsent"
	KindTakeOver      = "take_over"
	KindWritten       = "written"
	KindHandBack      = "hand_back"
	KindSilent        = "customer_silent"
	KindCarrierDue    = "carrier_due"
	KindStopped       = "stopped"
)

// entryOf returns the journal entry of an event. It is complete, so ReadEvent can restore the
// event and Replay the state.
func entryOf(s *State, e Event) Note {
	switch e := e.(type) {
	case Begun:
		return Note{e.At, store.SourceSystem, KindBegun, "", "", e}
	case PolicySet:
		return Note{e.At, store.SourceSystem, KindPolicy, "", e.Policy.Digest(), e}
	case CustomerMessage:
		from := cmp.Or(e.From, s.CustomerInfo.Address)
		return Note{e.At, store.SourceCustomer, KindMessage, from, e.Mail.ID, e}
	case TaskGiven:
		return Note{e.At, store.SourceHumanMessage, KindTask, e.Task.By, e.Task.MessageID, e}
	case Planned:
		e.Action.Args = readable(e.Action.Args)
		return Note{e.At, store.SourceTool, KindPlanned, e.Action.Tool, "", e}
	case PlannerFailed:
		return Note{e.At, store.SourceTool, KindPlannerFailed, "", "", e}
	case AskedBack:
		return Note{e.At, store.SourceTool, KindAskedBack, "", "", e}
	case ToolDone:
		return Note{e.At, store.SourceTool, KindReturned, e.Output.Tool, "", e}
	case Stuck:
		return Note{e.At, store.SourceSystem, KindStuck, "", "", e}
	case Unsent:
		return Note{e.At, store.SourceSystem, KindUnsent, "", "", e}
	case Decision:
		return Note{e.At, store.SourceHumanReview, string(e.Verdict), e.By, e.Digest, e}
	case TakenOver:
		return Note{e.At, store.SourceHumanReview, KindTakeOver, e.By, "", e}
	case Written:
		return Note{e.At, store.SourceHumanMessage, KindWritten, e.By, "", e}
	case HandedBack:
		return Note{e.At, store.SourceHumanReview, KindHandBack, e.By, "", e}
	case CustomerSilent:
		e.Followup = e.Followup.withoutHTML()
		return Note{e.At, store.SourceSystem, KindSilent, "", string(e.Followup.Name), e}
	case CarrierDue:
		return Note{e.At, store.SourceSystem, KindCarrierDue, "", "", e}
	case Stopped:
		return Note{e.At, store.SourceSystem, KindStopped, e.By, "", e}
	}
	return Note{} // fits refused the event
}

type reader func(kind string, payload []byte) (Event, error)

// readers read the event of an entry, by the kind of the entry.
var readers = lazy.Value[map[string]reader]{New: func() map[string]reader {
	return map[string]reader{
		KindBegun:         readAs[Begun],
		KindPolicy:        readAs[PolicySet],
		KindMessage:       readAs[CustomerMessage],
		KindTask:          readAs[TaskGiven],
		KindPlanned:       readAs[Planned],
		KindPlannerFailed: readAs[PlannerFailed],
		KindAskedBack:     readAs[AskedBack],
		KindReturned:      readAs[ToolDone],
		KindStuck:         readAs[Stuck],
		KindUnsent:        readAs[Unsent],
		KindTakeOver:      readAs[TakenOver],
		KindWritten:       readAs[Written],
		KindHandBack:      readAs[HandedBack],
		KindSilent:        readAs[CustomerSilent],
		KindCarrierDue:    readAs[CarrierDue],
		KindStopped:       readAs[Stopped],
		string(Accept):    readAs[Decision],
		string(Reject):    readAs[Decision],
		string(Edit):      readAs[Decision],
		string(Cancel):    readAs[Decision],
		string(Answer):    readAs[Decision],
		string(Retry):     readAs[Decision],
		string(Continue):  readAs[Decision],
	}
}}

// ReadEvent returns the event in a journal entry, or nil for an entry without an event.
func ReadEvent(kind string, payload []byte) (Event, error) {
	read, known := readers.Get()[kind]
	if !known {
		return nil, nil
	}
	return read(kind, payload)
}

func readAs[E Event](kind string, payload []byte) (Event, error) {
	var e E
	if err := json.Unmarshal(payload, &e); err != nil {
		return nil, fmt.Errorf("reading the journal's entry %q: %w", kind, err)
	}
	return e, nil
}
