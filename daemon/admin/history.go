package admin

import (
	"net/http"

	"ppamaild/daemon/control"
	"ppamaild/daemon/history"
	"ppamaild/store"
)

// historyHandlers serves the questions of package history.
func historyHandlers(mux *http.ServeMux, h history.Reader) {
	mux.HandleFunc("GET /threads", control.Answer(func(r *http.Request) ([]history.Summary, error) {
		return h.Threads(r.Context())
	}))
	mux.HandleFunc("GET /threads/{id}", control.Answer(func(r *http.Request) (history.Thread, error) {
		return h.Thread(r.Context(), r.PathValue("id"))
	}))
	mux.HandleFunc("GET /threads/{id}/export", exportHandler(h))
	mux.HandleFunc("GET /verify", control.Answer(func(r *http.Request) ([]history.Verified, error) {
		return h.Verify(r.Context(), r.FormValue("id"))
	}))
	mux.HandleFunc("GET /why", control.Answer(func(r *http.Request) (history.Explanation, error) {
		return h.Why(r.Context(), r.FormValue("id"))
	}))
	mux.HandleFunc("GET /outbox", control.Answer(func(r *http.Request) ([]store.Mail, error) {
		return h.Outbox(r.Context(), r.FormValue("all") != "")
	}))
}

// exportHandler answers with the lines of an export. The last line marks the end, so the reader
// notices an incomplete export.
func exportHandler(h history.Reader) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		t, err := h.Export(r.Context(), r.PathValue("id"))
		if err != nil {
			control.Respond(w, nil, err)
			return
		}
		w.Header().Set("Content-Type", "application/jsonl")
		_ = t.Write(w) // fails only if the client is gone
	}
}
