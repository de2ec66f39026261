package correlate

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"ppamaild/lazy"
)

// Limits of one answer. The rest is omitted, and Source.Cut is set.
const (
	MaxRecords = 10_000
	maxDepth   = 20
)

// FromJSON converts the answer of a tool to records: an object, lists of objects at any depth, or
// a text, which may be JSON. Only names give fields their meaning, as listed in doc/tasks.md. It
// never fails. Invalid JSON is a text.
func FromJSON(agent string, raw json.RawMessage) Source {
	s := &reading{Source: Source{Agent: agent}}
	s.value(decode(raw), "", "", 0)
	return s.Source
}

func decode(raw []byte) any {
	var v any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber() // amounts stay exact
	if err := dec.Decode(&v); err != nil {
		return string(raw)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return string(raw)
	}
	return v
}

// reading is the state of FromJSON.
type reading struct{ Source }

// value reads any value in a list with this name; "": unknown name.
func (s *reading) value(v any, list, path string, depth int) {
	if depth > maxDepth || len(s.Records) >= MaxRecords {
		s.Cut = s.Cut || holds(v)
		return
	}
	switch v := v.(type) {
	case map[string]any:
		s.object(v, list, path, depth)
	case []any:
		for i, element := range v {
			s.value(element, list, fmt.Sprintf("%s[%d]", path, i), depth+1)
		}
	case string:
		s.text(v, list, path, depth)
	}
}

// holds reports whether a value may contain a record.
func holds(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		return len(v) > 0
	case []any:
		return len(v) > 0
	case string:
		return strings.TrimSpace(v) != ""
	}
	return false
}

// text reads a string that may contain JSON.
func (s *reading) text(text, list, path string, depth int) {
	text = strings.TrimSpace(text)
	if text == "" {
		return
	}
	if isJSON(text) {
		s.value(decode([]byte(text)), list, path, depth+1)
		return
	}
	s.add(Record{Fields: map[string]string{}, Text: text}, list, path)
}

// object reads an object as a record, and nested objects as other records.
func (s *reading) object(o map[string]any, list, path string, depth int) {
	r := Record{Fields: make(map[string]string)}
	known := false
	for _, name := range byRank(o) {
		field := snake(name)
		meant := fieldNames.Get()[field].name
		value := r.take(meant, o[name])
		switch prose := meant == "text" || meant == "" && isProse(value); {
		case value == "" && isNested(o[name]), meant == "text" && isJSON(value):
			s.value(o[name], kindNamed(field), join(path, name), depth+1)
		case value == "":
		case prose:
			r.Text = strings.TrimSpace(r.Text + "\n\n" + value)
			known = true
		default:
			r.put(cmp.Or(meant, field), value)
			known = known || meant != ""
			s.beneath(o[name], join(path, name), depth)
		}
	}
	if known && (list != "" || !r.wraps()) {
		s.add(r, list, path)
	}
}

// beneath reads the records within a value, such as the policies of a customer.
func (s *reading) beneath(v any, path string, depth int) {
	o, _ := v.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(o)) {
		if field := snake(name); isNested(o[name]) && fieldNames.Get()[field].name == "" {
			s.value(o[name], kindNamed(field), join(path, name), depth+1)
		}
	}
}

// byRank sorts the names of fields, so that the best name of each meaning is first.
func byRank(o map[string]any) []string {
	return slices.SortedFunc(maps.Keys(o), func(a, b string) int {
		return cmp.Or(cmp.Compare(fieldNames.Get()[snake(a)].rank, fieldNames.Get()[snake(b)].rank),
			cmp.Compare(a, b))
	})
}

// isProse reports whether a value has more than a few words.
func isProse(value string) bool { return len(strings.Fields(value)) > 5 }

func isJSON(value string) bool {
	if value == "" || !strings.ContainsAny(value[:1], "{[") {
		return false
	}
	_, still := decode([]byte(value)).(string)
	return !still
}

// wraps reports whether an object only wraps the records of an answer: {"status": "ok", "total": 2,
// "invoices": […]}.
func (r *Record) wraps() bool {
	for field := range r.Fields {
		if recordFields.Has(field) {
			return false
		}
	}
	return r.Text == ""
}

// recordFields are the fields that make an object outside of a list a record.
var recordFields = lazy.Set(recordFieldNames)

const recordFieldNames = `name given_name surname email phone address policy_number
	invoice_number vendor date updated due_date effective_date expires date_of_birth subject from to
	message_id`

func (s *reading) add(r Record, list, path string) {
	r.refine(list)
	r.Ref = r.ref(path)
	s.Records = append(s.Records, r)
}

// put adds a value. The first value of a field wins.
func (r *Record) put(field, value string) {
	switch old := r.Fields[field]; {
	case old == "":
		r.Fields[field] = value
	case several.Has(field) && old != value:
		r.Fields[field] = old + "; " + value
	}
}

// take returns the value of a field, or "" for nested records. It combines the parts of an
// address or a name. Other known values of a person or vendor join the record.
func (r *Record) take(meant string, v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return strings.TrimSpace(v)
	case json.Number:
		return v.String()
	case bool:
		return fmt.Sprint(v)
	case []any:
		return r.takeList(meant, v)
	case map[string]any:
		return r.takeParts(meant, v)
	}
	return ""
}

func (r *Record) takeList(meant string, list []any) string {
	var values []string
	for _, v := range list {
		if _, isObject := v.(map[string]any); isObject && meant == "" || isList(v) {
			return ""
		}
		if value := r.take(meant, v); value != "" {
			values = append(values, value)
		}
	}
	return strings.Join(values, "; ")
}

// addressParts are the parts of an address in written order.
var addressParts = []string{"line1", "address1", "address_1", "street", "street_address", "line2",
	"address2", "unit", "city", "state", "zip", "zip_code", "postal_code"}

// takeParts returns the value in an object for a field with this meaning.
func (r *Record) takeParts(meant string, o map[string]any) string {
	parts := make(map[string]string)
	of := Record{Fields: make(map[string]string)}
	for _, name := range byRank(o) {
		part := fieldNames.Get()[snake(name)].name
		value := of.take(part, o[name])
		if value == "" {
			continue
		}
		parts[snake(name)] = value
		if part != "" {
			of.put(part, value)
		}
	}
	switch meant {
	case "address":
		return inOrder(parts, addressParts)
	case "email", "phone":
		return cmp.Or(of.Fields[meant], parts["number"], parts["address"], parts["value"])
	case "name":
		r.takePerson(of)
		return of.fullName()
	case "vendor":
		return cmp.Or(of.Fields["name"], of.Fields["vendor"])
	case "from", "to", "cc":
		return of.addressed()
	}
	return ""
}

// takePerson adds the values of the only person in a record.
func (r *Record) takePerson(of Record) {
	for _, field := range []string{"email", "phone", "address", "date_of_birth"} {
		if of.Fields[field] != "" {
			r.put(field, of.Fields[field])
		}
	}
}

func (r *Record) fullName() string {
	return cmp.Or(r.Fields["name"],
		strings.TrimSpace(r.Fields["given_name"]+" "+r.Fields["surname"]))
}

func (r *Record) addressed() string {
	if r.Fields["email"] == "" {
		return r.fullName()
	}
	return strings.TrimSpace(r.fullName() + " <" + r.Fields["email"] + ">")
}

func inOrder(parts map[string]string, order []string) string {
	var list []string
	for _, name := range order {
		if parts[name] != "" {
			list = append(list, parts[name])
		}
	}
	return strings.Join(list, ", ")
}

func isNested(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		return true
	case []any:
		return slices.ContainsFunc(v, isNested)
	}
	return false
}

func isList(v any) bool {
	_, ok := v.([]any)
	return ok
}

// maxName bounds a name in a path, in bytes. Each record keeps its path.
const maxName = 100

func join(path, name string) string {
	name = strings.ToValidUTF8(name[:min(len(name), maxName)], "")
	if path == "" {
		return name
	}
	return path + "." + name
}
