package decision

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/runner"
	"ppamaild/mailbox/origin"
	"ppamaild/store"
	"ppamaild/templates"
)

// applyRelease routes the listed mails that staff name once more, as mails from a person. All
// staff learn where each mail went. A mail that can't be released gets an answer now.
func (r *routing) applyRelease(ctx context.Context, t *runner.Turn, d decided) (outcome, error) {
	var list notify.SetAsideList
	if err := json.Unmarshal(d.rv.Data, &list); err != nil {
		return outcome{}, err
	}
	done := outcome{verdict: "release", stays: true, silent: true}
	n := templates.Notice{
		Review: d.rv.Number,
		Words:  r.Words(d.rv),
		Ref:    r.References.Mint(d.rv.Thread, d.rv.Number, d.by),
	}
	for _, c := range d.Commands {
		why, err := r.release(ctx, t, list, c.Argument, d.by)
		if err != nil {
			return outcome{}, err
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

// release routes a mail of the list once more, or says why the mail stays set aside.
func (r *routing) release(
	ctx context.Context, t *runner.Turn, list notify.SetAsideList, number, by string,
) (why string, err error) {
	i, err := strconv.Atoi(number)
	if err != nil || i < 1 || i > len(list.Mails) {
		return r.Say("decision.no_such_number", strconv.Itoa(len(list.Mails))), nil
	}
	listed := list.Mails[i-1]
	isListed := func(in store.Inbound) bool { return in.ID == listed.Inbound }
	if slices.ContainsFunc(t.Inbound, isListed) {
		return "", nil // the answer names the mail twice
	}
	in, why, err := r.releasable(ctx, listed.Inbound)
	if why != "" || err != nil {
		return why, err
	}
	in.Status, in.Attempts, in.Released = store.InboundPending, 0, by
	t.Inbound = append(t.Inbound, in)
	t.Note(store.SourceHumanReview, "release", by, strconv.FormatUint(in.ID, 10), listed)
	r.Log.Info("message released", "inbound", in.ID, "mailbox", in.Mailbox, "by", by)
	return "", nil
}

// releasable returns a message that was set aside, or says why the message stays set aside. A
// bounce and a mail of the agency have no person to answer: an answer would start a mail loop.
func (r *routing) releasable(ctx context.Context, id uint64) (in store.Inbound, why string, err error) {
	var raw []byte
	err = r.Store.View(ctx, func(tx store.Tx) (err error) {
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
		return in, r.WhereIs(in), nil
	case in.Released != "":
		return in, r.Say("decision.released_before", in.Released) + " " + r.WhereIs(in), nil
	case in.Status != store.InboundSetAside:
		return in, r.WhereIs(in), nil
	}
	from, err := r.classify(ctx, in, raw)
	switch {
	case err != nil:
		return in, r.Say("decision.unreadable", guard.FirstLine(err.Error())), nil
	case from.Kind == origin.Bounce:
		return in, r.Say("decision.is_bounce"), nil
	case from.Kind == origin.Own:
		return in, r.Say("decision.is_own_mail", from.Why), nil
	}
	return in, "", nil
}
