package console

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"ppamaild/review"
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
	if !slices.Contains(Tabs(), q.Tab) {
		q.Tab = TabMine
	}
	list, err := c.Desk.Threads(r.Context(), q)
	if err != nil {
		c.fail(w, r, m, err)
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
	for _, name := range Tabs() {
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

// CanSetAside reports whether a row is a mail without a clear thread. Only such mails can be set
// aside together, without a look at each.
func (r Row) CanSetAside() bool { return r.Review > 0 && r.Kind == review.KindRouting }

// Item names the review of a row in a form.
func (r Row) Item() string { return r.Thread + "/" + strconv.Itoa(r.Review) }

// maxTogether bounds the mails that one form sets aside.
const maxTogether = 50

// setAside sets the chosen mails aside: an IGNORE on each review.
func (c inboxPage) setAside(w http.ResponseWriter, r *http.Request, m member) {
	chosen := r.PostForm["item"]
	done := 0
	for _, item := range chosen[:min(len(chosen), maxTogether)] {
		is, err := c.ignore(r.Context(), item, m)
		if err != nil {
			c.fail(w, r, m, err)
			return
		}
		if is {
			done++
		}
	}
	answer := Answer{
		Counts:  done == len(chosen) && done > 0,
		Heading: c.say("console.set_aside", strconv.Itoa(done)),
	}
	if left := len(chosen) - done; left > 0 || done == 0 {
		answer.Why = c.say("console.not_set_aside", strconv.Itoa(left))
	}
	c.answers.put(m.session.ID, "/", answer)
	q := Query{Tab: r.PostForm.Get("tab")}
	http.Redirect(w, r, q.path(q.Tab, 1), http.StatusSeeOther)
}

// ignore decides the review of an item with IGNORE. is is false for a review that does not allow
// the word, or changed.
func (c inboxPage) ignore(ctx context.Context, item string, m member) (is bool, err error) {
	thread, digits, _ := strings.Cut(item, "/")
	number, err := strconv.Atoi(digits)
	if err != nil {
		return false, nil
	}
	one, err := c.Desk.Case(ctx, strings.ToUpper(thread), number, m.Address)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err != nil || one.Kind != review.KindRouting || one.Action("IGNORE") == nil {
		return false, err
	}
	decision, ok := review.Choose("IGNORE", "", c.Templates.Phrases("en"))
	if !ok {
		return false, nil
	}
	answer, err := c.Desk.Decide(ctx, Decision{
		Thread: one.Thread, Number: one.Number, Digest: one.Digest, By: m.Address,
		Decision: decision,
	})
	if errors.Is(err, ErrBusy) {
		return true, nil // the decision waits in the queue
	}
	return answer.Counts, err
}
