package decision

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/review"
	"ppamaild/store"
)

// apply puts a message into the thread that staff name.
func (r *routing) apply(ctx context.Context, t *runner.Turn, d decided) (outcome, error) {
	var asked queue.RoutingEvent
	if err := json.Unmarshal(d.rv.Data, &asked); err != nil {
		return outcome{}, err
	}
	c := d.Commands[0]
	if asked.Kind == queue.RoutingTask {
		return r.applyTaskGiven(ctx, t, d, *asked.Task)
	}
	done := outcome{verdict: strings.ToLower(c.Word), argument: c.Argument}
	if asked.Kind == queue.RoutingForward && c.Word != "IGNORE" {
		if err := r.confirmForward(&asked, c, d.by); err != nil {
			return done, err
		}
	} else if c.Word == "NEW" && c.Argument != "" {
		return done, r.Unclear("decision.sender_shown")
	}
	switch c.Word {
	case "IGNORE":
		return r.ignored(ctx, t, d)
	case "NEW":
		e := asked.Customer
		// The answer must not refer to mails of other threads: a reply to such an answer would
		// have no clear thread.
		e.References = e.References[max(0, len(e.References)-1):]
		thread, err := r.beginThread(ctx, t, e)
		done.sentence = r.Say("decision.new_thread", thread, e.From)
		return done, err
	default:
		thread, err := r.joinThread(ctx, t, asked, c.Argument, d.by)
		done.sentence = r.Say("decision.joined_thread", thread)
		return done, err
	}
}

// ignored sets the message of a review aside.
func (r *routing) ignored(ctx context.Context, t *runner.Turn, d decided) (outcome, error) {
	c := d.Commands[0]
	done := outcome{
		verdict:  strings.ToLower(c.Word),
		argument: c.Argument,
		sentence: r.Say("decision.ignored"),
	}
	return done, r.setInbound(ctx, t, d.rv.Inbound, store.InboundSetAside, "", "ignored by "+d.by)
}

func (r *routing) beginThread(ctx context.Context, t *runner.Turn, e queue.CustomerEvent) (string, error) {
	head, err := queue.Read(ctx, r.Store, func(tx store.Tx) (store.Head, error) {
		return r.NewQuoteHead(tx, e)
	})
	if err != nil {
		return "", err
	}
	t.Heads = append(t.Heads, head)
	return head.Thread, r.enqueueCustomer(ctx, t, head.Thread, e)
}

// joinThread adds a message to a thread. Without a name, it takes the only candidate.
func (r *routing) joinThread(
	ctx context.Context, t *runner.Turn, asked queue.RoutingEvent, thread, by string,
) (string, error) {
	thread = strings.ToUpper(strings.TrimSpace(thread))
	if thread == "" && len(asked.Candidates) == 1 {
		thread = asked.Candidates[0]
	}
	head, err := queue.Read(ctx, r.Store, func(tx store.Tx) (store.Head, error) {
		return queue.CurrentHead(tx, thread)
	})
	if errors.Is(err, store.ErrNotFound) {
		return "", r.Unclear("decision.no_such_thread", strconv.Quote(thread))
	}
	if err != nil {
		return "", err
	}
	if queue.IsTask(head) {
		return "", r.Unclear("decision.thread_is_task", head.Thread)
	}
	thread = head.Thread
	e := asked.Customer
	e.Join = by
	return thread, r.enqueueCustomer(ctx, t, thread, e)
}

func (r *routing) enqueueCustomer(
	ctx context.Context, t *runner.Turn, thread string, e queue.CustomerEvent,
) error {
	t.Events = append(t.Events, queue.NewEvent(r.Now(), thread, queue.KindCustomer, e))
	if t.Learnt == nil {
		t.Learnt = make(map[string]queue.CustomerEvent)
	}
	t.Learnt[thread] = e
	return r.setInbound(ctx, t, e.Inbound, store.InboundHandled, thread, "")
}

func (r *routing) setInbound(
	ctx context.Context, t *runner.Turn, id uint64, status store.InboundStatus, thread, reason string,
) error {
	in, err := queue.Read(ctx, r.Store, func(tx store.Tx) (store.Inbound, error) {
		return tx.Inbound(id)
	})
	if err != nil {
		return err
	}
	in.Status, in.Thread, in.Reason = status, thread, reason
	t.Inbound = append(t.Inbound, in)
	return nil
}

// setInboundAside sets aside a message without a decision by staff. The digest lists the
// message.
func (r *routing) setInboundAside(ctx context.Context, t *runner.Turn, rv store.Review) error {
	if rv.Inbound == 0 {
		return nil
	}
	why := r.Say("decision.not_routed")
	return r.setInbound(ctx, t, rv.Inbound, store.InboundSetAside, t.Head.Thread, why)
}

// confirmForward sets the sender that staff name as the author of a forwarded message.
func (r *routing) confirmForward(asked *queue.RoutingEvent, c review.Command, by string) error {
	e := &asked.Customer
	if c.Word == "NEW" && c.Argument != "" && !strings.EqualFold(c.Argument, e.From) {
		e.From = strings.ToLower(c.Argument)
		e.ReplyTo, e.Mail.FromName = e.From, ""
	}
	if e.From == "" {
		return r.Unclear("decision.sender_unknown")
	}
	if why := r.NotCustomer(e.From); why != "" {
		return r.Unclear("decision.not_a_customer", why)
	}
	e.Forwarded = by
	e.Mail.Notes = append(e.Mail.Notes, r.Say("decision.forwarded_by", by, e.From))
	return nil
}

// holdForMail refuses to send a mail while a newer mail of the customer waits for JOIN. The
// newer mail may change the draft.
func (h *Handler) holdForMail(ctx context.Context, t *runner.Turn, d decided) error {
	if d.rv.MIME == nil || d.Verdict != review.VerdictAccept && d.Verdict != review.VerdictEdit {
		return nil
	}
	open, err := t.OpenReviews(ctx)
	if err != nil {
		return err
	}
	for _, rv := range open {
		var asked queue.RoutingEvent
		if rv.Kind != review.KindRouting || json.Unmarshal(rv.Data, &asked) != nil {
			continue
		}
		if slices.Contains(t.Head.Participants, strings.ToLower(asked.From)) {
			return h.Unclear("decision.mail_waits", strconv.Itoa(rv.Number))
		}
	}
	return nil
}

// ask asks staff where a message belongs. Of a forward, it asks the member who forwarded
// the message.
func (r *routing) ask(ctx context.Context, t *runner.Turn, e queue.RoutingEvent) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	rv := store.Review{Kind: review.KindRouting, Data: data, Inbound: e.Inbound}
	if e.Staff != "" {
		rv.Staff = []string{e.Staff}
	}
	return t.OpenReview(ctx, rv)
}

// beginTask opens the thread of a task once the sender has confirmed the task.
func (r *routing) beginTask(ctx context.Context, t *runner.Turn, given queue.TaskEvent) (string, error) {
	head, err := queue.Read(ctx, r.Store, func(tx store.Tx) (store.Head, error) {
		return r.NewTaskHead(tx, given)
	})
	if err != nil {
		return "", err
	}
	t.Heads = append(t.Heads, head)
	t.Events = append(t.Events, queue.NewEvent(r.Now(), head.Thread, queue.KindTask, given))
	return head.Thread, r.setInbound(ctx, t, given.Inbound, store.InboundHandled, head.Thread, "")
}

// applyTaskGiven applies the answer of the named sender of a task.
func (r *routing) applyTaskGiven(
	ctx context.Context, t *runner.Turn, d decided, given queue.TaskEvent,
) (outcome, error) {
	done := outcome{verdict: strings.ToLower(d.Commands[0].Word)}
	switch d.Commands[0].Word {
	case "NEW":
		thread, err := r.beginTask(ctx, t, given)
		done.sentence = r.Say("decision.new_task", thread)
		return done, err
	case "IGNORE":
		done, err := r.ignored(ctx, t, d)
		done.argument = ""
		return done, err
	}
	return done, r.Unclear("decision.is_it_your_task")
}
