package desk

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
)

type vendor struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Trade     string `json:"trade"`
	Email     string `json:"email"`
	TermsDays int    `json:"terms_days"`
}

type invoice struct {
	Number      string `json:"number"`
	Vendor      string `json:"vendor"`
	Person      string `json:"person,omitempty" jsonschema:"the customer it is about"`
	Policy      string `json:"policy,omitempty"`
	Description string `json:"description"`
	Issued      date   `json:"issued"`
	Due         date   `json:"due"`
	AmountCents int64  `json:"amount_cents"`
	Amount      string `json:"amount" jsonschema:"the same for people"`
	Status      status `json:"status"`
	PaidOn      date   `json:"paid_on,omitempty"`
}

type invoiceNote struct {
	ID      int64  `json:"id"`
	Invoice string `json:"invoice"`
	Written date   `json:"written"`
	Text    string `json:"text"`
}

type (
	invoiceSearch struct {
		Vendor  string `json:"vendor,omitempty" jsonschema:"part of a vendor's name"`
		Person  string `json:"person,omitempty" jsonschema:"part of the name of the customer it is about"`
		Number  string `json:"number,omitempty" jsonschema:"the invoice's number"`
		Status  status `json:"status,omitempty"`
		DueFrom date   `json:"due_from,omitempty"`
		DueTo   date   `json:"due_to,omitempty"`
	}
	invoiceNumber struct {
		Number string `json:"number" jsonschema:"of an invoice"`
	}
	payment struct {
		Number string `json:"number" jsonschema:"of an invoice"`
		PaidOn date   `json:"paid_on"`
	}
	newInvoiceNote struct {
		Number string `json:"number" jsonschema:"of an invoice"`
		Text   string `json:"text"`
	}
	invoices struct {
		Invoices   []invoice `json:"invoices"`
		TotalCents int64     `json:"total_cents" jsonschema:"of the amounts"`
		Total      string    `json:"total" jsonschema:"the same for people"`
	}
	wholeInvoice struct {
		Invoice invoice       `json:"invoice"`
		Notes   []invoiceNote `json:"notes"`
	}
	vendors struct {
		Vendors []vendor `json:"vendors"`
	}
)

func (d *Desk) addAccountsPayable() {
	add(d, "search_invoices", "Find invoices by vendor, customer, number, status and due date. All that is given must fit.", reads(), d.searchInvoices)
	add(d, "get_invoice", "Look one invoice up, with what was noted of it.", reads(), d.getInvoice)
	add(d, "list_vendors", "List the vendors.", reads(), d.listVendors)
	add(d, "mark_invoice_paid", "Say that an invoice was paid, and when.", changes(), d.markInvoicePaid)
	add(d, "add_invoice_note", "Note something of an invoice.", adds(), d.addInvoiceNote)
}

func (d *Desk) searchInvoices(_ context.Context, in invoiceSearch) (invoices, error) {
	if in == (invoiceSearch{}) {
		return invoices{}, errors.New("vendor, person, number, status, due_from or due_to is required")
	}
	vendor, person := strings.TrimSpace(in.Vendor), strings.TrimSpace(in.Person)
	r, err := d.read()
	found := where(r.Invoices, func(i invoice) bool {
		return contains(i.Vendor, vendor) && contains(i.Person, person) && (in.Number == "" || i.Number == in.Number) &&
			(in.Status == "" || i.Status == in.Status) && i.Due >= in.DueFrom && (in.DueTo == "" || i.Due <= in.DueTo)
	})
	slices.SortFunc(found, func(a, b invoice) int { return cmp.Or(cmp.Compare(a.Due, b.Due), cmp.Compare(a.Number, b.Number)) })
	out := invoices{Invoices: found}
	for _, i := range found {
		out.TotalCents += i.AmountCents
	}
	out.Total = dollars(out.TotalCents)
	return out, err
}

func (r records) invoice(number string) (invoice, error) {
	return one(where(r.Invoices, func(i invoice) bool { return i.Number == number }), "invoice", number)
}

func (d *Desk) getInvoice(_ context.Context, in invoiceNumber) (out wholeInvoice, err error) {
	r, err := d.read()
	if err != nil {
		return out, err
	}
	out.Notes = where(r.InvoiceNotes, func(n invoiceNote) bool { return n.Invoice == in.Number })
	slices.SortStableFunc(out.Notes, func(a, b invoiceNote) int { return cmp.Compare(a.Written, b.Written) })
	out.Invoice, err = r.invoice(in.Number)
	return out, err
}

func (d *Desk) listVendors(context.Context, struct{}) (vendors, error) {
	r, err := d.read()
	return vendors{r.Vendors}, err
}

func (d *Desk) markInvoicePaid(_ context.Context, in payment) (i invoice, err error) {
	if in.PaidOn == "" {
		return i, errors.New("paid_on is required")
	}
	return i, d.change(func(r *records) error {
		for n := range r.Invoices {
			if r.Invoices[n].Number == in.Number {
				r.Invoices[n].Status, r.Invoices[n].PaidOn = paid, in.PaidOn
			}
		}
		i, err = r.invoice(in.Number)
		return err
	})
}

func (d *Desk) addInvoiceNote(_ context.Context, in newInvoiceNote) (n invoiceNote, err error) {
	return n, d.change(func(r *records) error {
		n = invoiceNote{int64(len(r.InvoiceNotes) + 1), in.Number, d.today(), in.Text}
		r.InvoiceNotes = append(r.InvoiceNotes, n)
		_, err := r.invoice(in.Number)
		return err
	})
}
