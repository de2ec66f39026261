package reading

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ppamaild/quote"
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

// lastFirst has indexes hold while entries are taken off.
func lastFirst(a, b entry) int { return cmp.Or(cmp.Compare(a.list, b.list), b.index-a.index) }

// namedOff returns the words of a sentence for entries to take off: behind an order, as in "leave
// out X and Y", within an order, as in "take X and Y off", or before a verdict, as in "X and Y are
// not drivers". namedOff returns false if the sentence names anything without such words.
func namedOff(d *find.Text, s text.Span) (named []text.Span, ok bool) {
	var waiting []text.Span // for the words that say so
	ordered := false        // by words before
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

// saidOff cuts words off the end of a part that say that what it names is to come off, and
// reports whether there are any; and "from the quote".
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

// partsJoined returns what commas and "and" join in s.
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

// entryNamed returns the one entry that an item names.
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

// numberedEntry reads "driver number 2", and where that ends.
func numberedEntry(d *find.Text, item text.Span) (e entry, end int) {
	list := map[string]string{"driver": "drivers", "car": "vehicles", "vehicle": "vehicles"}[d.At(item.I)]
	n, ok := find.NumberAt(d, d.Skip(item.I+1, "number", "no", ".", "#"))
	if list == "" || !ok {
		return e, item.I
	}
	return entry{list, n.N - 1}, n.J
}

// callsDriver reports whether an item is what a driver is called: by name, by the relation, or by
// the words that said it.
func callsDriver(d *find.Text, item text.Span, p quote.Driver, relation string) bool {
	given, surname, said := strings.Fields(text.Fold(p.GivenName)), strings.Fields(text.Fold(p.Surname)), strings.Fields(text.Fold(relation))
	named := false // a surname may be of several
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

// callsVehicle reports whether an item is of a vehicle's year, make and model, with a word for a
// car or none.
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
