package intake

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ppamaild/agent"
	"ppamaild/daemon/internal/guard"
	"ppamaild/daemon/journal"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox/authres"
	"ppamaild/mailbox/document"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/origin"
	"ppamaild/mailbox/reply"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
	"ppamaild/threadresolver"
)

// parsedMail is a parsed message before its thread is known.
type parsedMail struct {
	in          store.Inbound
	msg         *message.Message
	origin      origin.Origin
	evidence    authres.Evidence // for the sender, if the sender is staff
	reply       reply.Reply
	signals     threadresolver.Signals
	fingerprint [sha256.Size]byte
	documents   []document.File // attached PDF files
	unreadable  string          // why the message could not be read, or ""
}

func unreadableMail(in store.Inbound, why error) parsedMail {
	return parsedMail{in: in, msg: &message.Message{}, unreadable: why.Error()}
}

// readAll reads stored messages.
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
	mails := make([]parsedMail, len(batch))
	for i, in := range batch {
		mails[i], err = n.read(ctx, in, raw[i])
		if guard.IsTooLong(err) { // a second attempt would take as long
			mails[i], err = unreadableMail(in, err), nil
		}
		if err != nil {
			return nil, err
		}
	}
	return mails, nil
}

// read parses a message. A panic or an endless loop in a parser becomes an error about this
// message. The message cannot stop the daemon.
func (n *Intake) read(ctx context.Context, in store.Inbound, raw []byte) (parsedMail, error) {
	name := fmt.Sprintf("reading message %d", in.ID)
	return guard.Watch(ctx, n.Watch, name, func(ctx context.Context) (parsedMail, error) {
		return n.parse(ctx, in, raw)
	})
}

func (n *Intake) parse(
	ctx context.Context, in store.Inbound, raw []byte,
) (r parsedMail, err error) {
	r.in = in
	if in.Partial && len(raw) == 0 { // the server sent no part of the message
		r.msg = &message.Message{}
		return r, nil
	}
	if r.msg, err = message.Parse(bytes.NewReader(raw), message.Limits{Files: true}); err != nil {
		return r, fmt.Errorf("reading the message: %w", err)
	}
	r.origin = n.origins.Classify(r.msg)
	r.evidence = n.evidence(ctx, r.origin, r.msg, raw)
	r.reply = reply.Extract(r.msg)
	r.signals = threadresolver.Collect(r.msg, r.reply)
	if r.origin.Lead {
		r.signals.From = []string{r.origin.From.Address}
	}
	_, isStaff := n.Staff.Find(r.origin.From.Address)
	readDocuments(ctx, &r, isStaff)
	r.fingerprint = queue.Fingerprint(r.msg, raw)
	return r, nil
}

// Mail returns a message as the planner gets it, with its author. It needs no store.
func Mail(msg *message.Message) (agent.Mail, message.Address) {
	r := parsedMail{
		msg:    msg,
		origin: origin.Classifier{}.Classify(msg),
		reply:  reply.Extract(msg),
	}
	r.signals = threadresolver.Collect(msg, r.reply)
	return r.forPlanner(templates.Embedded("en")), r.origin.From
}

// maxText bounds a task, and each text of a mail for the planner, in bytes. No reader reads more.
const maxText = 64 << 10

// forPlanner returns the message as the planner gets it. Text is the author's own words. FullText
// is the whole message, if Text is empty, cut, uncertain, or between quoted lines.
func (r parsedMail) forPlanner(w review.Phrases) agent.Mail {
	m := agent.Mail{
		ID:             r.identity(),
		Subject:        r.msg.Subject,
		Text:           r.reply.Text,
		Unread:         r.msg.Unread,
		HTMLDifference: r.msg.Departs,
		FromName:       r.origin.From.Name,
		Signature:      r.reply.Part(reply.Signature),
		Forwarded:      r.forwardedText(),
		Hidden:         r.reply.Hidden,
		Date:           r.msg.Written(r.in.InternalDate),
		Notes: slices.Concat(homographs(r.msg, w), r.msg.Problems, r.reply.Notes,
			r.documentNotes(w)),
		Documents: r.texts(),
		IsForward: r.reply.Part(reply.Forward) != "",
	}
	if answers := r.reply.Answers(); answers != m.Text {
		m.Answers = answers
	}
	clipped := false
	for _, text := range []*string{&m.Text, &m.Answers, &m.Signature, &m.Forwarded, &m.Hidden} {
		if len(*text) > maxText {
			*text, clipped = strings.ToValidUTF8((*text)[:maxText], ""), true
		}
	}
	if clipped {
		m.Notes = append(m.Notes, w.Say("intake.long_text", strconv.Itoa(maxText>>10)))
	}
	if r.reply.Interleaved || !r.reply.Clean || m.Text == "" || clipped {
		m.FullText = fullText(r.reply)
	}
	for _, a := range r.msg.Attachments {
		m.Attachments = append(m.Attachments, a.Short())
	}
	return m
}

// forwardedText returns what the author forwards; "" if the author quotes a mail of the agency.
// Such a mail tells the agency nothing new.
func (r parsedMail) forwardedText() string {
	quotesAgency := slices.ContainsFunc(r.signals.Refs, func(ref threadresolver.FoundRef) bool {
		return ref.Where == threadresolver.InQuote
	})
	if quotesAgency {
		return ""
	}
	return r.reply.Forwarded()
}

// fullText returns a message with all its segments, in order.
func fullText(r reply.Reply) string {
	var parts []string
	for _, s := range r.Segments {
		parts = append(parts, s.Text)
	}
	return strings.Join(parts, "\n")
}

// identity returns the Message-ID. A message without one gets a substitute, because a Message-ID
// is not required (RFC 5322 §3.6.4).
func (r parsedMail) identity() string {
	if r.msg.MessageID != "" {
		return r.msg.MessageID
	}
	return journal.Ref(r.in.ID)
}

// Classify returns the author and the kind of a stored message.
func (n *Intake) Classify(
	ctx context.Context, in store.Inbound, raw []byte,
) (origin.Origin, error) {
	found, err := n.read(ctx, in, raw)
	return found.origin, err
}
