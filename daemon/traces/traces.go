// Package traces exports spans in the OpenTelemetry protocol (OTLP over HTTP, as JSON). A thread is
// one trace, from the arrival of the first message to the sending of the last mail. Each message,
// event and mail has a span in each of its stations: accept, route, run, send. A span begins with
// the commit of the station before, so the span includes the time of waiting.
//
// Spans come from the committed records. Their ids are derived from the records, so a trace goes
// on after a restart. Spans have ids and kinds of records, and no data of customers. Spans are
// lost if the program is killed or the collector is down for longer than a minute.
package traces

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"ppamaild/daemon/journal"
	"ppamaild/store"
)

// The stations.
const (
	accept = "accept"
	route  = "route"
	run    = "run"
	send   = "send"
)

// Backend is a store with the optional capabilities of package storefile.
type Backend interface {
	store.Store
	Backup(ctx context.Context, w io.Writer) error
	Rekey(ctx context.Context) (int, error)
	Compact(ctx context.Context) error
}

// Options are the parts of a Store. All are required.
type Options struct {
	Endpoint string // URL for traces of a collector
	Agency   string // tells the daemons of one collector apart
	Version  string // of the program
	Now      func() time.Time
	Log      *slog.Logger
}

// Store is a store that exports a span for each step that its transactions complete.
type Store struct {
	Backend
	Options
	ids
	client  *http.Client
	spans   chan span
	dropped atomic.Bool // since the last export
}

// maxWaiting is how many spans wait for the export. More spans are dropped.
const maxWaiting = 4096

// New returns a store that traces. Run exports the spans.
func New(s Backend, o Options) *Store {
	return &Store{
		Backend: s, Options: o, ids: ids{o.Agency}, spans: make(chan span, maxWaiting),
		client: &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()},
	}
}

// Update implements store.Store.
func (s *Store) Update(ctx context.Context, fn func(store.Tx) error) error {
	var last *traced
	err := s.Backend.Update(ctx, func(tx store.Tx) error {
		last = &traced{Tx: tx, ids: s.ids, begun: make(map[string]bool)} // fn may run more than once
		return fn(last)
	})
	if err != nil {
		return err
	}
	now := s.Now()
	for _, one := range last.spans {
		if one.end.IsZero() {
			one.end = now
		}
		if one.station == accept && last.begun[one.thread] {
			one.parent, one.first = "", true
		}
		if one.station == route && last.begun[one.thread] {
			one.parent = s.root(one.thread)
		}
		select {
		case s.spans <- one:
		default:
			s.dropped.Store(true)
		}
	}
	return nil
}

// traced is a transaction that notes the completed steps. A failure to read the previous record
// notes nothing, because traces must not stop the transaction.
type traced struct {
	store.Tx
	ids
	begun map[string]bool // threads that begin in this transaction
	spans []span
}

func (t *traced) note(s span) {
	if s.thread != "" && s.thread != journal.AgencyThread {
		t.spans = append(t.spans, s)
	}
}

// PutHead implements store.Threads.
func (t *traced) PutHead(h store.Head) (uint64, error) {
	if h.Version == 0 {
		t.begun[h.Thread] = true
	}
	return t.Tx.PutHead(h)
}

// PutInbound implements store.Inbounds. A routed message has passed two stations.
func (t *traced) PutInbound(in store.Inbound) error {
	was, unread := t.Tx.Inbound(in.ID)
	err := t.Tx.PutInbound(in)
	if err != nil || unread != nil || was.Status == in.Status || in.Status != store.InboundHandled {
		return err
	}
	of := []attribute{number("ppamaild.message", in.ID)}
	t.note(span{
		thread: in.Thread, station: accept, number: in.ID, parent: t.root(in.Thread),
		start: in.InternalDate, end: in.AcceptedAt, attributes: of,
	})
	t.note(span{
		thread: in.Thread, station: route, number: in.ID, parent: t.span(in.Thread, accept, in.ID),
		start: in.AcceptedAt, attributes: of,
	})
	return nil
}

// Dequeue implements store.Queue.
func (t *traced) Dequeue(thread string, seq uint64) error {
	e, _, unread := t.NextEvent(thread)
	err := t.Tx.Dequeue(thread, seq)
	if err == nil && unread == nil && e.Seq == seq {
		t.note(span{
			thread: thread, station: run, number: seq, parent: t.root(thread), start: e.At,
			attributes: []attribute{number("ppamaild.event", seq), text("ppamaild.kind", e.Kind)},
		})
	}
	return err
}

// PutMail implements store.Outbox.
func (t *traced) PutMail(m store.Mail) error {
	was, unread := t.Tx.Mail(m.ID)
	err := t.Tx.PutMail(m)
	if err == nil && unread == nil && was.Status != m.Status && m.Status == store.MailSent {
		t.note(span{
			thread: m.Thread, station: send, number: m.ID, parent: t.root(m.Thread),
			start: m.CreatedAt, end: m.SentAt,
			attributes: []attribute{
				number("ppamaild.mail", m.ID), text("ppamaild.kind", string(m.Kind)),
				number("ppamaild.attempts", uint64(m.Attempts)),
			},
		})
	}
	return err
}
