package desk

import (
	"cmp"
	"context"
	"errors"
	"slices"
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
	add(d, "search_contacts", "Find contacts by name, email address, phone number or policy number. All that is given must fit.", reads(), d.searchContacts)
	add(d, "get_contact", "Look one contact up.", reads(), d.getContact)
	add(d, "list_policies", "List the policies of a contact.", reads(), d.listPolicies)
	add(d, "list_notes", "List what was noted of a contact, the oldest first.", reads(), d.listNotes)
	add(d, "add_note", "Note something of a contact.", adds(), d.addNote)
}

func (d *Desk) searchContacts(_ context.Context, in contactSearch) (contacts, error) {
	if in == (contactSearch{}) {
		return contacts{}, errors.New("name, email, phone or policy is required")
	}
	name, email := strings.TrimSpace(in.Name), strings.TrimSpace(in.Email)
	r, err := d.read()
	return contacts{where(r.Contacts, func(c contact) bool {
		insured := func(p policy) bool { return p.Number == in.Policy && p.Contact == c.ID }
		return (contains(c.Name, name) || strings.EqualFold(c.Household, name)) &&
			(email == "" || strings.EqualFold(c.Email, email)) && (in.Phone == "" || c.Phone == in.Phone) &&
			(in.Policy == "" || slices.ContainsFunc(r.Policies, insured))
	})}, err
}

func (d *Desk) getContact(_ context.Context, in contactID) (contact, error) {
	r, err := d.read()
	if err != nil {
		return contact{}, err
	}
	return r.contact(in.ID)
}

func (r records) contact(id string) (contact, error) {
	return one(where(r.Contacts, func(c contact) bool { return c.ID == id }), "contact", id)
}

func (d *Desk) listPolicies(_ context.Context, in contactID) (policies, error) {
	r, err := d.read()
	if err != nil {
		return policies{}, err
	}
	_, err = r.contact(in.ID)
	return policies{where(r.Policies, func(p policy) bool { return p.Contact == in.ID })}, err
}

func (d *Desk) listNotes(_ context.Context, in noteSearch) (contactNotes, error) {
	r, err := d.read()
	if err != nil {
		return contactNotes{}, err
	}
	_, err = r.contact(in.ID)
	found := where(r.ContactNotes, func(n contactNote) bool { return n.Contact == in.ID && n.Written >= in.Since })
	slices.SortStableFunc(found, func(a, b contactNote) int { return cmp.Compare(a.Written, b.Written) })
	return contactNotes{found}, err
}

func (d *Desk) addNote(_ context.Context, in newNote) (n contactNote, err error) {
	return n, d.change(func(r *records) error {
		n = contactNote{int64(len(r.ContactNotes) + 1), in.ID, d.today(), in.Author, in.Text}
		r.ContactNotes = append(r.ContactNotes, n)
		_, err := r.contact(in.ID)
		return err
	})
}
