package taskplanner_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/store"
)

// wanting is a task with an approved plan of the named agents and the analysis. Its mailbox
// requests two calls that change something.
func wanting(t *rapid.T, prepare func(*office), names ...string) *office {
	o := newOffice(t, nil)
	o.roster = nil
	for _, name := range names {
		o.roster = append(o.roster, task.Agent{Name: name, Kind: task.KindMCP})
	}
	o.roster = append(o.roster, task.Agent{Name: task.Analysis, Kind: task.KindAnalysis})
	for _, args := range []string{`{"id":1}`, `{"id":2}`} {
		o.wants = append(o.wants, task.Write{Agent: "mailbox", Tool: "add_note", Args: []byte(args), Why: "the task asks for it"})
	}
	prepare(o)
	o.given(anything)
	o.decides(accept())
	o.took()
	return o
}

// call returns the call under review.
func (o *office) call() (args, why string) {
	o.under(agent.StageToolCall)
	var w task.Write
	o.must(json.Unmarshal(o.state.DataForReview.Data, &w))
	return string(w.Args), w.Why
}

// The next approval of a failed call shows the failure.
func TestACallThatFailedSaysSoWhenItIsAskedForAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := wanting(t, func(o *office) { o.broken = errors.New("it may have been carried out") }, "mailbox")
		o.decides(accept())
		o.same(o.state.Status, store.ThreadHandedOver, "status")
		o.broken = nil
		o.step(agent.HandedBack{By: "lee@agency.test", At: o.now})
		o.works()
		if args, why := o.call(); args != `{"id":1}` || !strings.Contains(why, "it may have been carried out") {
			t.Fatalf("%s: %s", args, why)
		}
		o.decides(accept())
		if args, why := o.call(); args != `{"id":2}` || why != "the task asks for it" {
			t.Fatalf("%s: %s", args, why)
		}
	})
}

func TestACallThatNobodyKnowsTheOutcomeOfSaysSo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := wanting(t, func(*office) {}, "mailbox")
		d := accept()
		d.Digest, d.By, d.At = o.state.DataForReview.Digest, "lee@agency.test", o.now
		o.step(d)
		o.step(agent.Stuck{Why: "the program ended", At: o.now})
		o.step(agent.HandedBack{By: "lee@agency.test", At: o.now})
		o.works()
		if _, why := o.call(); !strings.Contains(why, "the outcome is unknown: the program ended") {
			t.Fatal(why)
		}
	})
}

// A new plan keeps real results with their requested calls, and repeats agents without results.
func TestAnotherPlanKeepsWhatIsWanted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := wanting(t, func(o *office) { o.fails["crm"], o.fails["accounts"] = true, true }, "mailbox", "crm", "accounts")
		o.under(agent.StageAgentFailed)
		o.fails["crm"] = false
		o.decides(agent.Decision{Verdict: agent.Reject, Text: "without accounts"})
		o.under(agent.StagePlan)
		o.decides(accept())
		o.same(o.took(), []string{"crm", task.Analysis}, "agents that ran")
		for _, want := range []string{`{"id":1}`, `{"id":2}`} {
			if args, _ := o.call(); args != want {
				t.Fatalf("%s, not %s", args, want)
			}
			o.decides(accept())
		}
		o.under(agent.StageFinalResults)
	})
}
