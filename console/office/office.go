// Package office serves the pages of the console around single threads: customers, operations,
// numbers and settings.
//
// Promises:
//   - The orders are the orders of the commands. A refused order has no effect, and the page
//     shows the reason.
//   - Only admins with a recent sign-in erase data, see settings and download backups.
//   - An erasure shows its dry run first, and erases exactly the data of the dry run.
package office

import (
	"errors"
	"net/http"

	"ppamaild/console"
)

// Office is the daemon as these pages need it.
type Office interface {
	Customers
	Operations
	Numbers
	Settings
	Threads
	console.Beginner
}

// Pages returns the pages of an office.
func Pages(o Office) console.Pages { return rooms{o} }

type rooms struct{ Office }

// Handle implements console.Pages.
func (o rooms) Handle(mux *http.ServeMux, d console.Door) {
	c := pages{d, o.Office}
	mux.HandleFunc("GET /c/{address}", c.Staff(c.customer))
	mux.HandleFunc("POST /c/{address}/hold", c.Staff(c.hold))
	mux.HandleFunc("POST /c/{address}/release", c.Admins(c.release))
	mux.HandleFunc("POST /c/{address}/forget", c.Admins(c.forget))
	mux.HandleFunc("GET /threads/new", c.Staff(c.newThread))
	mux.HandleFunc("POST /threads/new", c.Staff(c.begin))
	mux.HandleFunc("POST /t/{thread}/retry", c.Staff(c.retryThread))
	mux.HandleFunc("POST /t/{thread}/hold", c.Staff(c.holdThread))
	mux.HandleFunc("POST /t/{thread}/release", c.Admins(c.releaseThread))
	mux.HandleFunc("POST /t/{thread}/note", c.Staff(c.note))
	mux.HandleFunc("POST /t/{thread}/merge", c.Staff(c.merge))
	mux.HandleFunc("POST /t/{thread}/move", c.Staff(c.move))
	mux.HandleFunc("GET /ops", c.Staff(c.operations))
	mux.HandleFunc("POST /ops/mail/{id}/{order}", c.Staff(c.mailOrder))
	mux.HandleFunc("POST /ops/message/{id}/retry", c.Staff(c.retry))
	mux.HandleFunc("POST /ops/message/{id}/set-aside", c.Staff(c.setAside))
	mux.HandleFunc("POST /ops/release", c.Staff(c.releaseOutbox))
	mux.HandleFunc("POST /ops/backup", c.Admins(c.backup))
	mux.HandleFunc("GET /settings", c.Admins(c.settings))
	mux.HandleFunc("POST /settings/check", c.Admins(c.check))
	mux.HandleFunc("GET /settings/preview", c.Admins(c.preview))
	mux.HandleFunc("GET /settings/mail", c.Admins(c.previewMail))
	mux.HandleFunc("GET /stats", c.Staff(c.numbers))
	mux.HandleFunc("GET /stats.csv", c.Staff(c.csv))
}

// Views implements console.Pages.
func (rooms) Views() map[string]any {
	return map[string]any{
		"customer": customerView{}, "newthread": newThreadView{}, "forget": forgetView{},
		"operations": operationsView{}, "numbers": numbersView{},
		"settings": settingsView{}, "preview": previewView{}, "refused": refusedView{},
	}
}

// pages answers the requests.
type pages struct {
	console.Door
	Office
}

// refused returns the reason of a refused order.
func refused(err error) (why string, is bool) {
	reason, is := errors.AsType[console.Refused](err)
	return string(reason), is
}
