package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"ppamaild/schema"
	"ppamaild/store"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// plainTools only show how the loop handles their results.
func plainTools(t testing.TB) []Tool {
	t.Helper()
	type args struct {
		Text string `json:"text"`
		Flag bool   `json:"flag"`
	}
	echo := func(_ context.Context, _ Call, a args) (any, []string, error) {
		switch {
		case a.Text == "fail":
			return nil, nil, fmt.Errorf("it is broken")
		case a.Flag:
			return a, []string{"look at this"}, nil
		}
		return a, nil, nil
	}
	mail := func(_ context.Context, c Call, a args) (any, []string, error) {
		text := "Hello, " + a.Text
		return Draft{To: []string{c.State.CustomerInfo.AnswerTo}, Subject: "Re: car", Text: text, HTML: "<p>" + text + "</p>"}, nil, nil
	}
	goOn := Applying(func(s *State, _ args, _ time.Time) Then {
		s.AgentScratchpad.Inbox = nil // the mail was read
		return PlanNext
	})
	edit := func(_ *State, data json.RawMessage, field, value string) (json.RawMessage, error) {
		var values map[string]any
		if err := json.Unmarshal(data, &values); err != nil {
			return nil, err
		}
		var given any = value
		if _, isText := values[field].(string); !isText && json.Valid([]byte(value)) {
			given = json.RawMessage(value)
		}
		values[field] = given
		return json.Marshal(values)
	}
	tools := []Tool{
		{Name: "look", Run: Running("look", echo), Apply: goOn},
		{Name: "read", Stage: StageInfoAnalysis, Run: Running("read", echo), Edit: edit, Apply: goOn},
		{Name: "buy", Stage: StageCarrierCall, Before: true, Effect: true, Run: Running("buy", echo), Edit: edit, Apply: goOn},
		{Name: "ask", Stage: StageInfoRequest, Mails: true, Run: Running("ask", mail), Apply: Sending(func(s *State, _ args) Then { return s.AwaitReply("") })},
		{Name: "bye", Stage: StageFinalResponse, Mails: true, Run: Running("bye", mail), Apply: Sending(func(*State, args) Then {
			return Then{Intents: []Intent{End{Status: store.ThreadCompleted}}}
		})},
		{Name: "wonder", Stage: StageHumanInput, Asks: true, Run: Running("wonder", echo), Apply: HumanInput().Apply},
		{Name: "person", Run: Running("person", echo), Apply: Applying(func(*State, args, time.Time) Then { return HandingOverFor("why not") })},
	}
	for i := range tools {
		compiled, err := schema.Compile([]byte(`{"type":"object","additionalProperties":false,"properties":{"text":{"type":"string"},"flag":{"type":"boolean"}}}`))
		if err != nil {
			t.Fatal(err)
		}
		tools[i].Schema = compiled
	}
	return tools
}

// closedGates reviews every step, except readings without flags.
func closedGates() Policy {
	return Policy{MaxRetries: 3, ActionsPerEvent: 10, ActionsPerThread: 100, Gates: map[Stage]Gate{
		StageInfoAnalysis: GateAuto, StageCarrierCall: GateAlways, StageInfoRequest: GateAlways, StageFinalResponse: GateAlways,
	}}
}

// tester is the common part of *testing.T and property tests.
type tester interface {
	Helper()
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// thread is a run over plainTools. It encodes and decodes the state after every step, like a
// commit and a restart.
type thread struct {
	t     tester
	agent *Agent
	state State
	runs  map[string]int // number of calls per tool
	mails int
	last  Result
}

func newThread(t testing.TB, p Policy) *thread {
	t.Helper()
	a, err := New(p, plainTools(t))
	if err != nil {
		t.Fatal(err)
	}
	return &thread{t: t, agent: a, runs: make(map[string]int), state: NewState("Q-7F3K2M", CustomerInfo{Address: "maria@customer.test", AnswerTo: "maria@customer.test", Subject: "car"})}
}

// try applies an event and returns the error. The state must stay valid.
func (th *thread) try(e Event) error {
	th.t.Helper()
	before := Encoded(th.state)
	r, err := th.agent.Step(&th.state, e)
	if err != nil && (Encoded(th.state) != before || len(r.Intents)+len(r.Notes) > 0) {
		th.t.Fatalf("%T was refused (%v) and changed something", e, err)
	}
	for _, n := range r.Notes {
		if _, err := json.Marshal(n.Payload); err != nil {
			th.t.Fatalf("the note %s of %T can't be journaled: %v", n.Kind, e, err)
		}
	}
	th.last = r
	raw, encodeErr := th.state.Encode()
	if encodeErr != nil {
		th.t.Fatalf("after %T: %v", e, encodeErr)
	}
	if th.state, encodeErr = DecodeState(raw); encodeErr != nil {
		th.t.Fatal(encodeErr)
	}
	return err
}

func (th *thread) do(e Event) *thread {
	th.t.Helper()
	if err := th.try(e); err != nil {
		th.t.Fatal(err)
	}
	return th
}

// customer delivers a mail from the customer.
func (th *thread) customer() *thread {
	th.t.Helper()
	th.mails++
	th.do(CustomerMessage{Mail: Mail{ID: fmt.Sprintf("m%d@customer.test", th.mails), Text: "hi", Date: noon}, At: noon})
	th.state.AgentScratchpad.Inbox = nil // the mail was read
	return th
}

// act proposes an action, and calls the tool if the gate allows it.
func (th *thread) act(tool, text string) *thread {
	th.t.Helper()
	th.do(planned(tool, text))
	return th.call()
}

func planned(tool, text string) Planned {
	return Planned{Action: Action{Tool: tool, Args: json.RawMessage(fmt.Sprintf(`{"text":%q}`, text))}, At: noon}
}

// call makes the planned call, if there is one.
func (th *thread) call() *thread {
	th.t.Helper()
	if th.state.Next != NextCall {
		return th
	}
	return th.do(ToolDone{Output: th.run(), At: noon})
}

// run runs the planned tool.
func (th *thread) run() Output {
	name := th.state.PlannedToolInputs.Tool
	tool, _ := th.agent.Tool(name)
	th.runs[name]++
	return tool.Run(context.Background(), Call{State: &th.state, Args: th.state.PlannedToolInputs.Args, Key: th.state.CallKey(), At: noon})
}

func (th *thread) decision(v Verdict, text string) Decision {
	d := Decision{Verdict: v, Text: text, Clean: true, By: "dana@agency.test", At: noon}
	if p := th.state.underDecision(); p != nil {
		d.Digest = p.Digest
	}
	return d
}

func (th *thread) decide(v Verdict, text string) *thread {
	th.t.Helper()
	th.do(th.decision(v, text))
	return th.call()
}

// summary describes the state and the last intents in a few words.
func (th *thread) summary() string {
	s := string(th.state.Status)
	if th.state.Next != NextNothing {
		s += " " + string(th.state.Next)
	}
	for _, i := range th.last.Intents {
		s += " " + strings.TrimPrefix(fmt.Sprintf("%T", i), "agent.")
	}
	return s
}

func (th *thread) mustStand(want string) *thread {
	th.t.Helper()
	if got := th.summary(); got != want {
		th.t.Errorf("it is %q, want %q", got, want)
	}
	return th
}

// intentOf returns the intent of type T of the last step.
func intentOf[T Intent](th *thread) T {
	th.t.Helper()
	for _, i := range th.last.Intents {
		if found, is := i.(T); is {
			return found
		}
	}
	th.t.Fatalf("no %T in %v", *new(T), th.last.Intents)
	return *new(T)
}

// TestOtherParticipantIsKnown checks that the planner sees who wrote a message.
func TestOtherParticipantIsKnown(t *testing.T) {
	th := newThread(t, closedGates())
	th.do(CustomerMessage{Mail: Mail{ID: "m@customer.test"}, From: "nora@customer.test", At: noon})
	in := th.state.AgentScratchpad.Inbox
	if len(in) == 0 || in[len(in)-1].From != "nora@customer.test" {
		t.Errorf("%+v", in)
	}
}
