// Package subject reads what a task is about where no model does: people, addresses,
// phone numbers, numbers of policies and invoices, quoted words and spans of time, and
// how feedback changes them.
//
// It promises to be conservative. A capital at the beginning of a sentence makes no
// name, a given name alone is nobody, time that lies ahead narrows nothing, and what
// feedback says that was not understood is given back in words. It reads no clock.
package subject

import (
	"slices"
	"strings"
	"time"
)

// Subjects are what a task is about. The zero value is nothing in particular, of any time.
type Subjects struct {
	People   []string // "Mary Henderson"; "Henderson" is a whole family
	Vendors  []string // "Hawthorne Roofing"
	Emails   []string // in lower case
	Phones   []string // of the North American plan, in E.164: +15035550123
	Policies []string // numbers, as they are written
	Invoices []string // likewise
	Numbers  []string // likewise, of either, or of something else
	Words    []string // what was quoted
	Spans    Spans    // of time; none: any time
	Untimed  []string // what is said of time that Spans have nothing of
	Excepted []string // clauses that say what it is not about; nothing in them is among the others
	Untaken  []string // what is written as a name and was taken for none
}

// Reader reads texts of one agency.
type Reader struct {
	Location *time.Location // where "last year" begins
	Nobody   []string       // words that name no person here: the agents and what they are known by
	Own      []string       // names of the agency and its staff, whom no task is about
}

// Read reads a text that was written at a time.
func (r Reader) Read(text string, at time.Time) Subjects {
	var s Subjects
	d := &draft{text: r.unsigned(text)}
	s.Excepted = d.except()
	s.Words = d.quoted()
	s.Emails = d.emails()
	d.cued(&s)
	s.Phones = d.phones()
	d.loose(&s)
	s.Spans, s.Untimed = d.spans(at.In(r.Location))
	s.People, s.Vendors, s.Untaken = names(d.text, r.Nobody)
	isOwn := func(name string) bool { return slices.ContainsFunc(r.Own, same(name)) }
	s.People, s.Vendors = slices.DeleteFunc(s.People, isOwn), slices.DeleteFunc(s.Vendors, isOwn)
	isOurs := func(part string) bool {
		return slices.ContainsFunc(r.Own, func(name string) bool { return isOf(name)(part) })
	}
	s.Untaken = slices.DeleteFunc(s.Untaken, isOurs)
	return s.sifted()
}

// sifted is s without what is untaken of a name that is taken elsewhere.
func (s Subjects) sifted() Subjects {
	names, parts := s.Named(), s.Untaken
	s.Untaken = nil
	for _, part := range parts {
		if !slices.ContainsFunc(names, func(name string) bool { return isOf(name)(part) }) {
			s.Untaken = append(s.Untaken, part)
		}
	}
	return s
}

// lists are all lists of a kind, in one order.
func (s *Subjects) lists() []*[]string {
	return []*[]string{&s.People, &s.Vendors, &s.Emails, &s.Phones, &s.Policies, &s.Invoices,
		&s.Numbers, &s.Words}
}

// Named returns all that s names, whatever its kind.
func (s Subjects) Named() []string {
	var all []string
	for _, list := range s.lists() {
		all = append(all, *list...)
	}
	return all
}

// IsNobody reports whether s names neither anybody nor anything; time aside.
func (s Subjects) IsNobody() bool { return len(s.Named()) == 0 }

// String says it in words: "Mary Henderson, PA-204417; in 2025".
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

// With is s and what other names besides.
func (s Subjects) With(other Subjects) Subjects {
	mine, more := s.lists(), other.lists()
	for i, list := range mine {
		*list = united(*list, *more[i])
	}
	s.Untimed = united(s.Untimed, other.Untimed)
	s.Excepted = united(s.Excepted, other.Excepted)
	s.Untaken = united(s.Untaken, other.Untaken)
	return s.sifted()
}

// united are the texts of both, each once.
func united(texts, more []string) []string {
	all := slices.Clone(texts)
	for _, text := range more {
		if !slices.ContainsFunc(all, same(text)) {
			all = append(all, text)
		}
	}
	return all
}

// without is s less what other names, and whether there was any of that.
func (s Subjects) without(other Subjects) (Subjects, bool) {
	gone := other.Named()
	found := false
	for _, list := range s.lists() {
		kept := slices.DeleteFunc(slices.Clone(*list),
			func(name string) bool { return slices.ContainsFunc(gone, isOf(name)) })
		found = found || len(kept) < len(*list)
		*list = kept
	}
	return s, found
}

func same(name string) func(string) bool {
	return func(other string) bool { return strings.EqualFold(name, other) }
}

// isOf reports of a name, or of a part of it, whether it is that of name.
func isOf(name string) func(string) bool {
	return func(part string) bool {
		return strings.Contains(" "+strings.ToLower(name)+" ", " "+strings.ToLower(part)+" ")
	}
}
