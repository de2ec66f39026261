package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/config"
	"ppamaild/daemon/internal/bare"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/reply"
	"ppamaild/review"
	"ppamaild/schema"
	"ppamaild/store"
	"ppamaild/templates"
)

// steps is how many tools a run calls. Each acts on the world outside, so that
// each is committed. At the third the run is interrupted.
const (
	steps         = 5
	interruptedAt = 3
)

// stepsRounds take turns; in each, every goroutine makes stepsRuns runs.
const (
	stepsRounds = 9
	stepsRuns   = 40
)

// benchSteps compares runs of five steps with an interrupt and a resume, without a mail server,
// with the same bare commits. An interrupt for staff adds two mails, the review and the answer
// to the decider, composed and committed but not sent. An interrupt for the customer adds none.
func benchSteps(b *testing.B, t *table, from grounds, aim string, forStaff bool) {
	w := newWorkshop(b, from, forStaff)
	interrupt := "the customer"
	if forStaff {
		interrupt = "staff"
	}
	for _, threads := range []int{1, 64} {
		var rates floors
		var made tally
		for range stepsRounds {
			var ours float64
			made = tallied(b, w.ours, w.made, func() { ours = w.together(threads, w.run) })
			rates.add(b, ours, made, w.floor, w.bareGround, func(s store.Store) float64 { return w.together(threads, w.bare(s)) })
		}
		rates.rows(t, fmt.Sprintf("%d steps, a wait for %s, %d at a time", steps, interrupt, threads), "runs/s", aim, made)
		measured(b, "runs/s", rates[0].rate)
	}
	t.note("A run of %d steps with a wait for %s is %d commits of %.1f KB.",
		steps, interrupt, len(bare.Writes(w.commits)), float64(bare.Size(w.commits))/1000)
}

// workshop is a daemon without mailboxes that runs threads, with a second store for comparison.
type workshop struct {
	*testing.B
	forStaff bool
	d        *Daemon
	made     *bare.Counter // of commits
	floor    store.Store
	commits  []bare.Commit // of one run
	threads  atomic.Int64  // made so far

	ours, bareGround ground
}

func newWorkshop(b *testing.B, from grounds, forStaff bool) *workshop {
	w := &workshop{B: b, forStaff: forStaff, ours: from(b), bareGround: from(b)}
	collect := debug.SetGCPercent(gcPercent) // as Run does
	b.Cleanup(func() { debug.SetGCPercent(collect) })
	cfg := quietConfig(b)
	cfg.Review.Gates[string(agent.StageCarrierCall)] = config.GateAlways
	w.ours.configure(cfg)
	w.d = quietDaemon(b, Options{Config: cfg, Planner: inOrder{}, Tools: w.tools()})
	w.floor = mustOpen(b, w.bareGround)

	recorder := &bare.Recorder{Store: w.d.Store}
	w.d.Store = recorder
	w.must(w.run())
	w.made = new(bare.Counter)
	w.commits, w.d.Store = recorder.Take(), w.made.Of(recorder.Store)
	return w
}

func (w *workshop) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// together returns how many runs a second n goroutines make.
func (w *workshop) together(n int, run func() error) float64 {
	w.Helper()
	var group sync.WaitGroup
	failed := make(chan error, n)
	each := max(stepsRuns/n, 4)
	begin := time.Now()
	for range n {
		group.Go(func() {
			for range each {
				if err := run(); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	group.Wait()
	took := time.Since(begin)
	close(failed)
	w.must(<-failed)
	return float64(n*each) / took.Seconds()
}

func (w *workshop) thread() string { return fmt.Sprintf("Q-%06d", w.threads.Add(1)) }

// bare returns a function that makes the commits of one run in a store.
func (w *workshop) bare(s store.Store) func() error {
	return func() error { return bare.NewRun(s, w.thread(), 0).Make(w.Context(), w.commits...) }
}

// run makes one run: a customer writes, the run is interrupted and resumed, and
// the thread is completed.
func (w *workshop) run() error {
	thread := w.thread()
	wrote := w.customerWrote(thread)
	state, err := agent.NewState(thread, agent.CustomerInfo{Address: wrote.From, AnswerTo: wrote.ReplyTo}).Encode()
	if err != nil {
		return err
	}
	head := store.Head{Thread: thread, Workflow: "quote", Status: store.ThreadRunning, Participants: []string{wrote.From}, State: state}
	err = w.happen(queue.NewEvent(w.d.Now(), thread, queue.KindCustomer, wrote), func(tx store.Tx) error {
		_, err := tx.PutHead(head)
		return err
	})
	if err != nil {
		return err
	}
	resume := queue.NewEvent(w.d.Now(), thread, queue.KindCustomer, wrote)
	if w.forStaff {
		resume = queue.NewEvent(w.d.Now(), thread, queue.KindStaff, accepted(w.d, thread, 1))
	}
	if err := w.happen(resume, func(store.Tx) error { return nil }); err != nil {
		return err
	}
	return w.completed(thread)
}

func (w *workshop) customerWrote(thread string) queue.CustomerEvent {
	id := thread + "@customer.test"
	return queue.CustomerEvent{
		From: "alice@customer.test", ReplyTo: "alice@customer.test", References: []string{id},
		Mail: agent.Mail{ID: id, Subject: "Quote for my car", Text: asks(0), Date: w.d.Now()},
	}
}

// accepted is Lee's ACCEPT of a review.
func accepted(d *Daemon, thread string, number int) queue.StaffEvent {
	const lee = "lee@agency.test"
	wrote := &message.Message{Text: "ACCEPT\n"}
	said := reply.Extract(wrote)
	return queue.StaffEvent{
		From: lee, MessageID: thread + "@agency.test", Text: said.Text, Clean: true,
		Refs: d.References.Find(d.References.Mint(thread, number, lee)), Decision: review.Read(wrote, said, review.Person{Address: lee}, templates.Embedded("en")),
	}
}

// happen puts an event into its thread's queue and has the thread run.
func (w *workshop) happen(e store.Event, with func(store.Tx) error) error {
	err := w.d.Store.Update(w.Context(), func(tx store.Tx) error {
		if err := with(tx); err != nil {
			return err
		}
		_, err := tx.Enqueue(e)
		return err
	})
	if err != nil {
		return err
	}
	return w.d.runner.RunThread(w.Context(), e.Thread)
}

func (w *workshop) completed(thread string) error {
	return w.d.Store.View(w.Context(), func(tx store.Tx) error {
		h, err := tx.Head(thread)
		if err == nil && h.Status != store.ThreadCompleted {
			err = fmt.Errorf("%s is %s, not completed", thread, h.Status)
		}
		return err
	})
}

// inOrder is a planner that calls its tools in order.
type inOrder struct{}

func (inOrder) Name() string { return "in order" }

func (inOrder) Next(_ context.Context, s *agent.State) (agent.Action, error) {
	return agent.Action{Tool: tool(s.Actions + 1), Args: json.RawMessage("{}")}, nil
}

func tool(n int) string { return fmt.Sprintf("step_%d", n) }

// tools do nothing but count as effects; the last ends the thread.
func (w *workshop) tools() (tools []agent.Tool) {
	anything, err := schema.Compile([]byte("true"))
	w.must(err)
	for n := 1; n <= steps; n++ {
		t := agent.Tool{
			Name: tool(n), Effect: true, Schema: anything,
			Run: func(_ context.Context, c agent.Call) agent.Output {
				return agent.Output{Tool: tool(n), Status: agent.OutputOK, Data: json.RawMessage(`{"key":"` + c.Key + `"}`)}
			},
			Apply: func(s *agent.State, _ agent.Action, _ agent.Output, _ time.Time) agent.Then { return w.then(s, n) },
		}
		if w.forStaff && n == interruptedAt {
			t.Stage, t.Before = agent.StageCarrierCall, true
		}
		tools = append(tools, t)
	}
	return tools
}

// then is how a run goes on after tool n.
func (w *workshop) then(s *agent.State, n int) agent.Then {
	switch {
	case n == steps:
		return agent.Then{Intents: []agent.Intent{agent.End{Status: store.ThreadCompleted, Why: "all steps are done"}}}
	case !w.forStaff && n == interruptedAt:
		s.Status, s.AwaitingCustomerReply = store.ThreadAwaitingCustomer, true
		return agent.Then{Intents: []agent.Intent{agent.AwaitCustomer{}}}
	}
	return agent.Then{Next: agent.NextPlan}
}
