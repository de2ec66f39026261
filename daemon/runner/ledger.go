package runner

import (
	"context"
	"encoding/json"
	"errors"

	"ppamaild/agent"
	"ppamaild/daemon/queue"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// The effects ledger records each call with an effect outside, under a key that stays the same
// for every attempt, with the digest of the approval. The status is "intended" in the
// commit with the plan, "attempted" in the commit just before the call, and "confirmed" or
// "unknown" in the commit with the result. After a crash in between, the call is tried again
// with the same key.
//
// An entry and the state with its call are in one commit. So the ledger has no call that was
// planned after the state was loaded, except for calls of the same turn.
//
// The outbox is the ledger of mails.

// entry is a changed entry of the ledger.
type entry struct {
	store.Effect
	isNew bool
}

func (e entry) put(tx store.Effects) error {
	if e.isNew {
		return tx.AddEffect(e.Effect)
	}
	return tx.PutEffect(e.Effect)
}

// enter changes the ledger with the next commit.
func (t *Turn) enter(e entry) {
	t.effects = append(t.effects, e)
	t.entered = e.Effect
}

// call makes the planned tool call. A call with an effect goes through the ledger.
func (t *Turn) call(ctx context.Context) error {
	planned := t.State.PlannedToolInputs
	tool, found := t.Agent.Tool(planned.Tool)
	if !found {
		why := t.runner.Say("runner.tool_gone", planned.Tool)
		return t.Step(ctx, agent.PlannerFailed{Why: why, At: t.At()})
	}
	if !t.State.CallIsApproved() {
		why := t.runner.Say("runner.other_call")
		return t.Step(ctx, agent.PlannerFailed{Why: why, At: t.At()})
	}
	call := agent.Call{State: &t.State, Args: planned.Args, Key: t.State.CallKey(), At: t.At()}
	if !tool.Effect {
		return t.Step(ctx, agent.ToolDone{Output: tool.Run(ctx, call), At: t.At()})
	}
	effect, err := t.attempt(ctx)
	if err != nil {
		return err
	}
	call.Again = effect.Attempts > 1
	out := tool.Run(ctx, call)
	failpoint.Pass(failpoint.Called)
	if ctx.Err() != nil { // interrupted: the next start tries the same key again
		return ctx.Err()
	}
	effect.Status, effect.At, effect.Error = store.EffectConfirmed, t.Now(), ""
	if out.Status != agent.OutputOK {
		effect.Status, effect.Error = store.EffectUnknown, out.Message
	}
	if effect.Result, err = json.Marshal(out); err != nil {
		return err
	}
	t.enter(entry{Effect: effect})
	return t.Step(ctx, agent.ToolDone{Output: out, At: t.At()})
}

// planned returns the entry of the next call in the ledger, or a new entry without a status.
func (t *Turn) planned(ctx context.Context) (entry, error) {
	e := store.Effect{
		Key:    t.State.CallKey(),
		Thread: t.Head.Thread,
		Tool:   t.State.PlannedToolInputs.Tool,
		Digest: t.State.CallDigest(),
	}
	switch {
	case t.entered.Key == e.Key:
		return entry{Effect: t.entered}, nil
	case t.State.Actions > t.loaded:
		return entry{e, true}, nil
	}
	known, err := queue.Read(ctx, t.runner.Store, func(tx store.Tx) (store.Effect, error) {
		return tx.Effect(e.Key)
	})
	if errors.Is(err, store.ErrNotFound) {
		return entry{e, true}, nil
	}
	return entry{Effect: known}, err
}

// intend adds the next call to the ledger if the call has an effect.
func (t *Turn) intend(ctx context.Context) error {
	if t.State.Next != agent.NextCall {
		return nil
	}
	tool, found := t.Agent.Tool(t.State.PlannedToolInputs.Tool)
	if !found || !tool.Effect {
		return nil
	}
	e, err := t.planned(ctx)
	if err == nil && e.Status == "" {
		e.Status, e.At = store.EffectIntended, t.Now()
		t.enter(e)
	}
	return err
}

// attempt commits the ledger entry just before the call, with all earlier results of the turn.
func (t *Turn) attempt(ctx context.Context) (store.Effect, error) {
	e, err := t.planned(ctx)
	if err != nil {
		return e.Effect, err
	}
	e.Status, e.At = store.EffectAttempted, t.Now()
	e.Attempts++
	t.enter(e)
	return e.Effect, t.commitAt(ctx, failpoint.Attempt)
}

// abandonEffect marks an attempted call that is not tried again as unknown.
func (t *Turn) abandonEffect(ctx context.Context, why string) error {
	if t.State.Next != agent.NextCall {
		return nil
	}
	e, err := t.planned(ctx)
	if err == nil && e.Status == store.EffectAttempted {
		e.Status, e.At, e.Error = store.EffectUnknown, t.Now(), why
		t.enter(e)
	}
	return err
}
