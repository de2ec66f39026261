package storefile

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/daemon/control"
	"ppamaild/store"
)

// breaking is a store with copies that fail after a number of bytes.
type breaking struct {
	store.Store
	after int
}

func (b breaking) Backup(_ context.Context, w io.Writer) error {
	var err error
	if b.after > 0 {
		_, err = w.Write(make([]byte, b.after))
	}
	return errors.Join(err, errors.New("the disk can't be read"))
}

// copied requests a copy of a store and returns the error and the log.
func copied(t *testing.T, s store.Store) (log string, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.sock")
	listener, err := net.Listen("unix", path)
	must(t, err)
	var said bytes.Buffer
	server := &http.Server{Handler: CopyHandler(s, slog.New(slog.NewTextHandler(&said, nil)))}
	ended := make(chan error)
	go func() { ended <- server.Serve(listener) }()
	err = fetch(t.Context(), control.At(path), io.Discard)
	must(t, server.Shutdown(t.Context()))
	<-ended
	return said.String(), err
}

// The reader of a broken copy gets an error, at any position, and the log has the reason.
func TestCopyThatBreaksOff(t *testing.T) {
	log, err := copied(t, breaking{after: 1 << 20})
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("it ended with %v", err)
	}
	if !strings.Contains(log, "the disk can't be read") {
		t.Errorf("the log does not say why: %s", log)
	}
}

func TestCopyThatDoesNotBegin(t *testing.T) {
	if _, err := copied(t, breaking{}); err == nil || !strings.Contains(err.Error(), "the disk can't be read") {
		t.Errorf("it ended with %v", err)
	}
	if _, err := copied(t, struct{ store.Store }{}); err == nil || !strings.Contains(err.Error(), "pg_dump") {
		t.Errorf("of a store that can't be copied it ended with %v", err)
	}
}
