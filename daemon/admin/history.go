package admin

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"ppamaild/daemon/control"
	"ppamaild/daemon/history"
	"ppamaild/daemon/refusal"
	"ppamaild/store"
)

// historyHandlers serves the questions of package history.
func historyHandlers(mux *http.ServeMux, h history.Reader) {
	mux.HandleFunc("GET /threads", control.Answer(func(r *http.Request) ([]history.Summary, error) {
		q, err := queryOf(r.URL.Query())
		if err != nil {
			return nil, err
		}
		return h.Threads(r.Context(), q)
	}))
	mux.HandleFunc("GET /threads/{id}", control.Answer(func(r *http.Request) (history.Thread, error) {
		return h.Thread(r.Context(), r.PathValue("id"))
	}))
	mux.HandleFunc("GET /threads/{id}/export", exportHandler(h))
	mux.HandleFunc("GET /verify", func(w http.ResponseWriter, r *http.Request) {
		control.Stream(w, func(send func(any) error) error {
			return h.VerifyEach(r.Context(), r.FormValue("id"),
				func(threads int) error { return send(threads) },
				func(v history.Verified) error { return send(v) })
		})
	})
	mux.HandleFunc("GET /why", control.Answer(func(r *http.Request) (history.Explanation, error) {
		return h.Why(r.Context(), r.FormValue("id"))
	}))
	mux.HandleFunc("GET /outbox", control.Answer(func(r *http.Request) ([]store.Mail, error) {
		return h.Outbox(r.Context(), r.FormValue("all") != "")
	}))
}

// valuesOf encodes a query for the control socket.
func valuesOf(q history.Query) url.Values {
	v := url.Values{
		"status": q.Status, "from": {q.From}, "after": {q.After}, "limit": {strconv.Itoa(q.Limit)},
	}
	if !q.Since.IsZero() {
		v.Set("since", q.Since.Format(time.RFC3339Nano))
	}
	if q.ByID {
		v.Set("by", "id")
	}
	return v
}

// queryOf decodes the values of valuesOf.
func queryOf(v url.Values) (q history.Query, err error) {
	q = history.Query{
		Status: v["status"], From: v.Get("from"), After: v.Get("after"), ByID: v.Get("by") == "id",
	}
	if limit := v.Get("limit"); limit != "" {
		if q.Limit, err = strconv.Atoi(limit); err != nil || q.Limit < 0 {
			return q, refusal.Errorf("the limit %q is no number", limit)
		}
	}
	if since := v.Get("since"); since != "" {
		if q.Since, err = time.Parse(time.RFC3339Nano, since); err != nil {
			return q, refusal.Errorf("%q is no time", since)
		}
	}
	return q, nil
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
