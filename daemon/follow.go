package daemon

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"time"

	"ppamaild/daemon/control"
	"ppamaild/daemon/history"
)

// glance is how often a thread that is followed is looked at.
const glance = 200 * time.Millisecond

// Follow tells where a thread stands, now and whenever that changes, until it ends or
// ctx is done. Without a daemon nothing changes, and it is told once.
func (a Admin) Follow(ctx context.Context, id string, tell func(history.Progress) error) error {
	p, err := a.Progress(ctx, id)
	if err != nil {
		return err
	}
	return tell(p)
}

// follow is Follow while the daemon runs. Its error is ctx's where that is done first.
func (a Admin) follow(ctx context.Context, id string, tell func(history.Progress) error) error {
	ticker := time.NewTicker(glance)
	defer ticker.Stop()
	var told history.Progress
	for {
		now, err := a.Progress(ctx, id)
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
func followHandler(a Admin) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		begun := false
		encoder, controller := json.NewEncoder(w), http.NewResponseController(w)
		err := a.follow(r.Context(), r.PathValue("id"), func(p history.Progress) error {
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

func (c running) Follow(ctx context.Context, id string, tell func(history.Progress) error) error {
	return c.Untimed().Do(ctx, http.MethodGet, "/threads/"+url.PathEscape(id)+"/progress", nil,
		func(answer io.Reader) error {
			for lines := json.NewDecoder(answer); ; {
				var p history.Progress
				err := lines.Decode(&p)
				if err == io.EOF || ctx.Err() != nil {
					return nil
				}
				if err == nil {
					err = tell(p)
				}
				if err != nil {
					return err
				}
			}
		})
}
