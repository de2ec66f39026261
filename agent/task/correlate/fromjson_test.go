package correlate

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestFromJSON(t *testing.T) {
	type fields = map[string]string
	cases := map[string]struct {
		raw  string
		want []Record
	}{
		"nothing":       {``, nil},
		"null":          {`null`, nil},
		"empty":         {`{"invoices": []}`, nil},
		"how it went":   {`{"status": "ok", "total": 0}`, nil},
		"text":          {`"Mary called on Friday."`, []Record{{Note, "note", fields{}, "Mary called on Friday."}}},
		"no JSON":       {`Mary called, {so what`, []Record{{Note, "note", fields{}, "Mary called, {so what"}}},
		"two values":    {`{"a": 1} {"b": 2}`, []Record{{Note, "note", fields{}, `{"a": 1} {"b": 2}`}}},
		"JSON in text":  {`{"content": [{"type": "text", "text": "[{\"invoice_no\": \"INV-7\", \"total\": 12.50}]"}]}`, []Record{{Invoice, "INV-7", fields{"invoice_number": "INV-7", "amount": "12.50"}, ""}}},
		"amounts exact": {`{"invoiceNumber": "A1", "amount": 1200000000000000000.01}`, []Record{{Invoice, "A1", fields{"invoice_number": "A1", "amount": "1200000000000000000.01"}, ""}}},
		"a list of invoices": {
			`{"status": "ok", "invoices": [{"number": 2291, "vendor": {"name": "ACME Paper, Inc."}, "Amount Due": "$1,200.00", "invoice_date": "2026-02-01", "created_at": "2026-02-03T10:00:00Z", "paymentStatus": "unpaid"}]}`,
			[]Record{{Invoice, "2291", fields{"invoice_number": "2291", "vendor": "ACME Paper, Inc.", "amount": "$1,200.00", "date": "2026-02-01", "status": "unpaid"}, ""}},
		},
		"a customer with policies": {
			`{"customer": {"first_name": "Mary", "last_name": "Henderson", "emails": ["m@customer.test", "mary@customer.test"],
				"phones": [{"type": "home", "number": "503-555-0123"}], "address": {"street": "1 Oak St", "city": "Portland", "state": "OR", "zip": "97201"},
				"policies": [{"id": 7, "policy_no": "MP-2024-001", "status": "active"}]}}`,
			[]Record{
				{Policy, "MP-2024-001", fields{"policy_number": "MP-2024-001", "id": "7", "status": "active"}, ""},
				{Contact, "contact", fields{"name": "Mary Henderson", "email": "m@customer.test; mary@customer.test", "phone": "503-555-0123", "address": "1 Oak St, Portland, OR, 97201"}, ""},
			},
		},
		"contacts with notes": {
			`[{"id": "c1", "name": "Mary Henderson", "email": "mary@customer.test", "notes": [{"date": "2026-01-05", "text": "Wants a boat"}]}]`,
			[]Record{
				{Note, "[0].notes[0]", fields{"date": "2026-01-05"}, "Wants a boat"},
				{Contact, "contact c1", fields{"name": "Mary Henderson", "email": "mary@customer.test", "id": "c1"}, ""},
			},
		},
		"hits of a search": {
			`{"hits": [{"message_id": "a@customer.test", "folder": "INBOX", "from": "Mary <mary@customer.test>", "to": "quotes@agency.test", "subject": "Hello", "excerpt": "My boat", "date": "2026-03-10T12:00:00Z", "uid": 4}], "searched": ["INBOX"], "total": 1}`,
			[]Record{{Message, "a@customer.test", fields{"message_id": "a@customer.test", "folder": "INBOX", "from": "Mary <mary@customer.test>", "to": "quotes@agency.test", "subject": "Hello", "date": "2026-03-10T12:00:00Z", "uid": "4"}, "My boat"}},
		},
		"a vendor":           {`{"vendors": [{"name": "ACME Paper", "phone": "503-555-0100"}]}`, []Record{{Contact, "vendors[0]", fields{"vendor": "ACME Paper", "phone": "503-555-0100"}, ""}}},
		"a sender in parts":  {`{"from": {"name": "Mary", "email": "mary@customer.test"}, "to": [{"email": "lee@agency.test"}], "subject": "Hi"}`, []Record{{Message, "message", fields{"from": "Mary <mary@customer.test>", "to": "<lee@agency.test>", "subject": "Hi"}, ""}}},
		"prose of any name":  {`{"answer": "There is nothing unpaid at ACME Paper."}`, []Record{{Note, "note", fields{}, "There is nothing unpaid at ACME Paper."}}},
		"fields of any name": {`{"contacts": [{"name": "Mary Henderson", "shoe size": 9, "vip": true}]}`, []Record{{Contact, "contacts[0]", fields{"name": "Mary Henderson", "shoe_size": "9", "vip": "true"}, ""}}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := FromJSON("crm", json.RawMessage(c.raw))
			if got.Agent != "crm" || !reflect.DeepEqual(got.Records, c.want) {
				t.Errorf("%s\ngot  %+v\nwant %+v", c.raw, got.Records, c.want)
			}
		})
	}
}

func TestFromJSONIsBounded(t *testing.T) {
	deep := strings.Repeat(`{"a":[`, 400) + `{"name":"Mary Henderson","email":"m@customer.test"}` + strings.Repeat(`]}`, 400)
	if got := FromJSON("crm", json.RawMessage(deep)); len(got.Records) != 0 {
		t.Errorf("%d records", len(got.Records))
	}
	many := "[" + strings.Repeat(`{"invoice_no":"A1"},`, MaxRecords+5) + `null]`
	if got := FromJSON("crm", json.RawMessage(many)); len(got.Records) != MaxRecords {
		t.Errorf("%d records", len(got.Records))
	}
}

// The order of fields in an object has no effect.
func TestPropertyFieldsHaveNoOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.Permutation([]string{"Total", "amount", "amount_due", "vendor", "supplier", "invoice_no", "created_at", "date", "e-mail", "emailAddress", "nested"}).Draw(t, "names")
		var parts []string
		for _, name := range names {
			value := fmt.Sprintf("%q", "of "+name)
			if name == "nested" {
				value = `{"name": "Mary Henderson", "phone": "503-555-0123"}`
			}
			parts = append(parts, fmt.Sprintf("%q: %s", name, value))
		}
		got := fmt.Sprintf("%v", FromJSON("a", json.RawMessage("{"+strings.Join(parts, ", ")+"}")).Records)
		const want = `[{contact nested map[name:Mary Henderson phone:503-555-0123] } {invoice of invoice_no map[amount:of amount date:of date email:of e-mail; of emailAddress invoice_number:of invoice_no vendor:of vendor; of supplier] }]`
		if got != want {
			t.Fatalf("\ngot  %s\nwant %s", got, want)
		}
	})
}

// The document lists every known name in the row of its meaning.
func TestTableOfTheDocument(t *testing.T) {
	doc, err := os.ReadFile("../../../doc/tasks.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := make(map[string]string)
	for line := range strings.Lines(string(doc)) {
		if cells := strings.Split(line, "|"); len(cells) > 2 {
			rows[strings.Trim(cells[1], " `")] += cells[2]
		}
	}
	for name, m := range fieldNames.Get() {
		if row := " " + strings.NewReplacer("`", " ", ",", " ").Replace(rows[m.name]) + " "; !strings.Contains(row, " "+name+" ") {
			t.Errorf("the row %q lacks %s", m.name, name)
		}
	}
	for field := range strings.FieldsSeq(recordFieldNames) {
		if rows[field] == "" {
			t.Errorf("no row of %s", field)
		}
	}
}

func FuzzFromJSON(f *testing.F) {
	f.Add([]byte(`{"customer": {"name": "Mary", "policies": [{"id": 1}]}, "text": "[{\"email\": \"a@b.test\"}]", "a": [[1], {"b": null}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		s := FromJSON("a", raw)
		for _, r := range s.Records {
			if r.Ref == "" || r.Kind == "" || r.Fields == nil {
				t.Fatalf("%+v", r)
			}
			for name, value := range r.Fields {
				if value == "" {
					t.Fatalf("%s is empty in %+v", name, r)
				}
			}
		}
		Find([]Source{s, {Agent: "b", Records: s.Records}}, Options{})
	})
}

// Each record keeps its path, so a long name must not be in every path.
func TestLongNamesAreCutInPaths(t *testing.T) {
	const longest = 200
	name := strings.Repeat("é", 1<<16)
	s := FromJSON("crm", json.RawMessage(`{"`+name+`": [{"name": "Ann"}, {"name": "Bob"}]}`))
	for _, r := range s.Records {
		if len(r.Ref) > longest || !utf8.ValidString(r.Ref) {
			t.Errorf("a path of %d bytes", len(r.Ref))
		}
	}
	if len(s.Records) != 2 {
		t.Errorf("%d records", len(s.Records))
	}
}
