package office

import (
	"cmp"
	"context"
	"crypto/rand"
	"net/http"
	"strings"

	"ppamaild/console"
)

// Beginner begins threads for customers who called or came by.
type Beginner interface {
	// Begin returns the new thread. A second order with the same Once gets the first thread.
	// An impossible order returns Refused.
	Begin(ctx context.Context, b Beginning) (thread string, err error)
}

// Beginning is the request of a customer, as a member of staff writes it down.
type Beginning struct {
	By            string // canonical address of the member
	Address, Name string // of the customer
	Subject, Text string
	Once          string
}

type newThreadView struct {
	Beginning
	Refused string
}

// newThread shows the form; with an address if the reader comes from the page of a customer.
func (c pages) newThread(w http.ResponseWriter, r *http.Request, m console.Reader) {
	view := newThreadView{Beginning: Beginning{Once: rand.Text()}}
	view.Address, view.Name = r.FormValue("address"), r.FormValue("name")
	c.Show(w, r, m, http.StatusOK, "newthread", view)
}

// begin begins a thread.
func (c pages) begin(w http.ResponseWriter, r *http.Request, m console.Reader) {
	line := func(name string) string {
		return strings.Join(strings.Fields(r.PostFormValue(name)), " ")
	}
	view := newThreadView{Beginning: Beginning{
		By: m.Address, Address: strings.ToLower(line("address")), Name: line("name"),
		Subject: line("subject"), Once: cmp.Or(line("once"), rand.Text()),
		Text: strings.TrimSpace(strings.ReplaceAll(r.PostFormValue("text"), "\r\n", "\n")),
	}}
	status := http.StatusUnprocessableEntity
	switch {
	case view.Text == "":
		view.Refused = c.Say("console.no_text")
	case len(view.Text) > console.MaxTask:
		view.Refused = c.Say("console.words_long")
	default:
		thread, err := c.Begin(r.Context(), view.Beginning)
		why, is := refused(err)
		if err == nil {
			http.Redirect(w, r, threadPath(thread), http.StatusSeeOther)
			return
		}
		if !is {
			c.Fail(w, r, err)
			return
		}
		view.Refused, status = why, http.StatusConflict
	}
	c.Show(w, r, m, status, "newthread", view)
}
