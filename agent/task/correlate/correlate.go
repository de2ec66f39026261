// Package correlate compares what several agents found: what their records have in
// common, where they contradict each other, and how good the data of each is.
//
// It promises:
//   - everything is computed from the records alone, by the rules of doc/tasks.md; nothing is
//     guessed, and no model is asked;
//   - the same records give the same report, in the same order, however they are ordered;
//   - a record that shares no key with another changes no match and no conflict;
//   - a given name alone is nobody; a surname is somebody only with the same phone or address;
//   - time is linear in the records, sorting aside.
package correlate

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
)

// Kind is what a record is about.
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

// Record is one thing that an agent found. Fields go by the names of doc/tasks.md; several
// values of one field are parted by "; ". No empty value stands in it.
type Record struct {
	Kind   Kind
	Ref    string // what its agent calls it
	Fields map[string]string
	Text   string
}

// Source is what one agent found.
type Source struct {
	Agent   string
	Records []Record
	Cut     bool // an answer has more than MaxRecords of them, or some too deep within it
}

// Place names a record.
type Place struct {
	Agent string `json:"agent"`
	Ref   string `json:"ref"`
}

func (p Place) String() string { return p.Agent + " " + p.Ref }

// Options are what a comparison needs to know besides the records.
type Options struct {
	AsOf time.Time // the day that freshness is told for
	Own  []string  // addresses, phones and names of the agency's own: they are in everything and relate nothing
}

// Report is what a comparison came to.
type Report struct {
	Matches   []Match    `json:"matches"`   // by By, Key, A and B
	Conflicts []Conflict `json:"conflicts"` // by By, Key, Field and agents
	Scores    []Score    `json:"scores"`    // by agent
	Quality   float64    `json:"quality"`   // the mean of the scores' Quality, weighted by their records; 0 where there are none
}

// Find compares sources. Those of one agent count as one.
func Find(sources []Source, o Options) Report {
	all := gather(sources)
	x := newIndex(all, o.Own)
	r := Report{Matches: x.matches(), Conflicts: x.conflicts()}
	r.Scores, r.Quality = scores(all, o.AsOf)
	return r
}

// entry is a record where it belongs.
type entry struct {
	Place
	*Record
	keys     map[key]bool // that are noted of it
	disputed bool         // it holds a value that another source contradicts
}

// gather puts all records into one order that does not depend on theirs.
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

// compareContent orders records of one agent that go by the same name.
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

// values are those of a field, in order.
func (r *Record) values(field string) []string {
	var list []string
	for v := range strings.SplitSeq(r.Fields[field], ";") {
		if v = strings.TrimSpace(v); v != "" {
			list = append(list, v)
		}
	}
	return list
}
