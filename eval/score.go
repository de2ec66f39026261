package eval

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Score is the result of a planner for the mails of a folder.
type Score struct {
	Mails        int              `json:"mails"`
	Applications int              `json:"applications"` // number of mails with a labeled application
	Total        Tally            `json:"total"`        // all fields
	Fields       map[string]Tally `json:"fields"`       // by field: "vehicles.year"
	Intent       Share            `json:"intent"`
	Missing      Tally            `json:"missing"`
	Refer        Share            `json:"refer"`
	Misread      []Misread        `json:"misread"` // worst first
}

// Misread is a mail with differences from its label.
type Misread struct {
	Name        string       `json:"name"`
	Differences []Difference `json:"differences"`
}

// Difference is one value that differs from the label. Want or Got is empty for a missing
// value.
type Difference struct {
	Path string `json:"path"`
	Want string `json:"want,omitempty"`
	Got  string `json:"got,omitempty"`
}

// add scores one reading.
func (s *Score) add(c Case, got Reading) {
	s.Mails++
	var diffs []Difference
	s.Intent.count(got.Intent == c.Label.Intent)
	if got.Intent != c.Label.Intent {
		diffs = append(diffs, Difference{"intent", c.Label.Intent, got.Intent})
	}
	if want := c.Label.Refer; want != nil {
		s.Refer.count(got.Refer == *want)
		if got.Refer != *want {
			diffs = append(diffs, Difference{"refer", *want, got.Refer})
		}
	}
	diffs = append(diffs, s.fields(c.Label, &got)...)
	if c.Label.Missing != nil && c.Label.isRated() {
		diffs = append(diffs, s.missing(*c.Label.Missing, got.Missing)...)
	}
	if len(diffs) > 0 {
		s.Misread = append(s.Misread, Misread{c.Name, diffs})
	}
}

// fields compares the applications value by value. Afterwards got has the label's order of
// drivers and vehicles.
func (s *Score) fields(l Label, got *Reading) []Difference {
	if l.Application == nil {
		return nil
	}
	s.Applications++
	*got = align(*l.Application, *got)
	if l.Application.NamedInsured.Email == "" && strings.EqualFold(got.Application.NamedInsured.Email, got.From) {
		got.Application.NamedInsured.Email = ""
	}
	var diffs []Difference
	wanted, found := values(*l.Application), values(got.Application)
	for _, path := range union(wanted, found) {
		want, wants := wanted[path]
		have, has := found[path]
		tally := compare(wants, has, same(path, want, have))
		s.Total.add(tally)
		sum := s.Fields[field(path)]
		sum.add(tally)
		s.Fields[field(path)] = sum
		if tally.Right == 0 {
			diffs = append(diffs, Difference{path, want, have})
		}
	}
	return diffs
}

// missing compares two sets of paths.
func (s *Score) missing(want, got []string) []Difference {
	var diffs []Difference
	wanted, found := set(want), set(got)
	for _, path := range union(wanted, found) {
		_, wants := wanted[path]
		_, has := found[path]
		s.Missing.add(compare(wants, has, true))
		if wants != has {
			diffs = append(diffs, Difference{"missing", wanted[path], found[path]})
		}
	}
	return diffs
}

// set returns paths as a map for compare.
func set(paths []string) map[string]string {
	m := make(map[string]string, len(paths))
	for _, path := range paths {
		m[path] = path
	}
	return m
}

// union returns the keys of both maps, sorted.
func union(a, b map[string]string) []string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return slices.Sorted(maps.Keys(all))
}

// compare counts one value of a label, a reading, or both.
func compare(wants, has, equal bool) Tally {
	if wants && has && equal {
		return Tally{Right: 1}
	}
	var t Tally
	if wants {
		t.Lacking = 1
	}
	if has {
		t.Wrong = 1
	}
	return t
}

// sort sorts the mails by number of differences, largest first.
func (s *Score) sort() {
	slices.SortFunc(s.Misread, func(a, b Misread) int {
		return cmp.Or(cmp.Compare(len(b.Differences), len(a.Differences)), strings.Compare(a.Name, b.Name))
	})
}
