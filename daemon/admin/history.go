package admin

import (
	"net/http"

	"ppamaild/daemon/control"
	"ppamaild/daemon/history"
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
