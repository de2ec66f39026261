package extract

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ppamaild/quote"
)

// entry is a driver or a vehicle of an application.
type entry struct {
	list  string // "drivers"
	index int
}

func (e entry) path() string { return fmt.Sprintf("%s[%d]", e.list, e.index) }

// removedByStaff reads which drivers and vehicles staff want off the application, where the text
// says nothing besides: "leave out the Jeep and Ann", "driver 2 should not be on it". It reports
// false where it can't be told of each which one is meant. Whom the quote is for can't go.
func removedByStaff(text string, known quote.Case) ([]quote.Fact, bool) {
	d, start := newDocument(text), 0
	words := map[entry]string{}
	for _, end := range d.ends {
		s, ok := d.namedOff(d.trimCourtesy(span{start, end}))
		if !ok {
			return nil, false
		}
		for _, item := range d.itemsNamed(s) {
			e, ok := d.entryNamed(item, known)
			if !ok {
				return nil, false
			}
			words[e] = d.raw(item)
		}
		start = end
	}
	var facts []quote.Fact
	for _, e := range slices.SortedFunc(maps.Keys(words), lastFirst) {
		facts = append(facts, quote.Fact{Path: e.path(), Words: words[e], Standing: quote.Confirmed})
	}
	return facts, len(facts) > 0
}

// lastFirst has indexes hold while entries are taken off.
func lastFirst(a, b entry) int { return cmp.Or(cmp.Compare(a.list, b.list), b.index-a.index) }

// namedOff returns what a sentence names that is to come off.
func (d *document) namedOff(s span) (span, bool) {
	if c, ok := d.before("staff say not on it", s.i, s.j); ok && c.j == s.j && c.i > s.i {
		return span{s.i, c.i}, true
	}
	for s.j > s.i && d.among(s.j-1, "of the quote") {
		s.j-- // "from the quote"
	}
	if i := d.startsAt("staff take off", s.i); i > s.i {
		return span{i, s.j}, true
	}
	return span{s.i + 1, s.j - 1}, s.j-s.i > 2 && d.is(s.i, "leave", "take", "cross", "strike") && d.is(s.j-1, "out", "off")
}

// itemsNamed returns what commas and "and" join in s, without articles.
func (d *document) itemsNamed(s span) (items []span) {
	start := s.i
	for i := s.i; i <= s.j; i++ {
		if i < s.j && !d.is(i, ",", "and", "&", "or", "nor") {
			continue
		}
		item := span{d.skip(start, "the", "her", "his", "their", "customer's", "also"), i}
		if item.i < item.j || start < i {
			items = append(items, item)
		}
		start = i + 1
	}
	return items
}

// entryNamed returns the one entry that an item names.
func (d *document) entryNamed(item span, known quote.Case) (e entry, ok bool) {
	a := known.Application
	if n, j := d.numberedEntry(item); j == item.j {
		return n, n.list == "drivers" && 0 < n.index && n.index < len(a.Drivers) || n.list == "vehicles" && 0 <= n.index && n.index < len(a.Vehicles)
	}
	found := 0
	for k, p := range a.Drivers {
		if k > 0 && d.callsDriver(item, p, known.Facts[fmt.Sprintf("drivers[%d].relationship", k)].Words) {
			e, found = entry{"drivers", k}, found+1
		}
	}
	for k, v := range a.Vehicles {
		if d.callsVehicle(item, v) {
			e, found = entry{"vehicles", k}, found+1
		}
	}
	return e, found == 1
}

// numberedEntry reads "driver number 2", and where that ends.
func (d *document) numberedEntry(item span) (e entry, end int) {
	list := map[string]string{"driver": "drivers", "car": "vehicles", "vehicle": "vehicles"}[d.at(item.i)]
	n, ok := d.number(d.skip(item.i+1, "number", "no", ".", "#"))
	if list == "" || !ok {
		return e, item.i
	}
	return entry{list, n.n - 1}, n.j
}

// callsDriver reports whether an item is what a driver is called: by name, by the relation, or by
// the words that said it.
func (d *document) callsDriver(item span, p quote.Driver, relation string) bool {
	given, surname, said := strings.Fields(fold(p.GivenName)), strings.Fields(fold(p.Surname)), strings.Fields(fold(relation))
	named := false // a surname may be of several
	for i := item.i; i < item.j; i++ {
		kin, isKin := d.kinAt(i)
		related := isKin && (slices.Contains(said, d.at(i)) || kin.relation != "" && kin.relation != quote.Other && kin.relation == p.Relationship)
		if !related && !slices.Contains(given, d.at(i)) && !slices.Contains(surname, d.at(i)) {
			return false
		}
		named = named || related || slices.Contains(given, d.at(i))
	}
	return named
}

// callsVehicle reports whether an item is of a vehicle's year, make and model, with a word for a
// car or none.
func (d *document) callsVehicle(item span, v quote.Vehicle) bool {
	called, named := newDocument(v.Make+" "+v.Model).toks, false
	if v.Year != nil {
		called = append(called, newDocument(strconv.Itoa(*v.Year)).toks...)
	}
	for i := item.i; i < item.j; i++ {
		is := slices.ContainsFunc(called, func(t token) bool { return t.norm == d.at(i) })
		if !is && !d.among(i, "a car") {
			return false
		}
		named = named || is
	}
	return named
}
