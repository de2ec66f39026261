package privacy

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"ppamaild/store"
)

// KindErased is the journal's kind for what an order erased; it refers to the order.
const KindErased = "erased"

// Erasure is what an entry of KindErased holds: in a thread's journal which entries the
// order erased some of, in the agency's own also what it came to in all.
type Erasure struct {
	Through uint64 `json:"through"` // entries up to this one
	Entries int    `json:"entries"` // of them, in this journal
	// Of the agency's journal only:
	Threads []string `json:"threads,omitempty"`
	Counts  *Counts  `json:"counts,omitempty"`
	Digest  string   `json:"digest,omitempty"` // of the receipt
}

// CarryOut erases what the plan has, in the transaction, and has the journals say so.
// store.ErrConflict where a thread, a message or a mail of it has changed since the plan
// was made, or what is held.
func (p *Plan) CarryOut(tx store.Tx) error {
	for _, step := range []func(store.Tx) error{p.compareHolds, p.blank, p.eraseMails, p.eraseMessages, p.eraseRest, p.eraseEntries} {
		if err := step(tx); err != nil {
			return err
		}
	}
	return nil
}

// Sign makes the receipt whole: by its digest.
func (p *Plan) Sign(elsewhere []string, dry bool) (Receipt, error) {
	p.Elsewhere, p.DryRun, p.Digest = elsewhere, dry, ""
	raw, err := json.Marshal(p.Receipt)
	if err != nil {
		return Receipt{}, fmt.Errorf("making the receipt: %w", err)
	}
	sum := sha256.Sum256(raw)
	p.Digest = hex.EncodeToString(sum[:])
	return p.Receipt, nil
}

// blank leaves of the heads that there was a thread, and how it ended.
func (p *Plan) blank(tx store.Tx) error {
	for thread, was := range p.whole {
		state, err := p.agency.Blank(was)
		if err != nil {
			return err
		}
		_, err = tx.PutHead(store.Head{
			Thread: thread, Version: was.Version, Workflow: was.Workflow, Status: was.Status, CreatedAt: was.CreatedAt, UpdatedAt: was.UpdatedAt,
			Reviews: was.Reviews, MergedInto: was.MergedInto, Erased: p.At, State: state,
		})
		if err != nil {
			return err
		}
	}
	for _, h := range p.shared {
		others := []string{}
		for _, address := range h.Participants {
			if !p.names(address) {
				others = append(others, address)
			}
		}
		h.Participants = others
		if p.names(h.ReplyTo) {
			h.ReplyTo = ""
		}
		if _, err := tx.PutHead(h); err != nil {
			return err
		}
	}
	return nil
}

// compareHolds refuses a plan that does not know of all that is held.
func (p *Plan) compareHolds(tx store.Tx) error {
	all, err := tx.Holds()
	same := func(a, b store.Hold) bool { return a.On == b.On }
	if err == nil && !slices.EqualFunc(all, p.heeds, same) {
		err = fmt.Errorf("other things are held by now: %w", store.ErrConflict)
	}
	return err
}

// eraseMails erases mails; those to staff that have not left never will.
func (p *Plan) eraseMails(tx store.Tx) error {
	for _, was := range p.mails {
		m, err := tx.Mail(was.ID)
		if err != nil {
			return err
		}
		if m.Status != was.Status { // one that is being sent would be recorded with all its words
			return fmt.Errorf("mail %d is %s by now: %w", m.ID, m.Status, store.ErrConflict)
		}
		if m.Status.Due() {
			m.Status = store.MailWithdrawn
			err = tx.PutMail(m)
		}
		if err := errors.Join(err, tx.EraseMail(m.ID)); err != nil {
			return err
		}
	}
	return nil
}

// eraseMessages erases what came in.
func (p *Plan) eraseMessages(tx store.Tx) error {
	for id, was := range p.inbound {
		in, err := tx.Inbound(id)
		if err == nil && (in.Status != was.Status || in.Thread != was.Thread) { // staff had it released, say
			err = fmt.Errorf("message %d is %s by now: %w", id, in.Status, store.ErrConflict)
		}
		if err != nil {
			return err
		}
		if err := tx.EraseInbound(id); err != nil {
			return err
		}
	}
	return nil
}

func (p *Plan) eraseRest(tx store.Tx) error {
	for _, rv := range p.reviews {
		if err := rv.erase(tx); err != nil {
			return err
		}
	}
	for _, e := range p.effects {
		e.Result, e.Error = nil, ""
		if err := tx.PutEffect(e); err != nil {
			return err
		}
	}
	for _, t := range p.timers {
		if err := tx.DeleteTimer(t.Thread, t.Name); err != nil {
			return err
		}
	}
	for _, id := range p.ids {
		if err := tx.DeleteMessageID(id); err != nil {
			return err
		}
	}
	for _, address := range p.addresses {
		if err := errors.Join(tx.DeleteCorrespondent(address), tx.DeleteAuthenticated(address)); err != nil {
			return err
		}
	}
	return nil
}

// eraseEntries erases what the journals have, and notes in each which order did.
func (p *Plan) eraseEntries(tx store.Tx) error {
	for thread, lines := range p.entries {
		for _, l := range lines {
			err := tx.Erase(thread, l.seq)
			if l.names {
				err = errors.Join(err, tx.EraseNames(thread, l.seq))
			}
			if err != nil {
				return err
			}
		}
		if thread == p.agency.Thread {
			continue
		}
		if err := p.note(tx, thread, Erasure{Through: lines[len(lines)-1].seq, Entries: len(lines)}); err != nil {
			return err
		}
	}
	own := Erasure{Entries: len(p.entries[p.agency.Thread]), Threads: p.Threads, Counts: &p.Erased, Digest: p.Digest}
	if own.Entries > 0 {
		own.Through = p.entries[p.agency.Thread][own.Entries-1].seq
	}
	return p.note(tx, p.agency.Thread, own)
}

func (p *Plan) note(tx store.Journals, thread string, e Erasure) error {
	source := store.SourceSystem
	if p.forgets() {
		source = store.SourceHumanReview
	}
	payload, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("noting what was erased of %s: %w", thread, err)
	}
	_, err = tx.Append(store.Entry{Thread: thread, At: p.At, Source: source, Kind: KindErased, Actor: p.By, Ref: p.Order}, payload)
	return err
}

// sayKept tells what stays of all that goes, and why.
func (p *Plan) sayKept() {
	if p.Erased.Reviews > 0 {
		p.keep("decisions", "who of staff decided what, when and in which message, with the digests of what was decided: the agency answers for them")
	}
	if p.Erased.Entries > 0 {
		p.keep("lines of journals", "when what kind of thing happened, with salted digests, so that nobody can have changed a journal unseen")
	}
	if p.Erased.Messages > 0 {
		p.keep("digests of messages", "so that a message is not answered once more should the mail server hand it out again")
	}
}
