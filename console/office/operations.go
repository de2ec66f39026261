package office

import (
	"context"
	"net/http"
	"strconv"

	"ppamaild/console"
	"ppamaild/templates"
)

// Operations shows the state of the daemon, and carries out orders about waiting work. The
// orders return console.Refused if they are impossible.
type Operations interface {
	State(ctx context.Context) (State, error)
	// RetryMail sends a failed or waiting mail now.
	RetryMail(ctx context.Context, id uint64, by string) error
	// DropMail withdraws a mail permanently.
	DropMail(ctx context.Context, id uint64, by string) error
	// Retry tries the dead letters of a thread again, or a quarantined message by its number.
	Retry(ctx context.Context, id, by string) error
	// SetAside sets a quarantined message aside that a person handled by hand.
	SetAside(ctx context.Context, id uint64, by string) error
	// Release releases the outbox of a restored store.
	Release(ctx context.Context, by string) error
	// Backup answers with a copy of the store.
	Backup(w http.ResponseWriter, r *http.Request)
}

// State is the state of the daemon.
type State struct {
	Parts    []Part
	Agents   []console.Agent
	Reviews  []console.Row // of the agency: mail set aside, a restore
	Outbox   []templates.Item
	Mails    []Mail // failed, uncertain and retrying, the newest first
	More     bool   // more mails than Mails
	Messages []Message
	Held     bool // the outbox waits for its release after a restore
	Copied   bool // Backup can copy the store
}

// Part is a part of the daemon with its state.
type Part struct {
	Label, Value string
	Bad          bool
}

// Mail is a mail that did not leave.
type Mail struct {
	ID           uint64
	Thread       string // "" for a mail without a thread
	To, Subject  string
	Status, When string
	Error        string
	Review       int  // asks whether the mail arrived; 0 for none
	Uncertain    bool // the review decides
}

// Path is the page of the review about the mail; "" for none.
func (m Mail) Path() string {
	if m.Review == 0 {
		return ""
	}
	return console.Row{Thread: m.Thread, Review: m.Review}.Path()
}

// Message is a quarantined message.
type Message struct {
	ID                 uint64
	From, When, Reason string
}

type operationsView struct {
	State
	Admin   bool
	Refused string
}

func (c pages) operations(w http.ResponseWriter, r *http.Request, m console.Reader) {
	c.showOperations(w, r, m, http.StatusOK, "")
}

func (c pages) showOperations(
	w http.ResponseWriter, r *http.Request, m console.Reader, status int, why string,
) {
	state, err := c.Office.State(r.Context())
	if err != nil {
		c.Fail(w, r, m, err)
		return
	}
	c.Show(w, r, m, status, "operations", operationsView{state, m.Admin, why})
}

// mailOrder carries out an order about a mail of the outbox.
func (c pages) mailOrder(w http.ResponseWriter, r *http.Request, m console.Reader) {
	orders := map[string]func(context.Context, uint64, string) error{
		"retry": c.RetryMail, "drop": c.DropMail,
	}
	order := orders[r.PathValue("order")]
	id, err := strconv.ParseUint(r.PathValue("id"), 10, 64)
	if err != nil || order == nil {
		c.Fail(w, r, m, console.ErrNotFound)
		return
	}
	c.ordered(w, r, m, order(r.Context(), id, m.Address))
}

// retry tries a quarantined message again.
func (c pages) retry(w http.ResponseWriter, r *http.Request, m console.Reader) {
	c.ordered(w, r, m, c.Retry(r.Context(), r.PathValue("id"), m.Address))
}

// setAside sets a quarantined message aside.
func (c pages) setAside(w http.ResponseWriter, r *http.Request, m console.Reader) {
	id, err := strconv.ParseUint(r.PathValue("id"), 10, 64)
	if err != nil {
		c.Fail(w, r, m, console.ErrNotFound)
		return
	}
	c.ordered(w, r, m, c.SetAside(r.Context(), id, m.Address))
}

// releaseOutbox releases the outbox of a restored store.
func (c pages) releaseOutbox(w http.ResponseWriter, r *http.Request, m console.Reader) {
	c.ordered(w, r, m, c.Release(r.Context(), m.Address))
}

// ordered answers an order with the state after the order.
func (c pages) ordered(w http.ResponseWriter, r *http.Request, m console.Reader, err error) {
	why, is := refused(err)
	switch {
	case is:
		c.showOperations(w, r, m, http.StatusConflict, why)
	case err != nil:
		c.Fail(w, r, m, err)
	default:
		http.Redirect(w, r, "/ops", http.StatusSeeOther)
	}
}

func (c pages) backup(w http.ResponseWriter, r *http.Request, m console.Reader) {
	c.Log("console: backup", "by", m.Address)
	w.Header().Set("Content-Disposition", `attachment; filename="ppamaild-backup.db"`)
	c.Backup(w, r)
}
