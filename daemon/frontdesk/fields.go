package frontdesk

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"ppamaild/agent/fields"
	"ppamaild/agent/letters"
	"ppamaild/console"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
)

var listed = lazyregexp.MustCompile(`^(drivers|vehicles)\[(\d+)\]\.`)

// fields groups the values of an application by driver, car and subject, for a form. Assumed
// values are first in each group. Empty values are in the form, too.
func (d *Desk) fields(known quote.Case) (groups []console.Group) {
	a := known.Application
	at := map[string]int{}
	for _, path := range letters.ShownPaths(a) {
		title := d.groupOf(path, a)
		i, is := at[title]
		if !is {
			i = len(groups)
			at[title] = i
			groups = append(groups, console.Group{Title: title})
		}
		fact := known.Facts[path]
		groups[i].Fields = append(groups[i].Fields, console.Field{
			Path: path, Label: d.shortLabel(path),
			Value:   letters.Value(path, a, d.StaffWords()),
			Choices: fields.Choices(path, d.StaffWords()), Number: fields.IsNumber(path),
			IsDay: letters.IsDay(path), Day: dayOf(path, a),
			Assumed: fact.Standing == quote.Assumed, Words: fact.Words,
		})
	}
	for _, g := range groups {
		slices.SortStableFunc(g.Fields, func(a, b console.Field) int {
			switch {
			case a.Assumed == b.Assumed:
				return 0
			case a.Assumed:
				return -1
			}
			return 1
		})
	}
	return groups
}

// dayOf is the day at a path; "" for another value.
func dayOf(path string, a quote.Application) string {
	raw, _ := a.Get(path)
	var d quote.Date
	if !letters.IsDay(path) || json.Unmarshal(raw, &d) != nil {
		return ""
	}
	if _, valid := d.Time(); !valid {
		return ""
	}
	return string(d)
}

// groupOf is the title of the group of a value.
func (d *Desk) groupOf(path string, a quote.Application) string {
	if found := listed.FindStringSubmatch(path); found != nil {
		n, err := strconv.Atoi(found[2])
		switch {
		case err == nil && found[1] == "vehicles" && n < len(a.Vehicles):
			return letters.VehicleName(a.Vehicles[n], d.StaffWords())
		case err == nil && found[1] == "drivers" && n < len(a.Drivers):
			return d.Say("console.group.driver", a.Drivers[n].GivenName)
		}
	}
	for _, list := range []string{"coverages.", "prior_insurance.", "discounts"} {
		if strings.HasPrefix(path, list) {
			return d.Say("console.group." + strings.TrimSuffix(list, "."))
		}
	}
	return d.Say("console.group.customer")
}

// shortLabel is the label of a value below the title of its group: without the name of the car
// or the driver.
func (d *Desk) shortLabel(path string) string {
	const name = "|"
	key := listed.ReplaceAllString(path, "$1.")
	label, _, _ := strings.Cut(d.Say("letters.label."+key, name), name)
	label = strings.TrimRight(label, " ,")
	return strings.TrimSuffix(strings.TrimSuffix(label, " of"), " for")
}
