package storefile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/control"
	"ppamaild/daemon/refusal"
	"ppamaild/store"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// kept returns a closed store with one thread.
func kept(t *testing.T) Upkeep {
	t.Helper()
	cfg := config.Default()
	cfg.Store.Path = filepath.Join(t.TempDir(), "ppamaild.db")
	change(t, cfg, func(tx store.Tx) error {
		_, err := LoadKeys(tx)
		_, headErr := tx.PutHead(store.Head{Thread: "Q-7F3K2M", Status: store.ThreadRunning, CreatedAt: noon, UpdatedAt: noon, State: []byte("{}")})
		return errors.Join(err, headErr)
	})
	return Upkeep{cfg, func(ctx context.Context, path string) error { return Check(ctx, cfg, path) }}
}

func change(t *testing.T, cfg *config.Config, fn func(store.Tx) error) {
	t.Helper()
	s, err := Open(cfg)
	must(t, err)
	must(t, errors.Join(s.Update(t.Context(), fn), s.Close()))
}

func keys(t *testing.T, cfg *config.Config) (k Keys) {
	t.Helper()
	change(t, cfg, func(tx store.Tx) (err error) { k, err = LoadKeys(tx); return err })
	return k
}

// runs simulates a running daemon on the store, until stop.
func runs(t *testing.T, u Upkeep) (stop func()) {
	t.Helper()
	s, err := Open(u.Config)
	must(t, err)
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+CopyPath, CopyHandler(s, slog.New(slog.DiscardHandler)))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	on, err := control.Listen(control.Path(u.Config))
	must(t, err)
	go func() { ended <- control.Serve(ctx, on, mux, slog.New(slog.DiscardHandler)) }()
	for client := control.At(control.Path(u.Config)); !client.Alive(ctx); {
		time.Sleep(time.Millisecond)
	}
	return func() {
		cancel()
		must(t, errors.Join(<-ended, s.Close()))
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func refused(t *testing.T, words string, err error) {
	t.Helper()
	if _, is := errors.AsType[refusal.Error](err); !is || !strings.Contains(err.Error(), words) {
		t.Errorf("it is not refused with %q: %v", words, err)
	}
}

// With and without a daemon, a store can be backed up, checked, and compacted into another
// file. Existing files stay.
func TestUpkeep(t *testing.T) {
	u := kept(t)
	work := func(name string) {
		dir := t.TempDir()
		backup, small := filepath.Join(dir, "backup.db"), filepath.Join(dir, "small.db")
		must(t, errors.Join(u.Backup(t.Context(), backup), u.CheckAll(t.Context())))
		if err := u.Backup(t.Context(), backup); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: a second backup under that name: %v", name, err)
		}
		before, after, err := u.Compact(t.Context(), small)
		if err != nil || after == 0 || after > before {
			t.Errorf("%s: compacted from %d to %d: %v", name, before, after, err)
		}
		must(t, errors.Join(u.Check(t.Context(), backup), u.Check(t.Context(), small)))
		if left, err := filepath.Glob(u.Config.Store.Path + ".*.part"); err != nil || len(left) > 0 {
			t.Errorf("%s: left over are %v, %v", name, left, err)
		}
	}
	work("alone")
	stop := runs(t, u)
	defer stop()
	work("while a daemon runs")
	if _, _, err := u.Compact(t.Context(), ""); !errors.Is(err, store.ErrLocked) {
		t.Errorf("compacting under a daemon: %v", err)
	}
}

// A restored store has the mark, another key of references, and the same key of Message-IDs.
// The previous store gets another name.
func TestRestore(t *testing.T) {
	u := kept(t)
	was := keys(t, u.Config)
	backup := filepath.Join(t.TempDir(), "backup.db")
	must(t, u.Backup(t.Context(), backup))
	aside, err := u.Restore(t.Context(), Restore{File: backup, Replace: true, By: "root", Now: noon})
	must(t, err)
	if want := u.Config.Store.Path + ".before-restore-20261120T120000Z"; aside != want {
		t.Errorf("what was there is %s", aside)
	}
	must(t, u.Check(t.Context(), aside))
	if is := keys(t, u.Config); bytes.Equal(is.References, was.References) || !bytes.Equal(is.MessageIDs, was.MessageIDs) {
		t.Errorf("the keys are %+v, and were %+v", is, was)
	}
	change(t, u.Config, func(tx store.Tx) error {
		r, err := tx.Restoration()
		if !r.At.Equal(noon) || r.By != "root" || r.File != "backup.db" {
			t.Errorf("it says %+v", r)
		}
		return err
	})
}

// After a restore or compaction by root, the store belongs to its previous owner or the owner
// of the folder, because the daemon must open the store. Other users keep their own files.
func TestRootsStoreBelongsToTheDaemon(t *testing.T) {
	daemon, group := 65534, 65534
	if os.Geteuid() != 0 {
		daemon, group = os.Geteuid(), os.Getegid() // only root can change owners
	}
	u := kept(t)
	path, backup := u.Config.Store.Path, filepath.Join(t.TempDir(), "backup.db")
	must(t, errors.Join(u.Backup(t.Context(), backup), os.Chown(path, daemon, group)))
	belongs := func(after string) {
		info, err := os.Stat(path)
		must(t, err)
		if is := info.Sys().(*syscall.Stat_t); int(is.Uid) != daemon || int(is.Gid) != group {
			t.Errorf("%s it belongs to %d:%d", after, is.Uid, is.Gid)
		}
	}
	_, _, err := u.Compact(t.Context(), "")
	must(t, err)
	belongs("compacted,")
	_, err = u.Restore(t.Context(), Restore{File: backup, Replace: true, By: "root", Now: noon})
	must(t, err)
	belongs("restored,")
	must(t, errors.Join(os.Remove(path), os.Chown(filepath.Dir(path), daemon, group)))
	_, err = u.Restore(t.Context(), Restore{File: backup, By: "root", Now: noon})
	must(t, err)
	belongs("restored where none was,")
}

// Restore refuses damaged backups and existing files. The existing store stays.
func TestRestoreRefuses(t *testing.T) {
	u := kept(t)
	backup := filepath.Join(t.TempDir(), "backup.db")
	must(t, u.Backup(t.Context(), backup))
	restore := func(file string, replace bool) error {
		_, err := u.Restore(t.Context(), Restore{File: file, Replace: replace, By: "root", Now: noon})
		return err
	}
	stop := runs(t, u)
	refused(t, "a daemon runs on", restore(backup, true))
	refused(t, "a daemon runs;", second(Adopt(t.Context(), u.Config)))
	stop()
	refused(t, "use --replace to rename it and restore", restore(backup, false))
	before, err := os.ReadFile(u.Config.Store.Path)
	must(t, err)
	raw, err := os.ReadFile(backup)
	must(t, err)
	cut := filepath.Join(t.TempDir(), "cut.db")
	must(t, os.WriteFile(cut, raw[:len(raw)/2], 0o600))
	if err := restore(cut, true); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("cut short: %v", err)
	}
	if after, err := os.ReadFile(u.Config.Store.Path); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the store that was there was changed (%v)", err)
	}
	s, err := Open(u.Config)
	must(t, err)
	if err := restore(backup, true); !errors.Is(err, store.ErrLocked) {
		t.Errorf("while somebody has it open: %v", err)
	}
	must(t, s.Close())
}

// Check lists dangling references with their sources.
func TestCheckFindsDangling(t *testing.T) {
	u := kept(t)
	change(t, u.Config, func(tx store.Tx) error {
		_, err := tx.AddMail(store.Mail{Thread: "Q-NONE22", Kind: store.MailNotice, MessageID: "m@agency.test", Status: store.MailSent, NextAt: noon}, []byte("mail"))
		return errors.Join(err,
			tx.PutReview(store.Review{Thread: "Q-7F3K2M", Number: 1, Kind: "mail", Status: store.ReviewOpen, CreatedAt: noon, Mail: 99}),
			tx.PutTimer(store.Timer{Thread: "Q-NONE33", Name: "expire", Due: noon}),
		)
	})
	err := u.CheckAll(t.Context())
	if err == nil {
		t.Fatal("it is taken for sound")
	}
	for _, words := range []string{"mail 1: thread Q-NONE22 is missing", "review 1 of Q-7F3K2M has a number that the thread did not give out",
		"review 1 of Q-7F3K2M asks about mail 99, which is missing", "timer expire: thread Q-NONE33 is missing"} {
		if !strings.Contains(err.Error(), words) {
			t.Errorf("it does not say %q:\n%v", words, err)
		}
	}
}

// The list is deterministic, even if truncated.
func TestCheckListsInOrder(t *testing.T) {
	u := kept(t)
	var want []string
	for n := range 30 {
		thread := fmt.Sprintf("Q-%06d", n)
		change(t, u.Config, func(tx store.Tx) error {
			_, err := tx.PutHead(store.Head{Thread: thread, Status: store.ThreadRunning, CreatedAt: noon, UpdatedAt: noon, State: []byte("{}")})
			return errors.Join(err, tx.PutReview(store.Review{Thread: thread, Number: 1, Kind: "mail", Status: store.ReviewOpen, CreatedAt: noon}))
		})
		want = append(want, "review 1 of "+thread+" has a number that the thread did not give out")
	}
	if err := u.CheckAll(t.Context()); err == nil || !strings.Contains(err.Error(), strings.Join(want[:20], "\n")) {
		t.Errorf("it lists\n%v", err)
	}
}

// A starting daemon opens the store before it answers, and a stopping daemon closes the store
// after. A backup in between waits a moment.
func TestBackupWhileTheStoreChangesHands(t *testing.T) {
	u := kept(t)
	s, err := Open(u.Config)
	must(t, err)
	const held = 1500 * time.Millisecond // longer than the timeout of opening
	closed := make(chan error, 1)
	time.AfterFunc(held, func() { closed <- s.Close() })
	begun := time.Now()
	must(t, u.Backup(t.Context(), filepath.Join(t.TempDir(), "backup.db")))
	if took := time.Since(begun); took < held {
		t.Errorf("it took %v of a store that was held for %v", took, held)
	}
	must(t, <-closed)

	s, err = Open(u.Config)
	must(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), held)
	defer cancel()
	if err := u.Backup(ctx, filepath.Join(t.TempDir(), "backup.db")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("of a store that somebody keeps: %v", err)
	}
	must(t, s.Close())
}
