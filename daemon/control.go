package daemon

import (
	"context"
	"net/http"

	"ppamaild/daemon/control"
	"ppamaild/daemon/queue"
	"ppamaild/daemon/storefile"
	"ppamaild/store"
)

// serveControl answers commands on the store while the daemon has it open.
func (d *Daemon) serveControl(ctx context.Context) error {
	return control.Serve(ctx, control.Path(d.Config), d.controlHandler(), d.Log)
}

func (d *Daemon) controlHandler() http.Handler {
	a := NewAdmin(d.Store, d.Config)
	mux := http.NewServeMux()
	tellHandlers(mux, a.Reader)
	mux.HandleFunc("GET /threads/{id}/progress", followHandler(a))
	mux.HandleFunc("POST /retry/{id}", control.Answer(func(r *http.Request) (Retried, error) {
		return d.retry(r.Context(), r.PathValue("id"), r.FormValue("by"))
	}))
	mux.HandleFunc("POST /threads/{id}/cancel", control.Answer(func(r *http.Request) (string, error) {
		return d.cancel(r.Context(), r.PathValue("id"), queue.CancelEvent{By: r.FormValue("by"),
			Why: r.FormValue("why")})
	}))
	mux.HandleFunc("POST /corrections", control.Fulfil(d.Correct))
	mux.HandleFunc("POST /forget", control.Fulfil(d.forget))
	mux.HandleFunc("GET /holds", control.Answer(func(r *http.Request) ([]store.Hold, error) {
		return a.Holds(r.Context())
	}))
	mux.HandleFunc("POST /holds", control.Fulfil(d.holdFor))
	mux.HandleFunc("POST /rekey", control.Answer(func(r *http.Request) (Rekeyed, error) {
		return a.Rekey(r.Context())
	}))
	mux.HandleFunc("POST /release", control.Answer(func(r *http.Request) (store.Restoration, error) {
		return d.releaseByHand(r.Context(), r.FormValue("by"))
	}))
	refreshTokenHandlers(mux, a)
	mux.HandleFunc("GET "+storefile.CopyPath, storefile.CopyHandler(d.Store, d.Log))
	d.outboxHandlers(mux)
	return mux
}
