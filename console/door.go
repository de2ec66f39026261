package console

import (
	"net/http"
	"net/url"

	"ppamaild/templates"
)

// Pages are more pages of the console.
type Pages interface {
	// Handle adds the pages to a mux.
	Handle(mux *http.ServeMux, d Door)
	// Views has a zero view of each page, to check the templates.
	Views() map[string]any
}

// Door gives Pages what all pages of the console share.
type Door struct{ c *Console }

// Reader is the member of staff behind a request.
type Reader struct {
	Address string // canonical
	Admin   bool
	member  member
}

// Handler answers the request of a reader.
type Handler func(w http.ResponseWriter, r *http.Request, m Reader)

// Staff passes the requests of signed-in members of staff.
func (d Door) Staff(handle Handler) http.HandlerFunc {
	return d.c.signedIn(func(w http.ResponseWriter, r *http.Request, m member) {
		handle(w, r, Reader{m.Address, d.c.isAdmin(m), m})
	})
}

// Admins passes the requests of admins who signed in lately.
func (d Door) Admins(handle Handler) http.HandlerFunc {
	return d.Staff(func(w http.ResponseWriter, r *http.Request, m Reader) {
		switch {
		case !m.Admin:
			d.c.Log.Warn("console: not an admin", "path", r.URL.Path, "by", m.Address)
			d.Show(w, r, m, http.StatusForbidden, "problem", problemView{Kind: "admin"})
		case d.c.Now().Sub(m.member.session.SignedIn) <= recent:
			handle(w, r, m)
		case r.Method == http.MethodGet:
			again := "/sign-in?again=1&next=" + url.QueryEscape(r.URL.RequestURI())
			http.Redirect(w, r, again, http.StatusSeeOther)
		default:
			d.c.sessionEnded(w, r)
		}
	})
}

// Show answers with a page.
func (d Door) Show(
	w http.ResponseWriter, r *http.Request, m Reader, status int, page string, view any,
) {
	d.c.show(w, r, m.member, status, page, view)
}

// Fail answers a failed request. The log has the reason.
func (d Door) Fail(w http.ResponseWriter, r *http.Request, m Reader, err error) {
	d.c.fail(w, r, m.member, err)
}

// Log notes an act of a reader in the log.
func (d Door) Log(message string, details ...any) { d.c.Log.Info(message, details...) }

// Templates are the mails and pages of the agency.
func (d Door) Templates() *templates.Set { return d.c.Templates }

// Say returns a phrase of the console.
func (d Door) Say(phrase string) string { return d.c.say(phrase) }
