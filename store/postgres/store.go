package postgres

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"ppamaild/failpoint"
	"ppamaild/store"
	"ppamaild/store/committer"
	"ppamaild/store/crypt"
	"ppamaild/store/files"
	"ppamaild/store/postgres/about"
	"ppamaild/store/postgres/claims"
	"ppamaild/store/postgres/confirmed"
	"ppamaild/store/postgres/memo"
	"ppamaild/store/postgres/migrations"
	"ppamaild/store/postgres/schema"
	"ppamaild/store/postgres/server"
	"ppamaild/store/postgres/wire"
)

// Options are the choices of Open.
type Options struct {
	Timeout  time.Duration // how long to wait for a process that does not share; 0: one second
	Patience time.Duration // how long a transaction waits for a database that is down; 0: 30 s
	ReadOnly bool          // change nothing; for Check while a daemon runs
	Shared   bool          // other processes may have the store open, as far as they share it, too
	Moved    bool          // accept a copy of the store in another database
	Keys     *crypt.Ring   // the newest key encrypts; nil: no encryption
	Schema   schema.Name   // zero: the first one of the search_path

	Confirmed *confirmed.File // notes the commits of this process; Store.Close closes it; may be nil

	// Silence is the time without a beat after which this process expels another; 0: 8 s.
	Silence time.Duration
}

// maxReaders is the maximum number of concurrent Views. More Views wait.
const maxReaders = 8

// maxQuick is the maximum number of connections for claims and beats.
const maxQuick = 4

// Store implements store.Store.
type Store struct {
	pool      *wire.Pool // for View
	quick     *wire.Pool // for claims and beats; its commits do not wait for the disk
	writer    *writer    // for Update; nil for a read-only store
	committer *committer.Committer
	patience  time.Duration
	place     string    // for people
	rand      io.Reader // source of salt for the journal
	keys      *crypt.Ring
	addresses []byte // see records
	guard     server.Guard
	channel   string // of news
	claims    claims.Set
	confirmed *confirmed.File

	beatTime, silenceTime time.Duration
	stop                  func() // ends the beats and waits for their end
	expelOnce             sync.Once
	expelled              chan struct{}

	shares, moved, created bool
}

// Open opens the store in the database that a connection string names, or creates the tables in
// an empty schema. Open creates a schema that Options name.
//
// Errors: store.ErrLocked if another process has it open. store.ErrVersion if a newer program
// wrote it. store.ErrKey if a key is missing. Another error says that the schema belongs to
// another program, that the server does not sync commits, or why no connection is possible:
// store.ErrUnavailable if the server is down. No error contains the password.
func Open(ctx context.Context, dsn string, o Options) (*Store, error) {
	s, err := open(ctx, dsn, o)
	if err != nil {
		return nil, fmt.Errorf("opening the PostgreSQL store: %w", err)
	}
	return s, nil
}

func open(ctx context.Context, dsn string, o Options) (s *Store, err error) {
	config, err := server.Configure(dsn, o.Schema)
	if err != nil {
		return nil, err
	}
	s = &Store{
		place:    server.Place(config),
		patience: cmp.Or(o.Patience, defaultPatience),
		rand:     rand.Reader, keys: o.Keys, shares: o.Shared, moved: o.Moved,
		silenceTime: cmp.Or(o.Silence, silenceTime), expelled: make(chan struct{}),
		confirmed: cmp.Or(o.Confirmed, new(confirmed.File)),
	}
	s.beatTime = s.silenceTime / beats
	if !o.ReadOnly || o.Confirmed != nil { // an old server may lack confirmed commits
		s.guard.Find(ctx, config)
	}
	if !o.ReadOnly {
		s.writer = &writer{config: server.Writer(config), kept: memo.New[row]()}
		s.quick = wire.NewPool(server.Quick(s.writer.config), maxQuick)
		if err = o.Schema.Make(ctx, config); err == nil {
			err = s.writer.connect(ctx)
		}
	}
	s.pool = wire.NewPool(config, maxReaders)
	if err == nil {
		s.committer = committer.New(s.run, s.attempt)
		err = s.prepare(ctx, cmp.Or(o.Timeout, lockTime))
	}
	if err != nil {
		return nil, errors.Join(server.Explained(config, err), s.Close())
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
func (s *Store) prepare(ctx context.Context, wait time.Duration) error {
	failpoint.Before(failpoint.Open)
	err := s.meet(ctx)
	if err == nil && s.writer != nil {
		err = s.enter(wait)
	}
	failpoint.After(failpoint.Open)
	if err != nil {
		return err
	}
	if s.writer != nil {
		s.startBeats()
	}
	return s.View(ctx, func(t store.Tx) error { return s.identify(t.(*tx)) })
}

// startBeats runs the goroutines of beats until stop.
func (s *Store) startBeats() {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { s.beat(ctx) })
	running.Go(func() { s.watch(ctx) })
	running.Go(func() { s.everyBeat(ctx, s.confirmed.Sync) })
	s.stop = func() { cancel(); running.Wait() }
}

// meet checks the server, creates or upgrades the tables, and finds the channel of news.
func (s *Store) meet(ctx context.Context) error {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer s.pool.Release(conn)
	channel, err := conn.Value(ctx,
		"SELECT 'ppamaild_' || to_hex(hashtextextended(current_schema(), 0))")
	if err != nil {
		return err
	}
	s.channel, _ = channel.(string)
	if err = cmp.Or(server.Visible(ctx, conn), server.Durable(ctx, conn)); err == nil {
		s.created, err = migrations.Run(ctx, conn, s.writer != nil, s.confirmed.Check(0))
	}
	return err
}

// Created reports whether Open created the tables.
func (s *Store) Created() bool { return s.created }

// ask returns the only value of a query.
func (s *Store) ask(ctx context.Context, sql string, args ...any) (any, error) {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer s.pool.Release(conn)
	return conn.Value(ctx, sql, args...)
}

// Size returns the size of the tables with their indexes, in bytes.
func (s *Store) Size(ctx context.Context) (octets int64, err error) {
	size, err := s.ask(ctx, "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint"+
		" FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace"+
		" WHERE nspname = current_schema() AND relkind = 'r'")
	if err != nil {
		return 0, fmt.Errorf("measuring the tables: %w", err)
	}
	return size.(int64), nil
}

// secretAddresses is the name of the key for digests of addresses.
const (
	secretAddresses = "addresses"
	addressKeySize  = 32
)

// identify checks that the keys are present, and loads the key of addresses.
func (s *Store) identify(t *tx) (err error) {
	if err := errors.Join(t.about().CheckKeys(s.keys), t.failed); err != nil {
		return err
	}
	if s.writer == nil { // admit checks a writer
		if err := s.confirmed.Check(t.about().Changes); err != nil {
			return err
		}
	}
	s.addresses, err = t.Secret(secretAddresses)
	return err
}

// Close waits for running transactions, gives up all claims and closes the connections.
func (s *Store) Close() error {
	if s.stop != nil {
		s.stop()
	}
	if s.writer == nil {
		return s.pool.Close()
	}
	if s.committer != nil {
		pass, err := s.committer.Turn(context.Background())
		if err != nil {
			return err
		}
		defer pass()
	}
	s.leave()
	s.writer.close()
	return errors.Join(s.pool.Close(), s.quick.Close(), s.confirmed.Close())
}

// View implements store.Store. The first statement of fn begins the transaction. While the database
// is down, View calls fn again until fn has read something.
func (s *Store) View(ctx context.Context, fn func(store.Tx) error) (err error) {
	var t *tx
	conn, unread := s.patiently(ctx, s.pool, func(c *wire.Conn) error {
		t = s.begin(ctx, c, false)
		defer func() {
			if v := recover(); v != nil {
				s.endView(c)
				panic(v)
			}
		}()
		err = fn(t)
		if failed := t.begin(); !t.begun {
			return errors.Join(failed, rollback(c))
		}
		return nil
	})
	switch {
	case unread != nil:
		return fmt.Errorf("reading the store: %w", server.Advised(s.place, unread))
	case err != nil && conn.IsClosed() && ctx.Err() == nil:
		err = server.Unavailable(err)
	}
	go s.endView(conn) // no caller waits for the end of the transaction
	return server.Advised(s.place, err)
}

// endView ends a transaction that reads.
func (s *Store) endView(conn *wire.Conn) {
	_ = rollback(conn)
	s.pool.Release(conn)
}

// patiently calls try with a connection, and returns the connection. It tries again while the
// database is down, until ctx ends.
func (s *Store) patiently(
	ctx context.Context, pool *wire.Pool, try func(*wire.Conn) error,
) (*wire.Conn, error) {
	var last error // of an attempt before ctx ended
	for end := time.Now().Add(s.patience); ; time.Sleep(pause()) {
		if err := ctx.Err(); err != nil {
			return nil, errors.Join(last, err)
		}
		again := false
		conn, err := pool.Acquire(ctx)
		if err == nil {
			if err = try(conn); err == nil {
				return conn, nil
			}
			again = conn.IsClosed()
			pool.Release(conn)
		}
		if err := ctx.Err(); err != nil {
			return nil, errors.Join(last, err)
		}
		last = server.Unavailable(err)
		if !again && !server.Passing(err) || time.Now().After(end) {
			return nil, last
		}
	}
}

// begin returns a transaction, which its first statement begins. A transaction that writes locks
// the row of the table about, so all writers of a store take turns. Each of its statements sees the
// commits before the lock.
func (s *Store) begin(ctx context.Context, conn *wire.Conn, write bool) *tx {
	r := &records{
		ctx: ctx, conn: conn, writable: write, channel: s.channel,
		rand: s.rand, keys: s.keys, addresses: s.addresses, filed: map[files.Key]bool{},
		own: memo.New[row](), puts: map[string]int{}, admit: func(about.Row) error { return nil },
	}
	if s.writer != nil {
		r.epoch = s.writer.epoch
	}
	if write {
		r.kept, r.admit = s.writer.kept, s.admit
		r.pending = []wire.Statement{
			{SQL: "BEGIN ISOLATION LEVEL READ COMMITTED"}, {SQL: "SELECT one FROM about FOR UPDATE"},
		}
		r.readAbout()
	} else {
		r.pending = []wire.Statement{{SQL: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}}
		r.arrived = []func() error{func() error { r.begun = true; return nil }}
	}
	return newTx(r)
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
