package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/sandbox/postgres"
)

// early is a daemon that may start before its database.
type early struct {
	*branchesOf
	cluster *postgres.Cluster
	config  string
}

// beforeDatabase configures an agency with a store in a database of its own.
func beforeDatabase(t *testing.T) early {
	t.Helper()
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	file, err := play.WriteConfig(t.TempDir(), host)
	noError(t, err)
	e := early{&branchesOf{t: t, metrics: freeAddress(t)}, postgres.Own(t), file}
	e.d = &process{config: file, log: filepath.Join(t.TempDir(), "daemon.log")}
	e.both[0] = &branch{console: freeAddress(t)}
	appendTo(t, file, fmt.Sprintf("\n[metrics]\nlisten = %q\n[console]\nlisten = %q\n",
		e.metrics, e.both[0].console))
	e.use("", e.cluster.URL())
	return e
}

// use replaces the connection string in the configuration.
func (e early) use(was, is string) {
	e.t.Helper()
	text, err := os.ReadFile(e.config)
	noError(e.t, err)
	before, after := fmt.Sprintf("dsn = %q\n", was), fmt.Sprintf("dsn = %q\n", is)
	if was == "" {
		before, after = "[store]\n", "[store]\nbackend = \"postgres\"\n"+after
	}
	noError(e.t, os.WriteFile(e.config, bytes.Replace(text, []byte(before), []byte(after), 1), 0o600))
}

// begin starts the daemon and does not wait until it is ready.
func (e early) begin() *exec.Cmd {
	e.t.Helper()
	log, err := os.Create(e.d.log)
	noError(e.t, err)
	defer log.Close()
	run := exec.CommandContext(e.t.Context(), os.Args[0], "run", "--config", e.config)
	run.Stderr = log
	noError(e.t, run.Start())
	return run
}

// The daemon waits for a database that is down, says so, and begins once the database answers.
func TestDaemonStartsBeforeItsDatabase(t *testing.T) {
	t.Parallel()
	e := beforeDatabase(t)
	noError(t, e.cluster.Kill(t.Context()))
	stopped := e.begin()
	e.d.logged(t, "the database is down; the start waits")
	noError(t, stopped.Process.Signal(syscall.SIGTERM))
	if err := stopped.Wait(); err != nil {
		t.Errorf("stopped while it waits: %v", err)
	}

	served := e.begin()
	e.await("/-/ready", http.StatusServiceUnavailable, "not ready: the database is down")
	e.await("/-/healthy", http.StatusOK, "healthy")
	e.await("/metrics", http.StatusInternalServerError, "")
	e.both[0].consoleWaits(t)
	noError(t, e.cluster.Restart(t.Context()))
	e.d.logged(t, "the database answers; the start goes on")
	e.await("/-/ready", http.StatusOK, "ready")
	e.await("/metrics", http.StatusOK, "ppamaild_build_info")
	e.both[0].consoleServes(t)
	noError(t, served.Process.Signal(syscall.SIGTERM))
	if err := served.Wait(); err != nil {
		t.Error(err)
	}
	log, err := os.ReadFile(e.d.log)
	if n := strings.Count(string(log), "created a new store"); err != nil || n != 1 {
		t.Errorf("%d new stores, %v:\n%s", n, err, log)
	}
}

// consoleWaits checks that the console says why it shows no page.
func (b *branch) consoleWaits(t *testing.T) {
	t.Helper()
	answer, err := http.Get("http://" + b.console + "/")
	noError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	noError(t, err)
	if answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" ||
		!strings.HasPrefix(string(text), "The console is not ready: ") {
		t.Errorf("the console answers %s %v: %s", answer.Status, answer.Header, text)
	}
}

// consoleServes checks that the console shows the page to sign in.
func (b *branch) consoleServes(t *testing.T) {
	t.Helper()
	if status, text := get(b.console); status != http.StatusOK || !strings.Contains(text, "Sign in") {
		t.Errorf("the console answers %d: %s", status, text)
	}
}

// A wrong password, a missing database, and the tables of another program end the start.
func TestDaemonDoesNotWaitForAWrongDatabase(t *testing.T) {
	t.Parallel()
	e := beforeDatabase(t)
	conn, err := pgx.Connect(t.Context(), e.cluster.URL())
	noError(t, err)
	_, err = conn.Exec(t.Context(), "CREATE SCHEMA sales; CREATE TABLE sales.invoices (id int);"+
		" CREATE ROLE clerk LOGIN PASSWORD 'right'")
	noError(t, err)
	noError(t, conn.Close(t.Context()))
	was := e.cluster.URL()
	for says, dsn := range map[string]string{
		"password authentication failed": "postgres://clerk:wrong@" + e.cluster.Address() + "/postgres?sslmode=disable",
		"does not exist":                 strings.Replace(was, "/postgres?", "/none?", 1),
		"another program":                e.cluster.URL("search_path=sales"),
	} {
		e.use(was, dsn)
		was = dsn
		err := e.begin().Wait()
		log, readErr := os.ReadFile(e.d.log)
		noError(t, readErr)
		if err == nil || !strings.Contains(string(log), says) || strings.Contains(string(log), "waits") {
			t.Errorf("%s: it ended with %v:\n%s", says, err, log)
		}
	}
}

// A tenant waits for its database, while the other tenant is served.
func TestAgencyStartsBeforeItsDatabase(t *testing.T) {
	t.Parallel()
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	cluster, n := postgres.Own(t), makeBranches(t, host)
	noError(t, cluster.Kill(t.Context()))
	north, south := n.both[0], n.both[1]
	n.edit(south, "[store]\n", fmt.Sprintf(
		"[store]\nbackend = \"postgres\"\ndsn = %q\nschema = \"south\"\n", cluster.URL()))
	run(t, n.d)
	n.await("/-/ready", http.StatusServiceUnavailable, south.name+": the database is down")
	n.await("/metrics", http.StatusOK, "ppamaild_tenant_up{tenant=\""+south.name+"\"} 0")
	north.consoleServes(t)
	noError(t, north.ask(t.Context()))
	noError(t, north.accept(t.Context(), "date of birth"))
	south.consoleWaits(t)
	noError(t, cluster.Restart(t.Context()))
	n.await("/-/ready", http.StatusOK, "ready")
	south.consoleServes(t)
	noError(t, south.ask(t.Context()))
	noError(t, south.accept(t.Context(), "date of birth"))
}

// The common port of the tenants answers while the database of all is down.
func TestAgenciesBeforeTheirDatabase(t *testing.T) {
	t.Parallel()
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	n := makeBranches(t, host)
	for _, b := range n.both {
		n.edit(b, "[store]\n", fmt.Sprintf("[store]\nbackend = \"postgres\"\n"+
			"dsn = \"postgres://%s/ppamaild?sslmode=disable\"\nschema = %q\n", freeAddress(t), b.name[:5]))
	}
	served := early{branchesOf: n, config: n.dir}.begin()
	n.await("/-/ready", http.StatusServiceUnavailable, ": the database is down")
	n.await("/-/healthy", http.StatusOK, "healthy")
	noError(t, served.Process.Signal(syscall.SIGTERM))
	noError(t, served.Wait())
}
