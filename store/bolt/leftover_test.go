package bolt_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"ppamaild/failpoint"
	"ppamaild/store/bolt"
	"ppamaild/store/bolt/bolttest"
)

// compactor is the environment variable that turns the test binary into a process that
// compacts a store. It holds the path of the store.
const compactor = "PPAMAILD_TEST_COMPACTOR"

// compactAt opens the store at path and compacts it.
func compactAt(path string) error {
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	return errors.Join(s.Compact(context.Background()), s.Close())
}

// deadlyBinary builds this test binary with failpoints.
func deadlyBinary(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bolt.test")
	out, err := exec.CommandContext(t.Context(), "go", "test", "-c", "-vet=off", "-tags", "failpoints", "-o", path, ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}

// copies lists the files in the folder of the store at path, apart from the store.
func copies(t *testing.T, path string) []string {
	t.Helper()
	found, err := filepath.Glob(path + ".*")
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// A crash during Compact leaves a copy with data that may be erased later. The next Open
// removes the copy, and so does the next Compact. Copies by other programs stay: a backup
// may be writing one.
func TestCopyOfKilledCompactIsRemoved(t *testing.T) {
	binary := deadlyBinary(t)
	path := filepath.Join(t.TempDir(), "ppamaild.db")
	if err := bolttest.MustOpenAt(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	backup := path + ".17.part"
	if err := os.WriteFile(backup, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	kill := func() {
		t.Helper()
		child := exec.CommandContext(t.Context(), binary)
		child.Env = append(os.Environ(), compactor+"="+path, "PPAMAILD_FAILPOINT="+string(failpoint.Wiping))
		out, err := child.CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("the process was not killed: %v, %s", err, out)
		}
		if left := copies(t, path); len(left) != 2 {
			t.Fatalf("left beside the store: %q", left)
		}
	}
	kill()
	s := bolttest.MustOpenAt(t, path)
	if left := copies(t, path); len(left) != 1 || left[0] != backup {
		t.Errorf("after Open: %q", left)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	kill()
	kill() // opens the store, so it removes the first copy
	s = bolttest.MustOpenAt(t, path)
	leftover := path + ".compact.17.part"
	if err := os.WriteFile(leftover, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Compact(t.Context()), s.Close()); err != nil {
		t.Fatal(err)
	}
	if left := copies(t, path); len(left) != 1 || left[0] != backup {
		t.Errorf("after Compact: %q", left)
	}
}
