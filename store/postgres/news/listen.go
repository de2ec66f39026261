package news

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"ppamaild/store"
	"ppamaild/store/postgres/wire"
)

// listenPause is the time before Listen connects again.
const listenPause = time.Second

// Listen passes the news on a channel to hear, except for those of the process epoch, until ctx
// ends. Each new connection passes store.NewsAny, for the time without a connection.
func Listen(
	ctx context.Context, config *pgconn.Config, channel string, epoch int64, hear func(store.News),
) {
	config.OnNotification = func(_ *pgconn.PgConn, n *pgconn.Notification) {
		Hear(n.Payload, epoch, hear)
	}
	for ctx.Err() == nil {
		listenOnce(ctx, config, channel, hear)
		select {
		case <-ctx.Done():
		case <-time.After(listenPause):
		}
	}
}

// listenOnce listens until the connection breaks.
func listenOnce(
	ctx context.Context, config *pgconn.Config, channel string, hear func(store.News),
) {
	conn, err := wire.Connect(ctx, config)
	if err != nil {
		return
	}
	defer wire.HangUp(conn)
	if _, err = conn.Exec(ctx, "LISTEN "+channel).ReadAll(); err != nil {
		return
	}
	hear(store.News{Kind: store.NewsAny})
	for err == nil {
		err = conn.WaitForNotification(ctx)
	}
}
