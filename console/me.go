package console

import "net/http"

// mePage shows the reader and the sessions of the reader.
type mePage struct{ *Console }

func (c mePage) handle(mux *http.ServeMux) {
	mux.HandleFunc("GET /me", c.signedIn(c.me))
	mux.HandleFunc("POST /me/revoke", c.signedIn(c.revoke))
}

type meView struct {
	Name, Address, License string
	Sessions               []sessionRow
}

type sessionRow struct {
	ID, Browser    string
	SignedIn, Seen string
	Current        bool
}

// me lists the sessions of the reader.
func (c mePage) me(w http.ResponseWriter, r *http.Request, m member) {
	all, err := c.sessions.of(r.Context(), m.Address)
	if err != nil {
		c.fail(w, r, err)
		return
	}
	view := meView{Name: called(m.Member), Address: m.Address, License: m.License}
	for _, s := range all {
		view.Sessions = append(view.Sessions, sessionRow{
			ID: s.ID, Browser: s.Browser,
			SignedIn: c.When(s.SignedIn), Seen: c.When(s.Seen),
			Current: s.ID == m.session.ID,
		})
	}
	c.show(w, r, m, http.StatusOK, "me", view)
}

// revoke ends a session of the reader.
func (c mePage) revoke(w http.ResponseWriter, r *http.Request, m member) {
	id := r.PostFormValue("id")
	if err := c.sessions.end(r.Context(), id, m.Address); err != nil {
		c.fail(w, r, err)
		return
	}
	c.Log.Info("console: session revoked", "by", m.Address)
	http.Redirect(w, r, "/me", http.StatusSeeOther)
}
