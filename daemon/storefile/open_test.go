package storefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ppamaild/config"
	"ppamaild/store"
)

// Probe reports whether a store can be used or created, and leaves no files. For a missing
// folder, the error of opening has advice, too.
func TestProbe(t *testing.T) {
	cfg, dir := config.Default(), t.TempDir()
	cfg.Store.Path = filepath.Join(dir, "ppamaild.db")
	says := func(want string) {
		t.Helper()
		if got, err := Probe(t.Context(), cfg); err != nil || !strings.HasSuffix(got, want) {
			t.Errorf("it says %q (%v), not %q", got, err, want)
		}
	}
	says("does not exist yet; ppamaild run creates it")
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("it leaves %v (%v)", left, err)
	}
	s, err := Open(cfg)
	must(t, err)
	if _, err := Probe(t.Context(), cfg); !errors.Is(err, store.ErrLocked) || !strings.Contains(err.Error(), "The socket "+cfg.Store.Path+".sock is missing") {
		t.Errorf("a store that somebody holds who does not answer: %v", err)
	}
	must(t, s.Close())
	says("can be read and written")

	cfg.Store.Path = filepath.Join(dir, "nowhere", "ppamaild.db")
	_, probed := Probe(t.Context(), cfg)
	_, opened := Open(cfg)
	for _, err := range []error{probed, opened} {
		if err == nil || !strings.Contains(err.Error(), "Directory "+filepath.Join(dir, "nowhere")+" does not exist. Create it or fix store.path") {
			t.Errorf("a folder that is missing: %v", err)
		}
	}
}

// A folder at the path of the store gives a clear error.
func TestStoreThatIsAFolder(t *testing.T) {
	cfg := config.Default()
	cfg.Store.Path = t.TempDir()
	_, probed := Probe(t.Context(), cfg)
	_, opened := Open(cfg)
	for _, err := range []error{probed, opened} {
		if err == nil || !strings.Contains(err.Error(), "store.path must name a file, such as "+filepath.Join(cfg.Store.Path, "ppamaild.db")) {
			t.Errorf("%v", err)
		}
	}
}

// Probe refuses the files that run refuses.
func TestProbeOfWhatIsNoStore(t *testing.T) {
	cfg := config.Default()
	cfg.Store.Path = filepath.Join(t.TempDir(), "ppamaild.db")
	s, err := Open(cfg)
	must(t, err)
	must(t, s.Close())
	whole, err := os.ReadFile(cfg.Store.Path)
	must(t, err)
	for want, holds := range map[string][]byte{
		"the file is truncated":   whole[:3*os.Getpagesize()],
		"the file is empty":       nil,
		"not a store of ppamaild": []byte("hello"),
		"can be read and written": whole,
		"the pages are damaged":   append(slices.Clone(whole[:2*os.Getpagesize()]), make([]byte, len(whole)-2*os.Getpagesize())...),
	} {
		must(t, os.WriteFile(cfg.Store.Path, holds, 0o600))
		says, err := Probe(t.Context(), cfg)
		s, opened := Open(cfg)
		if opened == nil {
			must(t, s.Close())
		}
		if (err == nil) != (opened == nil) || !strings.Contains(fmt.Sprint(says, err), want) {
			t.Errorf("%s: it says %q, %v; opening it comes to %v", want, says, err, opened)
		}
	}
}

// A user without permission learns the owner of the store. Only root can create other users'
// files in this test.
func TestAdviceOnPermission(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ppamaild.db")
	denied := fmt.Errorf("opening it: %w", fs.ErrPermission)
	says := func(want string) {
		t.Helper()
		if err := advised(denied, path); !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, not %q", err, want)
		}
	}
	says(filepath.Dir(path) + " must be readable and writable, but its mode is -rwx")
	must(t, os.WriteFile(path, nil, 0o400))
	says(path + " must be readable and writable, but its mode is -r--------")
	if os.Geteuid() == 0 {
		const daemon = 54321
		must(t, os.Chown(path, daemon, daemon))
		says(path + " belongs to 54321, but you are root. Run the command as 54321, or change the owner to root")
	}
}

// A store created by root belongs to the owner of its folder, because the daemon must open the
// store.
func TestMakeLeavesTheStoreToTheFolder(t *testing.T) {
	cfg := config.Default()
	cfg.Store.Path = filepath.Join(t.TempDir(), "ppamaild.db")
	owner := os.Geteuid()
	if owner == 0 {
		owner = 54321
		must(t, os.Chown(filepath.Dir(cfg.Store.Path), owner, owner))
	}
	s, err := Make(cfg)
	must(t, err)
	must(t, s.Close())
	info, err := os.Stat(cfg.Store.Path)
	must(t, err)
	if got := int(info.Sys().(*syscall.Stat_t).Uid); got != owner {
		t.Errorf("it belongs to %d, and its folder to %d", got, owner)
	}
}
