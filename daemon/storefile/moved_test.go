package storefile

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/control"
)

// If the store's file is moved away while a daemon runs, the data is lost after the daemon
// stops. Probe must not suggest to create a new store.
func TestProbeOfAStoreThatWasMovedAway(t *testing.T) {
	cfg := config.Default()
	cfg.Store.Path = filepath.Join(t.TempDir(), "ppamaild.db")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	on, err := control.Listen(control.Path(cfg))
	must(t, err)
	go func() {
		ended <- control.Serve(ctx, on, http.NotFoundHandler(), slog.New(slog.DiscardHandler))
	}()
	defer func() {
		cancel()
		must(t, <-ended)
	}()
	for !control.At(control.Path(cfg)).Alive(t.Context()) {
		time.Sleep(time.Millisecond)
	}
	if says, err := Probe(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "run ppamaild backup first") {
		t.Errorf("%q, %v", says, err)
	}
	must(t, os.WriteFile(cfg.Store.Path, nil, 0o600))
	if says, err := Probe(t.Context(), cfg); err != nil || !strings.HasPrefix(says, "the running daemon uses ") {
		t.Errorf("%q, %v", says, err)
	}
}

// Advice contains the absolute path of a folder.
func TestAdviceNamesTheWholeFolder(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	err := advised(fs.ErrNotExist, filepath.Join("nowhere", "ppamaild.db"))
	if err == nil || !strings.Contains(err.Error(), "Directory "+filepath.Join(dir, "nowhere")+" does not exist. Create it") {
		t.Errorf("%v", err)
	}
}
