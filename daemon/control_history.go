package daemon

import (
	"context"
	"io"
	"net/http"
	"net/url"

	"ppamaild/daemon/control"
	"ppamaild/daemon/history"
	"ppamaild/report"
	"ppamaild/store"
)

// What package history tells, over the control socket.

func tellHandlers(mux *http.ServeMux, tell history.Reader) {
	mux.HandleFunc("GET /threads", func(w http.ResponseWriter, r *http.Request) {
		list, err := tell.Threads(r.Context())
		control.Respond(w, list, err)
	})
	mux.HandleFunc("GET /threads/{id}", func(w http.ResponseWriter, r *http.Request) {
		thread, err := tell.Thread(r.Context(), r.PathValue("id"))
		control.Respond(w, thread, err)
	})
	mux.HandleFunc("GET /threads/{id}/export", exportHandler(tell))
	mux.HandleFunc("GET /verify", func(w http.ResponseWriter, r *http.Request) {
		list, err := tell.Verify(r.Context(), r.FormValue("id"))
		control.Respond(w, list, err)
	})
	mux.HandleFunc("GET /why", func(w http.ResponseWriter, r *http.Request) {
		e, err := tell.Why(r.Context(), r.FormValue("id"))
		control.Respond(w, e, err)
	})
	mux.HandleFunc("GET /outbox", func(w http.ResponseWriter, r *http.Request) {
		list, err := tell.Outbox(r.Context(), r.FormValue("all") != "")
		control.Respond(w, list, err)
	})
}

// exportHandler answers with the lines of an export. What breaks off shows, as
// their end is missing.
func exportHandler(tell history.Reader) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		t, err := tell.Export(r.Context(), r.PathValue("id"))
		if err != nil {
			control.Respond(w, nil, err)
			return
		}
		w.Header().Set("Content-Type", "application/jsonl")
		_ = t.Write(w) // the peer has gone; there is nobody to tell
	}
}

func (c running) Threads(ctx context.Context) ([]history.Summary, error) {
	return control.Get[[]history.Summary](ctx, c.Client, "/threads")
}

func (c running) Thread(ctx context.Context, id string) (history.Thread, error) {
	return control.Get[history.Thread](ctx, c.Client, "/threads/"+url.PathEscape(id))
}

func (c running) Export(ctx context.Context, id string) (t report.Thread, err error) {
	err = c.Do(ctx, http.MethodGet, "/threads/"+url.PathEscape(id)+"/export", nil, func(body io.Reader) error {
		t, err = report.Read(body)
		return err
	})
	return t, err
}

func (c running) Verify(ctx context.Context, id string) ([]history.Verified, error) {
	return control.Get[[]history.Verified](ctx, c.Client, "/verify?id="+url.QueryEscape(id))
}

func (c running) Why(ctx context.Context, messageID string) (history.Explanation, error) {
	return control.Get[history.Explanation](ctx, c.Client, "/why?id="+url.QueryEscape(messageID))
}

func (c running) Outbox(ctx context.Context, all bool) ([]store.Mail, error) {
	if all {
		return control.Get[[]store.Mail](ctx, c.Client, "/outbox?all=1")
	}
	return control.Get[[]store.Mail](ctx, c.Client, "/outbox")
}
