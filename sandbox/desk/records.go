package desk

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// records are the contents of a system, as JSON in its file.
type records struct {
	Calls        []string      `json:"calls,omitempty"` // tool names, in order of the calls
	Contacts     []contact     `json:"contacts,omitempty"`
	Policies     []policy      `json:"policies,omitempty"`
	ContactNotes []contactNote `json:"contact_notes,omitempty"`
	Vendors      []vendor      `json:"vendors,omitempty"`
	Invoices     []invoice     `json:"invoices,omitempty"`
	InvoiceNotes []invoiceNote `json:"invoice_notes,omitempty"`
}

// read returns a copy of the records.
func (d *Desk) read() (records, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.load()
}

// change saves the records after an edit, unless the edit fails.
func (d *Desk) change(edit func(*records) error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	r, err := d.load()
	if err != nil {
		return err
	}
	if err := edit(&r); err != nil {
		return err
	}
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	if d.o.File == "" {
		d.memory = text
		return nil
	}
	// A process that dies while writing must leave the old file whole.
	next := d.o.File + ".new"
	if err := os.WriteFile(next, text, 0o600); err != nil {
		return err
	}
	return os.Rename(next, d.o.File)
}

// load returns the records of the file, or the made-up records if the file does not exist yet.
func (d *Desk) load() (r records, err error) {
	text := d.memory
	if d.o.File != "" {
		if text, err = os.ReadFile(d.o.File); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return r, err
		}
	}
	if text == nil {
		if text, err = seeds.ReadFile("seed/" + d.o.System + ".json"); err != nil {
			return r, err
		}
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("%s holds no records: %w", d.o.File, err)
	}
	return r, nil
}

// where returns the elements that fit; never nil, because the schemas demand a list.
func where[T any](all []T, fits func(T) bool) []T {
	found := []T{}
	for _, v := range all {
		if fits(v) {
			found = append(found, v)
		}
	}
	return found
}

// one returns the only element found.
func one[T any](found []T, kind, name string) (T, error) {
	if len(found) == 1 {
		return found[0], nil
	}
	var none T
	return none, fmt.Errorf("there is no %s %q", kind, name)
}

// contains reports whether text contains part, in any case.
func contains(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}
