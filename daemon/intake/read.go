package intake

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/authres"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/origin"
	"ppamaild/mailbox/reply"
	"ppamaild/store"
	"ppamaild/threadresolver"
)

// parsedMail is what was found in a message, before it is known whose it is.
type parsedMail struct {
	in       store.Inbound
	msg      *message.Message
	origin   origin.Origin
	evidence authres.Evidence // on the sender; of staff's mail only
	reply    reply.Reply
	signals  threadresolver.Signals
	print    [sha256.Size]byte
}

// readAll reads messages as they were stored.
func (n *Intake) readAll(ctx context.Context, batch []store.Inbound) ([]parsedMail, error) {
	raw := make([][]byte, len(batch))
	err := n.Store.View(ctx, func(tx store.Tx) (err error) {
		for i, in := range batch {
			if raw[i], err = tx.InboundRaw(in.ID); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	readings := make([]parsedMail, len(batch))
	for i, in := range batch {
		if readings[i], err = n.read(ctx, in, raw[i]); err != nil {
			return nil, err
		}
	}
	return readings, nil
}

// readTime is how long the reading of one message may take.
const readTime = 30 * time.Second

// read takes a message apart. Whatever is wrong with it, it must not take the
// channel down: a panic in a parser, or one that finds no end, is an error about
// this one message.
func (n *Intake) read(ctx context.Context, in store.Inbound, raw []byte) (parsedMail, error) {
	return inTime(readTime, "reading the message", func() (parsedMail, error) {
		return n.take(ctx, in, raw)
	})
}

// inTime does something that takes no context. What takes longer than limit is
// left to itself.
func inTime[T any](limit time.Duration, what string, work func() (T, error)) (v T, err error) {
	done := make(chan struct{})
	var got T
	var failed error
	go func() {
		defer close(done)
		got, failed = guard.RecoverPanic(work)
	}()
	select {
	case <-done:
		return got, failed
	case <-time.After(limit):
		return v, fmt.Errorf("%s takes longer than %s", what, limit)
	}
}

func (n *Intake) take(ctx context.Context, in store.Inbound, raw []byte) (r parsedMail, err error) {
	r.in = in
	if in.Partial && len(raw) == 0 { // the server sent nothing of it
		r.msg = &message.Message{}
		return r, nil
	}
	if r.msg, err = message.Parse(bytes.NewReader(raw), message.Limits{}); err != nil {
		return r, fmt.Errorf("reading the message: %w", err)
	}
	r.origin = n.origins.Classify(r.msg)
	r.evidence = n.evidence(ctx, r.origin, r.msg, raw)
	r.reply = reply.Extract(r.msg)
	r.signals = threadresolver.Collect(r.msg, r.reply)
	if r.origin.Lead {
		r.signals.From = []string{r.origin.From.Address}
	}
	r.print = queue.Fingerprint(r.msg, raw)
	return r, nil
}

// Mail returns a message as the planner gets it, with its author. It needs no store.
func Mail(msg *message.Message) (agent.Mail, message.Address) {
	r := parsedMail{msg: msg, origin: origin.Classifier{}.Classify(msg), reply: reply.Extract(msg)}
	r.signals = threadresolver.Collect(msg, r.reply)
	return r.forPlanner(), r.origin.From
}

// forPlanner is the message as the planner gets it: the author's own words, and
// beside them all of it where those are little or stand between quoted lines.
func (r parsedMail) forPlanner() agent.Mail {
	m := agent.Mail{
		ID: r.identity(), Subject: r.msg.Subject, Text: r.reply.Text, Unread: r.msg.Unread,
		HTMLDifference: r.msg.Departs, FromName: r.origin.From.Name,
		Signature: r.reply.Part(reply.Signature), Forwarded: r.passedOn(), Hidden: r.reply.Hidden,
		Date: r.msg.Written(r.in.InternalDate), Notes: slices.Concat(spelt(r.msg), r.msg.Problems,
			r.reply.Notes),
	}
	m.IsForward = r.reply.Part(reply.Forward) != ""
	if answers := r.reply.Answers(); answers != m.Text {
		m.Answers = answers
	}
	if r.reply.Interleaved || !r.reply.Clean || m.Text == "" {
		m.FullText = whole(r.reply)
	}
	for _, a := range r.msg.Attachments {
		m.Attachments = append(m.Attachments, a.String())
	}
	return m
}

// passedOn is what the author hands on. A mail of ours below theirs is nothing of the kind:
// what it says of them we know.
func (r parsedMail) passedOn() string {
	if slices.ContainsFunc(r.signals.Refs,
		func(ref threadresolver.FoundRef) bool { return ref.Where == threadresolver.InQuote }) {
		return ""
	}
	return r.reply.Forwarded()
}

// whole is a message with all its segments, in order.
func whole(r reply.Reply) string {
	var parts []string
	for _, s := range r.Segments {
		parts = append(parts, s.Text)
	}
	return strings.Join(parts, "\n")
}

// identity is the message's Message-ID, or what stands in for it where it has
// none: RFC 5322 §3.6.4 only says that there should be one.
func (r parsedMail) identity() string {
	if r.msg.MessageID != "" {
		return r.msg.MessageID
	}
	return journal.Ref(r.in.ID)
}

// classify tells who wrote a stored message, and what kind of message it is.
func (n *Intake) Classify(ctx context.Context, in store.Inbound, raw []byte) (origin.Origin, error) {
	found, err := n.read(ctx, in, raw)
	return found.origin, err
}
