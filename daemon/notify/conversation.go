package notify

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/daemon/journal"
	"ppamaild/reading"
	"ppamaild/report"
	"ppamaild/store"
	"ppamaild/templates"
)

// maxTurns bounds the turns of a conversation in a review mail. The reader's mail program has
// the whole thread.
const maxTurns = 6

// LookBack bounds the entries of the journal that one review reads, so the cost does not
// grow with the thread.
const LookBack = 200

// Conversation is the latest turns of the journal and of the run, with private numbers masked.
func (v *View) Conversation(ctx context.Context, rv store.Review) ([]templates.Turn, error) {
	c, err := v.talk(ctx, rv)
	return c.turns, err
}

// talk is the conversation with the own text of the last message, once for all mails of a review.
func (v *View) talk(ctx context.Context, rv store.Review) (conversation, error) {
	var err error
	if v.talked.review != rv.Number {
		v.talked, err = v.conversation(ctx)
		v.talked.review = rv.Number
	}
	return v.talked, err
}

func (v *View) conversation(ctx context.Context) (conversation, error) {
	c := conversation{view: v}
	for _, n := range slices.Backward(v.Notes) {
		if c.goesOn(n) {
			c.add(n)
		}
	}
	err := v.Store.View(ctx, func(tx store.Tx) (failed error) {
		looked := 0
		err := tx.LatestEntries(v.Head.Thread, func(e store.Entry) bool {
			n := agent.Note{At: e.At, Source: e.Source, Kind: e.Kind, Actor: e.Actor, Ref: e.Ref}
			if c.goesOn(n) {
				n.Payload, failed = said(tx, e)
				c.add(n)
			}
			looked++
			return len(c.turns) < maxTurns && looked < LookBack && failed == nil
		})
		return errors.Join(err, failed)
	})
	slices.Reverse(c.turns)
	c.turns = c.turns[max(0, len(c.turns)-maxTurns):]
	if t := v.State.Task; t != nil {
		c.last = reading.Mask(v.Excerpt(t.Text))
		given := templates.Turn{Who: t.By, When: v.When(t.At), Text: c.last}
		c.turns = append([]templates.Turn{given}, c.turns...)
	}
	return c, err
}

// Remarks are the latest notes of staff for colleagues, with private numbers masked.
func (v *View) Remarks(ctx context.Context) ([]templates.Turn, error) {
	c, err := v.conversation(ctx)
	isOther := func(t templates.Turn) bool { return !isNote(v.Writer, t) }
	return slices.DeleteFunc(c.turns, isOther), err
}

// conversation gathers turns, newest first.
type conversation struct {
	view   *View
	review int
	turns  []templates.Turn // newest first
	refs   []string         // of turns
	gone   []string         // refs of moved messages, and of mails that never leave
	last   string           // own text of the customer's last message; "" for none

	withFiles []received // messages of the customer, newest first
}

// goesOn reports whether a note can be a turn.
func (c *conversation) goesOn(n agent.Note) bool {
	switch n.Kind {
	case journal.KindMovedOut, journal.KindWithdrawn, journal.KindMailWithdrawn:
		c.gone = append(c.gone, n.Ref)
	}
	if c.view.State.Task != nil && n.Kind != journal.KindNote { // a task has one message
		return false
	}
	return isTurn(n.Source, n.Kind) && !slices.Contains(c.gone, n.Ref)
}

// add adds a turn. A message that a restarted thread read twice keeps its first place.
func (c *conversation) add(n agent.Note) {
	turn := templates.Turn{When: c.view.When(n.At)}
	switch said := n.Payload.(type) {
	case agent.CustomerMessage:
		shown := c.view.Shown(said.Mail)
		turn.Who, turn.Text = report.Sender(said.Mail.FromName, n.Actor), reading.Mask(shown)
		if len(said.Mail.Attachments) > 0 {
			c.withFiles = append(c.withFiles, received{n.At, said.Inbound, said.Mail.ID})
		}
		if c.last == "" {
			c.last = turn.Text
			if own := c.view.Excerpt(strings.TrimSpace(said.Mail.Text)); own != "" && own != shown {
				c.last = reading.Mask(own)
			}
		}
	case agent.Draft:
		turn.Who, turn.Text = c.view.Config.Agency.Name, said.Text
	case note:
		turn.Who = c.view.Say("notify.note", c.view.Named(n.Actor))
		turn.Text = reading.Mask(c.view.Excerpt(string(said)))
	default: // erased
		return
	}
	if i := slices.Index(c.refs, n.Ref); i >= 0 && n.Ref != "" {
		c.turns, c.refs = slices.Delete(c.turns, i, i+1), slices.Delete(c.refs, i, i+1)
	}
	c.turns, c.refs = append(c.turns, turn), append(c.refs, n.Ref)
}

// note is a note of staff for colleagues.
type note string

// isNote reports whether a turn is a note. The turn of a customer ends with an address.
func isNote(w *Writer, t templates.Turn) bool {
	return strings.HasSuffix(t.Who, w.Say("notify.note", ""))
}

// said reads the turn of an entry of the journal; nil if erased.
func said(tx store.Tx, e store.Entry) (any, error) {
	payload, err := tx.Payload(e)
	switch {
	case payload == nil || err != nil:
		return nil, err
	case e.Source == store.SourceCustomer:
		return decoded[agent.CustomerMessage](payload)
	case e.Kind == journal.KindNote:
		return decoded[note](payload)
	}
	return decoded[agent.Draft](payload)
}

func decoded[T any](payload []byte) (v T, err error) {
	err = json.Unmarshal(payload, &v)
	return v, err
}

// isTurn reports whether an entry of the journal is a turn of the conversation.
func isTurn(source store.Source, kind string) bool {
	switch source {
	case store.SourceCustomer:
		return kind == agent.KindMessage || kind == journal.KindUnread
	case store.SourceSystem:
		return kind == journal.KindOutbox
	case store.SourceHumanReview:
		return kind == journal.KindNote
	}
	return false
}
