package desk

import (
	"context"
	"errors"
	"strings"
)

type contact struct {
	ID        string `json:"id"`
	Household string `json:"household"`
	Name      string `json:"name"`
	Email     string `json:"email"`
	Phone     string `json:"phone"`
	Address   string `json:"address"`
	Since     date   `json:"since" jsonschema:"when they became a customer"`
}

type policy struct {
	Number       string `json:"number"`
	Contact      string `json:"contact" jsonschema:"id of whose it is"`
	Line         string `json:"line"`
	Carrier      string `json:"carrier"`
	Status       string `json:"status"`
	Effective    date   `json:"effective"`
	Expires      date   `json:"expires"`
	PremiumCents int64  `json:"premium_cents" jsonschema:"a term"`
	Premium      string `json:"premium" jsonschema:"the same for people"`
}

type contactNote struct {
	ID      int64  `json:"id"`
	Contact string `json:"contact" jsonschema:"id of whom it is about"`
	Written date   `json:"written"`
	Author  string `json:"author"`
	Text    string `json:"text"`
}

type (
	contactSearch struct {
		Name   string `json:"name,omitempty" jsonschema:"part of a name or a household"`
		Email  string `json:"email,omitempty" jsonschema:"the address"`
		Phone  string `json:"phone,omitempty" jsonschema:"as +15035550100"`
		Policy string `json:"policy,omitempty" jsonschema:"a policy's number"`
	}
	contactID struct {
		ID string `json:"id" jsonschema:"as search_contacts has it"`
	}
	noteSearch struct {
		ID    string `json:"id" jsonschema:"of a contact"`
		Since date   `json:"since,omitempty"`
	}
	newNote struct {
		ID     string `json:"id" jsonschema:"of a contact"`
		Author string `json:"author" jsonschema:"who says so"`
		Text   string `json:"text"`
	}
	contacts struct {
		Contacts []contact `json:"contacts"`
	}
	policies struct {
		Policies []policy `json:"policies"`
	}
	contactNotes struct {
		Notes []contactNote `json:"notes"`
	}
)

func (d *Desk) addCRM() {
	add(d, "search_contacts", "Find contacts by name, email address, phone number or policy number. All that is given must fit.", reads, d.searchContacts)
	add(d, "get_contact", "Look one contact up.", reads, d.getContact)
	add(d, "list_policies", "List the policies of a contact.", reads, d.listPolicies)
	add(d, "list_notes", "List what was noted of a contact, the oldest first.", reads, d.listNotes)
	add(d, "add_note", "Note something of a contact.", adds, d.addNote)
}

const selectContacts = `SELECT id, household, given_name || ' ' || surname, email, phone,
	street || ', ' || city || ', ' || state || ' ' || zip, since FROM contacts `

func scanContact(scan func(...any) error) (c contact, err error) {
	return c, scan(&c.ID, &c.Household, &c.Name, &c.Email, &c.Phone, &c.Address, &c.Since)
}

func (d *Desk) searchContacts(ctx context.Context, in contactSearch) (contacts, error) {
	if in == (contactSearch{}) {
		return contacts{}, errors.New("say whom to look for")
	}
	found, err := all(ctx, d, scanContact, selectContacts+`WHERE
		(?1 = '' OR instr(lower(given_name || ' ' || surname), lower(?1)) > 0 OR lower(household) = lower(?1))
		AND (?2 = '' OR lower(email) = lower(?2)) AND (?3 = '' OR phone = ?3)
		AND (?4 = '' OR id IN (SELECT contact FROM policies WHERE number = ?4)) ORDER BY id`,
		strings.TrimSpace(in.Name), strings.TrimSpace(in.Email), in.Phone, in.Policy)
	return contacts{found}, err
}

func (d *Desk) getContact(ctx context.Context, in contactID) (contact, error) {
	found, err := all(ctx, d, scanContact, selectContacts+`WHERE id = ?`, in.ID)
	return one(found, err, "contact", in.ID)
}

func (d *Desk) listPolicies(ctx context.Context, in contactID) (policies, error) {
	if _, err := d.getContact(ctx, in); err != nil {
		return policies{}, err
	}
	found, err := all(ctx, d, func(scan func(...any) error) (p policy, err error) {
		err = scan(&p.Number, &p.Contact, &p.Line, &p.Carrier, &p.Status, &p.Effective, &p.Expires, &p.PremiumCents)
		p.Premium = dollars(p.PremiumCents)
		return p, err
	}, `SELECT number, contact, line, carrier, status, effective, expires, premium_cents FROM policies WHERE contact = ? ORDER BY number`, in.ID)
	return policies{found}, err
}

const selectContactNotes = `SELECT id, contact, written, author, text FROM notes `

func scanContactNote(scan func(...any) error) (n contactNote, err error) {
	return n, scan(&n.ID, &n.Contact, &n.Written, &n.Author, &n.Text)
}

func (d *Desk) listNotes(ctx context.Context, in noteSearch) (contactNotes, error) {
	if _, err := d.getContact(ctx, contactID{in.ID}); err != nil {
		return contactNotes{}, err
	}
	found, err := all(ctx, d, scanContactNote, selectContactNotes+`WHERE contact = ? AND written >= ? ORDER BY written, id`, in.ID, in.Since)
	return contactNotes{found}, err
}

func (d *Desk) addNote(ctx context.Context, in newNote) (contactNote, error) {
	if _, err := d.getContact(ctx, contactID{in.ID}); err != nil {
		return contactNote{}, err
	}
	found, err := all(ctx, d, scanContactNote, `INSERT INTO notes (contact, written, author, text) VALUES (?, ?, ?, ?)
		RETURNING id, contact, written, author, text`, in.ID, d.today(), in.Author, in.Text)
	return one(found, err, "note", "")
}
