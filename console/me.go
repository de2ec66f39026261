package console

import (
	"errors"
	"net/http"
)

// mePage shows the reader and the sessions of the reader.
type mePage struct{ *Console }

func (c mePage) handle(mux *http.ServeMux) {
	mux.HandleFunc("GET /me", c.signedIn(c.me))
	mux.HandleFunc("POST /me/revoke", c.signedIn(c.revoke))
	mux.HandleFunc("POST /me/mails", c.signedIn(c.choose))
}

type meView struct {
	Name, Address, License string

	Choice   Choice
	Refused  bool // the form has a choice that is not possible
	Away     []Absence
	Sessions []sessionRow
}

type sessionRow struct {
	ID, Browser    string
	SignedIn, Seen string
	Current        bool
}

// me shows the choices and the sessions of the reader.
func (c mePage) me(w http.ResponseWriter, r *http.Request, m member) {
	c.page(w, r, m, http.StatusOK, meView{Choice: c.Desk.Choice(m.Address)})
}

// choose stores how the reader wants mails. A choice that is not possible stays in the form.
func (c mePage) choose(w http.ResponseWriter, r *http.Request, m member) {
	one := c.Desk.Choice(m.Address)
	one.Notify, one.Away = r.PostFormValue("notify"), r.PostFormValue("away")
	err := c.Desk.Choose(r.Context(), m.Address, one)
	switch {
	case errors.Is(err, ErrChoice):
		view := meView{Choice: one, Refused: true}
		c.page(w, r, m, http.StatusUnprocessableEntity, view)
	case err != nil:
		c.fail(w, r, m, err)
	default:
		http.Redirect(w, r, "/me", http.StatusSeeOther)
	}
}

// page completes a view and shows the page.
func (c mePage) page(
	w http.ResponseWriter, r *http.Request, m member, status int, view meView,
) {
	all, err := c.sessions.of(r.Context(), m.Address)
	if err != nil {
		c.fail(w, r, m, err)
		return
	}
	view.Name, view.Address, view.License = called(m.Member), m.Address, m.License
	view.Away = c.Desk.Absences()
	for _, s := range all {
		view.Sessions = append(view.Sessions, sessionRow{
			ID: s.ID, Browser: s.Browser,
			SignedIn: c.When(s.SignedIn), Seen: c.When(s.Seen),
			Current: s.ID == m.session.ID,
		})
	}
	c.show(w, r, m, status, "me", view)
}

// revoke ends a session of the reader.
func (c mePage) revoke(w http.ResponseWriter, r *http.Request, m member) {
	id := r.PostFormValue("id")
	if err := c.sessions.end(r.Context(), id, m.Address); err != nil {
		c.fail(w, r, m, err)
		return
	}
	c.Log.Info("console: session revoked", "by", m.Address)
	http.Redirect(w, r, "/me", http.StatusSeeOther)
}
