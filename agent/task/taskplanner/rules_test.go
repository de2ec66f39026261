package taskplanner_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/agent/task/taskplanner"
	"ppamaild/agent/task/tasktools"
	"ppamaild/store"
)

// office is a running task: the agent, its planner, and agents with results by the test. It acts
// like the daemon and records the history.
type office struct {
	t       *rapid.T
	agent   *agent.Agent
	planner taskplanner.Rules
	state   agent.State
	roster  []task.Agent
	fails   map[string]bool // agents that fail
	wants   []task.Write    // calls that the mailbox requests at each run
	broken  error           // error of every call that changes something
	now     time.Time

	ran      []string // agents in order since the last check
	begun    bool     // a plan was approved, or needs no approval
	journal  []agent.Note
	shown    *agent.Proposal // last proposal before staff
	percent  int
	restarts bool // encode and decode the state after each step
}

var officeNames = []string{"mailbox", "accounts", "crm", "policies", "archive"}

func newOffice(t *rapid.T, gates map[agent.Stage]agent.Gate) *office {
	o := &office{t: t, now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), fails: map[string]bool{}}
	for _, name := range officeNames[:rapid.IntRange(1, len(officeNames)).Draw(t, "agents")] {
		o.roster = append(o.roster, task.Agent{Name: name, Kind: task.KindMCP, MedianTime: 1})
	}
	o.roster = append(o.roster, task.Agent{Name: "audit", Kind: task.KindLLM}, task.Agent{Name: task.Analysis, Kind: task.KindAnalysis})
	tools, err := tasktools.Toolbox{Team: o}.Tools()
	o.must(err)
	o.planner.Roster = o.Roster
	o.agent, err = agent.New(agent.Policy{Gates: gates}, tools)
	o.must(err)
	o.state = agent.NewState("T-7F3K2M", agent.CustomerInfo{})
	o.step(agent.Begun{Policy: o.agent.Policy(), At: o.now})
	return o
}

func (o *office) must(err error) {
	if err != nil {
		o.t.Fatal(err)
	}
}

func (o *office) Roster(context.Context) []task.Agent { return slices.Clone(o.roster) }

func (o *office) Run(_ context.Context, a task.Assignment) task.Result {
	if !o.begun {
		o.t.Fatalf("%s runs before a plan is in force", a.Step.Agent)
	}
	o.ran = append(o.ran, a.Step.Agent)
	r := task.Result{Agent: a.Step.Agent, Status: task.Found, Meta: task.Meta{At: o.now, Took: 1}}
	r.Summary = fmt.Sprintf("run %d, heeding %q, after %q", len(a.History)+1, a.Feedback, summaries(a.Earlier))
	if o.fails[a.Step.Agent] {
		r.Status, r.Error = task.Failed, "down"
	} else if a.Step.Agent == "mailbox" {
		r.Wants = o.wants
	}
	return r
}

func summaries(results []task.Result) (all []string) {
	for _, r := range results {
		all = append(all, r.Agent+": "+r.Summary)
	}
	return all
}

func (*office) Preview(context.Context, task.Assignment) []string { return nil }

func (o *office) Write(context.Context, task.Write, string, bool) (json.RawMessage, error) {
	return json.RawMessage(`true`), o.broken
}

// step applies an event and checks the invariants.
func (o *office) step(e agent.Event) {
	result, err := o.agent.Step(&o.state, e)
	o.must(err)
	o.journal = append(o.journal, result.Notes...)
	for _, i := range result.Intents {
		switch i := i.(type) {
		case agent.AskReview:
			o.shown = &i.Proposal
		case agent.SendMail:
			o.t.Fatal("a task mails a customer")
		}
	}
	raw, err := o.state.Encode()
	o.must(err)
	if o.restarts {
		o.state, err = agent.DecodeState(raw)
		o.must(err)
	}
	if t := o.state.Task; t != nil && o.state.Status != store.ThreadCancelled {
		p := t.Progress(string(o.state.StepRequiringReview), o.state.Status == store.ThreadCompleted)
		if p.Percentage < o.percent {
			o.t.Fatalf("progress falls from %d to %d at %s", o.percent, p.Percentage, p.Stage)
		}
		o.percent = p.Percentage
		o.begun = t.Plan != nil
	}
}

// works continues until the run pauses.
func (o *office) works() {
	for n := 0; o.state.Next != agent.NextNothing; n++ {
		if n > 100 {
			o.t.Fatal("it never pauses")
		}
		o.now = o.now.Add(time.Second)
		if o.state.Next == agent.NextPlan {
			act, err := o.planner.Next(o.t.Context(), &o.state)
			o.must(err)
			o.step(agent.Planned{Action: act, At: o.now})
			continue
		}
		tool, _ := o.agent.Tool(o.state.PlannedToolInputs.Tool)
		call := agent.Call{State: &o.state, Args: o.state.PlannedToolInputs.Args, Key: o.state.CallKey(), At: o.now}
		o.step(agent.ToolDone{Output: tool.Run(o.t.Context(), call), At: o.now})
	}
}

func (o *office) given(text string) {
	o.step(agent.TaskGiven{Task: task.Task{Text: text, By: "lee@agency.test", At: o.now}, At: o.now})
	o.works()
}

// decides delivers a decision on the open review.
func (o *office) decides(d agent.Decision) {
	if o.state.DataForReview == nil {
		o.t.Fatalf("nothing is under review; it is %s", o.state.Status)
	}
	if d.Verdict == agent.Reject {
		o.percent = 0 // a rejection restarts the progress
	}
	d.Digest, d.By, d.At = o.state.DataForReview.Digest, "lee@agency.test", o.now
	o.step(d)
	o.works()
}

// under checks the step under review.
func (o *office) under(s agent.Stage) {
	if o.state.StepRequiringReview != s {
		o.t.Fatalf("%q is under review, not %q; it is %s", o.state.StepRequiringReview, s, o.state.Status)
	}
}

func (o *office) took() []string {
	ran := o.ran
	o.ran = nil
	return ran
}

func (o *office) same(got, want any, what string) {
	if g, w := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); g != w {
		o.t.Fatalf("%s: %s, want %s", what, g, w)
	}
}

func (o *office) plan() task.Plan {
	var p task.Plan
	o.must(json.Unmarshal(o.state.DataForReview.Data, &p))
	return p
}

func (o *office) compiled() task.Compilation {
	var c task.Compilation
	o.must(json.Unmarshal(o.state.DataForReview.Data, &c))
	return c
}

const anything = "What do we know of this?"

func accept() agent.Decision { return agent.Decision{Verdict: agent.Accept} }

// subset draws at least one of the names, in order.
func subset(t *rapid.T, names []string, label string) (some []string) {
	for _, name := range names {
		if rapid.Bool().Draw(t, label+" "+name) {
			some = append(some, name)
		}
	}
	if len(some) == 0 {
		return []string{rapid.SampledFrom(names).Draw(t, label)}
	}
	return some
}

func TestPropertyGating(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := newOffice(t, nil)
		o.given(anything)
		o.under(agent.StagePlan)
		for range rapid.IntRange(0, 3).Draw(t, "rejections") {
			o.decides(agent.Decision{Verdict: agent.Reject, Text: rapid.SampledFrom([]string{"add audit", "without audit", "audit first", "too slow"}).Draw(t, "why")})
			if o.state.Status == store.ThreadHandedOver {
				o.step(agent.HandedBack{By: "lee@agency.test", At: o.now})
				o.works()
			}
			o.under(agent.StagePlan)
		}
		o.same(len(o.took()), 0, "agents that ran before the approval") // Run fails too
		o.decides(accept())
		o.under(agent.StageFinalResults)
		if o.state.Status == store.ThreadCompleted {
			t.Fatal("it completed before the results were approved")
		}
		o.decides(accept())
		o.same(o.state.Status, store.ThreadCompleted, "status")
		o.same(len(o.state.Task.Approvals), 2, "approvals")
	})
}

func TestPropertySequence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := newOffice(t, nil)
		o.given(anything)
		names := o.plan().Agents()
		order := rapid.Permutation(names[:len(names)-1]).Draw(t, "order")
		if slices.Equal(order, names[:len(names)-1]) { // the same as ACCEPT
			o.decides(accept())
			o.same(o.took(), names, "sequence")
			return
		}
		text := "ORDER: "
		for _, name := range order {
			text += name + ", "
		}
		o.decides(agent.Decision{Verdict: agent.Edit, Text: text + task.Analysis, Clean: true})
		o.same(o.took(), append(slices.Clone(order), task.Analysis), "sequence")
		o.under(agent.StageFinalResults)
	})
}

func TestPropertyContextIsPreserved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := newOffice(t, nil)
		o.given(anything)
		o.decides(accept())
		given, rounds := *o.state.Task, rapid.IntRange(1, 8).Draw(t, "rounds")
		for n := range rounds {
			count := o.state.Task.Context.Count
			o.decides(agent.Decision{Verdict: agent.Reject, Text: fmt.Sprint(n), Targets: []task.Target{{Agent: "mailbox", Text: fmt.Sprintf("round %d", n)}}})
			now := o.state.Task
			o.same([]any{now.Text, now.By, now.At}, []any{given.Text, given.By, given.At}, "the task")
			o.same(now.Plan.Agents(), given.Plan.Agents(), "the plan")
			if now.Context.Count < count+3 { // the rejection and two runs
				t.Fatalf("%d iterations became %d", count, now.Context.Count)
			}
			last := now.Context.Iterations
			i := slices.IndexFunc(last, func(i task.Iteration) bool { return i.Feedback == fmt.Sprintf("round %d", n) && i.Agent == "mailbox" })
			if i < 0 || last[i].Stage != "agent" || last[i].At.IsZero() || last[i].Took == 0 {
				t.Fatalf("round %d is not in %+v", n, last)
			}
		}
		o.same(o.state.Task.Round, rounds, "rounds")
	})
}

func TestPropertyApprovalCompletes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := newOffice(t, nil)
		o.given(rapid.SampledFrom([]string{anything, "Have audit look at it."}).Draw(t, "task"))
		for decisions := 0; o.state.Status == store.ThreadAwaitingReview; decisions++ {
			if decisions == 2 {
				t.Fatal("two approvals do not complete it")
			}
			o.decides(accept())
		}
		o.same(o.state.Status, store.ThreadCompleted, "status")
		ran := o.took()
		slices.Sort(ran)
		o.same(len(slices.Compact(slices.Clone(ran))), len(ran), "runs, each agent once")
	})
}

func TestPropertyRevisionReachesItsTargets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := newOffice(t, nil)
		o.given(anything)
		o.decides(accept())
		before := o.compiled()
		names := o.took()
		targets := subset(t, names, "revised")
		var revised []task.Target
		for _, name := range targets {
			revised = append(revised, task.Target{Agent: name, Text: "more of " + name})
		}
		o.decides(agent.Decision{Verdict: agent.Reject, Text: "more", Targets: revised})
		if !slices.Contains(targets, task.Analysis) {
			targets = append(targets, task.Analysis) // the analysis sees all results
		}
		o.same(o.took(), targets, "agents that ran again")
		for _, r := range before.Results {
			now, _ := o.state.Task.Result(r.Agent)
			if slices.Contains(targets, r.Agent) {
				if now.Summary == r.Summary || !now.Meta.At.After(r.Meta.At) {
					t.Fatalf("%s was to run again: %+v", r.Agent, now)
				}
				continue
			}
			o.same(now, r, "a result that was not named")
		}
		o.under(agent.StageFinalResults)
	})
}

func TestPropertyReviewIsOptional(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gates := map[agent.Stage]agent.Gate{}
		for _, s := range []agent.Stage{agent.StagePlan, agent.StageSpecialist, agent.StageFinalResults} {
			gates[s] = rapid.SampledFrom([]agent.Gate{agent.GateAlways, agent.GateNever}).Draw(t, string(s))
		}
		o := newOffice(t, gates)
		single := rapid.Bool().Draw(t, "single")
		results := agent.StageFinalResults
		if o.given(anything); single {
			o = newOffice(t, gates)
			o.given("Have audit look at it.")
			results = agent.StageSpecialist
		}
		for _, s := range []agent.Stage{agent.StagePlan, results} {
			if gates[s] == agent.GateAlways {
				o.under(s)
				o.decides(accept())
			}
		}
		o.same(o.state.Status, store.ThreadCompleted, "status")
	})
}

func TestPropertyIterationsAreUnlimited(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := newOffice(t, nil)
		single := rapid.Bool().Draw(t, "single")
		if single {
			o.given("Have audit look at it.")
		} else {
			o.given(anything)
		}
		o.decides(accept())
		var size int
		for n := range rapid.IntRange(75, 85).Draw(t, "rounds") {
			name := rapid.SampledFrom(o.state.Task.Plan.Agents()).Draw(t, "revised")
			o.decides(agent.Decision{Verdict: agent.Reject, Text: "again", Targets: []task.Target{{Agent: name, Text: fmt.Sprint(n)}}})
			raw, err := o.state.Encode()
			o.must(err)
			if n == 70 {
				size = len(raw)
			}
			if n > 70 && len(raw) > size+size/2 {
				t.Fatalf("the state grows: %d octets in round 70, %d in round %d", size, len(raw), n)
			}
		}
		o.decides(accept())
		o.same(o.state.Status, store.ThreadCompleted, "status")
	})
}

func TestPropertyPartialResults(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := newOffice(t, nil)
		o.given(anything)
		names := o.plan().Agents()
		for _, name := range subset(t, names[:len(names)-1], "failing") {
			o.fails[name] = true
		}
		o.decides(accept())
		for range o.fails {
			o.under(agent.StageAgentFailed)
			o.percent = 0 // a retry keeps results, but restarts the progress
			if rapid.Bool().Draw(t, "retry first") {
				o.decides(agent.Decision{Verdict: agent.Retry})
				o.under(agent.StageAgentFailed)
			}
			o.decides(agent.Decision{Verdict: agent.Continue})
		}
		o.under(agent.StageFinalResults)
		c := o.compiled()
		o.same(len(c.Gaps), len(o.fails), "gaps")
		for _, r := range c.Results {
			want := task.Found
			if o.fails[r.Agent] {
				want = task.Missing
			}
			o.same(r.Status, want, r.Agent)
		}
	})
}

func TestPropertyPlanIsRejectedOrCancelled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := newOffice(t, nil)
		o.given(anything)
		before := o.plan().Agents()
		if rapid.Bool().Draw(t, "cancel") {
			o.decides(agent.Decision{Verdict: agent.Cancel, Text: "not needed"})
			o.same(o.state.Status, store.ThreadCancelled, "status")
			o.same(len(o.took()), 0, "runs")
			return
		}
		o.decides(agent.Decision{Verdict: agent.Reject, Text: "add audit"})
		o.under(agent.StagePlan)
		if after := o.plan().Agents(); !slices.Contains(after, "audit") || len(after) != len(before)+1 {
			t.Fatalf("%v became %v", before, after)
		}
		if o.shown.Reason == nil || o.shown.Reason.Text != "add audit" {
			t.Fatal("the new plan does not show the reason")
		}
		o.same(len(o.took()), 0, "runs")
	})
}

func TestPropertyProgressNeverFalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { // step checks the invariants
		o := newOffice(t, nil)
		o.given(anything)
		o.decides(accept())
		o.decides(accept())
		o.same(o.percent, 100, "at the end")
	})
}

// Encoding and decoding the state after every step changes nothing.
func TestPropertyRestartChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		failing := rapid.Bool().Draw(t, "failing")
		var texts []string
		for range rapid.IntRange(0, 4).Draw(t, "revisions") {
			texts = append(texts, rapid.SampledFrom([]string{"mailbox", task.Analysis}).Draw(t, "revised"))
		}
		gone := func(o *office) string {
			o.fails["mailbox"] = failing
			o.given(anything)
			o.decides(accept())
			if failing {
				o.percent = 0
				o.decides(agent.Decision{Verdict: agent.Continue})
			}
			for _, name := range texts {
				o.fails["mailbox"] = false
				o.decides(agent.Decision{Verdict: agent.Reject, Text: name, Targets: []task.Target{{Agent: name, Text: "again"}}})
			}
			o.decides(accept())
			raw, err := o.state.Encode()
			o.must(err)
			return string(raw)
		}
		through := newOffice(t, nil)
		want := gone(through)
		again := newOffice(t, nil)
		again.roster, again.restarts = through.roster, true
		o := gone(again)
		through.same(o, want, "the state at the end")
		through.same(len(again.journal), len(through.journal), "the journal")
		replay := agent.NewReplay("T-7F3K2M", tools(through))
		for _, n := range again.journal {
			payload, err := json.Marshal(n.Payload)
			through.must(err)
			_, err = replay.Take(n.Kind, payload)
			through.must(err)
		}
		state := replay.State()
		raw, err := state.Encode()
		through.must(err)
		through.same(string(raw), want, "what the journal makes")
	})
}

func tools(o *office) []agent.Tool {
	all, err := tasktools.Toolbox{Team: o}.Tools()
	o.must(err)
	return all
}
