package daemon

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/reading"
	"ppamaild/store"
	"ppamaild/templates"
)

// maxTurns bounds how much of a conversation a review mail repeats; the thread
// itself is in the reader's mail program.
const maxTurns = 6

// lookBack bounds how many entries of the journal are read for them, so that a review
// costs the same at the thread's thousandth turn as at its tenth.
const lookBack = 200

// conversation is what was said last, private numbers masked: the turns of the
// journal and those of this run.
func (r *run) conversation(ctx context.Context) ([]templates.Turn, error) {
	if t := r.state.Task; t != nil {
		return []templates.Turn{{Who: t.By, When: r.d.When(t.At), Text: reading.Mask(excerpt(t.Text))}}, nil
	}
	c := conversation{run: r}
	for _, n := range slices.Backward(r.notes) {
		if c.goesOn(n) {
			c.add(n)
		}
	}
	err := r.d.store.View(ctx, func(tx store.Tx) (failed error) {
		looked := 0
		err := tx.LatestEntries(r.head.Thread, func(e store.Entry) bool {
			n := agent.Note{At: e.At, Source: e.Source, Kind: e.Kind, Actor: e.Actor, Ref: e.Ref}
			if c.goesOn(n) {
				n.Payload, failed = said(tx, e)
				c.add(n)
			}
			looked++
			return len(c.turns) < maxTurns && looked < lookBack && failed == nil
		})
		return errors.Join(err, failed)
	})
	slices.Reverse(c.turns)
	return c.turns[max(0, len(c.turns)-maxTurns):], err
}

// conversation gathers turns from the last one on.
type conversation struct {
	run   *run
	turns []templates.Turn // newest first
	refs  []string         // of turns
	moved []string         // refs of what has left the thread since
}

// goesOn reports whether a note may be a turn.
func (c *conversation) goesOn(n agent.Note) bool {
	if n.Kind == journal.KindMovedOut {
		c.moved = append(c.moved, n.Ref)
	}
	return isTurn(n.Source, n.Kind) && !slices.Contains(c.moved, n.Ref)
}

// add adds a turn. What was taken in a second time, as its thread began anew, stands
// where it did at first.
func (c *conversation) add(n agent.Note) {
	turn := templates.Turn{When: c.run.d.When(n.At)}
	switch said := n.Payload.(type) {
	case agent.CustomerMessage:
		turn.Who, turn.Text = sender(said.Mail.FromName, n.Actor), reading.Mask(shown(said.Mail))
	case agent.Draft:
		turn.Who, turn.Text = c.run.d.Config.Agency.Name, said.Text
	default: // it was erased
		return
	}
	if i := slices.Index(c.refs, n.Ref); i >= 0 {
		c.turns, c.refs = slices.Delete(c.turns, i, i+1), slices.Delete(c.refs, i, i+1)
	}
	c.turns, c.refs = append(c.turns, turn), append(c.refs, n.Ref)
}

// said reads what an entry of the journal says that is a turn; nil where that was erased.
func said(tx store.Tx, e store.Entry) (any, error) {
	payload, err := tx.Payload(e)
	switch {
	case payload == nil || err != nil:
		return nil, err
	case e.Source == store.SourceCustomer:
		return decoded[agent.CustomerMessage](payload)
	}
	return decoded[agent.Draft](payload)
}

func decoded[T any](payload []byte) (v T, err error) {
	err = json.Unmarshal(payload, &v)
	return v, err
}

// isTurn reports whether an entry of the journal is something that was said.
func isTurn(source store.Source, kind string) bool {
	switch source {
	case store.SourceCustomer:
		return kind == agent.KindMessage || kind == journal.KindUnread
	case store.SourceSystem:
		return kind == journal.KindOutbox
	}
	return false
}

// shown is a customer's message as staff see it: what they wrote (all of it, where
// that could not be told from what they quoted), the mail that they pass on, what they
// attached, and what was odd about it.
func shown(m agent.Mail) string {
	text := cmp.Or(m.Whole, m.Text)
	if m.Passes && m.Whole == "" {
		text += "\n\n[passed on below it:]\n\n" + m.Forwarded
	}
	text = excerpt(text)
	if len(m.Attachments) > 0 {
		text += "\n\n[attached, not read: " + strings.Join(m.Attachments, ", ") + "]"
	}
	for _, note := range m.Notes {
		text += "\n[" + note + "]"
	}
	return text
}

// mostShown is how much of one text a mail to staff repeats, in octets. It goes to each of
// them, as text and as HTML, and into each review that follows; servers refuse mails of
// many megabytes, and then nobody could decide.
const mostShown = 64 << 10

// excerpt is a text that somebody wrote as mails to staff repeat it: where it is long, its
// beginning, and how much that leaves out.
func excerpt(text string) string {
	if len(text) <= mostShown {
		return text
	}
	part := strings.ToValidUTF8(text[:mostShown], "")
	if end := strings.LastIndexAny(part, " \n"); end > mostShown/2 { // no number is cut in two
		part = part[:end]
	}
	return fmt.Sprintf("%s\n\n[%d kB more are left out here; all of it lies in the mailbox]", part, (len(text)-len(part)+999)/1000)
}
