package admin

import (
	"context"
	"net"
	"net/http"

	"ppamaild/daemon/control"
	"ppamaild/daemon/storefile"
	"ppamaild/store"
)

// Serve answers commands on a control socket until ctx is done.
func (a *Admin) Serve(ctx context.Context, on net.Listener) error {
	return control.Serve(ctx, on, control.WhileAlive(a.Alive, a.Handler()), a.Log)
}

// Alive reports whether the store answers.
func (a *Admin) Alive(ctx context.Context) error {
	return a.Deps.Store.View(ctx, func(store.Tx) error { return nil })
}

// Handler returns the HTTP handler of the control socket.
func (a *Admin) Handler() http.Handler {
	mux := http.NewServeMux()
	historyHandlers(mux, a.Reader)
	mux.HandleFunc("GET /threads/{id}/progress", followHandler(a.Reader))
	mux.HandleFunc("POST /retry/{id}", control.Answer(func(r *http.Request) (Retried, error) {
		return a.Retry(r.Context(), r.PathValue("id"), r.FormValue("by"))
	}))
	mux.HandleFunc("POST /threads/{id}/cancel", control.Answer(func(r *http.Request) (string, error) {
		return a.Cancel(r.Context(), r.PathValue("id"), r.FormValue("why"), r.FormValue("by"))
	}))
	mux.HandleFunc("POST /corrections", control.Fulfill(a.Correct))
	mux.HandleFunc("POST /forget", control.Fulfill(a.Forget))
	mux.HandleFunc("GET /holds", control.Answer(func(r *http.Request) ([]store.Hold, error) {
		return a.Holds(r.Context())
	}))
	mux.HandleFunc("POST /holds", control.Fulfill(a.Hold))
	mux.HandleFunc("POST /rekey", control.Answer(func(r *http.Request) (Rekeyed, error) {
		return a.Rekey(r.Context())
	}))
	mux.HandleFunc("POST /release", control.Answer(func(r *http.Request) (store.Restoration, error) {
		return a.Release(r.Context(), r.FormValue("by"))
	}))
	refreshTokenHandlers(mux, KeptTokens{a.Deps.Store})
	mux.HandleFunc("GET "+storefile.CopyPath, storefile.CopyHandler(a.Deps.Store, a.Log))
	a.tokenOrders.handle(mux)
	a.outboxHandlers(mux)
	a.quarantineHandlers(mux)
	return mux
}
