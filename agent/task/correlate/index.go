package correlate

import (
	"strings"

	"ppamaild/spelling"
)

// By is the kind of a common value.
type By string

// The kinds of common values.
const (
	ByPerson  By = "person"
	ByEmail   By = "email"
	ByPhone   By = "phone"
	ByPolicy  By = "policy"
	ByInvoice By = "invoice"
	ByVendor  By = "vendor"
)

// key is a normalized value that records can share.
type key struct {
	by    By
	value string
}

// mention is an occurrence of a key in a record.
type mention struct {
	*entry
	raw         string // as written
	inText      bool   // in the text, not in a field
	isHousehold bool   // of a surname with a phone or an address
	subject     string // separates owners of the same key: a vendor, a given name; "": nothing
}

// index maps keys to records.
type index struct {
	own      map[key]bool      // keys of the agency, which relate nothing
	mentions map[key][]mention // one per record: fields first, then texts, in the order of the records
}

func newIndex(all []*entry, own []string) *index {
	x := &index{own: make(map[key]bool), mentions: make(map[key][]mention)}
	for _, s := range own {
		for _, k := range []key{{ByEmail, normalEmail(s)}, {ByPhone, normalPhone(s)},
			{ByVendor, normalVendor(s)}, {ByPerson, nameKey(s)}} {
			x.own[k] = true
		}
	}
	for _, e := range all {
		x.fields(e)
	}
	known := newLexicon(x.mentions)
	for _, e := range all {
		x.text(e, known)
	}
	return x
}

func nameKey(s string) string {
	n, _ := person(s)
	return n.Key()
}

// add records a key of a record. The first mention wins, and fields come before texts.
func (x *index) add(k key, m mention) {
	if k.value == "" || x.own[k] || m.keys[k] {
		return
	}
	m.keys[k] = true
	x.mentions[k] = append(x.mentions[k], m)
}

// Fields with each kind of key.
var (
	personFields = []string{"name", "from", "to", "cc", "insured", "contact"}
	emailFields  = []string{"email", "from", "to", "cc"}
)

func (x *index) fields(e *entry) {
	for _, field := range emailFields {
		for _, found := range emailForm.FindAllString(e.Fields[field], -1) {
			x.add(key{ByEmail, normalEmail(found)}, mention{entry: e, raw: found})
		}
	}
	for _, v := range e.phones() {
		x.add(key{ByPhone, normalPhone(v)}, mention{entry: e, raw: v})
	}
	for _, v := range e.values("policy_number") {
		x.add(key{ByPolicy, normalNumber(v)}, mention{entry: e, raw: v})
	}
	for _, v := range e.values("invoice_number") {
		x.add(key{ByInvoice, normalNumber(v)},
			mention{entry: e, raw: v, subject: normalVendor(e.Fields["vendor"])})
	}
	for _, v := range e.values("vendor") {
		x.add(key{ByVendor, normalVendor(v)}, mention{entry: e, raw: v})
	}
	x.people(e)
}

// people adds full names, and surnames with a phone or an address.
func (x *index) people(e *entry) {
	for _, written := range e.names() {
		n, ok := person(written)
		if !ok {
			continue
		}
		x.add(key{ByPerson, n.Key()}, mention{entry: e, raw: written})
		x.household(e, written, n)
	}
}

// household adds the surname of a name with each phone and each address of the record.
func (x *index) household(e *entry, written string, n spelling.Name) {
	for _, phone := range e.phones() {
		if phone = normalPhone(phone); phone != "" && !x.own[key{ByPhone, phone}] {
			x.add(key{ByPerson, n.FamilyKey() + " at " + phone},
				mention{entry: e, raw: written, isHousehold: true, subject: n.Key()})
		}
	}
	for _, address := range e.values("address") {
		if address = normalAddress(address); address != "" {
			x.add(key{ByPerson, n.FamilyKey() + " at " + address},
				mention{entry: e, raw: written, isHousehold: true, subject: n.Key()})
		}
	}
}

// phones returns the phone numbers in the field, with any separator.
func (r *Record) phones() []string {
	var phones []string
	for _, v := range r.values("phone") {
		if normalPhone(v) != "" {
			phones = append(phones, v)
		} else {
			phones = append(phones, phonesIn(v)...)
		}
	}
	return phones
}

// names returns the names in the fields of a record, without addresses.
func (r *Record) names() []string {
	var names []string
	if given, family := r.Fields["given_name"], r.Fields["surname"]; family != "" {
		names = append(names, strings.TrimSpace(given+" "+family))
	}
	for _, field := range personFields {
		for _, v := range r.values(field) {
			names = append(names, addressed(v)...)
		}
	}
	return names
}

// addressed splits "lee@agency.test, Mary Henderson <mary@customer.test>". A text without an
// address is one name, even with commas.
func addressed(s string) []string {
	var names []string
	for {
		name, rest, ok := strings.Cut(s, "<")
		if strings.Contains(name, "@") {
			name = name[strings.LastIndexByte(name, ',')+1:]
		}
		if name = strings.Trim(name, ` ,"`); name != "" {
			names = append(names, name)
		}
		if !ok {
			return names
		}
		_, s, _ = strings.Cut(rest, ">")
	}
}
