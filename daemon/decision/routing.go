package decision

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/review"
	"ppamaild/store"
)

// actRouting puts a message where staff say it belongs.
func (h *Handler) applyRouting(ctx context.Context, t *runner.Turn, rv store.Review, d review.Decision, by string) (Outcome, error) {
	var asked queue.RoutingEvent
	if err := json.Unmarshal(rv.Data, &asked); err != nil {
		return Outcome{}, err
	}
	c := d.Commands[0]
	if asked.Kind == queue.RoutingTask {
		return h.applyTaskGiven(ctx, t, rv, asked, c.Word, by)
	}
	done := Outcome{verdict: strings.ToLower(c.Word), argument: c.Argument}
	if asked.Kind == queue.RoutingForward && c.Word != "IGNORE" {
		if err := h.confirmForward(&asked, c, by); err != nil {
			return done, err
		}
	} else if c.Word == "NEW" && c.Argument != "" {
		return done, notify.Unclear("an address behind NEW counts for a forwarded mail only; this one shows who sent it")
	}
	switch c.Word {
	case "IGNORE":
		done.sentence = "Nothing is done with the message."
		return done, h.setInbound(ctx, t, rv.Inbound, store.InboundSetAside, "", "ignored by "+by)
	case "NEW":
		e := asked.Customer
		// An answer to it must not name the mails of the threads it does not belong to,
		// or the answer to that would be doubtful again.
		e.References = e.References[max(0, len(e.References)-1):]
		thread, err := h.beginThread(ctx, t, e)
		done.sentence = "It opens the thread " + thread + " for " + e.From + "."
		return done, err
	default:
		thread, err := h.joinThread(ctx, t, asked, c.Argument, by)
		done.sentence = "It joins the thread " + thread + ", and its sender takes part in it from now on."
		return done, err
	}
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

// joinThread lets a message into a thread; without a name, into the one it asked for.
func (h *Handler) joinThread(ctx context.Context, t *runner.Turn, asked queue.RoutingEvent, thread, by string) (string, error) {
	thread = strings.ToUpper(strings.TrimSpace(thread))
	if thread == "" && len(asked.Candidates) == 1 {
		thread = asked.Candidates[0]
	}
	head, err := queue.Read(ctx, h.Store, func(tx store.Tx) (store.Head, error) {
		return queue.CurrentHead(tx, thread)
	})
	if errors.Is(err, store.ErrNotFound) {
		return "", notify.Unclear("JOIN takes the id of a thread that there is; " + strconv.Quote(thread) + " is none")
	}
	if err != nil {
		return "", err
	}
	if queue.IsTask(head) {
		return "", notify.Unclear(head.Thread + " is a task, which no customer takes part in")
	}
	thread = head.Thread
	e := asked.Customer
	e.Join = by
	return thread, h.enqueueCustomer(ctx, t, thread, e)
}

func (h *Handler) enqueueCustomer(ctx context.Context, t *runner.Turn, thread string, e queue.CustomerEvent) error {
	t.Events = append(t.Events, queue.NewEvent(h.Now(), thread, queue.KindCustomer, e))
	if t.Learnt == nil {
		t.Learnt = make(map[string]queue.CustomerEvent)
	}
	t.Learnt[thread] = e
	return h.setInbound(ctx, t, e.Inbound, store.InboundHandled, thread, "")
}

func (h *Handler) setInbound(ctx context.Context, t *runner.Turn, id uint64, status store.InboundStatus, thread,
	reason string) error {
	in, err := queue.Read(ctx, h.Store, func(tx store.Tx) (store.Inbound, error) {
		return tx.Inbound(id)
	})
	if err == nil {
		in.Status, in.Thread, in.Reason = status, thread, reason
		t.Inbound = append(t.Inbound, in)
	}
	return err
}

// setInboundAside keeps a message that nobody said what to do with where it can be found.
func (h *Handler) setInboundAside(ctx context.Context, t *runner.Turn, rv store.Review) error {
	if rv.Inbound == 0 {
		return nil
	}
	return h.setInbound(ctx, t, rv.Inbound, store.InboundSetAside, t.Head.Thread,
		"nobody said where it belongs")
}

// confirmForward sets the sender that staff name as the author of a forwarded message.
func (h *Handler) confirmForward(asked *queue.RoutingEvent, c review.Command, by string) error {
	e := &asked.Customer
	if c.Word == "NEW" && c.Argument != "" && !strings.EqualFold(c.Argument, e.From) {
		e.From, e.ReplyTo, e.Mail.FromName = strings.ToLower(c.Argument),
			strings.ToLower(c.Argument), ""
	}
	if e.From == "" {
		return notify.Unclear("it can't be read from the forward who wrote it; write NEW and the customer's address, such as NEW name@example.test")
	}
	if why := h.NotCustomer(e.From); why != "" {
		return notify.Unclear("no thread can be opened for that address: " + why)
	}
	e.Forwarded = by
	e.Mail.Notes = append(e.Mail.Notes, fmt.Sprintf("%s forwarded it and says that it is from %s",
		by, e.From))
	return nil
}

// askRouting asks staff whose a message is: of a forward, the one who forwarded it.
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

// actTaskGiven settles whether a task is its sender's.
func (h *Handler) applyTaskGiven(ctx context.Context, t *runner.Turn, rv store.Review, asked queue.RoutingEvent, word,
	by string) (Outcome, error) {
	done := Outcome{verdict: strings.ToLower(word)}
	switch word {
	case "NEW":
		thread, err := h.beginTask(ctx, t, *asked.Task)
		done.sentence = "It opens the task " + thread + "; its plan comes for approval."
		return done, err
	case "IGNORE":
		done.sentence = "Nothing is done with the message."
		return done, h.setInbound(ctx, t, rv.Inbound, store.InboundSetAside, "", "ignored by "+by)
	}
	return done, notify.Unclear("this asks whether a task is yours; write NEW to have it begun, or IGNORE")
}
