package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
)

// Standby starts a second server that copies c all the time. From then on, each commit on c waits
// until the standby has the commit, too.
func (c *Cluster) Standby(ctx context.Context) (*Cluster, error) {
	dir, err := os.MkdirTemp("", "postgres")
	if err != nil {
		return nil, err
	}
	s := &Cluster{dir: dir, programs: c.programs, password: c.password, as: c.as}
	if err = s.follow(ctx, c); err == nil {
		err = errors.Join(s.serveFirst(ctx), c.awaitStandby(ctx))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("starting a standby: %w", err), os.RemoveAll(dir))
	}
	return s, nil
}

// follow copies the data of another cluster.
func (c *Cluster) follow(ctx context.Context, other *Cluster) error {
	if c.as != nil {
		if err := os.Chown(c.dir, int(c.as.Uid), int(c.as.Gid)); err != nil {
			return err
		}
	}
	program := exec.CommandContext(ctx, filepath.Join(c.programs, "pg_basebackup"), "--no-sync",
		"--checkpoint=fast", "--write-recovery-conf", "--dbname="+other.URL(), "--pgdata="+c.data())
	c.confine(program)
	if out, err := program.CombinedOutput(); err != nil {
		return fmt.Errorf("pg_basebackup: %w\n%s", err, out)
	}
	return nil
}

// awaitStandby makes the commits of c wait for its standby, once the standby follows.
func (c *Cluster) awaitStandby(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.URL())
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	for _, sql := range []string{
		"ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()",
	} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	for following := false; !following; time.Sleep(20 * time.Millisecond) {
		err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_stat_replication"+
			" WHERE state = 'streaming' AND sync_state = 'sync')").Scan(&following)
		if err != nil {
			return err
		}
	}
	return nil
}

// Promote makes a standby a server of its own.
func (c *Cluster) Promote(ctx context.Context) error { return c.control(ctx, "promote") }
