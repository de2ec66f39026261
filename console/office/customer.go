package office

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"ppamaild/console"
	"ppamaild/templates"
)

// Customers shows customers, and carries out orders about their data.
type Customers interface {
	// Customer returns ErrNotFound for an address without any data.
	Customer(ctx context.Context, address string) (Customer, error)
	// Hold protects the data of an address or a thread from erasure, or ends the protection.
	Hold(ctx context.Context, o HoldOrder) error
	// Forget erases the data of a customer, or with dry returns the receipt of the erasure.
	Forget(ctx context.Context, address, by string, dry bool) (Erasure, error)
}

// Customer is the data of a customer in all threads.
type Customer struct {
	Address, Name string
	Rows          []console.Row // the latest change first
	More          int           // older threads without a row
	Thread        string
	Known         []templates.BasisRow // of Thread, the latest quote
	Quotes        []Quoted             // oldest first
	Holds         []console.Hold
}

// Quoted is a quote that staff were asked about.
type Quoted struct {
	Thread               string
	Review               int
	When, Title, Outcome string
}

// Path is the page of the review of the quote.
func (q Quoted) Path() string { return console.Row{Thread: q.Thread, Review: q.Review}.Path() }

// HoldOrder begins or ends a hold.
type HoldOrder struct {
	On, By, Reason string
	Release        bool
}

// Erasure is the receipt of an erasure.
type Erasure struct {
	Content   string   // changes with the data to erase
	Threads   []string // erased completely
	Shared    []string // with other customers: a part was erased
	Counts    []templates.Item
	Kept      []templates.Item
	Elsewhere []string // places that may have copies
	Order     string   // number of the receipt
	Digest    string   // of the receipt
	Left      string   // why free pages of the file may still have erased data; "" for none
}

// customerPath is the page of a customer.
func customerPath(address string) string { return "/c/" + url.PathEscape(address) }

type customerView struct {
	Customer
	Admin   bool
	Refused string
	Reason  string // typed
}

// Path is the address of the page.
func (v customerView) Path() string { return customerPath(v.Address) }

type forgetView struct {
	Erasure
	Address string
	Done    bool
	Changed bool // since the reader saw the dry run
}

// Path is the address of the customer's page.
func (v forgetView) Path() string { return customerPath(v.Address) }

func customerOf(r *http.Request) string { return strings.ToLower(r.PathValue("address")) }

func (c pages) customer(w http.ResponseWriter, r *http.Request, m console.Reader) {
	c.showCustomer(w, r, m, http.StatusOK, customerView{})
}

func (c pages) showCustomer(
	w http.ResponseWriter, r *http.Request, m console.Reader, status int, view customerView,
) {
	one, err := c.Office.Customer(r.Context(), customerOf(r))
	if err != nil {
		c.Fail(w, r, m, err)
		return
	}
	view.Customer, view.Admin = one, m.Admin
	c.Show(w, r, m, status, "customer", view)
}

// hold protects the data of a customer.
func (c pages) hold(w http.ResponseWriter, r *http.Request, m console.Reader) {
	reason := strings.TrimSpace(r.PostFormValue("reason"))
	if reason == "" {
		view := customerView{Refused: c.Say("console.no_reason")}
		c.showCustomer(w, r, m, http.StatusUnprocessableEntity, view)
		return
	}
	c.order(w, r, m, HoldOrder{On: customerOf(r), By: m.Address, Reason: reason})
}

// release ends a hold of the customer.
func (c pages) release(w http.ResponseWriter, r *http.Request, m console.Reader) {
	c.order(w, r, m, HoldOrder{On: r.PostFormValue("on"), By: m.Address, Release: true})
}

func (c pages) order(w http.ResponseWriter, r *http.Request, m console.Reader, o HoldOrder) {
	err := c.Office.Hold(r.Context(), o)
	if why, is := refused(err); is {
		view := customerView{Refused: why, Reason: o.Reason}
		c.showCustomer(w, r, m, http.StatusConflict, view)
		return
	}
	if err != nil {
		c.Fail(w, r, m, err)
		return
	}
	http.Redirect(w, r, customerPath(customerOf(r)), http.StatusSeeOther)
}

// forget shows the dry run of an erasure. It erases once the reader confirms the same dry run.
func (c pages) forget(w http.ResponseWriter, r *http.Request, m console.Reader) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Time{}) // a large store takes time
	address, seen := customerOf(r), r.PostFormValue("content")
	erased, err := c.Office.Forget(r.Context(), address, m.Address, true)
	view := forgetView{Erasure: erased, Address: address}
	if err == nil && seen == erased.Content {
		ctx := context.WithoutCancel(r.Context()) // the order is complete, even without a browser
		view.Erasure, err = c.Office.Forget(ctx, address, m.Address, false)
		view.Done = true
	}
	if why, is := refused(err); is {
		c.showCustomer(w, r, m, http.StatusConflict, customerView{Refused: why})
		return
	}
	if err != nil {
		c.Fail(w, r, m, err)
		return
	}
	view.Changed = seen != "" && !view.Done
	c.Show(w, r, m, http.StatusOK, "forget", view)
}
