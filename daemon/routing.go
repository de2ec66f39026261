package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/review"
	"ppamaild/store"
)

// actRouting puts a message where staff say it belongs.
func (r *run) actRouting(ctx context.Context, rv store.Review, d review.Decision, by string) (deed, error) {
	var asked queue.RoutingEvent
	if err := json.Unmarshal(rv.Data, &asked); err != nil {
		return deed{}, err
	}
	c := d.Commands[0]
	if asked.Kind == queue.RoutingTask {
		return r.actTaskGiven(ctx, rv, asked, c.Word, by)
	}
	done := deed{verdict: strings.ToLower(c.Word), argument: c.Argument}
	if asked.Kind == queue.RoutingForward && c.Word != "IGNORE" {
		if err := r.d.confirmForward(&asked, c, by); err != nil {
			return done, err
		}
	} else if c.Word == "NEW" && c.Argument != "" {
		return done, notify.Unclear("an address behind NEW counts for a forwarded mail only; this one shows who sent it")
	}
	switch c.Word {
	case "IGNORE":
		done.sentence = "Nothing is done with the message."
		return done, r.setInbound(ctx, rv.Inbound, store.InboundSetAside, "", "ignored by "+by)
	case "NEW":
		e := asked.Customer
		// An answer to it must not name the mails of the threads it does not belong to,
		// or the answer to that would be doubtful again.
		e.References = e.References[max(0, len(e.References)-1):]
		thread, err := r.beginThread(ctx, e)
		done.sentence = "It opens the thread " + thread + " for " + e.From + "."
		return done, err
	default:
		thread, err := r.joinThread(ctx, asked, c.Argument, by)
		done.sentence = "It joins the thread " + thread + ", and its sender takes part in it from now on."
		return done, err
	}
}

func (r *run) beginThread(ctx context.Context, e queue.CustomerEvent) (string, error) {
	head, err := queue.Read(ctx, r.d.store, func(tx store.Tx) (store.Head, error) { return r.d.NewQuoteHead(tx, e) })
	if err != nil {
		return "", err
	}
	r.heads = append(r.heads, head)
	return head.Thread, r.enqueueCustomer(ctx, head.Thread, e)
}

// joinThread lets a message into a thread; without a name, into the one it asked for.
func (r *run) joinThread(ctx context.Context, asked queue.RoutingEvent, thread, by string) (string, error) {
	thread = strings.ToUpper(strings.TrimSpace(thread))
	if thread == "" && len(asked.Candidates) == 1 {
		thread = asked.Candidates[0]
	}
	head, err := queue.Read(ctx, r.d.store, func(tx store.Tx) (store.Head, error) { return queue.CurrentHead(tx, thread) })
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
	return thread, r.enqueueCustomer(ctx, thread, e)
}

func (r *run) enqueueCustomer(ctx context.Context, thread string, e queue.CustomerEvent) error {
	r.events = append(r.events, queue.NewEvent(r.d.Now(), thread, queue.KindCustomer, e))
	if r.learnt == nil {
		r.learnt = make(map[string]queue.CustomerEvent)
	}
	r.learnt[thread] = e
	return r.setInbound(ctx, e.Inbound, store.InboundHandled, thread, "")
}

func (r *run) setInbound(ctx context.Context, id uint64, status store.InboundStatus, thread, reason string) error {
	in, err := queue.Read(ctx, r.d.store, func(tx store.Tx) (store.Inbound, error) { return tx.Inbound(id) })
	if err == nil {
		in.Status, in.Thread, in.Reason = status, thread, reason
		r.inbound = append(r.inbound, in)
	}
	return err
}

// setInboundAside keeps a message that nobody said what to do with where it can be found.
func (r *run) setInboundAside(ctx context.Context, rv store.Review) error {
	if rv.Inbound == 0 {
		return nil
	}
	return r.setInbound(ctx, rv.Inbound, store.InboundSetAside, r.Head.Thread, "nobody said where it belongs")
}
