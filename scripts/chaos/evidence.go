package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"maps"
	"slices"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"ppamaild/config"
	"ppamaild/daemon/history"
	"ppamaild/daemon/replay"
	"ppamaild/report"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
)

// evidence is all that there is to judge by once nothing runs any more: what people
// know that they wrote, what lies in their mailboxes, what the store holds, and what
// the carrier did.
type evidence struct {
	rounds    rounds
	talks     []*talk
	decisions []decision
	troubles  []error
	inboxes   map[string]inbox // by owner
	copies    map[string]int   // in the agency's Sent, by Message-ID
	threads   []thread
	sizes     map[string]int  // of the mails in the outbox, by Message-ID
	inbound   []store.Inbound // that were not handled
	queued    []string        // threads with events that were not dealt with
	effects   []store.Effect
	calls     map[string][]int // statuses that the carrier answered, by key
}

// inbox is what arrived, by Message-ID.
type inbox map[string][]arrival

// arrival is what is kept of a mail that arrived, as there are thousands.
type arrival struct {
	answers string // Message-ID
	subject string
	end     store.Sum // of as many octets at its end as the mail in the outbox has
}

// thread is a thread with what came of replaying it.
type thread struct {
	report.Thread
	differences []report.Change
	unreplayed  error
}

// evidence collects what there is.
func (s *siege) evidence(ctx context.Context) (e evidence, err error) {
	t := s.town
	e.rounds = s.rounds
	t.mu.Lock()
	e.talks, e.decisions, e.troubles = t.talks, t.decisions, t.troubles
	t.mu.Unlock()
	s.carrier.mu.Lock()
	e.calls = maps.Clone(s.carrier.calls)
	s.carrier.mu.Unlock()
	kept, cfg, err := s.openStore()
	if err != nil {
		return e, err
	}
	err = errors.Join(e.readThreads(ctx, history.Reader{Store: kept}, cfg), e.readRest(ctx, kept), kept.Close())
	return e, errors.Join(err, e.readSent(s.host), e.readInboxes(ctx, t))
}

// readSent reads what lies in the agency's Sent.
func (e *evidence) readSent(host sandbox.Host) error {
	client, err := imapclient.DialInsecure(host.IMAP().Addr(), nil)
	if err != nil {
		return err
	}
	defer client.Close()
	user, password := host.Account(play.Quotes)
	if err := client.Login(user, password).Wait(); err != nil {
		return err
	}
	sent, err := client.Select("Sent", &imap.SelectOptions{ReadOnly: true}).Wait()
	if err != nil {
		return err
	}
	e.copies = make(map[string]int)
	if sent.NumMessages == 0 {
		return nil
	}
	mails, err := client.Fetch(imap.SeqSet{{Start: 1, Stop: sent.NumMessages}}, &imap.FetchOptions{Envelope: true}).Collect()
	for _, m := range mails {
		e.copies[m.Envelope.MessageID]++
	}
	return err
}

// readInboxes reads what lies in everybody's mailbox. The threads were read before.
func (e *evidence) readInboxes(ctx context.Context, t *town) error {
	e.inboxes = make(map[string]inbox)
	for _, p := range slices.Concat(t.customers, t.staff) {
		box := make(inbox)
		err := p.Inbox(ctx, func(m sandbox.Received) {
			end := m.Raw[max(0, len(m.Raw)-e.sizes[m.MessageID]):] // servers put their fields before it
			box[m.MessageID] = append(box[m.MessageID], arrival{m.InReplyTo, m.Subject, sha256.Sum256(end)})
		})
		if err != nil {
			return err
		}
		e.inboxes[p.Address] = box
	}
	return nil
}

func (e *evidence) readThreads(ctx context.Context, told history.Reader, cfg *config.Config) error {
	e.sizes = make(map[string]int)
	list, err := told.Threads(ctx)
	if err != nil {
		return err
	}
	for _, one := range list {
		var t thread
		if t.Thread, err = told.Export(ctx, one.Thread); err != nil {
			return err
		}
		checkpoints, err := replay.States(cfg, t.Thread)
		if err == nil {
			t.differences, err = report.Differences(t.Thread, checkpoints)
		}
		t.unreplayed = err
		e.keep(t)
	}
	return nil
}

// keep keeps of a thread what is judged by, as there are thousands.
func (e *evidence) keep(t thread) {
	t.Messages = nil
	for i, m := range t.Mails {
		e.sizes[m.MessageID] = len(m.Raw)
		if m.Kind != store.MailCustomer {
			t.Mails[i].Raw = nil
		}
	}
	for i, entry := range t.Entries {
		if entry.Source != store.SourceHumanReview {
			t.Entries[i].Payload = nil
		}
	}
	e.threads = append(e.threads, t)
}

// readRest reads what is about no thread.
func (e *evidence) readRest(ctx context.Context, s store.Store) error {
	return s.View(ctx, func(tx store.Tx) (err error) {
		keepInbound := func(in store.Inbound) bool { e.inbound = append(e.inbound, in); return true }
		for _, status := range []store.InboundStatus{store.InboundPending, store.InboundSetAside, store.InboundQuarantined} {
			err = errors.Join(err, tx.InboundByStatus(status, 0, keepInbound))
		}
		keepEffect := func(f store.Effect) bool { e.effects = append(e.effects, f); return true }
		for _, status := range []store.EffectStatus{store.EffectIntended, store.EffectAttempted, store.EffectConfirmed, store.EffectUnknown} {
			err = errors.Join(err, tx.EffectsByStatus(status, keepEffect))
		}
		queued, failed := tx.Queued()
		e.queued = queued
		return errors.Join(err, failed)
	})
}
