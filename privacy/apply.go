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

// KindErased is the kind of journal entries about erased data. The entry's Ref is the order.
const KindErased = "erased"

// Erasure is the payload of a KindErased entry. In a thread's journal it counts the erased
// entries. In the agency's journal it also has the totals.
type Erasure struct {
	Through uint64 `json:"through"` // last erased entry
	Entries int    `json:"entries"` // number of erased entries in this journal
	// Only in the agency's journal:
	Threads []string `json:"threads,omitempty"`
	Counts  *Counts  `json:"counts,omitempty"`
	Digest  string   `json:"digest,omitempty"` // of the receipt
	Via     string   `json:"via,omitempty"`    // "console"; "" for a command
}

// Apply erases the records of the plan in one transaction and appends journal entries. Apply
// returns store.ErrConflict if a thread, a message, a mail or the list of holds has changed
// since Find.
func (p *Plan) Apply(tx store.Tx) error {
	for _, step := range []func(store.Tx) error{p.compareHolds, p.blankHeads, p.eraseMails, p.eraseMessages, p.eraseRest, p.eraseEntries, p.mark} {
		if err := step(tx); err != nil {
			return err
		}
	}
	return nil
}

// Sign completes the receipt with its digest.
func (p *Plan) Sign(elsewhere []string, dry bool) error {
	p.Elsewhere, p.DryRun, p.Digest = elsewhere, dry, ""
	raw, err := json.Marshal(p.Receipt)
	if err != nil {
		return fmt.Errorf("encoding the receipt: %w", err)
	}
	sum := sha256.Sum256(raw)
	p.Digest = hex.EncodeToString(sum[:])
	return nil
}

// blankHeads replaces the heads. Of erased threads, the status and times remain. Shared threads
// lose the erased addresses.
func (p *Plan) blankHeads(tx store.Tx) error {
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

// compareHolds returns store.ErrConflict if the holds have changed since Find.
func (p *Plan) compareHolds(tx store.Tx) error {
	all, err := tx.Holds()
	same := func(a, b store.Hold) bool { return a.On == b.On }
	if err == nil && !slices.EqualFunc(all, p.holdsBefore, same) {
		err = fmt.Errorf("the holds have changed: %w", store.ErrConflict)
	}
	return err
}

// eraseMails erases mails. Unsent mails to staff are withdrawn.
func (p *Plan) eraseMails(tx store.Tx) error {
	for _, was := range p.mails {
		m, err := tx.Mail(was.ID)
		if err != nil {
			return err
		}
		if m.Status != was.Status { // sending records the mail with all its text
			return fmt.Errorf("mail %d is now %s: %w", m.ID, m.Status, store.ErrConflict)
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

// eraseMessages erases incoming messages.
func (p *Plan) eraseMessages(tx store.Tx) error {
	for id, was := range p.inbound {
		in, err := tx.Inbound(id)
		if err == nil && (in.Status != was.Status || in.Thread != was.Thread) { // for example, staff released the message
			err = fmt.Errorf("message %d is now %s: %w", id, in.Status, store.ErrConflict)
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
	for _, ids := range p.ids {
		for _, id := range ids {
			if err := tx.DeleteMessageID(id); err != nil {
				return err
			}
		}
	}
	for _, address := range p.addresses {
		if err := errors.Join(tx.DeleteCorrespondent(address), tx.DeleteAuthenticated(address)); err != nil {
			return err
		}
	}
	return nil
}

// eraseEntries erases journal entries and appends a KindErased entry to each journal.
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
		if err := p.appendErasure(tx, thread, Erasure{Through: lines[len(lines)-1].seq, Entries: len(lines)}); err != nil {
			return err
		}
	}
	own := Erasure{Entries: len(p.entries[p.agency.Thread]), Threads: p.Threads, Counts: &p.Erased, Digest: p.Digest}
	if own.Entries > 0 {
		own.Through = p.entries[p.agency.Thread][own.Entries-1].seq
	}
	return p.appendErasure(tx, p.agency.Thread, own)
}

func (p *Plan) appendErasure(tx store.Journals, thread string, e Erasure) error {
	source := store.SourceSystem
	if p.isForget() {
		source = store.SourceHumanReview
	}
	if thread == p.agency.Thread {
		e.Via = p.Via
	}
	payload, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("recording the erasure of %s: %w", thread, err)
	}
	_, err = tx.Append(store.Entry{Thread: thread, At: p.At, Source: source, Kind: KindErased, Actor: p.By, Ref: p.Order}, payload)
	return err
}

// explainKept lists the kept parts of erased records, with reasons.
func (p *Plan) explainKept() {
	if p.Erased.Reviews > 0 {
		p.keep("decisions", "staff decisions with person, time, message and digest, because the agency is responsible for them")
	}
	if p.Erased.Entries > 0 {
		p.keep("journal entries", "time and kind of each event, with salted digests, so that a changed journal is detected")
	}
	if p.Erased.Messages > 0 {
		p.keep("digests of messages", "so that a message gets no second answer if the mail server delivers it again")
	}
}
