package reading

import (
	"fmt"
	"slices"
	"strings"

	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// pathsOf returns the paths that a question with the words of s asks for: of the named driver or
// vehicle ("the second car's VIN", "Ana's license", "her son's date of birth"), of all without a
// name, or of the customer ("his license"). pathsOf returns nil without a field, for an unknown
// person, and for other things ("home ownership").
func (r *reason) pathsOf(s text.Span) []string {
	field, at := fieldIn(r.Text, s)
	first := fieldPaths[field]
	if len(first) == 0 {
		return nil
	}
	p := pointer{reason: r, entry: notSaid}
	p.list, _, _ = strings.Cut(first[0], "[")
	for i := s.I; i < s.J && !r.Is(i, "(", "["); i++ {
		if inside := at.I <= i && i < at.J; !inside && r.Kind(i) != text.Mark && !p.takes(i) {
			return nil
		}
	}
	if p.entry == notSaid && p.list == "drivers" && r.Is(s.I-1, "his", "her") {
		p.entry = 0
	}
	return p.paths(first)
}

const notSaid = -1

// pointer finds the driver or vehicle that words point to.
type pointer struct {
	*reason
	list  string // "drivers", "vehicles", or what is in neither
	entry int    // notSaid: none yet
}

// takes reports whether token i says nothing that can't be told.
func (p *pointer) takes(i int) bool {
	switch entries, points := p.entriesAt(i); {
	case points && (len(entries) != 1 || p.entry != notSaid && p.entry != entries[0]):
		return false
	case points:
		p.entry = entries[0]
		return true
	case p.Is(i, "home", "household"):
		return p.list != "vehicles" // a home has an address and a phone
	}
	return isNoise(p.Text, i) || p.entry == notSaid && p.Is(i, "all", "both", "every", "cars", "vehicles", "drivers")
}

// entriesAt returns the entries that token i may mean; false where it is no word for one.
func (p *pointer) entriesAt(i int) ([]int, bool) {
	if n, is := p.ordinalAt(i); is {
		return p.entries(func(e int) bool { return e == n-1 }), true
	}
	if p.Is(i, "other", "another", "additional", "co") {
		return p.entries(func(e int) bool { return e > 0 }), true
	}
	if k, is := find.KinAt(p.Text, i); is {
		return p.entries(func(e int) bool { return p.list != "vehicles" && p.known.Drivers[e].Relationship == k.Relation }), true
	}
	called := p.entries(func(e int) bool {
		return slices.ContainsFunc(p.names(e), func(name string) bool { return strings.EqualFold(name, text.Noun(p.At(i))) })
	})
	return called, len(called) > 0
}

// ordinalAt reads "second", and the number of "car 2".
func (p *pointer) ordinalAt(i int) (int, bool) {
	if p.Kind(i) == text.Digits && len(p.At(i)) == 1 && p.Is(i-1, "driver", "vehicle", "car", "#", "number") {
		return int(p.At(i)[0] - '0'), true
	}
	n, is := find.Ordinals[p.At(i)]
	return n, is
}

func (p *pointer) names(e int) []string {
	if p.list != "vehicles" {
		return strings.Fields(p.known.Drivers[e].GivenName)
	}
	v := p.known.Vehicles[e]
	names := append(strings.Fields(v.Model), strings.Fields(v.Make)...)
	if v.Year != nil {
		names = append(names, fmt.Sprint(*v.Year))
	}
	return names
}

func (p *pointer) entries(are func(e int) bool) (list []int) {
	n := len(p.known.Drivers)
	if p.list == "vehicles" {
		n = len(p.known.Vehicles)
	}
	for e := range n {
		if are(e) {
			list = append(list, e)
		}
	}
	return list
}

// paths are those of a field, given as they are of the first entry, of the entry that was
// pointed to.
func (p *pointer) paths(first []string) (paths []string) {
	entries := []int{p.entry}
	switch listed := p.list == "drivers" || p.list == "vehicles"; {
	case !listed && p.entry <= 0:
		return first
	case !listed:
		return p.nameOf(first)
	case p.entry == notSaid:
		entries = p.entries(func(int) bool { return true })
	}
	if len(entries) == 0 {
		return first // nobody is known yet
	}
	for _, e := range entries {
		for _, path := range first {
			paths = append(paths, strings.Replace(path, "[0]", fmt.Sprintf("[%d]", e), 1))
		}
	}
	return paths
}

// nameOf is where the name of another driver is; of what else the application has one of,
// others have none.
func (p *pointer) nameOf(first []string) (paths []string) {
	for _, path := range first {
		name, is := strings.CutPrefix(path, "named_insured.")
		if !is || name != "given_name" && name != "surname" {
			return nil
		}
		paths = append(paths, fmt.Sprintf("drivers[%d].%s", p.entry, name))
	}
	return paths
}

// lacking returns those of paths that have no value; all where each has.
func (r *reason) lacking(paths []string) []string {
	lack := slices.DeleteFunc(slices.Clone(paths), r.known.Has)
	if len(lack) == 0 {
		return paths
	}
	return lack
}
