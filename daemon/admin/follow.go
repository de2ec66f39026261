package admin

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"time"

	"ppamaild/daemon/control"
	"ppamaild/daemon/history"
)

// glance is how often a thread that is followed is looked at.
const glance = 200 * time.Millisecond

// follow is Follow while the daemon runs. Its error is ctx's where that is done first.
func follow(ctx context.Context, r history.Reader, id string, tell func(history.Progress) error) error {
	ticker := time.NewTicker(glance)
	defer ticker.Stop()
	var told history.Progress
	for {
		now, err := r.Progress(ctx, id)
		if err != nil {
			return err
		}
		if now.UpdatedAt = now.UpdatedAt.UTC(); !reflect.DeepEqual(now, told) {
			if err := tell(now); err != nil {
				return err
			}
			told = now
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

// followHandler breaks off where it ends before the thread, so that it is not taken for that.
func followHandler(h history.Reader) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		begun := false
		encoder, controller := json.NewEncoder(w), http.NewResponseController(w)
		err := follow(r.Context(), h, r.PathValue("id"), func(p history.Progress) error {
			begun = true
			if err := encoder.Encode(p); err != nil {
				return err
			}
			return controller.Flush()
		})
		switch {
		case err != nil && !begun:
			control.Respond(w, nil, err)
		case err != nil:
			panic(http.ErrAbortHandler)
		}
	}
}
