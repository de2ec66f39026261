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

// Staff put right what the resolver could not know: two threads that are one
// matter, or messages that are in a thread of another. A correction moves messages
// of customers between threads in one transaction. Mails of ours stay where they
// were written, and the journals only grow: each thread's says what left or came,
// and who wanted it. What has to be worked on anew is an event in the queue.

// Correction is one change of which thread messages are in.
type Correction struct {
	From     string   `json:"from,omitempty"`     // the thread they leave; empty: the one they are in
	Into     string   `json:"into,omitempty"`     // the thread they go to; empty: a new one
	Messages []string `json:"messages,omitempty"` // as the journal names them; none: all, which ends From
	By       string   `json:"by"`                 // who wants it
}

// Correct makes a correction and returns it with the threads that it was about. It
// fails with a refusal where it can't be made.
func (a *Admin) Correct(ctx context.Context, c Correction) (done Correction, err error) {
	ending, err := a.Agent(ctx)
	if err != nil {
		return Correction{}, err
	}
	var woken []string
	err = a.Update(ctx, failpoint.Correct, func(tx store.Tx) error {
		w := correcting{d: a, ending: ending, ctx: ctx, tx: tx, Correction: c}
		err := w.correct()
		done, woken = w.Correction, []string{w.From, w.Into}
		return err
	})
	if err != nil {
		return Correction{}, err
	}
	a.Log.Info("corrected", "from", done.From, "into", done.Into, "messages", done.Messages, "by",
		done.By)
	for _, thread := range woken {
		a.Signals.Threads.Wake(thread, queue.Ahead)
	}
	return done, nil
}

// correcting is a correction inside its transaction.
type correcting struct {
	d      *Admin
	ending *agent.Agent // ends a thread that is merged
	ctx    context.Context
	tx     store.Tx
	Correction
	source, target store.Head
	moving         []queue.CustomerEvent
	staying        []queue.CustomerEvent
}

func (w *correcting) correct() error {
	steps := []func() error{w.findSource, w.findTarget, w.pick, w.leave, w.arrive, w.index}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// merges reports whether all that the source holds goes, and the source ends.
func (w *correcting) merges() bool { return len(w.Messages) == 0 }

func (w *correcting) findSource() (err error) {
	w.Messages = slices.Clone(w.Messages)
	for i, id := range w.Messages {
		w.Messages[i] = strings.Trim(strings.TrimSpace(id), "<>")
	}
	if w.From == "" && len(w.Messages) > 0 {
		if w.From, err = threadOf(w.tx, w.Messages[0]); err != nil {
			return err
		}
	}
	w.source, err = w.open(w.From)
	return err
}

func (w *correcting) findTarget() (err error) {
	switch {
	case w.Into == "" && w.merges():
		return refusal.Errorf("merging takes the thread to merge %s into", w.source.Thread)
	case w.Into == "":
		return nil // it is made when its first message is known
	case strings.EqualFold(w.Into, w.source.Thread) && w.merges():
		return refusal.Errorf("%s can't be merged into itself", w.source.Thread)
	case strings.EqualFold(w.Into, w.source.Thread):
		return refusal.Errorf("the message is in %s already", w.source.Thread)
	}
	w.target, err = w.open(w.Into)
	return err
}

// open returns the head of a thread that can be corrected: one that goes on, and of
// which it is known what the customer got.
func (w *correcting) open(thread string) (store.Head, error) {
	thread = strings.ToUpper(strings.TrimSpace(thread))
	h, err := w.tx.Head(thread)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return h, refusal.Errorf("there is no thread %s", thread)
	case err != nil:
		return h, err
	case thread == journal.AgencyThread:
		return h, refusal.Errorf("%s is the agency's own thread; no customer's messages are in it",
			thread)
	case queue.IsTask(h):
		return h, refusal.Errorf("%s is a task; no customer's messages are in it", thread)
	case h.MergedInto != "":
		return h, refusal.Errorf("%s was merged into %s", thread, h.MergedInto)
	case h.Status.Ended():
		return h, refusal.Errorf("%s is %s; only threads that go on can be changed", thread,
			h.Status)
	}
	mails, err := w.tx.ThreadMail(thread)
	for _, m := range mails {
		switch {
		case m.Kind != store.MailCustomer:
		case m.Status == store.MailSending:
			return h, refusal.Errorf("a mail of %s is being sent; try again in a minute", thread)
		case m.Status == store.MailUncertain:
			return h, refusal.Errorf("it is not known whether a mail of %s was sent; answer the review that asks about it first", thread)
		}
	}
	return h, err
}

// pick parts the source's messages into those that go and those that stay.
func (w *correcting) pick() error {
	all, err := w.d.Options.Messages(w.ctx, w.tx, w.source.Thread)
	if err != nil {
		return err
	}
	missing := slices.Clone(w.Messages)
	for _, e := range all {
		if w.merges() || slices.Contains(w.Messages, e.Mail.ID) {
			w.moving = append(w.moving, e)
		} else {
			w.staying = append(w.staying, e)
		}
		missing = slices.DeleteFunc(missing, func(id string) bool { return id == e.Mail.ID })
	}
	switch {
	case len(missing) > 0:
		return refusal.Errorf("%s is no message of a customer's in %s; ppamaild threads show %[2]s lists them by Message-ID", missing[0], w.source.Thread)
	case len(w.moving) == 0:
		return refusal.Errorf("%s holds no message of a customer's", w.source.Thread)
	case !w.merges() && len(w.staying) == 0 && w.Into == "":
		return refusal.Errorf("nothing would stay in %s", w.source.Thread)
	case !w.merges() && len(w.staying) == 0:
		return refusal.Errorf("nothing would stay in %[1]s; ppamaild threads merge %[1]s %[2]s merges the two", w.source.Thread, w.target.Thread)
	}
	return nil
}

// threadOf returns the thread that a message is in.
func threadOf(tx store.Tx, id string) (string, error) {
	in, err := journal.Message(tx, id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return "", refusal.Errorf("there is no message %s", id)
	case err != nil:
		return "", err
	case in.Thread == "" || in.Status != store.InboundHandled:
		return "", refusal.Errorf("the message %s is in no thread: it is %s (%s)", id, in.Status,
			in.Reason)
	}
	return in.Thread, nil
}
