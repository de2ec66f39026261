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

// evidence is the input of the audit, collected after all processes have ended: the mails that
// people wrote, their mailboxes, the store, and the carrier's calls.
type evidence struct {
	rounds    rounds
	talks     []*talk
	decisions []decision
	troubles  []error
	inboxes   map[string]inbox // by owner
	copies    map[string]int   // in the agency's Sent, by Message-ID
	threads   []thread
	sizes     map[string]int  // bytes of each outbox mail, by Message-ID
	inbound   []store.Inbound // not handled
	queued    []string        // threads with pending events
	effects   []store.Effect
	calls     map[string][]int // answered statuses, by key
}

// inbox has the arrived mails, by Message-ID.
type inbox map[string][]arrival

// arrival is the data kept of an arrived mail, because there are thousands.
type arrival struct {
	answers string // Message-ID in In-Reply-To
	subject string
	end     store.Sum // of as many bytes at its end as the mail in the outbox has
}

// thread is a thread with the result of its replay.
type thread struct {
	report.Thread
	differences []report.Change
	unreplayed  error
}

// evidence collects the evidence.
func (s *campaign) evidence(ctx context.Context) (e evidence, err error) {
	t := s.actors
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

// readSent reads the agency's Sent.
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

// readInboxes reads all mailboxes. The threads must have been read before.
func (e *evidence) readInboxes(ctx context.Context, t *actors) error {
	e.inboxes = make(map[string]inbox)
	for _, p := range slices.Concat(t.customers, t.staff) {
		box := make(inbox)
		err := p.Inbox(ctx, func(m sandbox.Received) {
			end := m.Raw[max(0, len(m.Raw)-e.sizes[m.MessageID]):] // servers prepend header fields
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
	list, err := told.Threads(ctx, history.Query{})
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

// keep stores the data of a thread that the audit needs, because there are thousands.
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

// readRest reads data outside of threads.
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
