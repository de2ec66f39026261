package admin

import (
	"context"
	"errors"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/refusal"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// Correction is an order to move customer messages between threads, for cases that the resolver
// could not know: two threads about the same matter, or a message in the wrong thread.
type Correction struct {
	From     string   `json:"from,omitempty"`     // source thread; empty: that of the first message
	Into     string   `json:"into,omitempty"`     // the target thread; empty: a new thread
	Messages []string `json:"messages,omitempty"` // Message-IDs or journal.Ref; empty: all, a merge
	By       string   `json:"by"`                 // the person who gave the order
}

// Correct carries out a correction in one transaction, and returns it with both threads. Mails of
// the agency stay in their thread. The journals of both threads record what moved and who gave the
// order. Both threads get an event to process the change. Correct returns a refusal if the
// correction is impossible.
func (a *Admin) Correct(ctx context.Context, c Correction) (done Correction, err error) {
	ending, err := a.Agent(ctx)
	if err != nil {
		return Correction{}, err
	}
	var changed []string
	err = a.Update(ctx, failpoint.Correct, func(tx store.Tx) error {
		change := change{admin: a, agent: ending, ctx: ctx, tx: tx, Correction: c}
		err := change.make()
		done, changed = change.Correction, []string{change.From, change.Into}
		return err
	})
	if err != nil {
		return Correction{}, err
	}
	a.Log.Info("corrected",
		"from", done.From, "into", done.Into, "messages", done.Messages, "by", done.By)
	for _, thread := range changed {
		a.Signals.Threads.Wake(thread, queue.Ahead)
		a.Signals.Changed.Add(thread)
	}
	return done, nil
}

// change is a correction inside its transaction.
type change struct {
	admin *Admin
	agent *agent.Agent // ends the source of a merge
	ctx   context.Context
	tx    store.Tx
	Correction
	source, target store.Head
	moving         []queue.CustomerEvent
	staying        []queue.CustomerEvent
}

func (c *change) make() error {
	steps := []func() error{c.findSource, c.findTarget, c.pick, c.leave, c.arrive, c.index}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// isMerge reports whether all messages of the source move, so that the source ends.
func (c *change) isMerge() bool { return len(c.Messages) == 0 }

func (c *change) findSource() (err error) {
	c.Messages = slices.Clone(c.Messages)
	for i, id := range c.Messages {
		c.Messages[i] = strings.Trim(strings.TrimSpace(id), "<>")
	}
	if c.From == "" && len(c.Messages) > 0 {
		if c.From, err = threadOf(c.tx, c.Messages[0]); err != nil {
			return err
		}
	}
	c.source, err = c.open(c.From)
	return err
}

func (c *change) findTarget() (err error) {
	switch {
	case c.Into == "" && c.isMerge():
		return refusal.Errorf("merging takes the thread to merge %s into", c.source.Thread)
	case c.Into == "":
		return nil // makeTarget creates the target
	case strings.EqualFold(c.Into, c.source.Thread) && c.isMerge():
		return refusal.Errorf("%s can't be merged into itself", c.source.Thread)
	case strings.EqualFold(c.Into, c.source.Thread):
		return refusal.Errorf("the message is in %s already", c.source.Thread)
	}
	c.target, err = c.open(c.Into)
	return err
}

// open returns the head of a thread that can be corrected. The thread must not have ended, and the
// delivery of its mails to the customer must be certain.
func (c *change) open(thread string) (store.Head, error) {
	thread = strings.ToUpper(strings.TrimSpace(thread))
	h, err := c.tx.Head(thread)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return h, refusal.Errorf("there is no thread %s", thread)
	case err != nil:
		return h, err
	case thread == journal.AgencyThread:
		return h, refusal.Errorf(
			"%s is the agency's own thread; no customer's messages are in it", thread)
	case queue.IsTask(h):
		return h, refusal.Errorf("%s is a task; no customer's messages are in it", thread)
	case h.MergedInto != "":
		return h, refusal.Errorf("%s was merged into %s", thread, h.MergedInto)
	case h.Status.Ended():
		return h, refusal.Errorf(
			"%s is %s; only threads that go on can be changed", thread, h.Status)
	}
	mails, err := c.tx.ThreadMail(thread)
	for _, m := range mails {
		switch {
		case m.Kind != store.MailCustomer:
		case m.Status == store.MailSending:
			return h, refusal.Errorf("a mail of %s is being sent; try again in a minute", thread)
		case m.Status == store.MailUncertain:
			return h, refusal.Errorf("it is not known whether a mail of %s was sent; "+
				"answer the review that asks about it first", thread)
		}
	}
	return h, err
}

// pick divides the messages of the source into moving and staying.
func (c *change) pick() error {
	all, err := c.admin.Options.Messages(c.ctx, c.tx, c.source.Thread)
	if err != nil {
		return err
	}
	missing := slices.Clone(c.Messages)
	for _, e := range all {
		if c.isMerge() || slices.Contains(c.Messages, e.Mail.ID) {
			c.moving = append(c.moving, e)
		} else {
			c.staying = append(c.staying, e)
		}
		missing = slices.DeleteFunc(missing, func(id string) bool { return id == e.Mail.ID })
	}
	switch {
	case len(missing) > 0:
		return refusal.Errorf("%s is not a customer's message in %s; "+
			"ppamaild threads show %[2]s lists them by Message-ID", missing[0], c.source.Thread)
	case len(c.moving) == 0:
		return refusal.Errorf("%s has no messages of a customer", c.source.Thread)
	case !c.isMerge() && len(c.staying) == 0 && c.Into == "":
		return refusal.Errorf("nothing would stay in %s", c.source.Thread)
	case !c.isMerge() && len(c.staying) == 0:
		return refusal.Errorf("nothing would stay in %[1]s; "+
			"ppamaild threads merge %[1]s %[2]s merges the two", c.source.Thread, c.target.Thread)
	}
	return nil
}

// threadOf returns the thread of a message, or a refusal.
func threadOf(tx journal.Lookup, id string) (string, error) {
	in, err := journal.Message(tx, id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return "", refusal.Errorf("there is no message %s", id)
	case err != nil:
		return "", err
	case in.Thread == "" || in.Status != store.InboundHandled:
		return "", refusal.Errorf("the message %s is in no thread: it "+
			"is %s (%s)", id, in.Status, in.Reason)
	}
	return in.Thread, nil
}
