// Package correlate compares the records of several agents: what they share, where they
// contradict each other, and how good the data of each agent is.
//
// The package guarantees: the rules of doc/tasks.md compute everything from the records, without
// guesses or a model. The same records in any order give the same report in the same order. A
// record that shares no key with another record changes no match and no conflict. A given name
// alone identifies no one, and a surname needs the same phone or address. Time is linear in the
// records, except for sorting.
package correlate

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
)

// Kind is the kind of a record.
type Kind string

// The kinds of records.
const (
	Message Kind = "message"
	Invoice Kind = "invoice"
	Contact Kind = "contact"
	Note    Kind = "note"
	Policy  Kind = "policy"
	Other   Kind = "other"
)

// Record is one record of an agent. doc/tasks.md lists the names of the fields. Several values of
// a field are separated by "; ", and none is empty.
type Record struct {
	Kind   Kind
	Ref    string // the agent's reference to it
	Fields map[string]string
	Text   string
}

// Source has the records of one agent.
type Source struct {
	Agent   string
	Records []Record
	Cut     bool // more than MaxRecords records, or some nested too deep
}

// Place identifies a record.
type Place struct {
	Agent string `json:"agent"`
	Ref   string `json:"ref"`
}

func (p Place) String() string { return p.Agent + " " + p.Ref }

// Options configure a comparison.
type Options struct {
	AsOf time.Time // reference day for freshness
	Own  []string  // addresses, phones and names of the agency, which occur everywhere and relate nothing
}

// Report is the result of a comparison.
type Report struct {
	Matches   []Match    `json:"matches"`   // sorted by By, Key, A and B
	Conflicts []Conflict `json:"conflicts"` // sorted by By, Key, Field and agents
	Scores    []Score    `json:"scores"`    // sorted by agent
	Quality   float64    `json:"quality"`   // mean Quality of the scores weighted by records; 0 without records
}

// Find compares sources. Sources of the same agent count as one.
func Find(sources []Source, o Options) Report {
	all := gather(sources)
	x := newIndex(all, o.Own)
	r := Report{Matches: x.matches(), Conflicts: x.conflicts()}
	r.Scores, r.Quality = scores(all, o.AsOf)
	return r
}

// entry is a record with its place and keys.
type entry struct {
	Place
	*Record
	keys     map[key]bool // keys of the record
	disputed bool         // another source contradicts one of its values
}

// gather sorts all records independently of their input order.
func gather(sources []Source) []*entry {
	var all []*entry
	for _, s := range sources {
		for i := range s.Records {
			all = append(all, &entry{Place: Place{s.Agent, s.Records[i].Ref}, Record: &s.Records[i],
				keys: make(map[key]bool)})
		}
	}
	slices.SortFunc(all, func(a, b *entry) int {
		if c := a.compare(b.Place); c != 0 {
			return c
		}
		return compareContent(a.Record, b.Record)
	})
	return all
}

func (p Place) compare(q Place) int {
	return cmp.Or(cmp.Compare(p.Agent, q.Agent), cmp.Compare(p.Ref, q.Ref))
}

// compareContent orders records with the same reference.
func compareContent(a, b *Record) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Text, b.Text),
		slices.Compare(flat(a.Fields), flat(b.Fields)))
}

func flat(fields map[string]string) []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		list = append(list, name, fields[name])
	}
	return list
}

// values returns the values of a field, in order.
func (r *Record) values(field string) []string {
	var list []string
	for v := range strings.SplitSeq(r.Fields[field], ";") {
		if v = strings.TrimSpace(v); v != "" {
			list = append(list, v)
		}
	}
	return list
}
