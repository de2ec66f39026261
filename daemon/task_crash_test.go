package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/agent/task/tasktools"
	"ppamaild/config"
	"ppamaild/daemon/runner"
	"ppamaild/review"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

var errKilled = errors.New("killed")

// mortal is a store that crashes at one commit: before or after the commit.
type mortal struct {
	store.Store
	left  int // commits until then
	after bool
}

func (m *mortal) Update(ctx context.Context, fn func(store.Tx) error) error {
	m.left--
	if m.left < 0 || m.left == 0 && !m.after {
		return errKilled
	}
	err := m.Store.Update(ctx, fn)
	if m.left == 0 && err == nil {
		return errKilled
	}
	return err
}

// countingCrew counts its calls.
type countingCrew struct {
	quickCrew
	runs map[string]int
}

func (c countingCrew) Run(ctx context.Context, a task.Assignment) task.Result {
	c.runs[a.Step.Agent]++
	r := c.quickCrew.Run(ctx, a)
	r.Summary = fmt.Sprintf("something, heeding %q", a.Feedback)
	return r
}

// A task ends the same way after one crash at any point. Each agent repeats at most one run,
// and no review is asked twice.
func TestTaskSurvivesADeathAtEveryCommit_Slow(t *testing.T) {
	plays := func(n int, after bool) (ending, map[string]int) {
		counting := countingCrew{runs: map[string]int{}}
		answers := []string{"ACCEPT", "REVISE crm: more", "ACCEPT"}
		got := aTask(t, counting, n, after, func(rv store.Review) string { return answers[rv.Number-1] })
		return got, counting.runs
	}
	whole, wholeRuns := plays(0, false)
	deaths := 0
	for n := 1; ; n++ {
		died := 0
		for _, after := range []bool{false, true} {
			got, gotRuns := plays(n, after)
			if got.died {
				died++
			}
			if got.end != whole.end || got.reviews != whole.reviews {
				t.Errorf("it died at commit %d (after it: %t) and came to %d reviews and\n%s\nnot %d and\n%s", n, after, got.reviews, got.end, whole.reviews, whole.end)
			}
			for name, runs := range gotRuns {
				if runs > wholeRuns[name]+1 {
					t.Errorf("it died at commit %d (after it: %t), and %s ran %d times", n, after, name, runs)
				}
			}
		}
		deaths += died
		if died == 0 {
			break
		}
	}
	t.Logf("%d deaths", deaths)
	if deaths < 20 {
		t.Errorf("only %d deaths", deaths)
	}
}

// writingCrew is a crew that wants a note written. The service writes every request, and a call
// with an unknown outcome is not repeated.
type writingCrew struct {
	countingCrew
	written int
}

func (c *writingCrew) Run(ctx context.Context, a task.Assignment) task.Result {
	r := c.countingCrew.Run(ctx, a)
	if a.Step.Agent == "crm" {
		r.Wants = []task.Write{{Agent: "crm", Tool: "add_note", Args: json.RawMessage(`{"text":"called"}`), Why: "the task asks for it"}}
	}
	return r
}

func (*writingCrew) Preview(context.Context, task.Assignment) []string { return nil }

func (c *writingCrew) Write(_ context.Context, _ task.Write, _ string, again bool) (json.RawMessage, error) {
	if again {
		return nil, errors.New("it may have been carried out")
	}
	c.written++
	return json.RawMessage(`{"ok":true}`), nil
}

// An agent's write to a service happens at most once, after a crash at any point. The ledger
// records the write as confirmed or unknown. Staff decide whether an unknown write is repeated.
func TestAgentCase2AWritingCallSurvivesADeathAtEveryCommit_Slow(t *testing.T) {
	unknown := make(map[int]int) // tasks with an unknown call, by number of writes
	for n, died := 1, true; died; n++ {
		died = false
		for _, after := range []bool{false, true} {
			who, told := &writingCrew{countingCrew: countingCrew{runs: map[string]int{}}}, false
			got := aTask(t, who, n, after, func(rv store.Review) string {
				switch {
				case rv.Kind == review.KindHandedOver:
					told = true
					return "HAND BACK"
				case rv.Step == string(agent.StageToolCall) && told:
					if !strings.Contains(string(rv.Data), "CAUTION, this call was approved before: it may have been carried out") {
						t.Errorf("it died at commit %d (after it: %t), and staff are asked about %s", n, after, rv.Data)
					}
					return "REJECT: it is there"
				}
				return "ACCEPT"
			})
			died = died || got.died
			want := map[store.EffectStatus]int{store.EffectConfirmed: 1}
			if told {
				want = map[store.EffectStatus]int{store.EffectUnknown: 1}
				unknown[who.written]++
			}
			if who.written > 1 || !told && who.written == 0 || !maps.Equal(got.calls, want) {
				t.Errorf("it died at commit %d (after it: %t): written %d times, staff told: %t, the ledger holds %v", n, after, who.written, told, got.calls)
			}
		}
	}
	if !maps.Equal(unknown, map[int]int{0: 1, 1: 1}) {
		t.Errorf("staff were told of %v", unknown)
	}
}

type ending struct {
	died    bool
	end     string
	reviews int
	calls   map[store.EffectStatus]int // that change something at a service
}

// aTask plays a task on a daemon that dies at the n-th commit, and is started again.
func aTask(t *testing.T, who tasktools.Team, n int, after bool, answer func(store.Review) string) (e ending) {
	o := newOffline(t, func(options *Options) {
		options.Crew = who
		options.Config.Agents = []config.Agent{{Name: "crm", Kind: config.AgentMCP}}
	})
	doomed := &mortal{Store: o.Store, left: n, after: after}
	if n > 0 {
		o.Store = doomed
	}
	mail := func(number int, text string) string {
		return fmt.Sprintf("From: Lee Tran <%s>\r\nTo: %s\r\nSubject: The Hendersons\r\nMessage-ID: <%d@agency.test>\r\nDate: Fri, 20 Nov 2026 07:00:00 -0800\r\n\r\n%s\r\n",
			play.Lee, o.Config.Mailbox.Agency.Address, number, text)
	}
	survives := func(what func() error) {
		t.Helper()
		err := what()
		if errors.Is(err, errKilled) {
			e.died = true
			o.Store = doomed.Store
			o.runner = runner.New(o.runner.Options)
			err = what()
		}
		o.must(err)
	}
	survives(func() error { return o.takes(0, mail(0, "What do we know about the Hendersons?")) })
	for head := o.onlyTask(); head.Status != store.ThreadCompleted; head = o.onlyTask() {
		rv := o.review(head.Thread, head.Reviews)
		if rv.Status != store.ReviewOpen {
			t.Fatalf("it died at commit %d (after it: %t), and the task is %s", n, after, head.Status)
		}
		words := answer(rv)
		survives(func() error {
			return o.takes(rv.Number, mail(rv.Number, words+"\r\n\r\nRef: "+o.References.Mint(head.Thread, rv.Number, play.Lee)))
		})
	}
	head := o.onlyTask()
	state, err := agent.DecodeState(head.State)
	o.must(err)
	end := []string{string(head.Status), fmt.Sprint(state.Task.Round)}
	for _, r := range state.Task.Results {
		end = append(end, r.Agent+": "+r.Summary)
	}
	for _, i := range state.Task.Context.Iterations {
		end = append(end, i.Stage+" "+i.Agent+" "+i.Feedback)
	}
	e.end, e.reviews, e.calls = strings.Join(end, "\n"), head.Reviews, o.calls(head.Thread)
	return e
}

// review returns a thread's review of a number.
func (o *offline) review(thread string, number int) (rv store.Review) {
	o.Helper()
	o.must(o.Store.View(o.Context(), func(tx store.Tx) (err error) { rv, err = tx.Review(thread, number); return err }))
	return rv
}

// calls counts in the ledger a thread's calls that change something at a service.
func (o *offline) calls(thread string) map[store.EffectStatus]int {
	o.Helper()
	calls := make(map[store.EffectStatus]int)
	for status, effects := range o.ledger(thread) {
		for _, e := range effects {
			if e.Tool == task.ToolCallTool {
				calls[status]++
			}
		}
	}
	return calls
}

// takes accepts a message under its own UID, routes the message and runs the work.
func (o *offline) takes(uid int, raw string) error {
	ctx := o.Context()
	err := o.Store.Update(ctx, func(tx store.Tx) error {
		in := store.Inbound{Mailbox: "INBOX", UIDValidity: 1, UID: uint32(uid + 1), Size: int64(len(raw)), InternalDate: o.at}
		_, err := tx.Accept(in, []byte(raw), store.Cursor{Mailbox: "INBOX", UIDValidity: 1, LastUID: uint32(uid + 1)})
		return err
	})
	if err == nil {
		err = o.intake.RoutePending(ctx)
	}
	if err != nil {
		return err
	}
	var threads []string
	err = o.Store.View(ctx, func(tx store.Tx) (err error) { threads, err = tx.Queued(); return err })
	for _, thread := range threads {
		err = errors.Join(err, o.runner.RunThread(ctx, thread))
	}
	return err
}
