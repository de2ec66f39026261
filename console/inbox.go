package console

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// inboxPage lists threads.
type inboxPage struct{ *Console }

func (c inboxPage) handle(mux *http.ServeMux) {
	mux.HandleFunc("GET /{$}", c.signedIn(c.inbox))
	mux.HandleFunc("POST /set-aside", c.signedIn(c.setAside))
}

type inboxView struct {
	List
	Query
	Tabs   []tabView
	People []choice
	Away   []Absence
	Result *Answer // of a decision a moment ago
}

// CanSetAside reports whether mails on the page can be set aside together.
func (v inboxView) CanSetAside() bool { return slices.ContainsFunc(v.Rows, Row.CanSetAside) }

// choice is a possible value of a filter.
type choice struct {
	Value, Label string
	Chosen       bool
}

// Filtered reports whether the filter hides threads.
func (v inboxView) Filtered() bool { return v.Filter != Filter{} }

// Unfiltered is the path of the same tab without the filter.
func (v inboxView) Unfiltered() string { return Query{Words: v.Words}.path(v.Tab, 1) }

// StepChoices are the steps of open reviews.
func (v inboxView) StepChoices() []choice { return choices(v.Steps, v.Step) }

// StateChoices are the states of customers.
func (v inboxView) StateChoices() []choice { return choices(v.States, v.State) }

// choices offers values. The chosen value stays, even if no thread has it now.
func choices(values []string, chosen string) (all []choice) {
	if chosen != "" && !slices.Contains(values, chosen) {
		values = append(slices.Clone(values), chosen)
	}
	for _, v := range values {
		all = append(all, choice{v, strings.ReplaceAll(v, "_", " "), v == chosen})
	}
	return all
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
	q.Filter = Filter{r.FormValue("step"), r.FormValue("state"), r.FormValue("person")}
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
	view := inboxView{List: list, Query: q, Away: c.Desk.Absences()}
	view.Result = c.answers.take(m.session.ID, "/")
	for _, one := range c.Staff {
		if one.Address != m.Address {
			view.People = append(view.People,
				choice{one.Address, called(one), one.Address == q.Person})
		}
	}
	for _, name := range all {
		view.Tabs = append(view.Tabs, tabView{
			Name: name, Path: q.path(name, 1),
			Count: list.Counts[name], Current: name == q.Tab,
		})
	}
	c.show(w, r, m, http.StatusOK, "inbox", view)
}

// path is a page of a tab with the same words and filter.
func (q Query) path(tab string, page int) string {
	form := url.Values{"tab": {tab}}
	for name, value := range map[string]string{
		"q": q.Words, "step": q.Step, "state": q.State, "person": q.Person,
	} {
		if value != "" {
			form.Set(name, value)
		}
	}
	if page > 1 {
		form.Set("page", strconv.Itoa(page))
	}
	return "/?" + form.Encode()
}

// Earlier is the path of the page before; "" on the first page.
func (v inboxView) Earlier() string {
	if v.List.Page <= 1 {
		return ""
	}
	return v.path(v.Tab, v.List.Page-1)
}

// Later is the path of the next page; "" on the last page.
func (v inboxView) Later() string {
	if v.List.Page >= v.Pages {
		return ""
	}
	return v.path(v.Tab, v.List.Page+1)
}
