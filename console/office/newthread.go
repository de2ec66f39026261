package office

import (
	"crypto/rand"
	"errors"
	"net/http"

	"ppamaild/console"
)

type newThreadView struct {
	console.Beginning
	Refused string
}

// newThread shows the form; with an address if the reader comes from the page of a customer.
func (c pages) newThread(w http.ResponseWriter, r *http.Request, m console.Reader) {
	c.showNewThread(w, r, m, http.StatusOK, newThreadView{Beginning: beginningIn(r)})
}

func (c pages) showNewThread(
	w http.ResponseWriter, r *http.Request, m console.Reader, status int, view newThreadView,
) {
	if view.Once == "" {
		view.Once = rand.Text()
	}
	c.Show(w, r, m, status, "newthread", view)
}

// beginningIn reads the form, or the query of a link to the form.
func beginningIn(r *http.Request) console.Beginning {
	return console.Beginning{
		Address: r.FormValue("address"), Name: r.FormValue("name"),
		Subject: r.FormValue("subject"), Text: r.FormValue("text"), Once: r.FormValue("once"),
	}.Tidy()
}

// begin begins a thread.
func (c pages) begin(w http.ResponseWriter, r *http.Request, m console.Reader) {
	view := newThreadView{Beginning: beginningIn(r)}
	view.By = m.Address
	if console.PutsBack(r) {
		c.showNewThread(w, r, m, http.StatusOK, view)
		return
	}
	status := http.StatusUnprocessableEntity
	switch {
	case view.Text == "":
		view.Refused = c.Say("console.no_text")
	case len(view.Text) > console.MaxTask:
		view.Refused = c.Say("console.words_long")
	default:
		thread, err := c.Begin(r.Context(), view.Beginning)
		why, is := refused(err)
		switch {
		case err == nil:
			http.Redirect(w, r, threadPath(thread), http.StatusSeeOther)
			return
		case errors.Is(err, console.ErrOtherBody):
			why, view.Once = c.Say("console.begun_before"), ""
		case !is:
			c.Fail(w, r, m, err)
			return
		}
		view.Refused, status = why, http.StatusConflict
	}
	c.showNewThread(w, r, m, status, view)
}
