package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	sandbox "ppamaild/sandbox/postgres"
	"ppamaild/store"
	"ppamaild/store/postgres/confirmed"
	"ppamaild/store/postgres/server"
)

// cut is a place at which a connection breaks.
type cut int32

const (
	never       cut = iota
	beforeWrite     // the server does not get the bytes
	afterWrite      // the server gets the bytes, but its answer is lost
)

// breaking is a connection that breaks on command.
type breaking struct {
	net.Conn
	at   *atomic.Int32 // a cut, for the next write of any connection that runs statements
	deaf *atomic.Bool  // answers on this connection are lost
}

// runsStatements reports whether a write begins with the message Parse or Bind.
func runsStatements(p []byte) bool { return p[0] == 'P' || p[0] == 'B' }

func (b breaking) Write(p []byte) (int, error) {
	at := never
	if runsStatements(p) {
		at = cut(b.at.Swap(int32(never)))
	}
	if at == beforeWrite {
		return 0, errors.Join(errors.New("cut"), b.Conn.Close())
	}
	b.deaf.Store(b.deaf.Load() || at == afterWrite) // pgconn may read before Write returns
	n, err := b.Conn.Write(p)
	if at == afterWrite {
		time.Sleep(100 * time.Millisecond) // the server acts before the connection breaks
		err = errors.Join(err, b.Conn.Close())
	}
	return n, err
}

func (b breaking) Read(p []byte) (int, error) {
	n, err := b.Conn.Read(p)
	if b.deaf.Load() {
		return 0, errors.Join(errors.New("cut"), err)
	}
	return n, err
}

// mustSchemaOf returns the connection string of a new schema.
func mustSchemaOf(t testing.TB, cluster *sandbox.Cluster) (dsn string) {
	t.Helper()
	schema := "lost_" + strings.ToLower(rand.Text())
	mustRun(t, cluster.URL(), "CREATE SCHEMA "+schema)
	return cluster.URL("search_path=" + schema)
}

// mustRun runs a statement on a connection of its own.
func mustRun(t testing.TB, dsn, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(), sql)
	if err := errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
}

// mustBreak opens a store in a schema of its own, with a switch that breaks its writer.
func mustBreak(t *testing.T, cluster *sandbox.Cluster) (s *Store, dsn string, at *atomic.Int32) {
	t.Helper()
	dsn = mustSchemaOf(t, cluster)
	s, err := Open(t.Context(), dsn, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(s.Check(context.Background()), s.Close()); err != nil {
			t.Error(err)
		}
	})
	at = new(atomic.Int32)
	dial := s.writer.config.DialFunc
	s.writer.config.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := dial(ctx, network, addr)
		return breaking{conn, at, new(atomic.Bool)}, err
	}
	if err := s.writer.conn.Close(t.Context()); err != nil { // the next Update connects again
		t.Fatal(err)
	}
	return s, dsn, at
}

func length(t *testing.T, s *Store) (n uint64) {
	t.Helper()
	err := s.View(t.Context(), func(tx store.Tx) (err error) {
		n, err = tx.JournalLength("Q-1")
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return n
}

// A connection that breaks at any write of a transaction loses no change and doubles none. The
// last write of a transaction holds COMMIT.
func TestLostConnection(t *testing.T) {
	t.Parallel()
	s, _, at := mustBreak(t, sandbox.Get(t))
	want := uint64(0)
	for _, place := range []cut{beforeWrite, afterWrite} {
		for _, when := range []string{"at the begin", "at a read", "at the commit"} {
			runs := 0
			arm := func(here string) {
				if here == when && runs < 2 {
					at.Store(int32(place))
				}
			}
			if err := s.Update(t.Context(), func(store.Tx) error { return nil }); err != nil {
				t.Fatal(err) // connects
			}
			runs = 1
			arm("at the begin")
			runs = 0
			before := s.writer.conn
			err := s.Update(t.Context(), func(tx store.Tx) error {
				runs++
				arm("at a read")
				_, err := tx.Append(store.Entry{Thread: "Q-1"}, []byte("once"))
				arm("at the commit")
				return err
			})
			want++
			if got := length(t, s); err != nil || got != want {
				t.Fatalf("cut %d %s: %d entries, not %d (%v)", place, when, got, want, err)
			}
			if s.writer.conn == before {
				t.Errorf("cut %d %s: the connection is not lost", place, when)
			}
			expected := map[cut]int{beforeWrite: 2, afterWrite: 1}[place]
			if when == "at the commit" && runs != expected {
				t.Errorf("cut %d %s: the function ran %d times", place, when, runs)
			}
		}
	}
}

// A writer that lost its connection cannot write after another process took over.
func TestTakenOver(t *testing.T) {
	t.Parallel()
	s, dsn, _ := mustBreak(t, sandbox.Get(t)) // has no connection now
	other, err := Open(t.Context(), dsn, Options{Timeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	add := func(s *Store) error {
		return s.Update(t.Context(), func(tx store.Tx) error { return tx.PutSecret("k", nil) })
	}
	if err := add(s); !errors.Is(err, store.ErrLocked) {
		t.Errorf("while the other is open: %v", err)
	}
	if err := errors.Join(add(other), other.Close()); err != nil {
		t.Error(err)
	}
	if err := add(s); !errors.Is(err, store.ErrLocked) {
		t.Errorf("after the other closed: %v", err)
	}
}

// Updates and views wait for a server that restarts.
func TestRestart(t *testing.T) {
	t.Parallel()
	cluster := sandbox.Own(t)
	s, _, _ := mustBreak(t, cluster)
	s.patience = 5 * time.Minute // a busy machine starts the server slowly
	var added atomic.Uint64
	stop, done := make(chan struct{}), make(chan error)
	go func() {
		for {
			select {
			case <-stop:
				done <- nil
				return
			default:
			}
			err := s.Update(context.Background(), func(tx store.Tx) error {
				_, err := tx.Append(store.Entry{Thread: "Q-1"}, nil)
				return err
			})
			if err != nil {
				done <- err
				return
			}
			added.Add(1)
		}
	}()
	for added.Load() < 20 {
		time.Sleep(time.Millisecond)
	}
	if err := cluster.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	for before := added.Load(); added.Load() < before+20; {
		select {
		case err := <-done:
			t.Fatal(err)
		case <-time.After(time.Millisecond):
		}
	}
	close(stop)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if got := length(t, s); got != added.Load() {
		t.Errorf("the journal has %d entries, not %d", got, added.Load())
	}
}

// A server that lacks confirmed changes, such as a standby that had fallen behind, gets no more.
func TestLostCommits(t *testing.T) {
	t.Parallel()
	s, dsn, _ := mustBreak(t, sandbox.Get(t))
	if err := appendEntry(s); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(), "UPDATE daemons SET commit_id = commit_id - 1")
	if err := errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := appendEntry(s); !errors.Is(err, confirmed.ErrLost) {
			t.Errorf("the process writes: %v", err)
		}
	}
	if n := length(t, s); n != 1 {
		t.Errorf("the journal has %d entries, not 1", n)
	}
}

// A server without space or with a read-only disk has changed nothing.
func TestFullDisk(t *testing.T) {
	for _, code := range []string{server.DiskFull, server.ReadOnly} {
		err := server.Uncommitted(&pgconn.PgError{Code: code})
		if !errors.Is(err, store.ErrDisk) || !strings.Contains(err.Error(), "the server") {
			t.Errorf("%s is %v", code, err)
		}
	}
}
