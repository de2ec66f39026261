package customer

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/store"
)

// tooLate is after how much more time than was waited for a follow-up makes no sense
// to a customer any more: the machine was off for long, or its clock is wrong.
const tooLate = 30 * 24 * time.Hour

// customerSilent does what is due when the customer has not answered for a while.
func (h *Handler) silent(ctx context.Context, t *runner.Turn, e queue.TimerEvent, _ int) error {
	if !t.State.AwaitingCustomerReply {
		return nil
	}
	if t.PredatesRestore() {
		t.Note(store.SourceSystem, "follow_up_dropped", "", e.Name, queue.WhySinceBackup)
		return t.AwaitCustomer()
	}
	why := runner.WhySilent
	if e.Data != nil {
		var f runner.Followup
		if err := json.Unmarshal(e.Data, &f); err != nil {
			return err
		}
		held, err := h.outwaited(ctx, t, e)
		if err == nil && held == "" {
			held, err = h.holdsFollowup(ctx, t, f, e.Due)
		}
		if err != nil {
			return err
		}
		if held == "" {
			t.Followups = []runner.Followup{f}
			return t.Step(ctx, agent.CustomerSilent{Followup: f.Followup, At: t.At()})
		}
		t.Note(store.SourceSystem, "follow_up_dropped", "", string(f.Followup.Name), held)
		why = held
	}
	if e.Name != queue.TimerCustomerWait {
		return nil
	}
	return t.Step(ctx, agent.Stopped{Status: store.ThreadExpired, Why: why, At: t.At()})
}

// outwaited says that a reminder does not go out as the whole wait is over too: after
// a long rest it would come together with the close.
func (h *Handler) outwaited(ctx context.Context, t *runner.Turn, e queue.TimerEvent) (why string, err error) {
	if e.Name != queue.TimerCustomerReminder {
		return "", nil
	}
	why = "the whole wait is over"
	err = h.Store.View(ctx, func(tx store.Tx) error {
		timers, err := tx.Timers(t.Head.Thread)
		for _, other := range timers {
			if other.Name == queue.TimerCustomerWait && other.Due.After(t.Now()) {
				why = ""
			}
		}
		return err
	})
	return why, err
}

// holdsFollowup says why a follow-up does not go out; "" where it does. One that is
// not what was approved is an error.
func (h *Handler) holdsFollowup(ctx context.Context, t *runner.Turn, f runner.Followup, due time.Time) (why string, err error) {
	if f.Review != 0 {
		rv, err := t.Review(ctx, f.Review)
		if err != nil {
			return "", err
		}
		p, err := t.View().Proposal(rv)
		switch {
		case err != nil:
			return "", err
		case rv.Verdict != string(agent.Accept) || p.Draft == nil ||
			p.Draft.Digest() != rv.Digest || !p.Draft.Holds(f.Followup):
			return "", errors.New("what is due is not what was approved")
		}
		if why := h.Revoked(rv); why != "" {
			return why, nil
		}
	}
	var m store.Mail
	err = h.Store.View(ctx, func(tx store.Tx) error {
		ref, err := tx.MessageID(f.Mail)
		if err != nil {
			return err
		}
		m, err = tx.Mail(ref.Mail)
		return err
	})
	switch {
	case err != nil:
	case !due.IsZero() && t.Now().Sub(due) > tooLate:
		why = "it was due on " + h.Day(due) + ", which is too long ago"
	case m.Status != store.MailSent:
		why = "the mail that it follows is " + string(m.Status) + ", so the customer has nothing to answer"
	}
	return why, err
}
