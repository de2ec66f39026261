package agent

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"ppamaild/store"
)

// situations are the states that a thread can have.
var situations = map[string]func(testing.TB) *thread{
	"new":       func(t testing.TB) *thread { return newThread(t, closedGates()) },
	"planning":  func(t testing.TB) *thread { return newThread(t, closedGates()).customer() },
	"calling":   func(t testing.TB) *thread { return newThread(t, closedGates()).customer().do(planned("look", "")) },
	"draft":     func(t testing.TB) *thread { return newThread(t, closedGates()).customer().act("ask", "one") },
	"data":      func(t testing.TB) *thread { return newThread(t, reviewAll()).customer().act("read", "one") },
	"arguments": func(t testing.TB) *thread { return newThread(t, closedGates()).customer().act("buy", "one") },
	"reopened":  func(t testing.TB) *thread { return newThread(t, closedGates()).customer().act("ask", "one").customer() },
	"waiting": func(t testing.TB) *thread {
		return newThread(t, closedGates()).customer().act("ask", "one").decide(Accept, "")
	},
	"handed_over": func(t testing.TB) *thread { return newThread(t, closedGates()).customer().act("person", "") },
	"returned": func(t testing.TB) *thread {
		return newThread(t, closedGates()).customer().act("person", "").do(ownText("$7"))
	},
	"completed": func(t testing.TB) *thread {
		return newThread(t, closedGates()).customer().act("bye", "one").decide(Accept, "")
	},
	"cancelled": func(t testing.TB) *thread {
		return newThread(t, closedGates()).customer().act("ask", "one").decide(Cancel, "")
	},
	"expired": func(t testing.TB) *thread {
		return newThread(t, closedGates()).customer().do(Stopped{Status: store.ThreadExpired, At: noon})
	},
}

func ownText(text string) Written { return Written{Text: text, By: "dana@agency.test", At: noon} }

func reviewAll() Policy {
	p := closedGates()
	p.AlwaysReview = true
	return p
}

// happenings are the events for each situation.
var happenings = map[string]func(*thread) Event{
	"customer": func(*thread) Event { return CustomerMessage{Mail: Mail{ID: "new@customer.test", Date: noon}, At: noon} },
	"look":     func(*thread) Event { return planned("look", "") },
	"ask":      func(*thread) Event { return planned("ask", "two") },
	"failed":   func(*thread) Event { return PlannerFailed{Why: "no idea", At: noon} },
	"done": func(*thread) Event {
		return ToolDone{Output: Output{Tool: "look", Status: OutputOK, Data: json.RawMessage(`{}`)}, At: noon}
	},
	"accept": func(th *thread) Event { return th.decision(Accept, "") },
	"reject": func(th *thread) Event { return th.decision(Reject, "no") },
	"edit":   func(th *thread) Event { return th.decision(Edit, "text: other") },
	"cancel": func(th *thread) Event { return th.decision(Cancel, "no") },
	"stale": func(th *thread) Event {
		d := th.decision(Accept, "")
		d.Digest = strings.Repeat("0", 64)
		return d
	},
	"take_over": func(*thread) Event { return TakenOver{By: "dana@agency.test", At: noon} },
	"send":      func(*thread) Event { return ownText("Hello") },
	"send_bad":  func(*thread) Event { return ownText("$9") },
	"hand_back": func(*thread) Event { return HandedBack{By: "dana@agency.test", At: noon} },
	"expire":    func(*thread) Event { return Stopped{Status: store.ThreadExpired, At: noon} },
}

// matrix lists the outcome of each event in each situation: the new state and the intents. "late"
// means that staff are late, and "-" that the event does not fit.
const matrix = `
new
  customer   running plan
  look ask failed done -
  accept reject edit cancel stale send send_bad hand_back late
  take_over  handed_over HandOver
  expire     expired End
planning
  customer   running plan
  look ask   running call
  failed     handed_over HandOver
  done -
  accept reject edit cancel stale send send_bad hand_back late
  take_over  handed_over HandOver
  expire     expired End
calling
  customer   running call
  look ask -
  failed     handed_over HandOver
  done       running plan
  accept reject edit cancel stale send send_bad hand_back late
  take_over  handed_over HandOver
  expire     expired End
draft
  customer   running plan
  look ask failed done -
  accept     awaiting_customer SendMail AwaitCustomer
  reject     running plan
  edit       awaiting_customer SendMail AwaitCustomer
  cancel     cancelled End
  stale send send_bad hand_back late
  take_over  handed_over Supersede HandOver
  expire     expired Supersede End
data
  customer   running plan
  look ask failed done -
  accept reject edit running plan
  cancel     cancelled End
  stale send send_bad hand_back late
  take_over  handed_over Supersede HandOver
  expire     expired Supersede End
arguments
  customer   running plan
  look ask failed done -
  accept edit running call
  reject     running plan
  cancel     cancelled End
  stale send send_bad hand_back late
  take_over  handed_over Supersede HandOver
  expire     expired Supersede End
reopened
  customer   running plan
  look ask   running call
  failed     handed_over Supersede HandOver
  done -
  accept reject edit cancel stale send send_bad hand_back late
  take_over  handed_over Supersede HandOver
  expire     expired Supersede End
waiting
  customer   running plan
  look ask failed done -
  accept reject edit cancel stale send send_bad hand_back late
  take_over  handed_over HandOver
  expire     expired End
handed_over
  customer   handed_over HandOver
  look ask failed done -
  accept reject edit cancel stale late
  take_over  handed_over HandOver
  send       handed_over SendMail
  send_bad   handed_over AskReview
  hand_back  running plan
  expire     expired End
returned
  customer   handed_over Supersede HandOver
  look ask failed done edit cancel -
  accept     handed_over SendMail
  reject     handed_over
  stale      late
  take_over  handed_over Supersede HandOver
  send       handed_over Supersede SendMail
  send_bad   handed_over Supersede AskReview
  hand_back  running plan Supersede
  expire     expired Supersede End
completed
  customer   running plan
  look ask failed done -
  accept reject edit cancel stale send send_bad hand_back late
  take_over  handed_over HandOver
  expire     completed
cancelled
  customer   handed_over HandOver
  look ask failed done -
  accept reject edit cancel stale send send_bad hand_back late
  take_over  handed_over HandOver
  expire     cancelled
expired
  customer   running plan
  look ask failed done -
  accept reject edit cancel stale send send_bad hand_back late
  take_over  handed_over HandOver
  expire     expired
`

func TestStep(t *testing.T) {
	situation, cells := "", 0
	for line := range strings.Lines(strings.TrimSpace(matrix)) {
		if !strings.HasPrefix(line, " ") {
			situation = strings.TrimSpace(line)
			continue
		}
		words := strings.Fields(line)
		n := 0
		for n < len(words) && happenings[words[n]] != nil {
			n++
		}
		want := strings.Join(words[n:], " ")
		for _, event := range words[:n] {
			cells++
			t.Run(situation+"/"+event, func(t *testing.T) {
				th := situations[situation](t)
				switch err := th.try(happenings[event](th)); {
				case errors.Is(err, ErrNotUnderReview) != (want == "late"), err != nil && want != "late" && want != "-":
					t.Errorf("error %v, want %s", err, want)
				case err == nil:
					th.mustStand(want)
				}
			})
		}
	}
	if want := len(situations) * len(happenings); cells != want {
		t.Errorf("%d cells of %d", cells, want)
	}
}

func TestStepRefusesWhatIsUnknown(t *testing.T) {
	th := newThread(t, closedGates()).customer().act("ask", "one")
	for _, e := range []Event{nil, th.decision("maybe", ""), Stopped{Status: store.ThreadCompleted}, Stopped{Status: "gone"}} {
		if err := th.try(e); err == nil {
			t.Errorf("%#v was taken", e)
		}
	}
}

func TestNewRefusesTwins(t *testing.T) {
	if _, err := New(Policy{}, []Tool{{Name: "a"}, {Name: "a"}}); err == nil {
		t.Error("two tools of one name")
	}
}

func TestGates(t *testing.T) {
	tests := []struct {
		gate          Gate
		always, asked bool
		flagged       bool
		follows       bool
		want          bool
	}{
		{gate: GateAlways, want: true},
		{gate: GateNever},
		{gate: GateNever, flagged: true},
		{gate: GateAuto},
		{gate: GateAuto, flagged: true, want: true},
		{gate: GateSession, want: true},
		{gate: GateSession, follows: true},
		{gate: GateSession, follows: true, flagged: true, want: true},
		{gate: GateSession, follows: true, always: true, want: true},
		{gate: GateNever, asked: true, want: true},
		{gate: GateNever, always: true, want: true},
		{gate: "", want: true},
		{gate: "sometimes", want: true},
	}
	for _, tt := range tests {
		var flags []string
		if tt.flagged {
			flags = []string{"x"}
		}
		p := Policy{Gates: map[Stage]Gate{StageQuote: tt.gate}, AlwaysReview: tt.always}
		if got := p.needsReview(StageQuote, tt.follows, tt.asked, flags); got != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
	}
}
