package agent

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ppamaild/store"
)

// TestAnySequenceOfEvents sends events in random order to threads and checks the invariants.
func TestAnySequenceOfEvents(t *testing.T) {
	tools := plainTools(t)
	rapid.Check(t, func(rt *rapid.T) {
		a, err := New(anyPolicy(rt), tools)
		if err != nil {
			rt.Fatal(err)
		}
		w := &witness{rt: rt, thread: thread{t: rt, agent: a, runs: map[string]int{}, state: NewState("Q-7F3K2M", CustomerInfo{AnswerTo: "maria@customer.test"})}}
		w.do(Begun{Customer: w.state.CustomerInfo, Policy: a.Policy(), At: noon})
		journal := slices.Clone(w.last.Notes)
		first := Encoded(w.state)
		var events []Event
		var results []string
		for range rapid.IntRange(1, 40).Draw(rt, "events") {
			e := w.anyEvent()
			before := w.state
			if err := w.try(e); err != nil {
				continue
			}
			w.check(e, before)
			journal = append(journal, w.last.Notes...)
			events, results = append(events, e), append(results, Encoded(w.last.Intents))
		}
		w.replay(first, events, results)
		w.replayJournal(journal, tools)
	})
}

// replayJournal checks that the journal restores the same state.
func (w *witness) replayJournal(journal []Note, tools []Tool) {
	r := NewReplay(w.state.ThreadID, tools)
	for _, n := range journal {
		payload, err := json.Marshal(n.Payload)
		if err != nil {
			w.rt.Fatal(err)
		}
		if _, err := r.Take(n.Kind, payload); err != nil {
			w.rt.Fatalf("%s: %v", n.Kind, err)
		}
	}
	if got, want := Encoded(r.State()), Encoded(w.state); got != want {
		w.rt.Fatalf("the journal makes\n%s\nnot\n%s", got, want)
	}
}

// witness remembers what staff saw and decided.
type witness struct {
	thread
	rt       *rapid.T
	shown    *Proposal // last proposal before staff
	open     bool      // undecided and not withdrawn
	rejected []string
	number   int
}

func anyPolicy(rt *rapid.T) Policy {
	gate := rapid.SampledFrom([]Gate{GateAlways, GateAuto, GateNever, ""})
	p := Policy{
		AlwaysReview: rapid.IntRange(0, 9).Draw(rt, "always") == 0, AskStaff: rapid.Bool().Draw(rt, "ask staff"), MaxRetries: rapid.IntRange(0, 2).Draw(rt, "retries"),
		ActionsPerEvent: rapid.SampledFrom([]int{0, 0, 5}).Draw(rt, "per event"), ActionsPerThread: rapid.SampledFrom([]int{0, 0, 25}).Draw(rt, "per thread"), Gates: map[Stage]Gate{},
	}
	for _, s := range []Stage{StageInfoAnalysis, StageCarrierCall, StageInfoRequest, StageFinalResponse} {
		p.Gates[s] = gate.Draw(rt, string(s))
	}
	return p
}

// anyEvent draws an event. Nine of ten events fit the state.
func (w *witness) anyEvent() Event {
	kinds := []string{"customer", "take over", "stop"}
	switch {
	case w.state.Next == NextPlan:
		kinds = slices.Concat(slices.Repeat([]string{"plan"}, 12), kinds, []string{"fail"})
	case w.state.Next == NextCall:
		kinds = slices.Concat(slices.Repeat([]string{"done"}, 12), kinds)
	case w.state.DataForReview != nil:
		kinds = slices.Concat(slices.Repeat([]string{"decide", "decide", "decide", "customer"}, 3), kinds)
	case w.state.AgentScratchpad.OwnText != nil:
		kinds = []string{"decide", "decide", "send", "customer", "hand back", "take over", "stop"}
	case w.state.Status == store.ThreadHandedOver:
		kinds = []string{"send", "hand back", "hand back", "hand back", "customer", "stop"}
	case w.state.AwaitingCustomerReply:
		kinds = []string{"customer", "silent", "silent"}
	default:
		kinds = []string{"customer"}
	}
	if rapid.IntRange(0, 9).Draw(w.rt, "fits") == 0 {
		kinds = []string{"plan", "done", "decide", "fail", "send", "hand back", "silent", "due"}
	}
	switch rapid.SampledFrom(append(kinds, "unsent")).Draw(w.rt, "event") {
	case "unsent":
		return Unsent{Why: "too late", At: noon}
	case "customer":
		w.number++
		return CustomerMessage{Mail: Mail{ID: fmt.Sprintf("m%d", w.number)}, Withdrawn: rapid.Bool().Draw(w.rt, "withdrawn"), At: noon}
	case "plan":
		return w.anyAction()
	case "done":
		return w.anyOutput()
	case "decide":
		return w.anyDecision()
	case "fail":
		return PlannerFailed{Why: "no idea", At: noon}
	case "take over":
		return TakenOver{By: "dana@agency.test", At: noon}
	case "send":
		return Written{Text: rapid.SampledFrom([]string{"by hand", "$8"}).Draw(w.rt, "text"), By: "dana@agency.test", At: noon}
	case "silent":
		name := rapid.SampledFrom([]FollowupName{FollowupReminder, FollowupClose}).Draw(w.rt, "follow-up")
		return CustomerSilent{Followup: Followup{Name: name, Draft: Draft{To: []string{"maria@customer.test"}, Text: "still there?"}}, At: noon}
	case "due":
		return CarrierDue{At: noon}
	case "hand back":
		return HandedBack{By: "dana@agency.test", At: noon}
	}
	return Stopped{Status: rapid.SampledFrom([]store.ThreadStatus{store.ThreadCancelled, store.ThreadExpired, store.ThreadCompleted}).Draw(w.rt, "status"), At: noon}
}

func (w *witness) anyAction() Event {
	good := []string{`{"text":"a"}`, `{ "text" : "a" }`, `{"text":"b"}`, `{"text":"$7"}`, `{"text":"b","flag":true}`, `{}`}
	bad := []string{`{"text":"fail"}`, `{"x":1}`, `{"text":NaN}`, `[`, ``}
	args := rapid.SampledFrom(slices.Concat(good, good, good, bad)).Draw(w.rt, "args")
	tools := []string{"read", "buy", "ask", "ask", "ask", "bye", "wonder"}
	if len(w.state.AgentScratchpad.Inbox) > 0 {
		tools = []string{"look", "look", "look", "read", "ask"}
	}
	tool := rapid.SampledFrom(append(tools, "person", "rm")).Draw(w.rt, "tool")
	return Planned{Action: Action{Tool: tool, Args: json.RawMessage(args), Review: rapid.IntRange(0, 4).Draw(w.rt, "review") == 0}, At: noon}
}

func (w *witness) anyOutput() Event {
	if w.state.Next != NextCall || rapid.IntRange(0, 9).Draw(w.rt, "stray") == 0 {
		return ToolDone{Output: Output{Tool: "ask", Status: OutputOK, Data: json.RawMessage(`{`)}, At: noon}
	}
	return ToolDone{Output: w.run(), At: noon}
}

func (w *witness) anyDecision() Event {
	d := w.decision(rapid.SampledFrom([]Verdict{Accept, Accept, Reject, Edit, Cancel, Answer, Answer, "maybe"}).Draw(w.rt, "verdict"), "")
	d.Text = rapid.SampledFrom([]string{"no", "text: other", "text: other", "text: $5", "You are covered.", ""}).Draw(w.rt, "text")
	d.Clean = rapid.Bool().Draw(w.rt, "clean")
	if rapid.IntRange(0, 5).Draw(w.rt, "stale") == 0 {
		d.Digest = dataDigest("ask", json.RawMessage(`{}`))
	}
	return d
}

// check verifies the invariants of the step caused by e.
func (w *witness) check(e Event, before State) {
	d, isDecision := e.(Decision)
	if isDecision && (before.underDecision() == nil || before.underDecision().Digest != d.Digest) {
		w.rt.Fatalf("a decision on %s took effect while %+v was under review", d.Digest, before.underDecision())
	}
	if isDecision {
		w.open = false
	}
	if isDecision && d.Verdict == Reject {
		w.rejected = append(w.rejected, content(*before.underDecision()))
	}
	for _, i := range w.last.Intents {
		switch i := i.(type) {
		case AskReview:
			w.mustBeNew(i.Proposal, isDecision || i.Writer != "")
			if w.open {
				w.rt.Fatalf("a second review is asked for: %+v", i.Proposal)
			}
			w.shown, w.open = &i.Proposal, true
		case Supersede:
			if !w.open {
				w.rt.Fatal("no review is open to be superseded")
			}
			w.open = false
		case SendMail:
			w.mustBeAllowed(i, e)
		}
	}
	if asks := w.state.underDecision() != nil; w.state.Next == NextNothing && w.open != asks {
		w.rt.Fatalf("a review is open: %t, the state asks for one: %t", w.open, asks)
	}
	if w.state.Next == NextCall {
		w.mustBeCallable(e)
	}
}

// content identifies what staff see of a proposal, without its digest.
func content(p Proposal) string {
	if p.Draft != nil {
		return p.Draft.Text
	}
	var v any
	_ = json.Unmarshal(p.Data, &v) // data other than JSON is identified by its tool
	return fmt.Sprint(p.Action.Tool, v)
}

// mustBeNew fails if a rejected proposal returns without a request.
func (w *witness) mustBeNew(p Proposal, byStaff bool) {
	if !byStaff && slices.Contains(w.rejected, content(p)) {
		w.rt.Fatalf("what was rejected is proposed again: %+v", p)
	}
	if p.Draft != nil && p.Draft.Digest() != p.Digest {
		w.rt.Fatalf("the review is of %s and shows %s", p.Digest, p.Draft.Digest())
	}
}

// mustBeAllowed fails unless a mail was approved, was written by staff, or passed an open gate.
func (w *witness) mustBeAllowed(m SendMail, e Event) {
	switch e := e.(type) {
	case Written:
		if m.Draft.Text != e.Text || m.Approved || len(CheckFacts(m.Draft, &w.state, nil)) > 0 {
			w.rt.Fatalf("staff wrote %q, and %q is sent", e.Text, m.Draft.Text)
		}
	case CustomerSilent:
		if m.Followup != e.Followup.Name || m.Draft.Text != e.Followup.Text || m.Approved {
			w.rt.Fatalf("%+v is due, and %+v is sent", e.Followup, m)
		}
	case Decision:
		switch {
		case e.Verdict == Accept && (!m.Approved || w.shown == nil || m.Draft.Text != w.shown.Draft.Text || e.Digest != w.shown.Digest):
			w.rt.Fatalf("%+v was accepted, and %+v is sent", w.shown, m)
		case e.Verdict == Edit && (m.Approved || m.Draft.Text != e.Text || !e.Clean || len(CheckFacts(m.Draft, &w.state, nil)) > 0):
			w.rt.Fatalf("%q was written, and %+v is sent", e.Text, m)
		case e.Verdict != Accept && e.Verdict != Edit:
			w.rt.Fatalf("%s sends a mail", e.Verdict)
		}
	case ToolDone:
		stage := w.agent.tools[e.Output.Tool].Stage
		if gate := w.agent.policy.Gates[stage]; w.agent.policy.AlwaysReview || gate != GateNever && gate != GateAuto || m.Approved {
			w.rt.Fatalf("the gate of %s is %q, and %+v is sent", stage, gate, m)
		}
		if slices.Contains(w.rejected, m.Draft.Text) {
			w.rt.Fatalf("what was rejected is sent: %+v", m)
		}
	default:
		w.rt.Fatalf("%T sends a mail", e)
	}
}

// mustBeCallable fails if the arguments of a planned call were rejected, or differ from the
// approved arguments.
func (w *witness) mustBeCallable(e Event) {
	act := w.state.PlannedToolInputs
	if decision, is := e.(Decision); is && decision.Verdict == Accept && (act.Approved != decision.Digest || !w.state.CallIsApproved()) && w.agent.tools[act.Tool].Before {
		w.rt.Fatalf("%s was approved, and what is due is %+v", decision.Digest, act)
	}
	_, edited := e.(Decision)
	if !edited && w.agent.tools[act.Tool].Before && slices.Contains(w.rejected, content(Proposal{Action: *act, Data: act.Args})) {
		w.rt.Fatalf("a rejected call is due: %+v", act)
	}
}

// replay checks that the same events give the same state and the same intents.
func (w *witness) replay(first string, events []Event, results []string) {
	again := &thread{t: w.rt, agent: w.agent, runs: map[string]int{}}
	if err := json.Unmarshal([]byte(first), &again.state); err != nil {
		w.rt.Fatal(err)
	}
	for n, e := range events {
		if err := again.try(e); err != nil {
			w.rt.Fatalf("event %d, %T: %v", n, e, err)
		}
		if got := Encoded(again.last.Intents); got != results[n] {
			w.rt.Fatalf("event %d, %T: wants %s, wanted %s", n, e, got, results[n])
		}
	}
	if got, want := Encoded(again.state), Encoded(w.state); got != want {
		w.rt.Fatalf("replayed to %s, was %s", got, want)
	}
}
