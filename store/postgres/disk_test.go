package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	sandbox "ppamaild/sandbox/postgres"
	"ppamaild/store"
)

const ownMounts = "PPAMAILD_TEST_OWN_MOUNTS"

// withMounts reports whether this process may mount disks that no other process sees, and else
// runs the test in such a process.
func withMounts(t *testing.T) bool {
	t.Helper()
	if os.Getenv(ownMounts) == t.Name() {
		return true
	}
	test := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	test.Env = append(os.Environ(), ownMounts+"="+t.Name())
	test.SysProcAttr = &syscall.SysProcAttr{
		Unshareflags: syscall.CLONE_NEWNS, Pdeathsig: syscall.SIGKILL,
	}
	out, err := test.CombinedOutput()
	t.Logf("%s", out)
	if errors.Is(err, syscall.EPERM) && os.Getenv("CI") != "true" {
		t.Skip("skipped: only root may mount a disk, and not everywhere")
	}
	if err != nil {
		t.Error(err)
	}
	return false
}

// smallDisk is a disk for files of the server.
type smallDisk struct {
	*testing.T
	path string
}

func newSmallDisk(t *testing.T, megabytes int) smallDisk {
	t.Helper()
	d := smallDisk{t, t.TempDir()}
	for path := d.path; path != os.TempDir(); path = filepath.Dir(path) {
		d.must(os.Chmod(path, 0o755)) // for the user of the server
	}
	server, err := user.Lookup("postgres")
	d.must(err)
	size := fmt.Sprintf("size=%dm,mode=0700,uid=%s", megabytes, server.Uid)
	d.must(syscall.Mount("none", d.path, "tmpfs", 0, size))
	t.Cleanup(func() { d.must(syscall.Unmount(d.path, syscall.MNT_DETACH)) })
	return d
}

func (d smallDisk) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

// sub returns a new folder on the disk for the server.
func (d smallDisk) sub() string {
	d.Helper()
	server, err := user.Lookup("postgres")
	d.must(err)
	uid, err := strconv.Atoi(server.Uid)
	d.must(err)
	path := filepath.Join(d.path, "files")
	d.must(errors.Join(os.Mkdir(path, 0o700), os.Chown(path, uid, -1)))
	return path
}

func (d smallDisk) filler() string { return filepath.Join(d.path, "filler") }

// fill writes a file until the disk is full.
func (d smallDisk) fill() {
	d.Helper()
	f, err := os.Create(d.filler())
	d.must(err)
	for page := make([]byte, os.Getpagesize()); err == nil; {
		_, err = f.Write(page)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		d.Fatal(err)
	}
	d.must(f.Close())
}

func (d smallDisk) empty() {
	d.Helper()
	d.must(os.Remove(d.filler()))
}

// large appends an entry of 100 KB.
func large(s *Store) error {
	return s.Update(context.Background(), func(tx store.Tx) error {
		payload := make([]byte, 100_000)
		if _, err := s.rand.Read(payload); err != nil { // incompressible
			return err
		}
		_, err := tx.Append(store.Entry{Thread: "Q-1"}, payload)
		return err
	})
}

// While the disk of the tables is full, updates fail with ErrDisk and change nothing. Reads work.
func TestFullTables(t *testing.T) {
	if !withMounts(t) {
		return
	}
	cluster := sandbox.Own(t)
	d := newSmallDisk(t, 16)
	dsn := mustSchemaOf(t, cluster)
	mustRun(t, dsn, "CREATE TABLESPACE small LOCATION '"+d.sub()+"'")
	s, err := Open(t.Context(), dsn+"&default_tablespace=small", Options{})
	d.must(err)
	d.must(large(s))
	want := uint64(1)
	for range 2 {
		d.fill()
		for err = large(s); err == nil && want < 100; err = large(s) { // space within the files
			want++
		}
		if !errors.Is(err, store.ErrDisk) {
			t.Fatalf("after %d entries: %v", want, err)
		}
		if got := length(t, s); got != want {
			t.Errorf("%d entries, not %d", got, want)
		}
		d.empty()
		d.must(large(s))
		want++
	}
	if got := length(t, s); got != want {
		t.Errorf("%d entries, not %d", got, want)
	}
	d.must(errors.Join(s.Check(t.Context()), s.Close()))
}

// A server without space for its log stops. Updates wait until the server runs again, and no entry
// is lost or doubled.
func TestFullLog(t *testing.T) {
	if !withMounts(t) {
		return
	}
	d := newSmallDisk(t, 64)
	cluster := sandbox.Own(t, "--wal-segsize=1", "--waldir="+d.sub())
	mustRun(t, cluster.URL(), "ALTER SYSTEM SET max_wal_size = '8MB'")
	mustRun(t, cluster.URL(), "SELECT pg_reload_conf()")
	s, err := Open(t.Context(), mustSchemaOf(t, cluster), Options{Patience: 10 * time.Minute})
	d.must(err)
	d.must(large(s))
	d.fill()
	const most = 200 // more than fit into the log that exists already
	written := make(chan error)
	var done uint64 = 1
	go func() {
		for ; done < most; done++ {
			if err := large(s); err != nil {
				written <- err
				return
			}
		}
		written <- nil
	}()
	end := time.Now().Add(5 * time.Minute)
	for ; !strings.Contains(cluster.Log(), "PANIC:"); time.Sleep(pause()) {
		if time.Now().After(end) {
			t.Fatalf("the server does not stop:\n%s", cluster.Log())
		}
	}
	d.empty()
	d.must(cluster.Restart(t.Context()))
	d.must(<-written)
	if got := length(t, s); got != done {
		t.Errorf("%d entries, not %d", got, done)
	}
	d.must(errors.Join(s.Check(t.Context()), s.Close()))
}
