package decision

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/runner"
	"ppamaild/mailbox/origin"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// actSetAside brings back the mails of a list that staff name: they are routed
// again, as a person's. Where each went is told to everyone when it got there;
// what can't be released is answered at once.
func (h *Handler) applyRelease(ctx context.Context, t *runner.Turn, rv store.Review, d review.Decision, by string) (Outcome, error) {
	var list notify.SetAsideList
	if err := json.Unmarshal(rv.Data, &list); err != nil {
		return Outcome{}, err
	}
	done := Outcome{verdict: "release", stays: true, silent: true}
	n := templates.Notice{Review: rv.Number, Words: notify.Words(rv),
		Ref: h.References.Mint(rv.Thread, rv.Number, by)}
	for _, c := range d.Commands {
		why, err := h.release(ctx, t, list, c.Argument, by)
		if err != nil {
			return Outcome{}, err
		}
		if why != "" {
			n.Candidates = append(n.Candidates, templates.Item{Label: c.Argument, Value: why})
		}
	}
	if n.Candidates == nil {
		return done, nil
	}
	return done, t.Notify(t.Reply.From, "not_released", n)
}

// release has a mail of the list routed again, or says why not.
func (h *Handler) release(ctx context.Context, t *runner.Turn, list notify.SetAsideList, number, by string) (why string, err error) {
	i, err := strconv.Atoi(number)
	if err != nil || i < 1 || i > len(list.Mails) {
		return fmt.Sprintf("The list has no such number; it goes from 1 to %d.", len(list.Mails)),
			nil
	}
	listed := list.Mails[i-1]
	if slices.ContainsFunc(t.Inbound,
		func(in store.Inbound) bool { return in.ID == listed.Inbound }) {
		return "", nil // named twice in one answer
	}
	in, why, err := h.releasable(ctx, listed.Inbound)
	if why != "" || err != nil {
		return why, err
	}
	in.Status, in.Attempts, in.Released = store.InboundPending, 0, by
	t.Inbound = append(t.Inbound, in)
	t.Note(store.SourceHumanReview, "release", by, strconv.FormatUint(in.ID, 10), listed)
	h.Log.Info("message released", "inbound", in.ID, "mailbox", in.Mailbox, "by", by)
	return "", nil
}

// releasable returns a message that was set aside, or says why it stays where it
// is. Nobody wrote a bounce or our own mail: an answer would begin a loop.
func (h *Handler) releasable(ctx context.Context, id uint64) (in store.Inbound, why string,
	err error) {
	var raw []byte
	err = h.Store.View(ctx, func(tx store.Tx) (err error) {
		if in, err = tx.Inbound(id); err != nil {
			return err
		}
		raw, err = tx.InboundRaw(id)
		return err
	})
	switch {
	case err != nil:
		return in, "", err
	case in.Erased:
		return in, notify.WhereIs(in), nil
	case in.Released != "":
		return in, in.Released + " released it before. " + notify.WhereIs(in), nil
	case in.Status != store.InboundSetAside:
		return in, notify.WhereIs(in), nil
	}
	from, err := h.Classify(ctx, in, raw)
	switch {
	case err != nil:
		return in, "It can't be read any more: " + guard.FirstLine(err.Error()), nil
	case from.Kind == origin.Bounce:
		return in, "It is a report on the delivery of a mail; nobody wrote it.", nil
	case from.Kind == origin.Own:
		return in, "It is a mail of ours that came back (" + from.Why + ").", nil
	}
	return in, "", nil
}
