package admin

import (
	"context"
	"net/http"
	"reflect"
	"time"

	"ppamaild/daemon/control"
	"ppamaild/daemon/history"
)

// followInterval is the time between two looks at a followed thread.
const followInterval = 200 * time.Millisecond

// follow calls report with the progress of a thread, now and after each change, until the thread
// ends. It returns the error of ctx if ctx is done first.
func follow(ctx context.Context, r history.Reader, id string, report func(history.Progress) error) error {
	ticker := time.NewTicker(followInterval)
	defer ticker.Stop()
	var last history.Progress
	for {
		now, err := r.Progress(ctx, id)
		if err != nil {
			return err
		}
		now.UpdatedAt = now.UpdatedAt.UTC()
		if !reflect.DeepEqual(now, last) {
			if err := report(now); err != nil {
				return err
			}
			last = now
		}
		if now.Status.Ended() {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

// followHandler aborts the connection if it ends before the thread does, so that the client does
// not take the end of the answer for the end of the thread.
func followHandler(h history.Reader) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		control.Stream(w, func(send func(any) error) error {
			return follow(r.Context(), h, r.PathValue("id"), func(p history.Progress) error { return send(p) })
		})
	}
}
