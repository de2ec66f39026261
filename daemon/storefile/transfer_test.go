package storefile

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/config"
	"ppamaild/store"
	"ppamaild/store/crypt"
	"ppamaild/store/transfer"
)

func toDatabase(u Upkeep, ctx context.Context, report func(string, int)) (string, error) {
	o := Transfer{From: config.BackendBolt, To: config.BackendPostgres, Report: report}
	return u.Transfer(ctx, o)
}

func toFile(u Upkeep, ctx context.Context) (string, error) {
	o := Transfer{From: config.BackendPostgres, To: config.BackendBolt, Report: func(string, int) {}}
	return u.Transfer(ctx, o)
}

// thaw writes a compressed store to a file.
func thaw(t *testing.T, frozen, path string) {
	t.Helper()
	in, err := os.Open(frozen)
	must(t, err)
	defer in.Close() // read-only
	unpacked, err := gzip.NewReader(in)
	must(t, err)
	out, err := os.Create(path)
	must(t, err)
	_, err = io.Copy(out, unpacked)
	must(t, errors.Join(err, out.Close()))
}

// Stores of real conversations are copied to PostgreSQL and back, with every journal.
func TestTransferOfConversations(t *testing.T) {
	all, err := filepath.Glob("../testdata/stores/format-9/*.db.gz")
	must(t, err)
	copied := 0
	for _, frozen := range all {
		name := strings.TrimSuffix(filepath.Base(frozen), ".db.gz")
		cfg := inSchema(t, "copied_"+name)
		u := Upkeep{Config: cfg}
		if name == "encrypted" {
			cfg.Store.Keys = testKey(t)
			defer staysEncrypted(t, cfg)
		}
		thaw(t, frozen, cfg.Store.Path)
		entries := 0
		there, err := toDatabase(u, t.Context(), func(part string, records int) {
			if part == "journal entries" {
				entries = records
			}
		})
		must(t, err)
		must(t, u.CheckAll(t.Context()))
		if entries == 0 {
			t.Errorf("%s: no journal entries", name)
		}
		if _, err := toFile(u, t.Context()); !errors.Is(err, transfer.ErrOccupied) || !strings.Contains(err.Error(), "Rename ") {
			t.Errorf("%s: the file exists: %v", name, err)
		}
		must(t, os.Rename(cfg.Store.Path, cfg.Store.Path+".old"))
		back, err := toFile(u, t.Context())
		must(t, err)
		if back != there {
			t.Errorf("%s: the digest is %s, then %s", name, there, back)
		}
		cfg.Store.Backend = config.BackendBolt
		must(t, Check(t.Context(), cfg, cfg.Store.Path))
		copied++
	}
	if copied < 7 {
		t.Errorf("%d stores", copied)
	}
}

// testKey returns a key that anyone may know.
func testKey(t *testing.T) *crypt.Ring {
	t.Helper()
	text, err := os.ReadFile("../testdata/stores/test.key")
	must(t, err)
	keys, err := crypt.Parse(string(text))
	must(t, err)
	return keys
}

// staysEncrypted checks that both copies of an encrypted store need the key.
func staysEncrypted(t *testing.T, cfg *config.Config) {
	t.Helper()
	keyless := *cfg
	keyless.Store.Keys = nil
	for _, keyless.Store.Backend = range []config.Backend{config.BackendBolt, config.BackendPostgres} {
		if _, err := Open(&keyless); !errors.Is(err, store.ErrKey) {
			t.Errorf("the copy in %s opens without the key: %v", keyless.Store.Backend, err)
		}
	}
	u := Upkeep{Config: &keyless}
	must(t, os.Rename(cfg.Store.Path, cfg.Store.Path+".copy"))
	if _, err := toFile(u, t.Context()); !errors.Is(err, store.ErrKey) {
		t.Errorf("a copy without the key: %v", err)
	}
}

// Nothing opens an unfinished copy.
func TestUnfinishedTransfer(t *testing.T) {
	cfg := inSchema(t, "unfinished")
	u := Upkeep{Config: cfg}
	file := *cfg
	file.Store.Backend = config.BackendBolt
	s, err := Open(&file)
	must(t, err)
	err = s.Update(t.Context(), func(tx store.Tx) error { return tx.PutSecret("k", []byte("v")) })
	must(t, errors.Join(err, s.Close()))
	ctx, stop := context.WithCancel(t.Context())
	_, err = toDatabase(u, ctx, func(string, int) { stop() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted copy: %v", err)
	}
	if !strings.Contains(err.Error(), "Run the same command again") {
		t.Errorf("an interrupted copy: %v", err)
	}
	refusedCopy(t, cfg)
	_, err = toDatabase(u, t.Context(), func(string, int) {})
	must(t, err)
	s, err = Open(cfg)
	must(t, errors.Join(err, s.Close()))
	must(t, os.Rename(cfg.Store.Path, cfg.Store.Path+".old"))
	ctx, stop = context.WithCancel(t.Context())
	back := Transfer{From: config.BackendPostgres, To: config.BackendBolt}
	back.Report = func(string, int) { stop() }
	if _, err := u.Transfer(ctx, back); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted copy back: %v", err)
	}
	refusedCopy(t, &file)
	u = Upkeep{&file, func(ctx context.Context, path string) error { return Check(ctx, &file, path) }}
	backup := filepath.Join(t.TempDir(), "backup.db")
	if err := u.Backup(t.Context(), backup); !errors.Is(err, transfer.ErrUnfinished) {
		t.Errorf("a backup of an unfinished copy: %v", err)
	}
}

// refusedCopy checks that no command accepts the unfinished copy, and each one says how to go on.
func refusedCopy(t *testing.T, cfg *config.Config) {
	t.Helper()
	_, opening := Open(cfg)
	_, probing := Probe(t.Context(), cfg)
	u := Upkeep{cfg, func(ctx context.Context, path string) error { return Check(ctx, cfg, path) }}
	for _, err := range []error{opening, probing, u.CheckAll(t.Context())} {
		if !errors.Is(err, transfer.ErrUnfinished) || !strings.Contains(err.Error(), "store copy") {
			t.Errorf("an unfinished copy: %v", err)
		}
	}
}

func TestRefusedTransfer(t *testing.T) {
	cfg := config.Default()
	cfg.Store.Path = filepath.Join(t.TempDir(), "ppamaild.db")
	u := Upkeep{Config: cfg}
	if _, err := toFile(u, t.Context()); err == nil || !strings.Contains(err.Error(), "no connection string") {
		t.Errorf("%v", err)
	}
	cfg.Store.DSN = config.NewSecret("postgres://u:hush@127.0.0.1:1/none")
	if _, err := u.Transfer(t.Context(), Transfer{From: "bolt", To: "bolt"}); err == nil || !strings.Contains(err.Error(), "two different backends") {
		t.Errorf("%v", err)
	}
	if _, err := toDatabase(u, t.Context(), nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := toFile(u, t.Context()); err == nil || strings.Contains(err.Error(), "hush") {
		t.Errorf("no database: %v", err)
	}
}
