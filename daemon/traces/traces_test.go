package traces_test

import (
	"bytes"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ppamaild/daemon/storefile"
	"ppamaild/daemon/traces"
	"ppamaild/sandbox/otlp"
	"ppamaild/store"
	"ppamaild/store/bolt"
)

var at = time.Date(2026, 11, 20, 17, 0, 0, 0, time.UTC)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// opened returns a store that traces to an endpoint, and its log.
func opened(t *testing.T, endpoint string) (*traces.Store, *bytes.Buffer) {
	t.Helper()
	db, err := bolt.Open(filepath.Join(t.TempDir(), "ppamaild.db"), bolt.Options{})
	must(t, err)
	var said bytes.Buffer
	log := slog.New(slog.NewTextHandler(&said, nil))
	return traces.New(storefile.NewRetryOnDiskFull(db, log), traces.Options{
		Endpoint: endpoint, Agency: "quotes@agency.test", Version: "1", Log: log,
		Now: func() time.Time { return at },
	}), &said
}

// arrives stores a message of a new thread, routed.
func arrives(t *testing.T, s store.Store, thread string, uid uint32) {
	t.Helper()
	must(t, s.Update(t.Context(), func(tx store.Tx) error {
		in := store.Inbound{
			Mailbox: "INBOX", UIDValidity: 1, UID: uid, Status: store.InboundPending,
			InternalDate: at.Add(time.Hour), AcceptedAt: at, // by a clock that is fast
		}
		var err error
		if in.ID, err = tx.Accept(in, []byte("raw"), store.Cursor{Mailbox: "INBOX", UIDValidity: 1, LastUID: uid}); err != nil {
			return err
		}
		if _, err := tx.PutHead(store.Head{Thread: thread, Workflow: "quote", Status: store.ThreadRunning}); err != nil {
			return err
		}
		in.Status, in.Thread = store.InboundHandled, thread
		return tx.PutInbound(in)
	}))
}

// A collector that asks for patience gets the spans later.
func TestExport(t *testing.T) {
	collector := otlp.Start()
	s, said := opened(t, collector.Endpoint())
	arrives(t, s, "Q-7F3K2M", 1)
	collector.Fail(503, 429)
	must(t, s.Close())
	spans, _ := collector.Spans()
	if len(spans) != 2 || spans[0].Name != "accept" || spans[0].Parent != "" || spans[1].Parent != spans[0].SpanID {
		t.Fatalf("%+v", spans)
	}
	for _, span := range spans {
		if !span.Start.Equal(at) || !span.End.Equal(at) {
			t.Errorf("%+v", span)
		}
	}
	if collector.Posted() != 3 || said.Len() > 0 {
		t.Errorf("%d requests, %s", collector.Posted(), said)
	}
	must(t, collector.Close())
}

// A refusal is logged and not repeated.
func TestRefusal(t *testing.T) {
	collector := otlp.Start()
	s, said := opened(t, collector.Endpoint())
	arrives(t, s, "Q-7F3K2M", 1)
	collector.Fail(400)
	must(t, s.Close())
	if collector.Posted() != 1 || !strings.Contains(said.String(), "400 Bad Request") {
		t.Errorf("%d requests, %s", collector.Posted(), said)
	}
	must(t, collector.Close())
}
