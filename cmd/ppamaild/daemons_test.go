package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/sandbox/postgres"
)

// branches is several daemons that share a store in a database.
type branches struct {
	t       *testing.T
	dsn     string
	daemons []*process
	down    int            // index of the daemon that was taken down; -1: none
	by      syscall.Signal // how
	next    int            // index of the daemon to take down next
}

// serveTogether runs daemons on one store and one host, until the test ends.
func serveTogether(t *testing.T, host sandbox.Host, count int) *branches {
	t.Helper()
	cluster := postgres.Own(t)
	n := &branches{t: t, dsn: cluster.URL(), down: -1}
	for range count {
		dir := t.TempDir()
		file, err := play.WriteConfig(dir, host)
		noError(t, err)
		text, err := os.ReadFile(file)
		noError(t, err)
		const store = "[store]\n"
		more := fmt.Sprintf("%sbackend = \"postgres\"\ndsn = %q\n", store, n.dsn)
		noError(t, os.WriteFile(file, bytes.Replace(text, []byte(store), []byte(more), 1), 0o600))
		d := &process{config: file, log: filepath.Join(dir, "daemon.log")}
		run(t, d)
		n.daemons = append(n.daemons, d)
	}
	t.Cleanup(func() { noError(t, n.repair(context.Background())) }) // before the daemons stop
	return n
}

// takeDown kills or stops the next daemon, after the one before is back. Each daemon in turn
// is the leader.
func (n *branches) takeDown(ctx context.Context, by syscall.Signal) error {
	if err := n.repair(ctx); err != nil {
		return err
	}
	n.down, n.by, n.next = n.next, by, (n.next+1)%len(n.daemons)
	d := n.daemons[n.down]
	if err := d.cmd.Process.Signal(by); err != nil || by == syscall.SIGSTOP {
		return err
	}
	<-d.drained
	_ = d.cmd.Wait() // only reports the kill
	return nil
}

// repair brings the daemon back that is down. A daemon that was stopped for too long ends with an
// error.
func (n *branches) repair(ctx context.Context) error {
	if n.down < 0 {
		return nil
	}
	d := n.daemons[n.down]
	n.down = -1
	if n.by == syscall.SIGSTOP {
		if err := n.awaitExpulsion(ctx); err != nil {
			return err
		}
		if err := d.cmd.Process.Signal(syscall.SIGCONT); err != nil {
			return err
		}
		<-d.drained
		if err := d.cmd.Wait(); err == nil {
			return fmt.Errorf("the daemon that slept ended well; its log is %s", d.log)
		}
	}
	return d.start(ctx)
}

// awaitExpulsion waits until the others have expelled the daemon that is down.
func (n *branches) awaitExpulsion(ctx context.Context) error {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, n.dsn)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	for left := len(n.daemons); left == len(n.daemons); time.Sleep(50 * time.Millisecond) {
		if err := conn.QueryRow(ctx, "SELECT count(*) FROM daemons").Scan(&left); err != nil {
			return err
		}
	}
	n.t.Logf("expelled after another %v", time.Since(began).Round(time.Millisecond))
	return nil
}

// up returns the configuration of a daemon that runs.
func (n *branches) up() string {
	for i, d := range n.daemons {
		if i != n.down {
			return d.config
		}
	}
	return ""
}

// Two daemons share a store. After the daemon that reads the mailboxes is killed, the other one
// brings the conversation to its end.
func TestTakeover(t *testing.T) {
	t.Parallel()
	onEachHost(t, func(t *testing.T, host sandbox.Host) {
		n := serveTogether(t, host, 2)
		stage := play.Stage{Host: host, Out: testWriter{t}, Crash: func(ctx context.Context) error {
			return n.takeDown(ctx, syscall.SIGKILL)
		}}
		transcript, err := stage.Quote(t.Context())
		noError(t, err)
		holdsConversation(t, n.up(), transcript.Thread)
	})
}

// Three daemons share a store. After each mail, another one is killed or sleeps until the others
// have taken over. No mail arrives twice, and none is lost.
func TestTakeovers_Slow(t *testing.T) {
	onEachHost(t, func(t *testing.T, host sandbox.Host) {
		n, signals := serveTogether(t, host, 3), 0
		crash := func(ctx context.Context) error {
			signals++
			return n.takeDown(ctx, []syscall.Signal{syscall.SIGKILL, syscall.SIGSTOP}[signals%2])
		}
		stage := play.Stage{Host: host, Out: testWriter{t}, Crash: crash, Crashy: true}
		transcript, err := stage.Quote(t.Context())
		noError(t, err)
		holdsConversation(t, n.up(), transcript.Thread)
	})
}
