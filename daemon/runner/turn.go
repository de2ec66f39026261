package runner

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/store"
)

// Turn is one event of one thread while a handler works on the event. Changes take effect with
// the next commit; see Commitment.
type Turn struct {
	runner *Runner
	begun  time.Time // since when the clock runs without a jump
	Agent  *agent.Agent
	Event  store.Event
	more   bool // the thread had another event at the beginning
	// Restored is the time of the last restore from a backup. The store may lack earlier events.
	// Zero: there was no restore.
	Restored time.Time
	Head     store.Head
	stored   int // reviews of the thread in the store: numbers 1 to stored
	State    agent.State
	loaded   int          // actions of the state in the store
	entered  store.Effect // the last entry of the turn in the ledger
	finished bool         // the event leaves the queue with the next commit

	Reply      *queue.StaffEvent // the reply of staff in the event; nil: none
	Decided    *store.Review     // the review that the reply decides
	Proposed   *agent.Proposal   // of the latest review; saves its mails from reading it again
	Suppressed []string          // recipients of the mail that observe mode withdrew
	Followups  []Followup        // sent if the customer does not answer the last mail
	view       *notify.View
	answer     func() error // see AnswerFirst
	peeked     *peeked
	askedBack  *agent.AskedBack // the cost of a refusal outlives the refused decision
	Commitment
}

// Saved is a turn before a change that may turn out to be impossible.
type Saved struct {
	turn  Turn
	state []byte
}

// Save returns the turn as it is.
func (t *Turn) Save() (s Saved, err error) {
	s.turn = *t
	s.turn.Reviews, s.turn.Learnt = maps.Clone(t.Reviews), maps.Clone(t.Learnt)
	s.state, err = t.State.Encode()
	return s, err
}

// Undo restores the turn to what it was, except for what a refusal of the planner has cost.
func (t *Turn) Undo(ctx context.Context, s Saved) (err error) {
	asked := t.askedBack
	*t = s.turn
	t.view = nil // it may hold reviews that no longer exist
	t.State, err = agent.DecodeState(s.state)
	if err != nil || asked == nil {
		return err
	}
	return t.Step(ctx, *asked)
}

// adoptPolicy lets the thread begin, or go on, under the configured policy. The journal
// records the policy: it explains why a gate was open.
func (t *Turn) adoptPolicy(ctx context.Context) error {
	policy := t.Agent.Policy()
	switch t.State.Policy {
	case policy.Digest():
		return nil
	case "":
		return t.Step(ctx, agent.Begun{Customer: t.State.CustomerInfo, Policy: policy, At: t.At()})
	}
	return t.Step(ctx, agent.PolicySet{Policy: policy, At: t.At()})
}

// Step passes an event to the agent and carries out the intents that result.
func (t *Turn) Step(ctx context.Context, e agent.Event) error {
	before := planInForce(t.State)
	result, err := t.Agent.Step(&t.State, e)
	if err != nil {
		return err
	}
	t.runner.Log.Debug("step of the agent", "thread", t.Head.Thread, "event", fmt.Sprintf("%T", e),
		"intents", len(result.Intents), "status", t.State.Status)
	if plan := planInForce(t.State); plan != before && plan != nil {
		if err := t.runner.Tasks.PlanAdopted(t); err != nil {
			return err
		}
	}
	t.Notes = append(t.Notes, result.Notes...)
	for _, i := range result.Intents {
		if err := t.execute(ctx, i); err != nil {
			return fmt.Errorf("carrying out %T: %w", i, err)
		}
	}
	return nil
}

// planInForce identifies the approved plan of a task.
func planInForce(s agent.State) *task.Plan {
	if s.Task == nil {
		return nil
	}
	return s.Task.Plan
}

// drive plans and calls tools until the thread pauses or ends.
func (t *Turn) drive(ctx context.Context) error {
	for {
		var err error
		switch t.State.Next {
		case agent.NextPlan:
			err = t.plan(ctx)
		case agent.NextCall:
			err = t.call(ctx)
		default:
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (t *Turn) plan(ctx context.Context) error {
	action, err := t.next(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return t.Step(ctx, agent.PlannerFailed{Why: err.Error(), Usage: action.Usage, At: t.At()})
	}
	t.runner.Log.Debug("planned", "thread", t.Head.Thread, "tool", action.Tool,
		"thought", action.Thought)
	err = t.Step(ctx, agent.Planned{Action: action, At: t.At()})
	if err != nil || action.Usage == (agent.Usage{}) {
		return err
	}
	if err := t.intend(ctx); err != nil {
		return err
	}
	return t.commit(ctx) // a paid answer of the model is neither requested again nor lost
}

// next returns the planner's next action, or the action that Refuses has asked for.
func (t *Turn) next(ctx context.Context) (agent.Action, error) {
	if p := t.peeked; p != nil {
		t.peeked = nil
		return p.action, p.err
	}
	return t.runner.workflowOf(t.Head).Planner.Next(ctx, &t.State)
}

// peeked is the planner's answer to a rejection, before the decision is certain.
type peeked struct {
	action agent.Action
	err    error
}

// Refuses asks the planner about the open rejection. It returns the reason of a planner that
// can't act on the rejection, or "". Any other answer is the next action of the turn.
func (t *Turn) Refuses(ctx context.Context) (string, error) {
	_, rejected := t.State.Rejection()
	if !rejected || t.State.Next != agent.NextPlan {
		return "", nil
	}
	action, err := t.next(ctx)
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	var args agent.ReasonArgs
	refused := err == nil && action.Tool == agent.ToolRequestHumanReview &&
		json.Unmarshal(action.Args, &args) == nil && args.Reason != ""
	if !refused {
		t.peeked = &peeked{action, err}
		return "", nil
	}
	if action.Usage != (agent.Usage{}) {
		t.askedBack = &agent.AskedBack{Why: args.Reason, Usage: action.Usage, At: t.At()}
	}
	return args.Reason, nil
}

// Now is the time of the clock.
func (t *Turn) Now() time.Time { return t.runner.Now() }

// At is the time of an event for the agent, in the zone of the agency. The journal keeps the
// day, even if another zone is configured later.
func (t *Turn) At() time.Time { return t.Now().In(t.runner.Location) }

// Note adds a line to the journal of the thread.
func (t *Turn) Note(source store.Source, kind, actor, ref string, payload any) {
	t.Notes = append(t.Notes, agent.Note{
		At: t.At(), Source: source, Kind: kind, Actor: actor, Ref: ref, Payload: payload,
	})
}

// PredatesRestore reports whether the event is older than the last restore from a backup.
func (t *Turn) PredatesRestore() bool { return t.Event.At.Before(t.Restored) }
