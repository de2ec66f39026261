package console

import (
	"net/http"
	"net/url"
	"strings"
)

// threadPage shows the history of a thread.
type threadPage struct{ *Console }

func (c threadPage) handle(mux *http.ServeMux) {
	mux.HandleFunc("GET /t/{thread}", c.signedIn(c.thread))
}

type threadView struct{ Story }

func threadPath(thread string) string { return "/t/" + url.PathEscape(thread) }

// thread shows the history of a thread.
func (c threadPage) thread(w http.ResponseWriter, r *http.Request, m member) {
	story, err := c.Desk.Story(r.Context(), strings.ToUpper(r.PathValue("thread")))
	if err != nil {
		c.fail(w, r, err)
		return
	}
	c.show(w, r, m, http.StatusOK, "thread", threadView{story})
}
