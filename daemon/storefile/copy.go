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

// CopyPath is the path on the control socket that returns a copy of the store.
const CopyPath = "/backup"

// stalled is the longest time without progress by the reader of a copy. During a copy, the
// store keeps old versions of changed pages.
const stalled = time.Minute

// CopyHandler serves a copy of the daemon's store at CopyPath. If the copy fails, CopyHandler
// breaks the connection, so that the reader notices, and logs the reason.
func CopyHandler(s store.Store, log *slog.Logger) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		out := &patientWriter{Writer: w, control: http.NewResponseController(w)}
		w.Header().Set("Content-Type", "application/octet-stream")
		err := Copy(r.Context(), s, out)
		switch {
		case err != nil && !out.begun:
			control.Respond(w, nil, err)
		case err != nil:
			log.Error("a backup was interrupted", "error", err)
			panic(http.ErrAbortHandler)
		}
	}
}

// patientWriter sets a new deadline for each part.
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
