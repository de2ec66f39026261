package storefile

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"time"

	"ppamaild/daemon/control"
	"ppamaild/failpoint"
	"ppamaild/store"
)

// CopyPath is where the control socket has a copy of the store.
const CopyPath = "/backup"

// stalled is how long whoever takes a backup may leave it lying: until it is done,
// the store keeps what changes.
const stalled = time.Minute

// CopyHandler answers what a backup asks for while the daemon runs, at CopyPath: a copy of
// its store. What breaks off ends the connection, so that it can't be taken for whole, and
// the log says why, as the answer can't.
func CopyHandler(s store.Store, log *slog.Logger) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		out := &patientWriter{Writer: w, control: http.NewResponseController(w)}
		w.Header().Set("Content-Type", "application/octet-stream")
		err := Copy(r.Context(), s, out)
		switch {
		case err != nil && !out.begun:
			control.Respond(w, nil, err)
		case err != nil:
			log.Error("a backup broke off", "error", err)
			panic(http.ErrAbortHandler)
		}
	}
}

// patientWriter gives the reader some time for every part.
type patientWriter struct {
	io.Writer
	control *http.ResponseController
	begun   bool
}

func (w *patientWriter) Write(p []byte) (int, error) {
	if err := w.control.SetWriteDeadline(time.Now().Add(stalled)); err != nil {
		return 0, err
	}
	failpoint.Pass(failpoint.Copying)
	w.begun = true
	return w.Writer.Write(p)
}

// fetch writes a copy of the running daemon's store to w.
func fetch(ctx context.Context, running control.Client, w io.Writer) error {
	return running.Untimed().Do(ctx, http.MethodGet, CopyPath, nil, func(body io.Reader) error {
		_, err := io.Copy(w, body)
		return err
	})
}
