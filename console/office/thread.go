package office

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"ppamaild/console"
)

// Threads carries out orders about threads. An impossible order returns console.Refused.
type Threads interface {
	// Merge moves all messages of a thread into another thread, and ends the first.
	Merge(ctx context.Context, from, into, by string) error
	// Move moves messages into another thread, or with "" into a new one, and returns the
	// target.
	Move(ctx context.Context, o MoveOrder) (into string, err error)
	// Note keeps a note for colleagues.
	Note(ctx context.Context, thread, by, text string) error
}

// MoveOrder is an order to move messages of customers.
type MoveOrder struct {
	From, Into string
	Messages   []string // references of console.Letter
	By         string
}

// refusedView is the page of a refused order.
type refusedView struct{ Why, Path string }

func threadOf(r *http.Request) string { return strings.ToUpper(r.PathValue("thread")) }

// pageOf is the page with the form of an order about a thread.
func pageOf(r *http.Request) string {
	return console.Row{Thread: threadOf(r), Task: r.PostFormValue("from") == "task"}.Path()
}

func threadPath(id string) string { return console.Row{Thread: id}.Path() }

// retryThread tries the dead letters of a thread again.
func (c pages) retryThread(w http.ResponseWriter, r *http.Request, m console.Reader) {
	c.doneTo(w, r, m, pageOf(r), c.Retry(r.Context(), threadOf(r), m.Address))
}

// holdThread protects a thread from erasure.
func (c pages) holdThread(w http.ResponseWriter, r *http.Request, m console.Reader) {
	o := HoldOrder{On: threadOf(r), By: m.Address}
	o.Reason = strings.TrimSpace(r.PostFormValue("reason"))
	err := error(console.Refused(c.Say("console.no_reason")))
	if o.Reason != "" {
		err = c.Hold(r.Context(), o)
	}
	c.doneTo(w, r, m, pageOf(r), err)
}

// releaseThread ends the hold of a thread.
func (c pages) releaseThread(w http.ResponseWriter, r *http.Request, m console.Reader) {
	o := HoldOrder{On: threadOf(r), By: m.Address, Release: true}
	c.doneTo(w, r, m, pageOf(r), c.Hold(r.Context(), o))
}

// maxNote bounds a note, in bytes.
const maxNote = 10_000

// note keeps a note for colleagues.
func (c pages) note(w http.ResponseWriter, r *http.Request, m console.Reader) {
	id, text := threadOf(r), strings.TrimSpace(r.PostFormValue("text"))
	var err error
	switch {
	case text == "":
		err = console.Refused(c.Say("console.no_text"))
	case len(text) > maxNote:
		err = console.Refused(c.Say("console.note_long"))
	default:
		err = c.Note(r.Context(), id, m.Address, text)
	}
	c.doneTo(w, r, m, pageOf(r), err)
}

// merge moves all messages of a thread into another thread.
func (c pages) merge(w http.ResponseWriter, r *http.Request, m console.Reader) {
	from := threadOf(r)
	into := strings.ToUpper(strings.TrimSpace(r.PostFormValue("into")))
	err := c.Merge(r.Context(), from, into, m.Address)
	if err == nil {
		from = into
	}
	c.doneTo(w, r, m, threadPath(from), err)
}

// move moves chosen messages into another thread, or into a new one.
func (c pages) move(w http.ResponseWriter, r *http.Request, m console.Reader) {
	o := MoveOrder{From: threadOf(r), By: m.Address}
	o.Into = strings.ToUpper(strings.TrimSpace(r.PostFormValue("into")))
	o.Messages = r.PostForm["message"]
	if len(o.Messages) == 0 {
		c.doneTo(w, r, m, threadPath(o.From), console.Refused(c.Say("console.no_message")))
		return
	}
	into, err := c.Move(r.Context(), o)
	if err != nil {
		into = o.From
	}
	c.doneTo(w, r, m, threadPath(into), err)
}

// moves is the query that keeps the moves of a plan on the page of its task.
func moves(form url.Values) string {
	kept := url.Values{}
	for _, name := range []string{"number", "order", "skip"} {
		kept[name] = form[name]
	}
	return kept.Encode()
}

// doneTo leads to a page after an order, or shows why the order was refused.
func (c pages) doneTo(
	w http.ResponseWriter, r *http.Request, m console.Reader, path string, err error,
) {
	why, is := refused(err)
	to := (&url.URL{Path: path, RawQuery: moves(r.PostForm)}).String()
	switch {
	case is:
		c.Show(w, r, m, http.StatusConflict, "refused", refusedView{why, to})
	case err != nil:
		c.Fail(w, r, m, err)
	default:
		http.Redirect(w, r, to, http.StatusSeeOther)
	}
}
