package agent

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"ppamaild/store"
)

// frozen are the states of each schema version, by file.
func frozen(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("testdata/state-v*/*.json")
	if err != nil || len(files) < 6 {
		t.Fatalf("%d frozen states, %v", len(files), err)
	}
	states := make(map[string][]byte)
	for _, f := range files {
		if states[f], err = os.ReadFile(f); err != nil {
			t.Fatal(err)
		}
	}
	return states
}

func TestAgentCase18FrozenStatesLoseNothing(t *testing.T) {
	for name, raw := range frozen(t) {
		s, err := DecodeState(raw)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		again, err := s.Encode()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var was, is any
		if err := errors.Join(json.Unmarshal(raw, &was), json.Unmarshal(again, &is)); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(was, is) {
			t.Errorf("%s: %s was read, and %s written", name, raw, again)
		}
	}
}

func TestStateOfAnotherVersionIsRefused(t *testing.T) {
	for _, raw := range []string{`{"schema_version":2,"status":7}`, `{"thread_id":"Q-7F3K2M"}`, `{}`} {
		if _, err := DecodeState([]byte(raw)); !errors.Is(err, store.ErrVersion) {
			t.Errorf("%s: %v", raw, err)
		}
	}
	for _, raw := range []string{``, `{`, `{"schema_version":1,"status":7}`, `[]`} {
		if _, err := DecodeState([]byte(raw)); err == nil || errors.Is(err, store.ErrVersion) {
			t.Errorf("%s: %v", raw, err)
		}
	}
}

func TestStateKeepsTheSeedsNames(t *testing.T) {
	th := newThread(t, closedGates()).customer().act("ask", "one").decide(Reject, "no").act("ask", "two")
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(Encoded(th.state)), &fields); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"schema_version", "thread_id", "goal", "customer_info", "planned_tool_inputs", "last_tool_outputs", "agent_scratchpad",
		"human_feedback", "requires_agency_review", "awaiting_customer_reply", "step_requiring_review", "data_for_review",
		"last_human_decision_for_step", "retry_counts"} {
		if _, there := fields[name]; !there {
			t.Errorf("%s is missing", name)
		}
	}
}
