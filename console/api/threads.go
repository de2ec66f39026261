package api

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"ppamaild/console"
)

// The sizes of a page.
const (
	usualSize = 50
	maxSize   = 100
)

// query reads the parameters of a list.
func query(r *http.Request, who caller) (q console.Query, err error) {
	form, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return q, problemOf(http.StatusBadRequest, "query", "the query of the address is malformed")
	}
	q = console.Query{
		By: who.Address, Words: form.Get("q"), After: form.Get("cursor"), Size: usualSize,
		Filter: console.Filter{
			Step: form.Get("step"), State: form.Get("state"), Person: form.Get("owner"),
		},
	}
	if given := form.Get("limit"); given != "" {
		q.Size, err = strconv.Atoi(given)
		if err != nil || q.Size < 1 || q.Size > maxSize {
			return q, problemOf(http.StatusBadRequest, "limit", "limit is a number from 1 to 100")
		}
	}
	return q, nil
}

// list answers a page of threads.
func (a *API) list(w http.ResponseWriter, r *http.Request, q console.Query) error {
	found, err := a.Desk.Threads(r.Context(), q)
	if err != nil {
		return err
	}
	page := rows{Items: rowsOf(found.Rows), Next: found.Next, Loading: found.Loading}
	return sendJSON(w, http.StatusOK, page)
}

// threads lists threads: all, or one tab of the inbox.
func (a *API) threads(w http.ResponseWriter, r *http.Request, who caller) error {
	q, err := query(r, who)
	if err != nil {
		return err
	}
	tabs := []string{
		console.TabAll, console.TabMine, console.TabTeam, console.TabCustomer,
		console.TabHanded, console.TabDone,
	}
	q.Tab = console.TabAll
	if tab := r.URL.Query().Get("tab"); tab != "" {
		q.Tab = tab
	}
	if !slices.Contains(tabs, q.Tab) {
		return problemOf(http.StatusBadRequest, "tab", "tab is one of "+strings.Join(tabs, ", "))
	}
	return a.list(w, r, q)
}

// reviews lists open reviews, the oldest first: all, or the reviews that ask the caller.
func (a *API) reviews(w http.ResponseWriter, r *http.Request, who caller) error {
	q, err := query(r, who)
	if err != nil {
		return err
	}
	switch r.URL.Query().Get("for") {
	case "", "team":
		q.Tab = console.TabReviews
	case "me":
		q.Tab = console.TabMine
	default:
		return problemOf(http.StatusBadRequest, "for", "for is me or team")
	}
	return a.list(w, r, q)
}

// beginning is the order to begin a thread.
type beginning struct {
	Address string `json:"address"`
	Name    string `json:"name"`
	Subject string `json:"subject"`
	Text    string `json:"text"`
}

// begin begins a thread for a customer who called or came by. A repeated request with the same
// Idempotency-Key gets the first answer.
func (a *API) begin(w http.ResponseWriter, r *http.Request, who caller) error {
	var order beginning
	if err := read(r, &order); err != nil {
		return err
	}
	key, err := onceKey(r, who)
	if err != nil {
		return err
	}
	b := console.Beginning{
		By: who.Address, Address: order.Address, Name: order.Name, Subject: order.Subject,
		Text: order.Text, Program: true, Once: key,
	}.Tidy()
	if err := checkText(b.Text); err != nil {
		return err
	}
	id, err := a.Begins.Begin(r.Context(), b)
	if err != nil {
		return err
	}
	a.Logger.Info("api: thread", "thread", id, "by", who.Address, "token", who.token.Name)
	w.Header().Set("Location", base+"/threads/"+id)
	return sendJSON(w, http.StatusCreated, begun{id})
}

func threadOf(r *http.Request) string { return strings.ToUpper(r.PathValue("thread")) }

// thread answers a thread with its history.
func (a *API) thread(w http.ResponseWriter, r *http.Request, _ caller) error {
	story, err := a.Desk.Story(r.Context(), threadOf(r))
	if err != nil {
		return err
	}
	return sendJSON(w, http.StatusOK, storyOf(story))
}
