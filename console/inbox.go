package console

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
)

// inboxPage lists threads.
type inboxPage struct{ *Console }

func (c inboxPage) handle(mux *http.ServeMux) {
	mux.HandleFunc("GET /{$}", c.signedIn(c.inbox))
}

type inboxView struct {
	List
	Tab   string
	Words string
	Tabs  []tabView
}

type tabView struct {
	Name    string
	Path    string
	Count   int
	Current bool
}

// inbox lists threads, a page at a time.
func (c inboxPage) inbox(w http.ResponseWriter, r *http.Request, m member) {
	q := Query{Tab: r.FormValue("tab"), By: m.Address, Words: r.FormValue("q")}
	q.Page, _ = strconv.Atoi(r.FormValue("page")) // 0 is the first page
	all := []string{TabMine, TabTeam, TabCustomer, TabHanded, TabDone}
	if !slices.Contains(all, q.Tab) {
		q.Tab = TabMine
	}
	list, err := c.Desk.Threads(r.Context(), q)
	if err != nil {
		c.fail(w, r, err)
		return
	}
	view := inboxView{List: list, Tab: q.Tab, Words: q.Words}
	for _, name := range all {
		view.Tabs = append(view.Tabs, tabView{
			Name: name, Path: inboxPath(name, q.Words, 1),
			Count: list.Counts[name], Current: name == q.Tab,
		})
	}
	c.show(w, r, m, http.StatusOK, "inbox", view)
}

func inboxPath(tab, words string, page int) string {
	q := url.Values{"tab": {tab}}
	if words != "" {
		q.Set("q", words)
	}
	if page > 1 {
		q.Set("page", strconv.Itoa(page))
	}
	return "/?" + q.Encode()
}

// Earlier is the path of the page before; "" on the first page.
func (v inboxView) Earlier() string {
	if v.Page <= 1 {
		return ""
	}
	return inboxPath(v.Tab, v.Words, v.Page-1)
}

// Later is the path of the next page; "" on the last page.
func (v inboxView) Later() string {
	if v.Page >= v.Pages {
		return ""
	}
	return inboxPath(v.Tab, v.Words, v.Page+1)
}
