package decision

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/review"
	"ppamaild/store"
)

// applyRouting puts a message into the thread that staff name.
func (h *Handler) applyRouting(ctx context.Context, t *runner.Turn, d decided) (Outcome, error) {
	var asked queue.RoutingEvent
	if err := json.Unmarshal(d.rv.Data, &asked); err != nil {
		return Outcome{}, err
	}
	c := d.Commands[0]
	if asked.Kind == queue.RoutingTask {
		return h.applyTaskGiven(ctx, t, d, *asked.Task)
	}
	done := Outcome{verdict: strings.ToLower(c.Word), argument: c.Argument}
	if asked.Kind == queue.RoutingForward && c.Word != "IGNORE" {
		if err := h.confirmForward(&asked, c, d.by); err != nil {
			return done, err
		}
	} else if c.Word == "NEW" && c.Argument != "" {
		return done, h.unclear("decision.sender_shown")
	}
	switch c.Word {
	case "IGNORE":
		return h.ignored(ctx, t, d)
	case "NEW":
		e := asked.Customer
		// The answer must not refer to mails of other threads: a reply to such an answer would
		// have no clear thread.
		e.References = e.References[max(0, len(e.References)-1):]
		thread, err := h.beginThread(ctx, t, e)
		done.sentence = h.Say("decision.new_thread", thread, e.From)
		return done, err
	default:
		thread, err := h.joinThread(ctx, t, asked, c.Argument, d.by)
		done.sentence = h.Say("decision.joined_thread", thread)
		return done, err
	}
}

// ignored sets the message of a review aside.
func (h *Handler) ignored(ctx context.Context, t *runner.Turn, d decided) (Outcome, error) {
	c := d.Commands[0]
	done := Outcome{
		verdict:  strings.ToLower(c.Word),
		argument: c.Argument,
		sentence: h.Say("decision.ignored"),
	}
	return done, h.setInbound(ctx, t, d.rv.Inbound, store.InboundSetAside, "", "ignored by "+d.by)
}

func (h *Handler) beginThread(ctx context.Context, t *runner.Turn, e queue.CustomerEvent) (string, error) {
	head, err := queue.Read(ctx, h.Store, func(tx store.Tx) (store.Head, error) {
		return h.NewQuoteHead(tx, e)
	})
	if err != nil {
		return "", err
	}
	t.Heads = append(t.Heads, head)
	return head.Thread, h.enqueueCustomer(ctx, t, head.Thread, e)
}

// joinThread adds a message to a thread. Without a name, it takes the only candidate.
func (h *Handler) joinThread(
	ctx context.Context, t *runner.Turn, asked queue.RoutingEvent, thread, by string,
) (string, error) {
	thread = strings.ToUpper(strings.TrimSpace(thread))
	if thread == "" && len(asked.Candidates) == 1 {
		thread = asked.Candidates[0]
	}
	head, err := queue.Read(ctx, h.Store, func(tx store.Tx) (store.Head, error) {
		return queue.CurrentHead(tx, thread)
	})
	if errors.Is(err, store.ErrNotFound) {
		return "", h.unclear("decision.no_such_thread", strconv.Quote(thread))
	}
	if err != nil {
		return "", err
	}
	if queue.IsTask(head) {
		return "", h.unclear("decision.thread_is_task", head.Thread)
	}
	thread = head.Thread
	e := asked.Customer
	e.Join = by
	return thread, h.enqueueCustomer(ctx, t, thread, e)
}

func (h *Handler) enqueueCustomer(
	ctx context.Context, t *runner.Turn, thread string, e queue.CustomerEvent,
) error {
	t.Events = append(t.Events, queue.NewEvent(h.Now(), thread, queue.KindCustomer, e))
	if t.Learnt == nil {
		t.Learnt = make(map[string]queue.CustomerEvent)
	}
	t.Learnt[thread] = e
	return h.setInbound(ctx, t, e.Inbound, store.InboundHandled, thread, "")
}

func (h *Handler) setInbound(
	ctx context.Context, t *runner.Turn, id uint64, status store.InboundStatus, thread, reason string,
) error {
	in, err := queue.Read(ctx, h.Store, func(tx store.Tx) (store.Inbound, error) {
		return tx.Inbound(id)
	})
	if err != nil {
		return err
	}
	in.Status, in.Thread, in.Reason = status, thread, reason
	t.Inbound = append(t.Inbound, in)
	return nil
}

// setInboundAside sets a message aside that staff made no decision on. The digest lists it.
func (h *Handler) setInboundAside(ctx context.Context, t *runner.Turn, rv store.Review) error {
	if rv.Inbound == 0 {
		return nil
	}
	why := h.Say("decision.not_routed")
	return h.setInbound(ctx, t, rv.Inbound, store.InboundSetAside, t.Head.Thread, why)
}

// confirmForward sets the sender that staff name as the author of a forwarded message.
func (h *Handler) confirmForward(asked *queue.RoutingEvent, c review.Command, by string) error {
	e := &asked.Customer
	if c.Word == "NEW" && c.Argument != "" && !strings.EqualFold(c.Argument, e.From) {
		e.From = strings.ToLower(c.Argument)
		e.ReplyTo, e.Mail.FromName = e.From, ""
	}
	if e.From == "" {
		return h.unclear("decision.sender_unknown")
	}
	if why := h.NotCustomer(e.From); why != "" {
		return h.unclear("decision.not_a_customer", why)
	}
	e.Forwarded = by
	e.Mail.Notes = append(e.Mail.Notes, h.Say("decision.forwarded_by", by, e.From))
	return nil
}

// askRouting asks staff where a message belongs. Of a forward, it asks the member who forwarded
// the message.
func (h *Handler) askRouting(ctx context.Context, t *runner.Turn, e queue.RoutingEvent) error {
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

// beginTask opens the thread of a task once its sender has confirmed it.
func (h *Handler) beginTask(ctx context.Context, t *runner.Turn, given queue.TaskEvent) (string, error) {
	head, err := queue.Read(ctx, h.Store, func(tx store.Tx) (store.Head, error) {
		return h.NewTaskHead(tx, given)
	})
	if err != nil {
		return "", err
	}
	t.Heads = append(t.Heads, head)
	t.Events = append(t.Events, queue.NewEvent(h.Now(), head.Thread, queue.KindTask, given))
	return head.Thread, h.setInbound(ctx, t, given.Inbound, store.InboundHandled, head.Thread, "")
}

// applyTaskGiven applies the answer of the named sender of a task.
func (h *Handler) applyTaskGiven(
	ctx context.Context, t *runner.Turn, d decided, given queue.TaskEvent,
) (Outcome, error) {
	done := Outcome{verdict: strings.ToLower(d.Commands[0].Word)}
	switch d.Commands[0].Word {
	case "NEW":
		thread, err := h.beginTask(ctx, t, given)
		done.sentence = h.Say("decision.new_task", thread)
		return done, err
	case "IGNORE":
		done, err := h.ignored(ctx, t, d)
		done.argument = ""
		return done, err
	}
	return done, h.unclear("decision.is_it_your_task")
}
