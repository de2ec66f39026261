package letters

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/templates"
)

// CustomerChanges lists what differs between two applications and counts in the price, for the
// customer. A car or a driver that was added or removed is one entry.
func CustomerChanges(then quote.Application, now quote.Case, w Words) (all []templates.Change) {
	c := comparison{then: then, now: now, w: w}
	all = append(all, c.entries("vehicles", shownVehicle[shownIdentity:])...)
	all = append(all, c.entries("drivers", shownDriver[shownName:])...)
	for _, path := range append(slices.Clone(shown[2:]), shownCoverages...) {
		assumedStart := path == "effective_date" && now.Facts[path].Standing == quote.Assumed
		if !strings.HasPrefix(path, "prior_insurance.") && !assumedStart {
			all = append(all, c.value(path, path)...)
		}
	}
	return all
}

// AskWhichChange asks for one of several changes by letter.
func AskWhichChange(all [][]templates.Change, w Words) templates.Question {
	var said []string
	for i, changes := range all {
		var values []string
		for _, c := range changes {
			values = append(values, w.Say("letters.instead", c.Label, c.Now, c.Was))
		}
		said = append(said, w.Say("letters.choice", ChangeLetter(i), series(values, w)))
	}
	return templates.Question{Text: w.Say("letters.which_change", strings.Join(said, "; "))}
}

// ChangeLetter names one of several changes: A, B and so on.
func ChangeLetter(i int) string { return string(rune('A' + i)) }

// comparison compares two applications, and the assumed prices of two quotes.
type comparison struct {
	then       quote.Application
	now        quote.Case
	w          Words
	last, next *carrier.Quote // nil: no assumptions
}

// moved returns the lists with an added, removed or moved entry.
func (c comparison) moved() (lists []string) {
	for _, list := range []string{"vehicles", "drivers"} {
		was, is := c.names(list, c.then), c.names(list, c.now.Application)
		if len(was) != len(is) || slices.ContainsFunc(is, func(name string) bool {
			j := slices.Index(was, name)
			return j >= 0 && is[j] != name
		}) {
			lists = append(lists, list)
		}
	}
	return lists
}

// list compares all values of the cars or of the drivers.
func (c comparison) list(list string) []templates.Change {
	if list == "drivers" {
		return c.entries(list, shownDriver)
	}
	return c.entries(list, shownVehicle)
}

// entries compares the cars or the drivers. An entry corresponds to the entry of the same name. A
// renamed entry corresponds to the entry at the same index.
func (c comparison) entries(list string, fields []string) (all []templates.Change) {
	was, is := c.names(list, c.then), c.names(list, c.now.Application)
	kept := make([]bool, len(was))
	for i, name := range is {
		j := slices.Index(was, name)
		if j < 0 && i < len(was) && !slices.Contains(is, was[i]) && len(was) == len(is) {
			j = i
			all = append(all, templates.Change{Label: c.w.Say("letters.changed." + list),
				Was: was[i], Now: name})
		}
		if j < 0 {
			all = append(all, templates.Change{Label: c.w.Say("letters.added." + list), Now: name})
			continue
		}
		kept[j] = true
		for _, field := range fields {
			all = append(all, c.value(fmt.Sprintf("%s[%d].%s", list, j, field),
				fmt.Sprintf("%s[%d].%s", list, i, field))...)
		}
	}
	for j, name := range was {
		if !kept[j] {
			all = append(all, templates.Change{Label: c.w.Say("letters.removed." + list),
				Now: name})
		}
	}
	return all
}

// names returns the names of the cars or of the drivers.
func (c comparison) names(list string, a quote.Application) (all []string) {
	if list == "drivers" {
		for i := range a.Drivers {
			all = append(all, DriverName(a, i))
		}
		return all
	}
	for i := range a.Vehicles {
		all = append(all, nameAmong(a.Vehicles, i, c.w))
	}
	return all
}

// value compares the values at two paths.
func (c comparison) value(then, now string) []templates.Change {
	was, is := c.pair(then, now)
	if was == is {
		return nil
	}
	none := c.w.Say("letters.none")
	if is == "" {
		is = none
	}
	if was == "" {
		was = none
	}
	if was == is {
		return nil
	}
	label := capital(Label(now, c.now.Application, c.w))
	return []templates.Change{{Label: label, Was: was, Now: is}}
}

// pair is the values at a path before and after. A car with its own coverage on one side has the
// coverage of the policy on the other side.
func (c comparison) pair(then, now string) (was, is string) {
	was = cmp.Or(Value(then, c.then, c.w), assumedCost(then, c.last))
	is = cmp.Or(Value(now, c.now.Application, c.w), assumedCost(now, c.next))
	_, own, isCar := strings.Cut(now, "].coverages.")
	if isCar && was != is {
		was = cmp.Or(was, Value("coverages."+own, c.then, c.w))
		is = cmp.Or(is, Value("coverages."+own, c.now.Application, c.w))
	}
	return was, is
}

// DriverName is the full name of a driver.
func DriverName(a quote.Application, i int) string {
	if i < 0 || i >= len(a.Drivers) {
		return ""
	}
	return fullName(a.Drivers[i])
}
