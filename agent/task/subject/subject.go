// Package subject reads the subjects of a task without a model: people, addresses, phone
// numbers, numbers of policies and invoices, quoted words and spans of time. Feedback changes
// the subjects.
//
// The package is conservative. A capital at the start of a sentence makes no name. A given name
// alone identifies no one. A time in the future limits nothing. Feedback that was not understood
// is returned in words. The package reads no clock.
package subject

import (
	"slices"
	"strings"
	"time"
)

// Subjects are the subjects of a task. The zero value is no subject and any time.
type Subjects struct {
	People   []string // "Mary Henderson"; "Henderson" is a family
	Vendors  []string // "Hawthorne Roofing"
	Emails   []string // in lower case
	Phones   []string // North American numbers in E.164: +15035550123
	Policies []string // numbers as written
	Invoices []string // numbers as written
	Numbers  []string // numbers of unknown kind, as written
	Words    []string // quoted words
	Spans    Spans    // spans of time; none: any time
	Untimed  []string // expressions of time that Spans do not cover
	Excepted []string // clauses with exclusions, which are not among the subjects
	Untaken  []string // text that looks like a name but was rejected
}

// Reader reads texts of one agency.
type Reader struct {
	Location *time.Location // time zone for "last year"
	NotNames []string       // words that name no person: the agents and their keywords
	Own      []string       // names of the agency and its staff, which are no subjects
}

// Read reads the subjects of a text written at a time.
func (r Reader) Read(text string, at time.Time) Subjects {
	var s Subjects
	d := &draft{text: r.withoutSignature(text)}
	s.Excepted = d.exclusions()
	s.Words = d.quoted()
	s.Emails = d.emails()
	d.cued(&s)
	s.Phones = d.phones()
	d.loose(&s)
	s.Spans, s.Untimed = d.spans(at.In(r.Location))
	s.People, s.Vendors, s.Untaken = names(d.text, r.NotNames)
	isOwn := func(name string) bool { return slices.ContainsFunc(r.Own, same(name)) }
	s.People, s.Vendors = slices.DeleteFunc(s.People, isOwn), slices.DeleteFunc(s.Vendors, isOwn)
	isOurs := func(part string) bool {
		return slices.ContainsFunc(r.Own, func(name string) bool { return isPartOf(name)(part) })
	}
	s.Untaken = slices.DeleteFunc(s.Untaken, isOurs)
	return s.withoutParts()
}

// withoutParts removes rejected names that are part of an accepted name.
func (s Subjects) withoutParts() Subjects {
	names, parts := s.Named(), s.Untaken
	s.Untaken = nil
	for _, part := range parts {
		if !slices.ContainsFunc(names, func(name string) bool { return isPartOf(name)(part) }) {
			s.Untaken = append(s.Untaken, part)
		}
	}
	return s
}

// lists returns the lists of all kinds in a fixed order.
func (s *Subjects) lists() []*[]string {
	return []*[]string{&s.People, &s.Vendors, &s.Emails, &s.Phones, &s.Policies, &s.Invoices,
		&s.Numbers, &s.Words}
}

// Named returns all names and numbers in s.
func (s Subjects) Named() []string {
	var all []string
	for _, list := range s.lists() {
		all = append(all, *list...)
	}
	return all
}

// IsEmpty reports whether s has no subjects. Time does not count.
func (s Subjects) IsEmpty() bool { return len(s.Named()) == 0 }

// String describes the subjects in words: "Mary Henderson, PA-204417; in 2025".
func (s Subjects) String() string {
	what := strings.Join(s.Named(), ", ")
	if what == "" {
		what = "nobody and nothing by name"
	}
	if len(s.Spans) > 0 {
		what += "; " + s.Spans.String()
	}
	return what
}

// With returns s and the subjects of other.
func (s Subjects) With(other Subjects) Subjects {
	mine, more := s.lists(), other.lists()
	for i, list := range mine {
		*list = united(*list, *more[i])
	}
	s.Untimed = united(s.Untimed, other.Untimed)
	s.Excepted = united(s.Excepted, other.Excepted)
	s.Untaken = united(s.Untaken, other.Untaken)
	return s.withoutParts()
}

// united returns the distinct texts of both.
func united(texts, more []string) []string {
	all := slices.Clone(texts)
	for _, text := range more {
		if !slices.ContainsFunc(all, same(text)) {
			all = append(all, text)
		}
	}
	return all
}

// remove returns s without the subjects of other, and whether anything was removed.
func (s Subjects) remove(other Subjects) (Subjects, bool) {
	gone := other.Named()
	found := false
	for _, list := range s.lists() {
		kept := slices.DeleteFunc(slices.Clone(*list),
			func(name string) bool { return slices.ContainsFunc(gone, isPartOf(name)) })
		found = found || len(kept) < len(*list)
		*list = kept
	}
	return s, found
}

func same(name string) func(string) bool {
	return func(other string) bool { return strings.EqualFold(name, other) }
}

// isPartOf reports whether a text is a name or a part of it.
func isPartOf(name string) func(string) bool {
	return func(part string) bool {
		return strings.Contains(" "+strings.ToLower(name)+" ", " "+strings.ToLower(part)+" ")
	}
}
