package desk

import (
	"context"
	"errors"
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
	add(d, "search_invoices", "Find invoices by vendor, customer, number, status and due date. All that is given must fit.", reads, d.searchInvoices)
	add(d, "get_invoice", "Look one invoice up, with what was noted of it.", reads, d.getInvoice)
	add(d, "list_vendors", "List the vendors.", reads, d.listVendors)
	add(d, "mark_invoice_paid", "Say that an invoice was paid, and when.", changes, d.markInvoicePaid)
	add(d, "add_invoice_note", "Note something of an invoice.", adds, d.addInvoiceNote)
}

const selectInvoices = `SELECT i.number, v.name, i.person, i.policy, i.description, i.issued, i.due, i.amount_cents, i.status, i.paid_on
	FROM invoices i JOIN vendors v ON v.id = i.vendor `

func scanInvoice(scan func(...any) error) (i invoice, err error) {
	err = scan(&i.Number, &i.Vendor, &i.Person, &i.Policy, &i.Description, &i.Issued, &i.Due, &i.AmountCents, &i.Status, &i.PaidOn)
	i.Amount = dollars(i.AmountCents)
	return i, err
}

func (d *Desk) searchInvoices(ctx context.Context, in invoiceSearch) (invoices, error) {
	if in == (invoiceSearch{}) {
		return invoices{}, errors.New("say what to look for")
	}
	found, err := all(ctx, d, scanInvoice, selectInvoices+`WHERE (?1 = '' OR instr(lower(v.name), lower(?1)) > 0)
		AND (?2 = '' OR instr(lower(i.person), lower(?2)) > 0) AND (?3 = '' OR i.number = ?3) AND (?4 = '' OR i.status = ?4)
		AND (?5 = '' OR i.due >= ?5) AND (?6 = '' OR i.due <= ?6) ORDER BY i.due, i.number`,
		strings.TrimSpace(in.Vendor), strings.TrimSpace(in.Person), in.Number, in.Status, in.DueFrom, in.DueTo)
	out := invoices{Invoices: found}
	for _, i := range found {
		out.TotalCents += i.AmountCents
	}
	out.Total = dollars(out.TotalCents)
	return out, err
}

func (d *Desk) invoice(ctx context.Context, number string) (invoice, error) {
	found, err := all(ctx, d, scanInvoice, selectInvoices+`WHERE i.number = ?`, number)
	return one(found, err, "invoice", number)
}

func scanInvoiceNote(scan func(...any) error) (n invoiceNote, err error) {
	return n, scan(&n.ID, &n.Invoice, &n.Written, &n.Text)
}

func (d *Desk) getInvoice(ctx context.Context, in invoiceNumber) (out wholeInvoice, err error) {
	if out.Invoice, err = d.invoice(ctx, in.Number); err != nil {
		return out, err
	}
	out.Notes, err = all(ctx, d, scanInvoiceNote, `SELECT id, invoice, written, text FROM notes WHERE invoice = ? ORDER BY written, id`, in.Number)
	return out, err
}

func (d *Desk) listVendors(ctx context.Context, _ struct{}) (vendors, error) {
	found, err := all(ctx, d, func(scan func(...any) error) (v vendor, err error) {
		return v, scan(&v.ID, &v.Name, &v.Trade, &v.Email, &v.TermsDays)
	}, `SELECT id, name, trade, email, terms_days FROM vendors ORDER BY name`)
	return vendors{found}, err
}

func (d *Desk) markInvoicePaid(ctx context.Context, in payment) (invoice, error) {
	if in.PaidOn == "" {
		return invoice{}, errors.New("say when it was paid")
	}
	if _, err := d.db.ExecContext(ctx, `UPDATE invoices SET status = ?, paid_on = ? WHERE number = ?`, paid, in.PaidOn, in.Number); err != nil {
		return invoice{}, err
	}
	return d.invoice(ctx, in.Number)
}

func (d *Desk) addInvoiceNote(ctx context.Context, in newInvoiceNote) (invoiceNote, error) {
	if _, err := d.invoice(ctx, in.Number); err != nil {
		return invoiceNote{}, err
	}
	found, err := all(ctx, d, scanInvoiceNote, `INSERT INTO notes (invoice, written, text) VALUES (?, ?, ?)
		RETURNING id, invoice, written, text`, in.Number, d.today(), in.Text)
	return one(found, err, "note", "")
}
