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
	shownVehicle = []string{"year", "make", "model", "trim", "vin", "use", "annual_miles",
		"commute_miles_one_way", "ownership",
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

// Summary summarizes an application: one line each for the person, the address, each
// driver, each vehicle and each coverage. It omits assumed values, as nobody stated them.
func Summary(k quote.Case, es bool) []templates.Item {
	var items []templates.Item
	a := k.Application
	told := func(path string) string {
		if k.Facts[path].Standing == quote.Assumed {
			return ""
		}
		return Value(path, a, es)
	}
	add := func(label string, parts ...string) {
		if text := listed(parts); text != "" {
			items = append(items, templates.Item{Label: label, Value: text})
		}
	}
	where := a.GaragingAddress
	add(pick(es, "Name", "Nombre"),
		strings.TrimSpace(a.NamedInsured.GivenName+" "+a.NamedInsured.Surname))
	add(pick(es, "Address", "Domicilio"), where.Street, where.City,
		strings.TrimSpace(where.State+" "+where.ZIP))
	for i, d := range a.Drivers {
		at := fmt.Sprintf("drivers[%d].", i)
		add(pick(es, "Driver", "Conductor"), d.GivenName,
			filled(pick(es, "born %s", "fecha de nacimiento: %s"), Value(at+"date_of_birth", a,
				es)),
			filled(pick(es, "years licensed: %s", "años con licencia: %s"),
				Value(at+"years_licensed", a, es)),
			filled(pick(es, "accidents in 3 years: %s", "accidentes en 3 años: %s"),
				told(at+"accidents")),
			filled(pick(es, "tickets in 3 years: %s", "multas en 3 años: %s"),
				told(at+"violations")))
	}
	for i := range a.Vehicles {
		at := fmt.Sprintf("vehicles[%d].", i)
		add(pick(es, "Car", "Auto"), nameAmong(a.Vehicles, i, es), Value(at+"use", a, es),
			filled(pick(es, "%s miles a year", "%s millas al año"), Value(at+"annual_miles", a,
				es)))
	}
	for _, path := range Paths(a) {
		if slices.Contains(shownCoverages, path) || strings.Contains(path, "].coverages.") {
			add(Label(path, a, es), told(path))
		}
	}
	add(pick(es, "Start", "Inicio"), told("effective_date"))
	return items
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
func filled(format, value string) string {
	if value == "" {
		return ""
	}
	return fmt.Sprintf(format, value)
}

// AllPaths lists the paths of all values that an application can have.
func AllPaths(a quote.Application) []string {
	var all []string
	for key := range fields {
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
