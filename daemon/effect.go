package daemon

import (
	"context"
	"encoding/json"
	"errors"

	"ppamaild/agent"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// The effects ledger knows each act on the world outside, by a key that is the same
// whenever it is tried, with the digest of what was approved. It is intended in the
// commit that holds the plan, where that is one before the attempt; attempted in the
// commit just before the act; confirmed, or unknown where no usable answer came, in
// the one that holds its outcome. A crash in between leaves it attempted, and the same
// key is tried again.
//
// Of mails the outbox is the ledger: queued, sending, sent and uncertain say so.

// call carries out the planned tool call, through the ledger if it has an effect.
func (r *run) call(ctx context.Context) error {
	tool, found := r.agent.Tool(r.State.PlannedToolInputs.Tool)
	if !found {
		return r.step(ctx, agent.PlannerFailed{Why: "the tool " + r.State.PlannedToolInputs.Tool + " is gone", At: r.at()})
	}
	if !r.State.CallIsApproved() {
		return r.step(ctx, agent.PlannerFailed{Why: "the call that is due is not the one that was approved, so it was not made", At: r.at()})
	}
	call := agent.Call{State: &r.State, Args: r.State.PlannedToolInputs.Args, Key: r.State.CallKey(), At: r.at()}
	if !tool.Effect {
		return r.step(ctx, agent.ToolDone{Output: tool.Run(ctx, call), At: r.at()})
	}
	effect, err := r.attempt(ctx)
	if err != nil {
		return err
	}
	call.Again = effect.Attempts > 1
	out := tool.Run(ctx, call)
	failpoint.Pass(failpoint.Called)
	if ctx.Err() != nil { // cut short: the ledger says attempted, and the same key is tried again
		return ctx.Err()
	}
	effect.Status, effect.At, effect.Error = store.EffectConfirmed, r.now(), ""
	if out.Status != agent.OutputOK {
		effect.Status, effect.Error = store.EffectUnknown, out.Message
	}
	if effect.Result, err = json.Marshal(out); err != nil {
		return err
	}
	r.effects = append(r.effects, effect)
	return r.step(ctx, agent.ToolDone{Output: out, At: r.at()})
}

// planned returns the ledger's entry for the call that is next; one without a status
// if it is not there yet.
func (r *run) planned(ctx context.Context) (store.Effect, error) {
	e := store.Effect{Key: r.State.CallKey(), Thread: r.Head.Thread, Tool: r.State.PlannedToolInputs.Tool, Digest: r.State.CallDigest()}
	err := r.d.store.View(ctx, func(tx store.Tx) error {
		known, err := tx.Effect(e.Key)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if err == nil {
			e = known
		}
		return err
	})
	return e, err
}

// intend enters the call that is next, if it has an effect, into the next commit.
func (r *run) intend(ctx context.Context) error {
	if r.State.Next != agent.NextCall {
		return nil
	}
	tool, found := r.agent.Tool(r.State.PlannedToolInputs.Tool)
	if !found || !tool.Effect {
		return nil
	}
	e, err := r.planned(ctx)
	if err == nil && e.Status == "" {
		e.Status, e.At = store.EffectIntended, r.now()
		r.effects = append(r.effects, e)
	}
	return err
}

// attempt commits, with all that led to it, that an effect is about to be attempted.
func (r *run) attempt(ctx context.Context) (store.Effect, error) {
	e, err := r.planned(ctx)
	if err != nil {
		return e, err
	}
	e.Status, e.At = store.EffectAttempted, r.now()
	e.Attempts++
	r.effects = append(r.effects, e)
	return e, r.commitAt(ctx, failpoint.Attempt)
}

// forsake says in the ledger, of an effect that was attempted and will not be again,
// that nobody knows what came of it.
func (r *run) forsake(ctx context.Context, why string) error {
	if r.State.Next != agent.NextCall {
		return nil
	}
	e, err := r.planned(ctx)
	if err == nil && e.Status == store.EffectAttempted {
		e.Status, e.At, e.Error = store.EffectUnknown, r.now(), why
		r.effects = append(r.effects, e)
	}
	return err
}
