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
)

// Bounds of one answer; what is over them is left out, and Source.Cut says so.
const (
	MaxRecords = 10_000
	maxDepth   = 20
)

// FromJSON makes records of what a tool answered: an object, lists of objects, however they
// lie within each other, or a text, which may be JSON itself. What fields mean is known by
// their names alone, as doc/tasks.md lists them. It never fails; what is no JSON is a text.
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

// reading is the state of one FromJSON.
type reading struct{ Source }

// value reads whatever stands under the name of a list, "" where none is known.
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

// holds reports whether a record may lie in a value.
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

// text reads what may be JSON that was put into a string.
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

// object reads an object as a record, and what lies in it as others.
func (s *reading) object(o map[string]any, list, path string, depth int) {
	r := Record{Fields: make(map[string]string)}
	known := false
	for _, name := range byRank(o) {
		field := snake(name)
		is := fieldNames[field].is
		value := r.take(is, o[name])
		switch prose := is == "text" || is == "" && isProse(value); {
		case value == "" && isNested(o[name]), is == "text" && isJSON(value):
			s.value(o[name], kindNamed(field), join(path, name), depth+1)
		case value == "":
		case prose:
			r.Text = strings.TrimSpace(r.Text + "\n\n" + value)
			known = true
		default:
			r.put(cmp.Or(is, field), value)
			known = known || is != ""
			s.beneath(o[name], join(path, name), depth)
		}
	}
	if known && (list != "" || !r.wraps()) {
		s.add(r, list, path)
	}
}

// beneath reads the records that lie in what was taken for a value: the policies of a
// customer.
func (s *reading) beneath(v any, path string, depth int) {
	o, _ := v.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(o)) {
		if field := snake(name); isNested(o[name]) && fieldNames[field].is == "" {
			s.value(o[name], kindNamed(field), join(path, name), depth+1)
		}
	}
}

// byRank orders the names of fields so that the best of those that mean the same is first.
func byRank(o map[string]any) []string {
	return slices.SortedFunc(maps.Keys(o), func(a, b string) int {
		return cmp.Or(cmp.Compare(fieldNames[snake(a)].rank, fieldNames[snake(b)].rank),
			cmp.Compare(a, b))
	})
}

// isProse holds for a value of more than a few words.
func isProse(value string) bool { return len(strings.Fields(value)) > 5 }

func isJSON(value string) bool {
	if value == "" || !strings.ContainsAny(value[:1], "{[") {
		return false
	}
	_, still := decode([]byte(value)).(string)
	return !still
}

// wraps holds for what only says how an answer went: {"status": "ok", "total": 2, "invoices": […]}.
func (r *Record) wraps() bool {
	for field := range r.Fields {
		if _, known := expectedAnywhere[field]; known {
			return false
		}
	}
	return r.Text == ""
}

// expectedAnywhere are the fields that make a record of an object in no list.
var expectedAnywhere = wordSet(`name given_name surname email phone address policy_number invoice_number vendor date updated due_date
	effective_date expires date_of_birth subject from to message_id`)

func (s *reading) add(r Record, list, path string) {
	r.refine(list)
	r.Ref = r.ref(path)
	s.Records = append(s.Records, r)
}

// put adds a value. Of a field that has one the first stands.
func (r *Record) put(field, value string) {
	switch old := r.Fields[field]; {
	case old == "":
		r.Fields[field] = value
	case several[field] && old != value:
		r.Fields[field] = old + "; " + value
	}
}

// take makes a value of what a field holds, "" where it holds records. An address or a name
// may come in parts, and a person or vendor with more than a name: what else is known of
// them goes into the record.
func (r *Record) take(is string, v any) string {
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
		return r.takeList(is, v)
	case map[string]any:
		return r.takeParts(is, v)
	}
	return ""
}

func (r *Record) takeList(is string, list []any) string {
	var values []string
	for _, v := range list {
		if _, isObject := v.(map[string]any); isObject && is == "" || isList(v) {
			return ""
		}
		if value := r.take(is, v); value != "" {
			values = append(values, value)
		}
	}
	return strings.Join(values, "; ")
}

// addressParts are those of an address, in the order that they are written in.
var addressParts = []string{"line1", "address1", "address_1", "street", "street_address", "line2",
	"address2", "unit", "city", "state", "zip", "zip_code", "postal_code"}

func (r *Record) takeParts(is string, o map[string]any) string {
	parts := make(map[string]string)
	of := Record{Fields: make(map[string]string)}
	for _, name := range byRank(o) {
		meant := fieldNames[snake(name)].is
		value := of.take(meant, o[name])
		if value == "" {
			continue
		}
		parts[snake(name)] = value
		if meant != "" {
			of.put(meant, value)
		}
	}
	switch is {
	case "address":
		return inOrder(parts, addressParts)
	case "email", "phone":
		return cmp.Or(of.Fields[is], parts["number"], parts["address"], parts["value"])
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

// takePerson takes what is known of the one person a record is about.
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

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
