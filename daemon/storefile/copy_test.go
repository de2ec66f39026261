package storefile

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"testing"

	"ppamaild/daemon/control"
	"ppamaild/store"
)

// breaking is a store whose copying breaks off.
type breaking struct{ store.Store }

func (breaking) Backup(_ context.Context, w io.Writer) error {
	_, err := w.Write(make([]byte, 1<<20))
	return errors.Join(err, errors.New("the disk can't be read"))
}

// A copy that breaks off is an error at the other end, however much of it came.
func TestCopyThatBreaksOff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.sock")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: CopyHandler(breaking{})}
	defer server.Close()
	go server.Serve(listener)
	if err := fetch(t.Context(), control.At(path), io.Discard); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("it ended with %v", err)
	}
}
