// Package postgres runs a private PostgreSQL cluster for tests with a real database.
//
// The cluster is in a temporary directory and listens on a free port of 127.0.0.1, with a random
// password. It syncs each commit to the disk, as a cluster in production does. When the process
// closes the cluster, or dies, the server stops and the directory disappears. As root, the server
// runs as the user postgres, because PostgreSQL refuses to run as root.
package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// owner is the superuser of a cluster.
const owner = "tester"

// Cluster is a running PostgreSQL server.
type Cluster struct {
	dir      string // has the data, and the log of the server
	programs string // directory of PostgreSQL's programs
	port     int
	password string
	as       *syscall.Credential // nil: the user of this process
	close    func() error        // the effect of Close, once
}

// Start creates a cluster, with more arguments of initdb, and returns after the server answers. If
// PostgreSQL is not installed, the error says what to install.
func Start(ctx context.Context, initdb ...string) (*Cluster, error) {
	programs, err := findPrograms()
	if err != nil {
		return nil, err
	}
	as, err := unprivileged()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "postgres")
	if err != nil {
		return nil, err
	}
	c := &Cluster{dir: dir, programs: programs, password: rand.Text(), as: as}
	if err := c.start(ctx, initdb); err != nil {
		return nil, errors.Join(fmt.Errorf("starting PostgreSQL: %w", err), os.RemoveAll(dir))
	}
	return c, nil
}

// findPrograms returns the directory of the newest PostgreSQL that Debian's package installed.
func findPrograms() (string, error) {
	servers, err := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if err != nil {
		return "", err
	}
	if len(servers) == 0 {
		return "", errors.New("PostgreSQL is not installed: " +
			"run scripts/setup-debian, or apt-get install postgresql")
	}
	version := func(path string) int {
		n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		return n
	}
	newest := slices.MaxFunc(servers, func(a, b string) int { return version(a) - version(b) })
	return filepath.Dir(newest), nil
}

// unprivileged returns the user of the server, or nil for the user of this process.
func unprivileged() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	who, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL refuses to run as root: %w", err)
	}
	uid, err := strconv.ParseUint(who.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(who.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

func (c *Cluster) start(ctx context.Context, initdb []string) error {
	if err := c.create(ctx, initdb); err != nil {
		return err
	}
	return c.serveFirst(ctx)
}

// serveFirst starts the server on a free port.
func (c *Cluster) serveFirst(ctx context.Context) (err error) {
	for range 3 { // another process may take the port first
		if c.port, err = freePort(); err != nil {
			return err
		}
		if err = c.serve(ctx); err == nil {
			return nil
		}
	}
	return err
}

func freePort() (int, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}

// Restart stops the server, which breaks all connections, and starts it again on its port.
func (c *Cluster) Restart(ctx context.Context) error {
	return errors.Join(c.close(), c.serve(ctx))
}

// Kill ends the server without a flush of its buffers. Restart starts the server again.
func (c *Cluster) Kill(ctx context.Context) error {
	return c.control(ctx, "stop", "--mode=immediate")
}

// control runs pg_ctl.
func (c *Cluster) control(ctx context.Context, args ...string) error {
	args = append([]string{"--pgdata=" + c.data()}, args...)
	program := exec.CommandContext(ctx, filepath.Join(c.programs, "pg_ctl"), args...)
	c.confine(program)
	if out, err := program.CombinedOutput(); err != nil {
		return fmt.Errorf("pg_ctl: %w\n%s", err, out)
	}
	return nil
}

// serve starts the server and waits until it answers.
func (c *Cluster) serve(ctx context.Context) error {
	if err := c.run(); err != nil {
		return err
	}
	err := c.waitReady(ctx)
	if err == nil {
		return nil
	}
	return errors.Join(fmt.Errorf("%w\n%s", err, c.Log()), c.close())
}

func (c *Cluster) data() string    { return filepath.Join(c.dir, "data") }
func (c *Cluster) logFile() string { return filepath.Join(c.dir, "log") }

// Log returns the log of the server since its last start.
func (c *Cluster) Log() string {
	log, _ := os.ReadFile(c.logFile())
	return string(log)
}

// create makes the files of an empty cluster.
func (c *Cluster) create(ctx context.Context, more []string) error {
	secret := filepath.Join(c.dir, "password")
	if err := os.WriteFile(secret, []byte(c.password), 0o600); err != nil {
		return err
	}
	if c.as != nil {
		for _, path := range []string{c.dir, secret} {
			if err := os.Chown(path, int(c.as.Uid), int(c.as.Gid)); err != nil {
				return err
			}
		}
	}
	arguments := append([]string{
		"--no-sync", "--no-instructions", "--locale=C", "--encoding=UTF8", "--auth=scram-sha-256",
		"--username=" + owner, "--pwfile=" + secret, c.data(),
	}, more...)
	initdb := exec.CommandContext(ctx, filepath.Join(c.programs, "initdb"), arguments...)
	c.confine(initdb)
	out, err := initdb.CombinedOutput()
	if err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return nil
}

// confine makes a program run as the unprivileged user, out of reach of the terminal's Ctrl-C.
func (c *Cluster) confine(program *exec.Cmd) {
	program.Dir = c.dir
	program.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C"}
	program.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Credential: c.as}
}

// keeper runs a server as long as the standard input is open. The process that needs the server
// holds the other end of the pipe, so the input also ends when that process dies.
const keeper = `"$@" </dev/null & server=$!
cat >/dev/null
kill -INT $server
(sleep 10 && kill -QUIT $server) & impatience=$!
wait $server
kill $impatience`

// run starts the server and its keeper.
func (c *Cluster) run() error {
	log, err := os.Create(c.logFile())
	if err != nil {
		return err
	}
	defer log.Close()
	server := exec.Command("/bin/sh", "-c", keeper, "keeper", filepath.Join(c.programs, "postgres"),
		"-D", c.data(), "-p", strconv.Itoa(c.port), "-c", "listen_addresses=127.0.0.1",
		"-c", "unix_socket_directories=", "-c", "shared_buffers=32MB", "-c", "max_connections=200")
	c.confine(server)
	server.Stdout, server.Stderr = log, log
	input, err := server.StdinPipe()
	if err != nil {
		return err
	}
	if err := server.Start(); err != nil {
		return err
	}
	c.close = sync.OnceValue(func() error { return stop(server, input) })
	return nil
}

// stop ends the keeper and so the server.
func stop(server *exec.Cmd, input io.Closer) error {
	err := errors.Join(input.Close(), server.Wait())
	if _, exited := errors.AsType[*exec.ExitError](err); exited {
		return nil // the last command of the keeper failed, because the server was not slow
	}
	return err
}

const startTimeout = 20 * time.Second

func (c *Cluster) waitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, c.URL())
		if err == nil {
			return conn.Close(ctx)
		}
		if strings.Contains(c.Log(), "FATAL:  could not create") { // no TCP socket, for example
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// URL returns the connection string of the database postgres. parameters follow the URL, such as
// "search_path=x".
func (c *Cluster) URL(parameters ...string) string {
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword(owner, c.password),
		Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(c.port)), Path: "postgres",
		RawQuery: strings.Join(slices.Concat([]string{"sslmode=disable"}, parameters), "&"),
	}
	return u.String()
}

// Address returns the host and port of the server.
func (c *Cluster) Address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(c.port)) }

// Close stops the server and removes its files.
func (c *Cluster) Close() error { return errors.Join(c.close(), os.RemoveAll(c.dir)) }
