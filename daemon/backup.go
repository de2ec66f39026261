package daemon

import (
	"context"
	"io"
	"net/http"
	"time"

	"ppamaild/daemon/refusal"
	"ppamaild/failpoint"
)

// copier is a store that can be copied while it is used.
type copier interface {
	Backup(ctx context.Context, w io.Writer) error
}

// Backup writes a copy of the store to w, as of one moment.
func (a Admin) Backup(ctx context.Context, w io.Writer) error {
	c, can := a.Store.(copier)
	if !can {
		return refusal.Errorf("a store of this kind is backed up by its own means")
	}
	return c.Backup(ctx, w)
}

// stalled is how long whoever takes a backup may leave it lying: until it is done,
// the store keeps what changes.
const stalled = time.Minute

// backupHandler answers with a copy of the store. What breaks off ends the
// connection, so that it can't be taken for whole.
func backupHandler(a Admin) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		out := &patientWriter{w, http.NewResponseController(w)}
		w.Header().Set("Content-Type", "application/octet-stream")
		if err := a.Backup(r.Context(), out); err != nil {
			panic(http.ErrAbortHandler)
		}
	}
}

// patientWriter gives the reader some time for every part.
type patientWriter struct {
	io.Writer
	control *http.ResponseController
}

func (w *patientWriter) Write(p []byte) (int, error) {
	if err := w.control.SetWriteDeadline(time.Now().Add(stalled)); err != nil {
		return 0, err
	}
	failpoint.Pass(failpoint.Copying)
	return w.Writer.Write(p)
}

func (c running) Backup(ctx context.Context, w io.Writer) error {
	return c.Untimed().Do(ctx, http.MethodGet, "/backup", nil, func(body io.Reader) error {
		_, err := io.Copy(w, body)
		return err
	})
}
