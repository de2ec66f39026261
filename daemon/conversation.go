package daemon

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/extract"
	"ppamaild/store"
	"ppamaild/templates"
)

// maxTurns bounds how much of a conversation a review mail repeats; the thread
// itself is in the reader's mail program.
const maxTurns = 6

// lookBack is how much of the journal is read for them at first, and lookBackAtMost
// bounds what is read where that is too little, so that a review costs the same at
// the thread's thousandth turn as at its tenth.
const (
	lookBack       = 50
	lookBackAtMost = 200
)

// conversation is what was said so far, private numbers masked: the journal's
// messages and those of this run.
func (r *run) conversation(ctx context.Context) ([]templates.Turn, error) {
	if t := r.state.Task; t != nil {
		return []templates.Turn{{Who: t.By, When: r.d.when(t.At), Text: extract.Mask(t.Text)}}, nil
	}
	var turns []templates.Turn
	var refs []string // of turns
	add := func(source store.Source, kind, actor, ref string, at time.Time, payload []byte) {
		if i := slices.Index(refs, ref); kind == noteMovedOut && i >= 0 {
			turns, refs = slices.Delete(turns, i, i+1), slices.Delete(refs, i, i+1)
		}
		if turn, is := r.turn(source, kind, actor, at, payload); is && !slices.Contains(refs, ref) {
			turns, refs = append(turns, turn), append(refs, ref)
		}
	}
	err := r.d.store.View(ctx, func(tx store.Tx) error {
		last, err := tx.JournalLength(r.head.Thread)
		for back := min(last, lookBack); err == nil; back = min(last, 2*back) {
			turns, refs = nil, nil
			err = tx.Journal(r.head.Thread, last-back, func(e store.Entry, payload []byte) bool {
				add(e.Source, e.Kind, e.Actor, e.Ref, e.At, payload)
				return true
			})
			if len(turns) >= maxTurns || back >= min(last, lookBackAtMost) {
				break
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, n := range r.notes {
		var payload []byte
		if isTurn(n.Source, n.Kind) {
			if payload, err = json.Marshal(n.Payload); err != nil {
				return nil, err
			}
		}
		add(n.Source, n.Kind, n.Actor, n.Ref, n.At, payload)
	}
	return turns[max(0, len(turns)-maxTurns):], nil
}

func (r *run) turn(source store.Source, kind, actor string, at time.Time, payload []byte) (templates.Turn, bool) {
	switch {
	case !isTurn(source, kind):
		return templates.Turn{}, false
	case source == store.SourceCustomer:
		var m agent.CustomerMessage
		err := json.Unmarshal(payload, &m)
		return templates.Turn{Who: actor, When: r.d.when(at), Text: extract.Mask(shown(m.Mail))}, err == nil
	default:
		var d agent.Draft
		err := json.Unmarshal(payload, &d)
		return templates.Turn{Who: r.d.cfg.Agency.Name, When: r.d.when(at), Text: d.Text}, err == nil
	}
}

// isTurn reports whether an entry of the journal is something that was said.
func isTurn(source store.Source, kind string) bool {
	switch source {
	case store.SourceCustomer:
		return kind == agent.KindMessage || kind == noteUnread
	case store.SourceSystem:
		return kind == noteOutbox
	}
	return false
}

// shown is a customer's message as staff see it: what they wrote (all of it, where
// that could not be told from what they quoted), what they attached, and what was
// odd about it.
func shown(m agent.Mail) string {
	text := cmp.Or(m.Whole, m.Text)
	if len(m.Attachments) > 0 {
		text += "\n\n[attached, not read: " + strings.Join(m.Attachments, ", ") + "]"
	}
	for _, note := range m.Notes {
		text += "\n[" + note + "]"
	}
	return text
}
