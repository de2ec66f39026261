package decision

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"ppamaild/agent"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// askRelease asks all staff whether the outbox may send, unless an admin already released it.
func (h *Handler) askRelease(ctx context.Context, t *runner.Turn) error {
	mark, err := queue.Read(ctx, h.Store, queue.Restoration)
	if err != nil || !mark.Released.IsZero() {
		return err
	}
	rv := store.Review{Kind: review.KindRestored, Data: t.Event.Data}
	if err := t.OpenReview(ctx, rv); err != nil {
		return err
	}
	asked := t.Head.Reviews
	t.InCommit(func(tx store.Tx) error {
		mark, err := tx.Restoration()
		mark.Review = asked
		return errors.Join(err, tx.PutRestoration(mark))
	})
	return nil
}

// applyRestored releases the outbox.
func (h *Handler) applyRestored(t *runner.Turn, by string) outcome {
	t.InCommit(func(tx store.Tx) error {
		return queue.ReleaseOutbox(tx, by, h.Say("outbox.restored"), h.Now())
	})
	return outcome{verdict: string(review.VerdictAccept), sentence: h.Say("decision.restored")}
}

// cancelled ends the thread, withdraws mails that have not left, and notifies staff.
func (h *Handler) cancelled(ctx context.Context, t *runner.Turn, e queue.CancelEvent) error {
	if t.State.Status.Ended() {
		return nil
	}
	if _, err := t.Withdraw(ctx, h.Say("decision.cancelled_by", e.By)); err != nil {
		return err
	}
	stopped := agent.Stopped{Status: store.ThreadCancelled, Why: e.Why, By: e.By, At: t.At()}
	if err := t.Step(ctx, stopped); err != nil {
		return err
	}
	n := templates.Notice{Who: e.By, When: h.When(t.Event.At), Reason: e.Why}
	return t.NotifyAll("cancelled", n)
}

// setAside notifies staff that a person set a quarantined message aside.
func (h *Handler) setAside(ctx context.Context, t *runner.Turn, e queue.AsideEvent) error {
	listed, err := queue.Read(ctx, h.Store, func(tx store.Tx) (notify.ListedMail, error) {
		in, err := tx.Inbound(e.Inbound)
		if err != nil {
			return notify.ListedMail{}, err
		}
		return h.Listed(tx, in)
	})
	if err != nil {
		return err
	}
	n := templates.Notice{
		Who: e.By, When: h.When(t.Event.At), Subject: listed.Subject, Reason: e.Why,
		Facts: []templates.Item{
			{Label: "Message", Value: fmt.Sprint(e.Inbound)},
			{Label: "From", Value: cmp.Or(listed.From, h.Say("notify.no_sender"))},
		},
	}
	for _, to := range h.Staff.ToNotify() {
		m, err := h.NoticeMail(t.Head.Thread, to, "set_aside", n, nil)
		if err != nil {
			return err
		}
		t.Mails = append(t.Mails, m)
	}
	return nil
}
