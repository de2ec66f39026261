package daemon

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/crew"
	"ppamaild/store"
)

// Progress is where a thread stands, and of a task its work.
type Progress struct {
	Thread    string             `json:"thread"`
	Status    store.ThreadStatus `json:"status"`
	UpdatedAt time.Time          `json:"updated_at"`
	*crew.Progress
}

// glance is how often a thread that is followed is looked at.
const glance = 200 * time.Millisecond

// Follow tells where a thread stands, now and whenever that changes, until it ends or
// ctx is done. Without a daemon nothing changes, and it is told once.
func (a Admin) Follow(ctx context.Context, id string, tell func(Progress) error) error {
	p, err := a.progress(ctx, id)
	if err != nil {
		return err
	}
	return tell(p)
}

// follow is Follow while the daemon runs.
func (a Admin) follow(ctx context.Context, id string, tell func(Progress) error) error {
	ticker := time.NewTicker(glance)
	defer ticker.Stop()
	var told Progress
	for {
		now, err := a.progress(ctx, id)
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
			return nil
		case <-ticker.C:
		}
	}
}

func (a Admin) progress(ctx context.Context, id string) (p Progress, err error) {
	err = a.Store.View(ctx, func(tx store.Tx) error {
		h, err := tx.Head(id)
		if err != nil {
			return fmt.Errorf("thread %s: %w", id, err)
		}
		p = Progress{Thread: h.Thread, Status: h.Status, UpdatedAt: h.UpdatedAt, Progress: progressIn(h.State)}
		return nil
	})
	return p, err
}

// progressIn is where a state's task stands; nil where it is none, or can't be read.
func progressIn(state []byte) *crew.Progress {
	s, err := agent.DecodeState(state)
	if err != nil {
		return nil
	}
	return progress(s)
}

func followHandler(a Admin) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		begun := false
		encoder, controller := json.NewEncoder(w), http.NewResponseController(w)
		err := a.follow(r.Context(), r.PathValue("id"), func(p Progress) error {
			begun = true
			if err := encoder.Encode(p); err != nil {
				return err
			}
			return controller.Flush()
		})
		if err != nil && !begun {
			respond(w, nil, err)
		}
	}
}

func (c control) Follow(ctx context.Context, id string, tell func(Progress) error) error {
	patient := control{&http.Client{Transport: c.http.Transport}} // it takes as long as it takes
	return patient.do(ctx, http.MethodGet, "/threads/"+url.PathEscape(id)+"/progress", nil, func(answer io.Reader) error {
		for lines := json.NewDecoder(answer); ; {
			var p Progress
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
