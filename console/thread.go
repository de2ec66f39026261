package console

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// threadPage shows the history of a thread.
type threadPage struct{ *Console }

func (c threadPage) handle(mux *http.ServeMux) {
	mux.HandleFunc("GET /t/{thread}", c.signedIn(c.thread))
	mux.HandleFunc("GET /t/{thread}/received/{number}", c.signedIn(c.letter))
	mux.HandleFunc("GET /t/{thread}/sent/{number}", c.signedIn(c.letter))
}

type threadView struct {
	Story
	Admin bool
}

// From is empty: the orders of the page lead back to the thread.
func (threadView) From() string { return "" }

func threadPath(thread string) string { return "/t/" + url.PathEscape(thread) }

// thread shows the history of a thread.
func (c threadPage) thread(w http.ResponseWriter, r *http.Request, m member) {
	story, err := c.Desk.Story(r.Context(), strings.ToUpper(r.PathValue("thread")))
	if err != nil {
		c.fail(w, r, m, err)
		return
	}
	c.show(w, r, m, http.StatusOK, "thread", threadView{story, c.isAdmin(m)})
}

// letter downloads a mail between the customer and the agency.
func (c threadPage) letter(w http.ResponseWriter, r *http.Request, m member) {
	thread := strings.ToUpper(r.PathValue("thread"))
	number, err := strconv.ParseUint(r.PathValue("number"), 10, 64)
	if err != nil {
		c.fail(w, r, m, ErrNotFound)
		return
	}
	sent := strings.Contains(r.Pattern, "/sent/")
	file, err := c.Desk.Letter(r.Context(), thread, sent, number)
	if err != nil {
		c.fail(w, r, m, err)
		return
	}
	c.sendFile(w, file, "thread", thread, "by", m.Address)
}
