package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"ppamaild/sandbox/postgres"
)

// database is the PostgreSQL cluster of a fleet. Each daemon has a role of its own, which tells
// the daemons apart.
type database struct {
	cluster  *postgres.Cluster
	password string
}

func openDatabase(ctx context.Context, daemons int) (*database, error) {
	cluster, err := postgres.Start(ctx)
	if err != nil {
		return nil, err
	}
	d := &database{cluster: cluster, password: rand.Text()}
	for n := range daemons {
		sql := fmt.Sprintf("CREATE ROLE %s SUPERUSER LOGIN PASSWORD '%s'", role(n), d.password)
		if err := d.do(ctx, func(c *pgx.Conn) error { _, err := c.Exec(ctx, sql); return err }); err != nil {
			return nil, errors.Join(err, cluster.Close())
		}
	}
	return d, nil
}

func role(number int) string { return fmt.Sprint("daemon", number) }

// dsn returns the connection string of a daemon that reaches the server at an address.
func (d *database) dsn(number int, address string) string {
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword(role(number), d.password), Host: address,
		Path: "postgres", RawQuery: "sslmode=disable",
	}
	return u.String()
}

// do calls ask with a connection.
func (d *database) do(ctx context.Context, ask func(*pgx.Conn) error) error {
	conn, err := pgx.Connect(ctx, d.cluster.URL())
	if err != nil {
		return fmt.Errorf("asking the database: %w", err)
	}
	return errors.Join(ask(conn), conn.Close(context.WithoutCancel(ctx)))
}

// station is the place of a daemon among the others.
type station struct {
	epoch  int64
	office bool // reads the mailboxes
}

// stations returns the daemons that have a connection to write, by role.
func (d *database) stations(ctx context.Context) (map[string]station, error) {
	all := make(map[string]station)
	err := d.do(ctx, func(c *pgx.Conn) error {
		rows, err := c.Query(ctx, "SELECT a.usename, d.epoch, c.epoch IS NOT NULL FROM daemons d"+
			" JOIN pg_stat_activity a ON a.application_name = d.session"+
			" LEFT JOIN claims c ON c.epoch = d.epoch AND c.name = 'office'")
		if err != nil {
			return err
		}
		var name string
		var s station
		_, err = pgx.ForEachRow(rows, []any{&name, &s.epoch, &s.office}, func() error {
			all[name] = s
			return nil
		})
		return err
	})
	return all, err
}

// takeoverTime is the longest wait for a takeover.
const takeoverTime = time.Minute

// awaitTakeover waits until a daemon is expelled, and another one reads the mailboxes.
func (d *database) awaitTakeover(ctx context.Context, epoch int64) error {
	ctx, cancel := context.WithTimeout(ctx, takeoverTime)
	defer cancel()
	return d.do(ctx, func(c *pgx.Conn) error {
		for over := false; !over; time.Sleep(20 * time.Millisecond) {
			err := c.QueryRow(ctx, "SELECT NOT EXISTS (SELECT FROM daemons WHERE epoch = $1)"+
				" AND EXISTS (SELECT FROM claims WHERE name = 'office')", epoch).Scan(&over)
			if err != nil {
				return fmt.Errorf("waiting for a takeover: %w", err)
			}
		}
		return nil
	})
}

// crash ends the server without order and starts it again.
func (d *database) crash(ctx context.Context) error {
	return errors.Join(d.cluster.Kill(ctx), d.cluster.Restart(ctx))
}

// failOver lets a standby take the place of the server, which crashes. move leads the daemons to
// the address of the standby.
func (d *database) failOver(ctx context.Context, move func(address string) error) error {
	standby, err := d.cluster.Standby(ctx)
	if err != nil {
		return err
	}
	old := d.cluster
	d.cluster = standby
	return errors.Join(old.Kill(ctx), standby.Promote(ctx), move(standby.Address()), old.Close())
}

// configure inserts the keys of the store into a configuration.
func (d *database) configure(text string, number int, address string) string {
	const store = "[store]\n"
	keys := fmt.Sprintf("%sbackend = \"postgres\"\ndsn = %q\n", store, d.dsn(number, address))
	return strings.Replace(text, store, keys, 1)
}
