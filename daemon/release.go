package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/notify"
	"ppamaild/mailbox/origin"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// actSetAside brings back the mails of a list that staff name: they are routed
// again, as a person's. Where each went is told to everyone when it got there;
// what can't be released is answered at once.
func (r *run) actSetAside(ctx context.Context, rv store.Review, d review.Decision, by string) (deed, error) {
	var list notify.SetAsideList
	if err := json.Unmarshal(rv.Data, &list); err != nil {
		return deed{}, err
	}
	done := deed{verdict: "release", stays: true, told: true}
	n := templates.Notice{Review: rv.Number, Words: notify.Words(rv), Ref: r.d.References.Mint(rv.Thread, rv.Number, by)}
	for _, c := range d.Commands {
		why, err := r.release(ctx, list, c.Argument, by)
		if err != nil {
			return deed{}, err
		}
		if why != "" {
			n.Candidates = append(n.Candidates, templates.Item{Label: c.Argument, Value: why})
		}
	}
	if n.Candidates == nil {
		return done, nil
	}
	return done, r.notify(r.answers.From, "not_released", n)
}

// release has a mail of the list routed again, or says why not.
func (r *run) release(ctx context.Context, list notify.SetAsideList, number, by string) (why string, err error) {
	i, err := strconv.Atoi(number)
	if err != nil || i < 1 || i > len(list.Mails) {
		return fmt.Sprintf("The list has no such number; it goes from 1 to %d.", len(list.Mails)), nil
	}
	listed := list.Mails[i-1]
	if slices.ContainsFunc(r.inbound, func(in store.Inbound) bool { return in.ID == listed.Inbound }) {
		return "", nil // named twice in one answer
	}
	in, why, err := r.d.releasable(ctx, listed.Inbound)
	if why != "" || err != nil {
		return why, err
	}
	in.Status, in.Attempts, in.Released = store.InboundPending, 0, by
	r.inbound = append(r.inbound, in)
	r.note(store.SourceHumanReview, "release", by, strconv.FormatUint(in.ID, 10), listed)
	r.d.Log.Info("message released", "inbound", in.ID, "mailbox", in.Mailbox, "by", by)
	return "", nil
}

// releasable returns a message that was set aside, or says why it stays where it
// is. Nobody wrote a bounce or our own mail: an answer would begin a loop.
func (d *Daemon) releasable(ctx context.Context, id uint64) (in store.Inbound, why string, err error) {
	var raw []byte
	err = d.store.View(ctx, func(tx store.Tx) (err error) {
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
		return in, whereItIs(in), nil
	case in.Released != "":
		return in, in.Released + " released it before. " + whereItIs(in), nil
	case in.Status != store.InboundSetAside:
		return in, whereItIs(in), nil
	}
	found, err := d.read(ctx, in, raw)
	switch {
	case err != nil:
		return in, "It can't be read any more: " + guard.FirstLine(err.Error()), nil
	case found.origin.Kind == origin.Bounce:
		return in, "It is a report on the delivery of a mail; nobody wrote it.", nil
	case found.origin.Kind == origin.Own:
		return in, "It is a mail of ours that came back (" + found.origin.Why + ").", nil
	}
	return in, "", nil
}

// whereItIs says what became of a message.
func whereItIs(in store.Inbound) string {
	switch {
	case in.Erased:
		return "It was erased."
	case in.Status == store.InboundPending:
		return "It is about to be routed."
	case in.Status == store.InboundSetAside:
		return "It was set aside again: " + in.Reason
	case in.Status == store.InboundQuarantined:
		return "It could not be worked on; you were told in a mail of its own."
	case in.Thread != "" && in.Reason == "":
		return "It is in the thread " + in.Thread + "."
	case in.Thread != "":
		return "It is not clear whose it is, and you are asked in a mail of its own (" + in.Reason + ")."
	}
	return "It was dealt with: " + in.Reason + "."
}

// tellReleased tells staff where a message went that one of them brought back.
func (r *router) tellReleased() error {
	if r.in.Released == "" || r.in.Status == store.InboundPending { // the notice of its quarantine tells all
		return nil
	}
	n := templates.Notice{
		Thread: r.in.Thread, Subject: r.msg.Subject, Who: r.in.Released, What: whereItIs(r.in),
		Facts: []templates.Item{{Label: "From", Value: r.origin.From.Address}, {Label: "Arrived", Value: r.d.When(r.in.InternalDate)}},
	}
	if r.origin.Kind != origin.Person {
		n.Facts = append(n.Facts, templates.Item{Label: "Was set aside as", Value: string(r.origin.Kind) + ": " + r.origin.Why})
	}
	r.notices = true
	return r.d.PostToAll(r.tx, "released", n)
}
