package letters

import (
	"fmt"
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/templates"
)

// The values of an application that are shown, in order; for lists, the values of each entry.
var (
	shown = []string{
		"named_insured.given_name", "named_insured.surname", "garaging_address.street",
		"garaging_address.city",
		"garaging_address.state", "garaging_address.zip", "effective_date",
	}
	shownDriver = []string{"given_name", "surname", "date_of_birth", "relationship",
		"license_state", "years_licensed", "accidents", "violations"}
	shownVehicle = []string{"year", "make", "model", "trim", "vin", "cost_new", "use",
		"annual_miles", "commute_miles_one_way", "ownership",
		"driver", "coverages.comprehensive_deductible", "coverages.collision_deductible",
		"coverages.rental", "coverages.towing"}
	shownCoverages = []string{
		"coverages.bodily_injury", "coverages.property_damage", "coverages.uninsured_motorist",
		"coverages.medical_payments",
		"coverages.personal_injury_protection", "coverages.comprehensive_deductible",
		"coverages.collision_deductible",
		"coverages.rental", "coverages.towing", "prior_insurance.carrier",
		"prior_insurance.expires", "prior_insurance.bodily_injury",
		"prior_insurance.property_damage",
		"discounts",
	}
)

// The first values of shownDriver and shownVehicle name the entry, and do not count in the price.
const (
	shownName     = 2
	shownIdentity = 5
)

// shownOnce are the values that the insured and the same person as a driver share.
var shownOnce = []string{"given_name", "surname", "relationship"}

func isInsured(d quote.Driver, n quote.NamedInsured) bool {
	return d.Relationship == quote.Insured && d.GivenName == n.GivenName && d.Surname == n.Surname
}

// Paths lists the values of an application that a price depends on, in reading order.
func Paths(a quote.Application) []string {
	return slices.DeleteFunc(ShownPaths(a), func(path string) bool { return !a.Has(path) })
}

// ShownPaths lists the values that are shown, present or not.
func ShownPaths(a quote.Application) []string {
	all := append([]string(nil), shown...)
	for i, d := range a.Drivers {
		for _, name := range shownDriver {
			if isInsured(d, a.NamedInsured) && slices.Contains(shownOnce, name) {
				continue
			}
			all = append(all, fmt.Sprintf("drivers[%d].%s", i, name))
		}
	}
	for i := range a.Vehicles {
		for _, name := range shownVehicle {
			all = append(all, fmt.Sprintf("vehicles[%d].%s", i, name))
		}
	}
	return append(all, shownCoverages...)
}

// unshownPaths lists the values of AllPaths that ShownPaths never has, such as a phone number.
func unshownPaths(a quote.Application) []string {
	return slices.DeleteFunc(AllPaths(a), func(path string) bool {
		_, _, field, _ := entry(path)
		return slices.Contains(shownOnce, field) || slices.Contains(ShownPaths(a), path)
	})
}

// Summary summarizes an application: one line each for the person, the address, each driver, each
// vehicle and each coverage. It omits assumed values.
func Summary(k quote.Case, w Words) []templates.Item {
	var items []templates.Item
	a := k.Application
	stated := func(path string) string {
		if k.Facts[path].Standing == quote.Assumed {
			return ""
		}
		return Value(path, a, w)
	}
	add := func(label string, parts ...string) {
		if text := listed(parts); text != "" {
			items = append(items, templates.Item{Label: label, Value: text})
		}
	}
	where := a.GaragingAddress
	add(w.Say("letters.known.name"),
		strings.TrimSpace(a.NamedInsured.GivenName+" "+a.NamedInsured.Surname))
	add(w.Say("letters.known.address"), where.Street, where.City,
		strings.TrimSpace(where.State+" "+where.ZIP))
	for i, d := range a.Drivers {
		at := fmt.Sprintf("drivers[%d].", i)
		add(w.Say("letters.known.driver"), d.GivenName,
			filled(w, "letters.known.born", Value(at+"date_of_birth", a, w)),
			filled(w, "letters.known.years", Value(at+"years_licensed", a, w)),
			filled(w, "letters.known.accidents", stated(at+"accidents")),
			filled(w, "letters.known.tickets", stated(at+"violations")))
	}
	for i := range a.Vehicles {
		at := fmt.Sprintf("vehicles[%d].", i)
		add(w.Say("letters.known.car_label"), nameAmong(a.Vehicles, i, w), Value(at+"use", a, w),
			filled(w, "letters.known.miles", Value(at+"annual_miles", a, w)))
	}
	for _, path := range Paths(a) {
		if slices.Contains(shownCoverages, path) || strings.Contains(path, "].coverages.") {
			add(Label(path, a, w), stated(path))
		}
	}
	add(w.Say("letters.known.start"), stated("effective_date"))
	return append(items, FromFiles(k, w)...)
}

// listed joins the nonempty parts.
func listed(parts []string) string {
	var have []string
	for _, p := range parts {
		if p != "" {
			have = append(have, p)
		}
	}
	return strings.Join(have, ", ")
}

// filled puts a value into a phrase; "" for no value.
func filled(w Words, phrase, value string) string {
	if value == "" {
		return ""
	}
	return w.Say(phrase, value)
}

// AllPaths lists the paths of all values that an application can have.
func AllPaths(a quote.Application) []string {
	var all []string
	for key := range fields.Get() {
		list, name, _ := strings.Cut(key, ".")
		entries := map[string]int{"drivers": len(a.Drivers), "vehicles": len(a.Vehicles)}
		n, isList := entries[list]
		if !isList {
			all = append(all, key)
		}
		for i := range n {
			all = append(all, fmt.Sprintf("%s[%d].%s", list, i, name))
		}
	}
	slices.Sort(all)
	return all
}
