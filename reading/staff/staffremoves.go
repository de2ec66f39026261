package staff

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/asked"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// entry is a driver or a vehicle of an application.
type entry struct {
	list  string // "drivers"
	index int
}

func (e entry) path() string { return fmt.Sprintf("%s[%d]", e.list, e.index) }

// removedByStaff reads the drivers and vehicles that staff take off the application, in a text that
// says nothing else: "leave out the Jeep and Ann", "driver 2 should not be on it". removedByStaff
// returns false if a name is ambiguous. The insured cannot go.
func removedByStaff(body string, known quote.Case) ([]quote.Fact, bool) {
	d, start := find.New(body), 0
	words := map[entry]string{}
	for _, end := range d.Ends {
		named, ok := namedOff(d, trimCourtesy(d, text.Between(start, end)))
		for _, item := range named {
			e, is := entryNamed(d, item, known)
			words[e], ok = d.Raw(item), ok && is
		}
		if !ok {
			return nil, false
		}
		start = end
	}
	var facts []quote.Fact
	for _, e := range slices.SortedFunc(maps.Keys(words), lastFirst) {
		facts = append(facts, quote.Fact{Path: e.path(), Words: words[e], Standing: quote.Confirmed})
	}
	return facts, len(facts) > 0
}

// lastFirst sorts entries so that each removal keeps the indexes of the entries to come.
func lastFirst(a, b entry) int { return cmp.Or(cmp.Compare(a.list, b.list), b.index-a.index) }

// namedOff returns the words of a sentence for entries to take off: behind an order, as in "leave
// out X and Y", within an order, as in "take X and Y off", or before a verdict, as in "X and Y are
// not drivers". namedOff returns false if the sentence names anything without such words.
func namedOff(d *find.Text, s text.Span) (named []text.Span, ok bool) {
	var waiting []text.Span // items without an order or a verdict yet
	ordered := false        // an order is before the items
	for _, part := range partsJoined(d, s) {
		switch before := d.StartsAt("staff take off", part.I); {
		case before > part.I:
			ordered, part.I = true, before
		case d.Is(part.I, "leave", "take", "cross", "strike"):
			ordered, part.I = false, part.I+1
		}
		said, behind := saidOff(d, part)
		part = withoutArticle(d, said)
		switch {
		case ordered && !behind:
			named = append(named, part)
		case behind:
			named, waiting = append(append(named, waiting...), part), nil
		default:
			waiting = append(waiting, part)
		}
	}
	return named, len(waiting) == 0 && len(named) > 0
}

// saidOff cuts a verdict such as "should not be on it" and "from the quote" off the end of a part,
// and reports whether the part has a verdict.
func saidOff(d *find.Text, part text.Span) (rest text.Span, said bool) {
	if c, ok := d.Before("staff say not on it", part.I, part.J); ok && c.J == part.J {
		return text.Between(part.I, c.I), true
	}
	for part.J > part.I && d.Among(part.J-1, "of the quote") {
		part.J--
	}
	if d.Is(part.J-1, "out", "off") && part.J > part.I {
		return text.Between(part.I, part.J-1), true
	}
	return part, false
}

func partsJoined(d *find.Text, s text.Span) (parts []text.Span) {
	start := s.I
	for i := s.I; i <= s.J; i++ {
		if i < s.J && !d.Is(i, ",", ";", "and", "&", "or", "nor") {
			continue
		}
		if start < i {
			parts = append(parts, text.Between(d.Skip(start, "also", "please", "then"), i))
		}
		start = i + 1
	}
	return parts
}

func withoutArticle(d *find.Text, s text.Span) text.Span {
	return text.Between(d.Skip(s.I, "the", "her", "his", "their", "customer's"), s.J)
}

func entryNamed(d *find.Text, item text.Span, known quote.Case) (e entry, ok bool) {
	a := known.Application
	if n, j := numberedEntry(d, item); j == item.J {
		return n, n.list == "drivers" && 0 < n.index && n.index < len(a.Drivers) || n.list == "vehicles" && 0 <= n.index && n.index < len(a.Vehicles)
	}
	found := 0
	for k, p := range a.Drivers {
		if k > 0 && callsDriver(d, item, p, known.Facts[fmt.Sprintf("drivers[%d].relationship", k)].Words) {
			e, found = entry{"drivers", k}, found+1
		}
	}
	for k, v := range a.Vehicles {
		if callsVehicle(d, item, v) {
			e, found = entry{"vehicles", k}, found+1
		}
	}
	return e, found == 1
}

// numberedEntry reads "driver number 2", and returns the end too.
func numberedEntry(d *find.Text, item text.Span) (e entry, end int) {
	list := map[string]string{"driver": "drivers", "car": "vehicles", "vehicle": "vehicles"}[d.At(item.I)]
	n, ok := find.NumberAt(d, d.Skip(item.I+1, "number", "no", ".", "#"))
	if list == "" || !ok {
		return e, item.I
	}
	return entry{list, n.N - 1}, n.J
}

// callsDriver reports whether an item names a driver: by name, relation or the customer's words.
func callsDriver(d *find.Text, item text.Span, p quote.Driver, relation string) bool {
	given, surname, said := strings.Fields(text.Fold(p.GivenName)), strings.Fields(text.Fold(p.Surname)), strings.Fields(text.Fold(relation))
	named := false // several drivers may share a surname
	for i := item.I; i < item.J; i++ {
		kin, isKin := find.KinAt(d, i)
		related := isKin && (slices.Contains(said, d.At(i)) || kin.Relation != "" && kin.Relation != quote.Other && kin.Relation == p.Relationship)
		if !related && !slices.Contains(given, d.At(i)) && !slices.Contains(surname, d.At(i)) {
			return false
		}
		named = named || related || slices.Contains(given, d.At(i))
	}
	return named
}

// callsVehicle reports whether an item has only the name of a vehicle and words for a car.
func callsVehicle(d *find.Text, item text.Span, v quote.Vehicle) bool {
	called, named := find.New(v.Make+" "+v.Model).Tokens, false
	if v.Year != nil {
		called = append(called, find.New(strconv.Itoa(*v.Year)).Tokens...)
	}
	for i := item.I; i < item.J; i++ {
		is := slices.ContainsFunc(called, func(t text.Token) bool { return t.Norm == d.At(i) })
		if !is && !d.Among(i, "a car") {
			return false
		}
		named = named || is
	}
	return named
}

// pathsOf returns the paths of a question with the words of s: for the named driver or vehicle ("the
// second car's VIN", "Ana's license", "her son's date of birth"), for every entry without a name, or
// for the customer ("his license"). pathsOf returns nil without a field, for an unknown person, and
// for other things ("home ownership").
func (r *reason) pathsOf(s text.Span) []string {
	field, at := asked.FieldIn(r.Text, s)
	first := fieldPaths.Get()[field]
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
	list  string // "drivers", "vehicles", or a field outside both lists
	entry int    // notSaid: no entry yet
}

// takes reports whether token i is clear: a word for one entry, or a word without meaning here.
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
	return asked.IsNoise(p.Text, i) || p.entry == notSaid && p.Is(i, "all", "both", "every", "cars", "vehicles", "drivers")
}

// entriesAt returns the entries that token i may mean, and false if token i means no entry.
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

func (p *pointer) ordinalAt(i int) (int, bool) {
	if p.Kind(i) == text.Digits && len(p.At(i)) == 1 && p.Is(i-1, "driver", "vehicle", "car", "#", "number") {
		return int(p.At(i)[0] - '0'), true
	}
	n, is := find.Ordinals.Get()[p.At(i)]
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

// paths returns the paths of a field for the named entry, and first the paths for the first entry.
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
		return first // the application has no entries yet
	}
	for _, e := range entries {
		for _, path := range first {
			paths = append(paths, strings.Replace(path, "[0]", fmt.Sprintf("[%d]", e), 1))
		}
	}
	return paths
}

// nameOf returns the paths of the name of another driver, and nil for other fields of the insured.
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

// lacking returns the paths without a value, or all paths if each path has a value.
func (r *reason) lacking(paths []string) []string {
	lack := slices.DeleteFunc(slices.Clone(paths), r.known.Has)
	if len(lack) == 0 {
		return paths
	}
	return lack
}
