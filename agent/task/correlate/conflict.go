package correlate

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"ppamaild/lazy"
	"ppamaild/spelling"
	"ppamaild/templates"
)

// Conflict is a field with different values at two agents, for the same person, policy or
// invoice. The agents have no value in common.
type Conflict struct {
	By     By     `json:"by"`
	Key    string `json:"key"`
	Field  string `json:"field"`
	A      Place  `json:"a"` // first record with a value
	AValue string `json:"a_value"`
	B      Place  `json:"b"`
	BValue string `json:"b_value"`
}

// In describes the conflict for people: `crm contact c1 has the phone 503-555-0123 of mary
// henderson, billing 7 has 503-555-0199`.
func (c Conflict) In(words *templates.Phrases) string {
	field := strings.ReplaceAll(c.Field, "_", " ")
	return words.Say("task.conflict", c.A.String(), field, c.AValue, c.subject(),
		words.Say("task.conflict_other", c.B.String(), c.BValue))
}

func (c Conflict) subject() string {
	switch c.By {
	case ByPolicy, ByInvoice:
		return string(c.By) + " " + c.Key
	}
	return c.Key
}

// comparison selects the kinds and the fields to compare for records with a common key.
type comparison struct {
	by     By
	kinds  []Kind
	fields []string
}

var comparisons = []comparison{
	{ByEmail, []Kind{Contact, Policy, Other}, []string{"phone", "address", "date_of_birth"}},
	{ByInvoice, []Kind{Invoice}, []string{"amount", "status", "date", "due_date"}},
	{ByPerson, []Kind{Contact, Policy, Other},
		[]string{"phone", "address", "email", "date_of_birth"}},
	{ByPolicy, []Kind{Policy}, []string{"amount", "status", "effective_date", "expires"}},
}

// normals has the functions that normalize compared fields.
var normals = lazy.Value[map[string]func(string) string]{New: func() map[string]func(string) string {
	return map[string]func(string) string{
		"phone": normalPhone, "address": normalAddress, "email": normalEmail,
		"date_of_birth": normalDate, "amount": normalAmount,
		"status": Status, "date": normalDate, "due_date": normalDate,
		"effective_date": normalDate, "expires": normalDate,
	}
}}

// statuses maps synonyms to statuses.
var statuses = lazy.Value[map[string]string]{New: func() map[string]string {
	return map[string]string{
		"open": "unpaid", "outstanding": "unpaid", "due": "unpaid", "overdue": "unpaid",
		"past due": "unpaid", "not paid": "unpaid",
		"settled": "paid", "closed": "paid", "paid in full": "paid", "canceled": "cancelled",
		"in force": "active", "current": "active",
	}
}}

// Status normalizes a status: "past due" is "unpaid".
func Status(s string) string {
	s = strings.TrimSpace(spelling.Words(s))
	return cmp.Or(statuses.Get()[s], s)
}

// conflicts returns the contradictions between records with a common key. Each field of two records
// is compared once.
func (x *index) conflicts() []Conflict {
	var all []Conflict
	known := make(map[[2]Place]map[string]bool) // fields already compared by an earlier key
	for _, c := range comparisons {
		var some []Conflict
		for k, list := range x.mentions {
			if k.by != c.by || list[0].isHousehold {
				continue
			}
			for _, group := range alike(k, x.comparable(c, k, list)) {
				some = append(some, c.compare(k, group)...)
			}
		}
		slices.SortFunc(some, Conflict.compare)
		for _, found := range some {
			of := [2]Place{found.A, found.B}
			if known[of] == nil {
				known[of] = make(map[string]bool)
			}
			if !known[of][found.Field] {
				known[of][found.Field] = true
				all = append(all, found)
			}
		}
	}
	return all
}

func (c Conflict) compare(d Conflict) int {
	return cmp.Or(cmp.Compare(c.By, d.By), cmp.Compare(c.Key, d.Key), cmp.Compare(c.Field, d.Field),
		c.A.compare(d.A), c.B.compare(d.B))
}

// comparable keeps the mentions in records that are certainly about the key: a field has the key,
// and the record has no other key of this kind.
func (x *index) comparable(c comparison, k key, list []mention) []mention {
	var sure []mention
	for _, m := range list {
		if !m.inText && slices.Contains(c.kinds, m.Kind) && m.isSole(k) {
			sure = append(sure, m)
		}
	}
	return sure
}

// isSole reports whether the record has a single key of the kind of k.
func (m mention) isSole(k key) bool {
	switch k.by {
	case ByPerson:
		return len(m.names()) == 1
	case ByEmail:
		return len(m.values("email")) == 1
	case ByPolicy:
		return len(m.values("policy_number")) == 1
	}
	return len(m.values("invoice_number")) == 1
}

// compare compares a group field by field.
func (c comparison) compare(k key, group []mention) []Conflict {
	var all []Conflict
	for _, field := range c.fields {
		all = append(all, disputes(k, field, group)...)
	}
	return all
}

// held has an agent's values of one field.
type held struct {
	first   mention
	raw     string // first value as written
	values  map[string]bool
	records []*entry
}

// disputes returns a conflict for each two agents without a common value in a field, and marks
// their records as disputed.
func disputes(k key, field string, group []mention) []Conflict {
	byAgent := make(map[string]*held)
	for _, m := range group {
		for _, raw := range m.fieldValues(field) {
			value := normals.Get()[field](raw)
			if value == "" {
				continue
			}
			h := byAgent[m.Agent]
			if h == nil {
				h = &held{first: m, raw: raw, values: make(map[string]bool)}
				byAgent[m.Agent] = h
			}
			h.values[value] = true
			h.records = append(h.records, m.entry)
		}
	}
	var all []Conflict
	agents := slices.Sorted(maps.Keys(byAgent))
	for i, one := range agents {
		for _, other := range agents[i+1:] {
			a, b := byAgent[one], byAgent[other]
			if overlap(a.values, b.values) {
				continue
			}
			for _, e := range slices.Concat(a.records, b.records) {
				e.disputed = true
			}
			all = append(all, Conflict{k.by, k.value, field, a.first.Place, a.raw,
				b.first.Place, b.raw})
		}
	}
	return all
}

// fieldValues returns amounts and similar fields whole, and splits fields with several values.
func (r *Record) fieldValues(field string) []string {
	switch field {
	case "amount":
		return []string{r.Fields[field]}
	case "phone":
		return r.phones()
	}
	return r.values(field)
}

func overlap(a, b map[string]bool) bool {
	for v := range a {
		if b[v] {
			return true
		}
	}
	return false
}
