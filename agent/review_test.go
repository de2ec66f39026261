package agent

import (
	"encoding/json"
	"strings"
	"testing"

	"ppamaild/agent/letters"
	"ppamaild/agent/task"
	"ppamaild/agent/task/sections"
	"ppamaild/carrier"
)

// An approved call is made unchanged, so staff also see its empty arguments.
func TestEveryArgumentOfACallIsShown(t *testing.T) {
	w := task.Write{Agent: "crm", Tool: "update", Args: json.RawMessage(`{"id":9007199254740993,"tags":[],"more":{},"note":null,"of":[{"a":"b"},[]]}`)}
	data, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]string{}
	for _, i := range sections.Of(task.ToolCallTool, data, nil)[1].Items {
		shown[i.Label] = i.Value
	}
	want := map[string]string{"id": "9007199254740993", "tags": "[]", "more": "{}", "note": "null", "of[0].a": "b", "of[1]": "[]"}
	for label, value := range want {
		if shown[label] != value {
			t.Errorf("%s: %q, want %q", label, shown[label], value)
		}
	}
	if len(shown) != len(want) {
		t.Errorf("%v", shown)
	}
}

// A call without arguments is no empty review.
func TestAnEmptyCallSaysWhatItDoes(t *testing.T) {
	s := NewState("Q-7F3K2M", CustomerInfo{})
	for data, want := range map[string]string{
		`{}`:                 "Principals: none; the carrier decides which driver each vehicle is rated with",
		`{"principals":[1]}`: "principals[0]: 1",
	} {
		p := Proposal{Stage: StageCarrierCall, Action: Action{Tool: carrier.AssignDrivers{}.Name()}, Data: json.RawMessage(data)}
		if got := letters.Lines(s.UnderReview(p, nil)); strings.TrimSpace(got) != want {
			t.Errorf("%s: %q", data, got)
		}
	}
	p := Proposal{Stage: StageCarrierCall, Action: Action{Tool: carrier.OrderReports{}.Name()}, Data: json.RawMessage(`{}`)}
	if got := letters.Lines(s.UnderReview(p, nil)); strings.TrimSpace(got) != "Arguments: none" {
		t.Errorf("%q", got)
	}
}
