package postgres

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	sandbox "ppamaild/sandbox/postgres"
	"ppamaild/store/postgres/confirmed"
)

// mustFollow returns a standby of a cluster, and the connection string of a schema on both.
func mustFollow(t *testing.T, primary *sandbox.Cluster) (standby *sandbox.Cluster, dsn string) {
	t.Helper()
	standby, err := primary.Standby(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := standby.Close(); err != nil {
			t.Error(err)
		}
	})
	both := primary.Address() + "," + standby.Address()
	return standby, strings.Replace(mustSchemaOf(t, primary), primary.Address(), both, 1)
}

// load writes to a store all the time.
type load struct {
	added   atomic.Int64
	stop    context.CancelFunc
	stopped chan error
}

// begin writes to a store until stop. A store that cannot write ends the load.
func begin(s *Store) *load {
	ctx, stop := context.WithCancel(context.Background())
	l := &load{stop: stop, stopped: make(chan error, 1)}
	go func() {
		var err error
		for err == nil && ctx.Err() == nil {
			if err = appendEntry(s); err == nil {
				l.added.Add(1)
			}
		}
		l.stopped <- err
	}()
	return l
}

// await waits until the load has added more entries.
func (l *load) await(t *testing.T) {
	t.Helper()
	for before := l.added.Load(); l.added.Load() < before+20; time.Sleep(time.Millisecond) {
		select {
		case err := <-l.stopped:
			t.Fatalf("the load ended: %v", err)
		default:
		}
	}
}

// mustCount returns the length of the journal on a server.
func mustCount(t *testing.T, cluster *sandbox.Cluster, dsn string) (n int64) {
	t.Helper()
	_, schema, _ := strings.Cut(dsn, "search_path=")
	conn, err := pgx.Connect(t.Context(), cluster.URL("search_path="+schema))
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM journal").Scan(&n); err != nil {
		t.Error(err)
	}
	if err := conn.Close(t.Context()); err != nil {
		t.Error(err)
	}
	return n
}

// A standby that is promoted under load has each confirmed change, once. Afterwards no process
// uses the old server, which may come back.
func TestPromotion_Slow(t *testing.T) {
	old := sandbox.Own(t)
	standby, dsn := mustFollow(t, old)
	var stores []*Store
	for _, patience := range []time.Duration{5 * time.Minute, 5 * time.Minute, 2 * time.Second} {
		s, err := Open(t.Context(), dsn, Options{Shared: true, Silence: time.Hour, Patience: patience})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() }) // its server is gone
		stores = append(stores, s)
	}
	loads := []*load{begin(stores[0]), begin(stores[1])}
	for _, l := range loads {
		l.await(t)
	}
	if err := old.Kill(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := standby.Promote(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := int64(0)
	for _, l := range loads {
		l.await(t)
		l.stop()
		if err := <-l.stopped; err != nil {
			t.Fatal(err)
		}
		want += l.added.Load()
	}
	if got := mustCount(t, standby, dsn); got != want {
		t.Errorf("the standby has %d entries, not %d", got, want)
	}
	splitBrain(t, old, standby, stores, dsn)
}

// mustRead checks that a command with the file of a daemon reads the promoted standby. On the old
// server, the command would miss confirmed commits.
func mustRead(t *testing.T, standby *sandbox.Cluster, dsn string) {
	t.Helper()
	s, err := Open(t.Context(), dsn, Options{ReadOnly: true, Confirmed: new(confirmed.File)})
	if err != nil {
		t.Fatal(err)
	}
	port, err := s.ask(t.Context(), "SELECT inet_server_port()::text")
	if err != nil || !strings.HasSuffix(standby.Address(), ":"+port.(string)) {
		t.Errorf("a command reads the server on port %v (%v)", port, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// splitBrain starts the old server next to the promoted standby. The stores name the old one first.
func splitBrain(t *testing.T, old, standby *sandbox.Cluster, stores []*Store, dsn string) {
	t.Helper()
	last := stores[2]
	if err := appendEntry(last); err != nil { // so this process knows of the promotion, too
		t.Fatal(err)
	}
	if err := old.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	mustRead(t, standby, dsn)
	before := mustCount(t, standby, dsn)
	if err := stores[0].writer.conn.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := appendEntry(stores[0]); err != nil {
		t.Fatal(err)
	}
	if got := mustCount(t, standby, dsn); got != before+1 {
		t.Errorf("the promoted standby has %d entries, not %d", got, before+1)
	}
	if err := standby.Kill(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := appendEntry(last); err == nil || !strings.Contains(err.Error(), "is on timeline") {
		t.Errorf("the old server: %v", err)
	}
}
