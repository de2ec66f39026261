package sections

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ppamaild/agent/task"
	"ppamaild/agent/task/correlate"
	"ppamaild/reading"
	"ppamaild/templates"
)

// Limits of a table.
const (
	mostColumns = 8
	mostRows    = 25
	longestCell = 200 // characters
)

// columns are the columns of each kind in order. Other fields follow while there is room.
func columns(kind correlate.Kind) []string {
	switch kind {
	case correlate.Invoice:
		return []string{"invoice_number", "vendor", "name", "amount", "due_date", "status", "text"}
	case correlate.Policy:
		return []string{"policy_number", "line", "carrier", "name", "effective_date", "expires", "amount",
			"status"}
	case correlate.Contact:
		return []string{"name", "vendor", "phone", "email", "address", "id"}
	case correlate.Note:
		return []string{"date", "written", "name", "invoice", "policy", "from", "text"}
	case correlate.Message:
		return []string{"date", "from", "subject", "text"}
	}
	return nil
}

// tables shows the records of a result, each kind as a table. whole reports whether the tables
// have all records, so that no line about a record is needed.
func (w wording) tables(r task.Result) (all []templates.Section, whole bool) {
	kinds := make(map[correlate.Kind][]correlate.Record)
	for _, one := range r.Records() {
		kinds[one.Kind] = append(kinds[one.Kind], one)
	}
	nameContacts(kinds)
	for _, kind := range []correlate.Kind{correlate.Contact, correlate.Policy, correlate.Invoice,
		correlate.Note, correlate.Message} {
		if records := kinds[kind]; len(records) > 0 {
			all = append(all, w.table(r.Agent, kind, records))
		}
	}
	return all, len(all) > 0 && len(kinds[correlate.Other]) == 0
}

// nameContacts replaces the id of a contact in other records by the name of the contact.
func nameContacts(kinds map[correlate.Kind][]correlate.Record) {
	names := make(map[string]string)
	for _, c := range kinds[correlate.Contact] {
		names[c.Fields["id"]] = c.Fields["name"]
	}
	for kind, records := range kinds {
		for _, r := range records {
			if name := names[r.Fields["name"]]; name != "" && kind != correlate.Contact {
				r.Fields["name"] = name
			}
		}
	}
}

func (w wording) table(agent string, kind correlate.Kind,
	records []correlate.Record) templates.Section {
	s := templates.Section{Title: w.Say("shown.of_status", agent,
		w.Say("outline."+string(kind), strconv.Itoa(len(records))))}
	names := shownFields(kind, records)
	for _, name := range names {
		s.Table.Head = append(s.Table.Head, w.column(name))
	}
	for _, r := range records[:min(len(records), mostRows)] {
		s.Table.IDs = append(s.Table.IDs, RowID(correlate.Place{Agent: agent, Ref: r.Ref}))
		var cells []string
		for _, name := range names {
			cells = append(cells, reading.Mask(short(value(r, name))))
		}
		s.Table.Rows = append(s.Table.Rows, cells)
	}
	if more := len(records) - mostRows; more > 0 {
		s.Text = w.Say("agents.more_exported", strconv.Itoa(more))
	}
	return s
}

// RowID is the id of the row with a record.
func RowID(p correlate.Place) string {
	plain := func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '-'
	}
	return "row-" + strings.Map(plain, p.Agent+"-"+p.Ref)
}

// column returns the heading of a field: "policy number".
func (w wording) column(field string) string {
	if name := "column." + field; w.Has(name) {
		return w.Say(name)
	}
	field = strings.ReplaceAll(field, "_", " ")
	return strings.ToUpper(field[:1]) + field[1:]
}

// shownFields returns the fields for the columns: the fields of the kind that any record has, and
// other fields while there is room.
func shownFields(kind correlate.Kind, records []correlate.Record) (names []string) {
	others := make(map[string]bool)
	for _, r := range records[:min(len(records), mostRows)] {
		if kind == correlate.Message {
			break // folders and numbers of a mail are for programs
		}
		for name := range r.Fields {
			others[name] = true
		}
	}
	for _, name := range columns(kind) {
		has := func(r correlate.Record) bool { return value(r, name) != "" }
		if slices.ContainsFunc(records, has) {
			names = append(names, name)
		}
		delete(others, name)
	}
	for _, name := range slices.Sorted(maps.Keys(others)) {
		isKey := name == "id" || name == "message_id" || strings.HasSuffix(name, "_cents")
		if len(names) < mostColumns && !(isKey && len(names) > 0) {
			names = append(names, name)
		}
	}
	return names
}

func value(r correlate.Record, field string) string {
	if field == "text" {
		return r.Text
	}
	text := r.Fields[field]
	if day, ok := correlate.Day(text); ok && strings.Contains(text, "-") {
		return day.Format("Jan 2, 2006")
	}
	return text
}

func short(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > longestCell {
		return string(runes[:longestCell]) + "…"
	}
	return text
}
