package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"ppamaild/store"
	"ppamaild/store/postgres/memo"
	"ppamaild/store/postgres/migrations"
	"ppamaild/store/postgres/server"
	"ppamaild/store/postgres/wire"
)

// writer is the only connection of this process that changes records. It holds a session lock
// (pg_try_advisory_lock) of its own, which ends with the connection. Only the caller that has the
// turn of the committer uses the writer.
type writer struct {
	config *pgconn.Config
	conn   *wire.Conn // nil before the first connection
	epoch  int64      // of this process; 0 before enter
	commit int64      // id of the last commit that the server has confirmed
	closed bool

	kept    *memo.Memo[row]
	changes int64 // about.changes after the last commit: kept is right if it is still the same
}

func (w *writer) session() string { return w.config.RuntimeParams[server.ApplicationName] }

// lost reports whether there is no usable connection.
func (w *writer) lost() bool { return w.conn == nil || w.conn.IsClosed() }

// connect opens the connection and takes the lock. It waits for the end of an earlier connection.
func (w *writer) connect(ctx context.Context) error {
	if w.closed {
		return errors.New("the store is closed")
	}
	conn, err := wire.Connect(ctx, w.config)
	if err != nil {
		return err
	}
	if err := w.lock(ctx, conn); err != nil {
		return errors.Join(err, conn.Close(ctx))
	}
	w.conn = conn
	return nil
}

func (w *writer) lock(ctx context.Context, conn *wire.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, connectTime+statementTime)
	defer cancel()
	_, err := conn.Query(ctx, "SELECT set_config('synchronous_commit', 'on', false)"+
		" WHERE current_setting('synchronous_commit') = 'off'")
	if err != nil {
		return err
	}
	for end := time.Now().Add(connectTime); ; time.Sleep(pause()) {
		got, err := conn.Value(ctx,
			"SELECT pg_try_advisory_lock("+migrations.SessionKey+
				") FROM (SELECT $1::text AS session) s",
			w.session())
		switch {
		case err != nil:
			return err
		case got == nil:
			return cmp.Or(server.Visible(ctx, conn), errHeld)
		case got == true:
			return nil
		case time.Now().After(end):
			return errHeld
		}
		if err := server.EndOld(ctx, conn, w.session()); err != nil {
			return err
		}
	}
}

// takenOver is the error of a writer after another process opened the store.
func takenOver() error {
	return fmt.Errorf("another ppamaild has taken over the store: %w", store.ErrLocked)
}

// errHeld is the error of a connection that an earlier one of this process still keeps out.
var errHeld = errors.New("the server has not ended the lost connection yet")

// close closes the connection. All changes are committed, so an error means nothing.
func (w *writer) close() {
	w.closed = true
	if w.lost() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), connectTime)
	defer cancel()
	_ = w.conn.Close(ctx)
}

// pause is a short random time between two attempts.
func pause() time.Duration {
	return 20*time.Millisecond + mathrand.N(60*time.Millisecond)
}
