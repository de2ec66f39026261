package correlate

import (
	"cmp"
	"slices"
	"strings"

	"ppamaild/lazy"
	"ppamaild/spelling"
)

// fieldNames maps our field names to the names that programs use, in snake case. For a field with
// one value, earlier names win. doc/tasks.md has the same table.
var fieldNames = lazy.Value[map[string]meaning]{New: func() map[string]meaning {
	return meanings(map[string]string{
		"name":           "name full_name display_name customer_name client_name contact_name insured_name named_insured customer client contact insured applicant person policyholder policy_holder",
		"given_name":     "given_name first_name firstname forename",
		"surname":        "surname last_name lastname family_name",
		"email":          "email emails e_mail mail email_address customer_email contact_email primary_email",
		"phone":          "phone phones phone_number telephone tel mobile cell cell_phone mobile_phone home_phone work_phone primary_phone",
		"address":        "address addresses street_address mailing_address billing_address garaging_address home_address postal_address",
		"policy_number":  "policy_number policy_no policy_id policy_num policynumber policy_numbers",
		"invoice_number": "invoice_number invoice_no invoice_id invoice_num invoicenumber bill_number inv_no invoice_numbers",
		"vendor":         "vendor vendor_name supplier supplier_name payee merchant biller",
		"amount":         "amount total total_amount grand_total amount_due premium sum price",
		"date":           "date invoice_date bill_date issue_date issued sent sent_at received received_at timestamp entered_at created_at created",
		"updated":        "updated updated_at last_updated modified modified_at last_modified last_contact",
		"due_date":       "due_date due_on payment_due due",
		"effective_date": "effective_date effective start_date inception inception_date",
		"expires":        "expires expiration_date expiration expiry end_date renewal_date",
		"date_of_birth":  "date_of_birth dob birth_date birthdate birthday",
		"status":         "status payment_status policy_status stage",
		"subject":        "subject title topic",
		"from":           "from sender author from_address",
		"to":             "to recipient recipients",
		"cc":             "cc",
		"message_id":     "message_id messageid",
		"text":           "text body excerpt note notes description comment comments content summary memo details snippet remarks",
		"id":             "id uuid guid key ref reference record_id",
	})
}}

// kindNames maps kinds of records to names of lists.
var kindNames = lazy.Value[map[string]meaning]{New: func() map[string]meaning {
	return meanings(map[string]string{
		string(Invoice): "invoice bill payable receivable",
		string(Contact): "contact customer client person people lead member",
		string(Policy):  "policy policies",
		string(Note):    "note comment activity activities interaction",
		string(Message): "message mail email hit",
		vendorKind:      "vendor supplier payee merchant",
	})
}}

// vendorKind is a list of vendors. Each vendor is a contact with the vendor's name.
const vendorKind = "vendor"

// meaning is the field or the kind that a word names, and the rank of the word among its synonyms.
type meaning struct {
	name string
	rank int
}

// meanings inverts a table of words by meaning.
func meanings(table map[string]string) map[string]meaning {
	m := make(map[string]meaning)
	for name, words := range table {
		for i, w := range strings.Fields(words) {
			m[w] = meaning{name, i}
		}
	}
	return m
}

// several are the fields that may have more than one value.
var several = lazy.Set("name email phone address policy_number invoice_number vendor to cc")

// snake converts the name of a field to snake case: "policyNumber", "Policy Number" and
// "policy-number" become "policy_number".
func snake(name string) string {
	var b strings.Builder
	lower := false
	for _, r := range name {
		if lower && 'A' <= r && r <= 'Z' {
			b.WriteByte(' ')
		}
		lower = 'a' <= r && r <= 'z'
		b.WriteRune(r)
	}
	return strings.ReplaceAll(strings.TrimSpace(spelling.Words(b.String())), " ", "_")
}

// kindNamed returns the kind of the records in a list with this name, or "".
func kindNamed(name string) string {
	last := name[strings.LastIndexByte(name, '_')+1:]
	for _, word := range []string{name, last, strings.TrimSuffix(name, "s"),
		strings.TrimSuffix(last, "s")} {
		if kind := kindNames.Get()[word].name; kind != "" {
			return kind
		}
	}
	return ""
}

// refine sets the kind of a record from the name of its list and from its fields, and then the
// meaning of general fields.
func (r *Record) refine(list string) {
	if list == vendorKind {
		r.rename("name", "vendor")
	}
	r.Kind = r.kind(list)
	switch r.Kind {
	case Invoice:
		r.rename("number", "invoice_number")
	case Policy:
		r.rename("number", "policy_number")
	}
}

func (r *Record) kind(list string) Kind {
	has := func(fields ...string) bool {
		return slices.ContainsFunc(fields, func(f string) bool { return r.Fields[f] != "" })
	}
	switch {
	case list == vendorKind:
		return Contact
	case list != "":
		return Kind(list)
	case has("message_id"), has("from") && has("subject", "to"):
		return Message
	case has("invoice_number"):
		return Invoice
	case has("policy_number"):
		return Policy
	case has("name", "surname") && has("email", "phone", "address"):
		return Contact
	case len(r.Fields) == 0 || r.Text != "" && !has("name", "surname", "vendor", "amount"):
		return Note
	}
	return Other
}

// rename renames a field, unless the new name is taken.
func (r *Record) rename(field, to string) {
	if value := r.Fields[field]; value != "" && r.Fields[to] == "" {
		r.Fields[to] = value
		delete(r.Fields, field)
	}
}

// numbers are the fields that identify records by kind.
var numbers = lazy.Value[map[Kind]string]{New: func() map[Kind]string {
	return map[Kind]string{Message: "message_id", Invoice: "invoice_number",
		Policy: "policy_number"}
}}

// ref returns a reference to the record: its number, the agent's id, or its position.
func (r *Record) ref(path string) string {
	if id := r.Fields["id"]; id != "" && r.Fields[numbers.Get()[r.Kind]] == "" {
		return string(r.Kind) + " " + id
	}
	return cmp.Or(r.Fields[numbers.Get()[r.Kind]], path, string(r.Kind))
}
