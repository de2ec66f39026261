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
	mux.HandleFunc("GET /threads", control.Answer(func(r *http.Request) ([]history.Summary, error) {
		return tell.Threads(r.Context())
	}))
	mux.HandleFunc("GET /threads/{id}", control.Answer(func(r *http.Request) (history.Thread, error) {
		return tell.Thread(r.Context(), r.PathValue("id"))
	}))
	mux.HandleFunc("GET /threads/{id}/export", exportHandler(tell))
	mux.HandleFunc("GET /verify", control.Answer(func(r *http.Request) ([]history.Verified, error) {
		return tell.Verify(r.Context(), r.FormValue("id"))
	}))
	mux.HandleFunc("GET /why", control.Answer(func(r *http.Request) (history.Explanation, error) {
		return tell.Why(r.Context(), r.FormValue("id"))
	}))
	mux.HandleFunc("GET /outbox", control.Answer(func(r *http.Request) ([]store.Mail, error) {
		return tell.Outbox(r.Context(), r.FormValue("all") != "")
	}))
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
	err = c.Do(ctx, http.MethodGet, "/threads/"+url.PathEscape(id)+"/export", nil,
		func(body io.Reader) error {
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
