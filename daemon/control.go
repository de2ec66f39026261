package daemon

import (
	"context"
	"net/http"
	"net/url"

	"ppamaild/config"
	"ppamaild/daemon/control"
	"ppamaild/daemon/history"
	"ppamaild/daemon/storefile"
	"ppamaild/mailbox/oauth"
	"ppamaild/report"
	"ppamaild/store"
)

// serveControl answers commands on the store while the daemon has it open.
func (d *Daemon) serveControl(ctx context.Context) error {
	return control.Serve(ctx, control.Path(d.cfg), d.controlHandler(), d.log)
}

func (d *Daemon) controlHandler() http.Handler {
	a := NewAdmin(d.store, d.cfg)
	mux := http.NewServeMux()
	tellHandlers(mux, a.Reader)
	mux.HandleFunc("GET /threads/{id}/progress", followHandler(a))
	mux.HandleFunc("POST /retry/{id}", control.Answer(func(r *http.Request) (Retried, error) {
		return d.retry(r.Context(), r.PathValue("id"), r.FormValue("by"))
	}))
	mux.HandleFunc("POST /threads/{id}/cancel", control.Answer(func(r *http.Request) (string, error) {
		return d.cancel(r.Context(), r.PathValue("id"), cancelEvent{By: r.FormValue("by"), Why: r.FormValue("why")})
	}))
	mux.HandleFunc("POST /corrections", control.Fulfil(d.Correct))
	mux.HandleFunc("POST /forget", control.Fulfil(d.forget))
	mux.HandleFunc("GET /holds", control.Answer(func(r *http.Request) ([]store.Hold, error) { return a.Holds(r.Context()) }))
	mux.HandleFunc("POST /holds", control.Fulfil(d.holdFor))
	mux.HandleFunc("POST /rekey", control.Answer(func(r *http.Request) (Rekeyed, error) { return a.Rekey(r.Context()) }))
	mux.HandleFunc("POST /release", control.Answer(func(r *http.Request) (store.Restoration, error) {
		return d.releaseByHand(r.Context(), r.FormValue("by"))
	}))
	refreshTokenHandlers(mux, a)
	mux.HandleFunc("GET "+storefile.CopyPath, storefile.CopyHandler(d.store, d.log))
	d.outboxHandlers(mux)
	return mux
}

// Threads is what commands ask: of a running daemon, or of the store itself.
type Threads interface {
	Threads(ctx context.Context) ([]history.Summary, error)
	// Thread returns store.ErrNotFound where there is none of that id.
	Thread(ctx context.Context, id string) (history.Thread, error)
	// Export returns all that is held of a thread; store.ErrNotFound where there is
	// none of that id.
	Export(ctx context.Context, id string) (report.Thread, error)
	// Retry is Admin.Retry; without a daemon it is left to the next one that runs.
	Retry(ctx context.Context, id, by string) (Retried, error)
	// Correct moves messages between threads; it returns a refusal where it can't.
	Correct(ctx context.Context, c Correction) (Correction, error)
	Rekey(ctx context.Context) (Rekeyed, error)
	// The rest is as Admin has it.
	Cancel(ctx context.Context, id, why, by string) (string, error)
	Forget(ctx context.Context, f Forgetting) (Forgotten, error)
	Hold(ctx context.Context, o Holding) (store.Hold, error)
	Holds(ctx context.Context) ([]store.Hold, error)
	Verify(ctx context.Context, id string) ([]history.Verified, error)
	Why(ctx context.Context, messageID string) (history.Explanation, error)
	Follow(ctx context.Context, id string, tell func(history.Progress) error) error
	Outbox(ctx context.Context, all bool) ([]store.Mail, error)
	RetryMail(ctx context.Context, id uint64, by string) (store.Mail, error)
	DropMail(ctx context.Context, id uint64, by string) (store.Mail, error)
	Release(ctx context.Context, by string) (store.Restoration, error)
	oauth.Keeper // for a check
	Close() error
}

// Connect asks the daemon that runs on the configured store, or opens the store
// if none does.
func Connect(ctx context.Context, cfg *config.Config) (Threads, error) {
	client := control.At(control.Path(cfg))
	if client.Alive(ctx) {
		return running{client}, nil
	}
	s, err := storefile.OpenExisting(cfg)
	if err != nil {
		return nil, err
	}
	return NewAdmin(s, cfg), nil
}

// running is the daemon that runs, asked by its control socket.
type running struct{ control.Client }

func (c running) Retry(ctx context.Context, id, by string) (Retried, error) {
	return control.Ask[Retried](ctx, c.Client, http.MethodPost, "/retry/"+url.PathEscape(id)+"?by="+url.QueryEscape(by), nil)
}

func (c running) Correct(ctx context.Context, what Correction) (Correction, error) {
	return control.Ask[Correction](ctx, c.Client, http.MethodPost, "/corrections", what)
}
