package postgres

import (
	"context"
	"errors"

	"ppamaild/store"
	"ppamaild/store/postgres/news"
	"ppamaild/store/postgres/server"
	"ppamaild/store/postgres/wire"
)

// quickly runs a statement of its own, without a sync to disk. It repeats the statement after a
// lost connection.
func (s *Store) quickly(
	ctx context.Context, sql string, args ...any,
) (found wire.Result, err error) {
	conn, err := s.patiently(ctx, s.quick, func(conn *wire.Conn) (err error) {
		ctx, cancel := context.WithTimeout(ctx, statementTime)
		defer cancel()
		found, err = conn.Query(ctx, sql, args...)
		return err
	})
	if err == nil {
		s.quick.Release(conn)
	}
	return found, err
}

// tell lets the other processes hear of a change when it commits.
func (t *records) tell(n store.News) {
	if t.about().Others > 0 {
		t.news.Add(n)
	}
}

// tellAll lets every process, this one included, look into the store.
func (t *records) tellAll() error {
	var all news.Batch
	all.Add(store.News{Kind: store.NewsAny})
	return t.notify(&all, 0)
}

// notify sends news with the commit.
func (t *records) notify(b *news.Batch, from int64) error {
	payloads, err := b.Payloads(from)
	for _, p := range payloads {
		err = errors.Join(err, t.queue("SELECT pg_notify($1, $2)", t.channel, p))
	}
	return err
}

// Listen implements store.Shared.
func (s *Store) Listen(ctx context.Context, hear func(store.News)) {
	news.Listen(ctx, server.Listener(s.writer.config), s.channel, s.writer.epoch, hear)
}
