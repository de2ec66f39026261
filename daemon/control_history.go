package daemon

import (
	"context"
	"io"
	"net/http"
	"net/url"

	"ppamaild/daemon/history"
	"ppamaild/report"
	"ppamaild/store"
)

// What package history tells, over the control socket.

func tellHandlers(mux *http.ServeMux, tell history.Reader) {
	mux.HandleFunc("GET /threads", func(w http.ResponseWriter, r *http.Request) {
		list, err := tell.Threads(r.Context())
		respond(w, list, err)
	})
	mux.HandleFunc("GET /threads/{id}", func(w http.ResponseWriter, r *http.Request) {
		thread, err := tell.Thread(r.Context(), r.PathValue("id"))
		respond(w, thread, err)
	})
	mux.HandleFunc("GET /threads/{id}/export", exportHandler(tell))
	mux.HandleFunc("GET /verify", func(w http.ResponseWriter, r *http.Request) {
		list, err := tell.Verify(r.Context(), r.FormValue("id"))
		respond(w, list, err)
	})
	mux.HandleFunc("GET /why", func(w http.ResponseWriter, r *http.Request) {
		e, err := tell.Why(r.Context(), r.FormValue("id"))
		respond(w, e, err)
	})
	mux.HandleFunc("GET /outbox", func(w http.ResponseWriter, r *http.Request) {
		list, err := tell.Outbox(r.Context(), r.FormValue("all") != "")
		respond(w, list, err)
	})
}

// exportHandler answers with the lines of an export. What breaks off shows, as
// their end is missing.
func exportHandler(tell history.Reader) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		t, err := tell.Export(r.Context(), r.PathValue("id"))
		if err != nil {
			respond(w, nil, err)
			return
		}
		w.Header().Set("Content-Type", "application/jsonl")
		_ = t.Write(w) // the peer has gone; there is nobody to tell
	}
}

func (c control) Threads(ctx context.Context) ([]history.Summary, error) {
	return get[[]history.Summary](ctx, c, "/threads")
}

func (c control) Thread(ctx context.Context, id string) (history.Thread, error) {
	return get[history.Thread](ctx, c, "/threads/"+id)
}

func (c control) Export(ctx context.Context, id string) (t report.Thread, err error) {
	err = c.do(ctx, http.MethodGet, "/threads/"+url.PathEscape(id)+"/export", nil, func(body io.Reader) error {
		t, err = report.Read(body)
		return err
	})
	return t, err
}

func (c control) Verify(ctx context.Context, id string) ([]history.Verified, error) {
	return get[[]history.Verified](ctx, c, "/verify?id="+url.QueryEscape(id))
}

func (c control) Why(ctx context.Context, messageID string) (history.Explanation, error) {
	return get[history.Explanation](ctx, c, "/why?id="+url.QueryEscape(messageID))
}

func (c control) Outbox(ctx context.Context, all bool) ([]store.Mail, error) {
	if all {
		return get[[]store.Mail](ctx, c, "/outbox?all=1")
	}
	return get[[]store.Mail](ctx, c, "/outbox")
}
