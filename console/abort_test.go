package console

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

type halfBackup struct{}

func (halfBackup) Handle(mux *http.ServeMux, _ Door) {
	mux.HandleFunc("GET /half", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, strings.Repeat("x", 100_000))
		panic(http.ErrAbortHandler)
	})
}

func (halfBackup) Views() map[string]any { return nil }

// A handler that aborts leaves a connection that breaks, so that half a backup does not look whole.
func TestAnAbortedAnswerIsNotWhole(t *testing.T) {
	t.Parallel()
	o := newOffice(t, func(o *Options) { o.More = []Pages{halfBackup{}} })
	response, err := o.server.Client().Get(o.server.URL + "/half")
	must(t, err)
	defer response.Body.Close()
	if n, err := io.Copy(io.Discard, response.Body); err == nil {
		t.Errorf("%s: %d bytes of an aborted answer look whole", response.Status, n)
	}
}
