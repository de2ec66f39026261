package daemon

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"ppamaild/store"
)

// breaking is a store whose copying breaks off.
type breaking struct{ store.Store }

func (breaking) Backup(_ context.Context, w io.Writer) error {
	_, err := w.Write(make([]byte, 1<<20))
	return errors.Join(err, errors.New("the disk can't be read"))
}

// A copy that breaks off is an error at the other end, however much of it came.
func TestBackupThatBreaksOff(t *testing.T) {
	server := httptest.NewServer(backupHandler(NewAdmin(breaking{}, nil)))
	defer server.Close()
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp", server.Listener.Addr().String())
	}
	c := control{&http.Client{Transport: &http.Transport{DialContext: dial}}}
	if err := c.Backup(t.Context(), io.Discard); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("it ended with %v", err)
	}
}
