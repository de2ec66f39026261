package postgres

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"ppamaild/failpoint"
	"ppamaild/store"
	"ppamaild/store/bolt/committer"
	"ppamaild/store/chain"
	"ppamaild/store/crypt"
	"ppamaild/store/postgres/wire"
)

// Options are the choices of Open.
type Options struct {
	Timeout  time.Duration // how long to wait for another process to close the store; 0: one second
	Patience time.Duration // how long a transaction waits for a database that is down; 0: 30 s
	ReadOnly bool          // change nothing; for Check while a daemon runs
	Keys     *crypt.Ring   // the newest key encrypts; nil: no encryption
}

// maxReaders is the maximum number of concurrent Views. More Views wait.
const maxReaders = 8

// Store implements store.Store.
type Store struct {
	pool      *wire.Pool // for View
	writer    *writer    // for Update; nil for a read-only store
	committer *committer.Committer
	patience  time.Duration
	rand      io.Reader // source of salt for the journal
	keys      *crypt.Ring
	addresses []byte // see records
}

// Open opens the store in the database that a connection string names, or creates the tables in
// an empty schema. The schema is the first one of the search_path.
//
// Errors: store.ErrLocked if another process has it open. store.ErrVersion if a newer program
// wrote it. store.ErrKey if a key is missing. Another error says that the schema belongs to
// another program, that the server does not sync commits, or why no connection is possible. No
// error contains the password.
func Open(ctx context.Context, dsn string, o Options) (*Store, error) {
	s, err := open(ctx, dsn, o)
	if err != nil {
		return nil, fmt.Errorf("opening the PostgreSQL store: %w", err)
	}
	return s, nil
}

func open(ctx context.Context, dsn string, o Options) (s *Store, err error) {
	config, err := pgconn.ParseConfig(dsn)
	if err != nil {
		return nil, errors.New("the connection string is malformed; " +
			"want postgres://user:password@host:port/database")
	}
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, connectTime)
	s = &Store{
		pool: wire.NewPool(config, maxReaders), patience: cmp.Or(o.Patience, defaultPatience),
		rand: rand.Reader, keys: o.Keys,
	}
	if !o.ReadOnly {
		s.writer = newWriter(config)
		err = s.writer.connect(ctx, cmp.Or(o.Timeout, lockTime))
	}
	if err == nil {
		s.committer = committer.New(s.run, s.attempt)
		err = s.prepare(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

const (
	lockTime        = time.Second
	connectTime     = 10 * time.Second
	defaultPatience = 30 * time.Second
)

// prepare creates or upgrades the tables, and checks that the schema is a store and that its
// keys are present.
func (s *Store) prepare(ctx context.Context) error {
	if err := s.checkServer(ctx); err != nil {
		return err
	}
	failpoint.Before(failpoint.Open)
	err := s.migrate(ctx)
	if err == nil && s.writer != nil {
		err = s.takeOver()
	}
	failpoint.After(failpoint.Open)
	if err != nil {
		return err
	}
	return s.View(ctx, func(t store.Tx) error { return s.identify(t.(*tx)) })
}

// checkServer refuses a server that could lose a commit.
func (s *Store) checkServer(ctx context.Context) error {
	for _, setting := range []string{"fsync", "full_page_writes"} {
		value, err := s.ask(ctx, "SELECT current_setting($1)", setting)
		if err != nil {
			return err
		}
		if value != "on" {
			return fmt.Errorf("the server has %s = %s: a power cut could lose mails; set it to on",
				setting, value)
		}
	}
	return nil
}

// ask returns the only value of a query.
func (s *Store) ask(ctx context.Context, sql string, args ...any) (any, error) {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer s.pool.Release(conn)
	return conn.Value(ctx, sql, args...)
}

// takeOver makes this process the writer of the store, and completes a new store.
func (s *Store) takeOver() error {
	var epoch int64
	err := s.transact(func(t *tx) error {
		t.about.epoch++
		epoch = t.about.epoch
		if err := errors.Join(checkKeys(t.about.keys, s.keys), t.dropPartial()); err != nil {
			return err
		}
		if newest, has := s.keys.Newest(); has {
			t.about.keys = withKey(t.about.keys, newest)
		}
		_, err := t.Secret(secretAddresses)
		if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		key := make([]byte, addressKeySize)
		if _, err := io.ReadFull(s.rand, key); err != nil {
			return fmt.Errorf("making a key: %w", err)
		}
		return t.PutSecret(secretAddresses, key)
	})
	s.writer.epoch = epoch
	return err
}

// secretAddresses is the name of the key for digests of addresses.
const (
	secretAddresses = "addresses"
	addressKeySize  = 32
)

// identify checks that the keys are present, and loads the key of addresses.
func (s *Store) identify(t *tx) (err error) {
	if err := checkKeys(t.about.keys, s.keys); err != nil {
		return err
	}
	s.addresses, err = t.Secret(secretAddresses)
	return err
}

// Close waits for running transactions and closes the connections.
func (s *Store) Close() error {
	if s.writer != nil && s.committer != nil {
		pass, err := s.committer.Turn(context.Background())
		if err != nil {
			return err
		}
		defer pass()
	}
	if s.writer != nil {
		s.writer.close()
	}
	return s.pool.Close()
}

// View implements store.Store.
func (s *Store) View(ctx context.Context, fn func(store.Tx) error) error {
	conn, t, err := s.beginView(ctx)
	if err != nil {
		return err
	}
	defer s.pool.Release(conn)
	defer func() { _ = rollback(conn) }() // also after a panic of fn
	return fn(t)
}

// beginView begins a transaction that reads. It waits while the database is down.
func (s *Store) beginView(ctx context.Context) (*wire.Conn, *tx, error) {
	for end := time.Now().Add(s.patience); ; {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		again := false
		conn, err := s.pool.Acquire(ctx)
		if err == nil {
			var t *tx
			if t, err = s.begin(ctx, conn, false); err == nil {
				return conn, t, nil
			}
			again = conn.IsClosed()
			s.pool.Release(conn)
		}
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if !again && !passing(err) || time.Now().After(end) {
			return nil, nil, fmt.Errorf("reading the store: %w", err)
		}
		time.Sleep(pause())
	}
}

// begin begins a transaction. A transaction that writes locks the row of the table about, so all
// writers of a store take turns.
func (s *Store) begin(ctx context.Context, conn *wire.Conn, write bool) (*tx, error) {
	r := &records{
		ctx: ctx, conn: conn, writable: write,
		rand: s.rand, keys: s.keys, addresses: s.addresses, tails: map[string]chain.Tail{},
	}
	how, lock := " READ ONLY", ""
	if write {
		how, lock = "", " FOR UPDATE"
	}
	r.pending = []wire.Statement{{SQL: "BEGIN ISOLATION LEVEL REPEATABLE READ" + how}}
	found, err := r.flush("SELECT epoch, commit_id, inbound_id, mail_id, event_seq, timer_offset," +
		" array_to_string(keys, ' ') FROM about" + lock)
	if err == nil && len(found.Rows) != 1 {
		err = fmt.Errorf("the table about has %d rows instead of 1: %w",
			len(found.Rows), store.ErrCorrupt)
	}
	if err != nil {
		return nil, errors.Join(err, rollback(conn))
	}
	v := found.Rows[0]
	r.about = about{
		epoch: v[0].(int64), commit: v[1].(int64), inbound: v[2].(int64), mail: v[3].(int64),
		event: v[4].(int64), timerOffset: time.Duration(v[5].(int64)),
		keys: strings.Fields(v[6].(string)),
	}
	return newTx(r), nil
}

// rollback ends a transaction without its changes. A lost connection has no transaction.
func rollback(conn *wire.Conn) error {
	if conn.IsClosed() {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), statementTime)
	defer cancel()
	_, err := conn.Exec(ctx, "ROLLBACK").ReadAll()
	return err
}
