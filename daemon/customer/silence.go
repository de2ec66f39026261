package customer

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/daemon/timers"
	"ppamaild/store"
)

// tooLate is how long after its due time a follow-up no longer makes sense to a customer. The
// machine was off for long, or its clock is wrong.
const tooLate = 30 * 24 * time.Hour

// silent handles a timer of the customer's wait. It sends the follow-up of the timer, or ends the
// wait.
func (h *Handler) silent(ctx context.Context, t *runner.Turn, e queue.TimerEvent, _ int) error {
	if !t.State.AwaitingCustomerReply {
		return nil
	}
	if t.PredatesRestore() {
		t.Note(store.SourceSystem, "follow_up_dropped", "", e.Name, h.Say("recovery.since_backup"))
		return t.AwaitCustomer()
	}
	why := h.Say("runner.silent")
	if e.Data != nil {
		var f runner.Followup
		if err := json.Unmarshal(e.Data, &f); err != nil {
			return err
		}
		dropped, err := h.whyDropped(ctx, t, e, f)
		if err != nil {
			return err
		}
		if dropped == "" {
			t.Followups = []runner.Followup{f}
			return t.Step(ctx, agent.CustomerSilent{Followup: f.Followup, At: t.At()})
		}
		t.Note(store.SourceSystem, "follow_up_dropped", "", string(f.Followup.Name), dropped)
		why = dropped
	}
	if e.Name != timers.CustomerWait {
		return nil
	}
	return t.Step(ctx, agent.Stopped{Status: store.ThreadExpired, Why: why, At: t.At()})
}

// whyDropped says why a follow-up is not sent; "" if it is sent. A follow-up that differs from the
// approved one is an error.
func (h *Handler) whyDropped(
	ctx context.Context, t *runner.Turn, e queue.TimerEvent, f runner.Followup,
) (string, error) {
	over, err := h.waitIsOver(ctx, t, e)
	if err != nil {
		return "", err
	}
	if over {
		return h.Say("customer.wait_over"), nil
	}
	if why, err := h.notApproved(ctx, t, f); why != "" || err != nil {
		return why, err
	}
	m, err := queue.Read(ctx, h.Store, func(tx store.Tx) (store.Mail, error) {
		ref, err := tx.MessageID(f.Mail)
		if err != nil {
			return store.Mail{}, err
		}
		return tx.Mail(ref.Mail)
	})
	switch {
	case err != nil:
		return "", err
	case !e.Due.IsZero() && t.Now().Sub(e.Due) > tooLate:
		return h.Say("customer.due_too_long_ago", h.Day(e.Due)), nil
	case m.Status != store.MailSent:
		return h.Say("customer.not_sent_before", string(m.Status)), nil
	}
	return "", nil
}

// waitIsOver reports whether a reminder is due although the whole wait is over. After a long stop
// of the daemon, the reminder would otherwise arrive together with the close.
func (h *Handler) waitIsOver(
	ctx context.Context, t *runner.Turn, e queue.TimerEvent,
) (bool, error) {
	if e.Name != timers.CustomerReminder {
		return false, nil
	}
	all, err := queue.Read(ctx, h.Store, func(tx store.Tx) ([]store.Timer, error) {
		return tx.Timers(t.Head.Thread)
	})
	waiting := slices.ContainsFunc(all, func(other store.Timer) bool {
		return other.Name == timers.CustomerWait && other.Due.After(t.Now())
	})
	return !waiting, err
}

// notApproved says why the approval of a follow-up is no longer valid; "" if it is valid, or if
// the follow-up needed none.
func (h *Handler) notApproved(
	ctx context.Context, t *runner.Turn, f runner.Followup,
) (string, error) {
	if f.Review == 0 {
		return "", nil
	}
	rv, err := t.Review(ctx, f.Review)
	if err != nil {
		return "", err
	}
	p, err := t.View().Proposal(rv)
	if err != nil {
		return "", err
	}
	accepted := rv.Verdict == string(agent.Accept) && p.Draft != nil && p.Draft.Digest() == rv.Digest
	if !accepted || !p.Draft.Holds(f.Followup) {
		return "", errors.New("the follow-up that is due differs from the approved one")
	}
	return h.Revoked(rv), nil
}
