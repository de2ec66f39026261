package letters

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ppamaild/quote"
)

func pick(es bool, english, spanish string) string {
	if es {
		return spanish
	}
	return english
}

// Label names the value at a path for people. Labels do not address the customer, as staff
// read them too: "Last name of Alice's spouse", not "your spouse".
func Label(path string, a quote.Application, es bool) string {
	key, whose := split(path, a, es)
	f, known := fields[key]
	if !known {
		return path
	}
	if kin, yours := strings.CutPrefix(whose, "your "); yours {
		whose = cmp.Or(a.NamedInsured.GivenName, "the customer") + "'s " + kin
	}
	return sentence(pick(es, f.label, f.etiqueta), whose)
}

// Value writes the value at a path for people; "" for none. License numbers are masked.
func Value(path string, a quote.Application, es bool) string {
	raw, found := a.Get(path)
	if !found {
		return ""
	}
	return Written(path, raw, a, es)
}

// Written writes a value that is known to be at path.
func Written(path string, raw json.RawMessage, a quote.Application, es bool) string {
	if strings.HasSuffix(path, "].driver") {
		if n, err := strconv.Atoi(string(raw)); err == nil && n >= 0 && n < len(a.Drivers) {
			return a.Drivers[n].GivenName
		}
	}
	return value(path, raw, es)
}

// Values are the conflicting values as people read them.
func Values(c quote.Conflict) (said []string) {
	for _, raw := range c.Values {
		said = append(said, value(c.Path, []byte(raw), false))
	}
	return said
}

// entry splits "drivers[1].surname"; false for a path of another form.
func entry(path string) (list string, index int, field string, is bool) {
	list, rest, _ := strings.Cut(path, "[")
	number, field, is := strings.Cut(rest, "].")
	if !is || list != "drivers" && list != "vehicles" {
		return "", 0, "", false
	}
	index, err := strconv.Atoi(number)
	return list, index, field, err == nil && index >= 0
}

// split returns the key into fields and the driver or vehicle that a path belongs to.
func split(path string, a quote.Application, es bool) (key, whose string) {
	list, n, field, is := entry(path)
	switch {
	case !is:
		return path, ""
	case list == "vehicles":
		return list + "." + field, carOf(n, a, es)
	}
	return list + "." + field, driverOf(n, a, es)
}

func carOf(n int, a quote.Application, es bool) string {
	if n < len(a.Vehicles) {
		if name := nameAmong(a.Vehicles, n, es); name != "" {
			return pick(es, "the ", "el ") + name
		}
	}
	if n == 0 {
		return pick(es, "your car", "su auto")
	}
	return fmt.Sprintf(pick(es, "car number %d", "el auto número %d"), n+1)
}

func driverOf(n int, a quote.Application, es bool) string {
	if n < len(a.Drivers) {
		switch d := a.Drivers[n]; {
		case d.GivenName != "":
			return d.GivenName
		case n > 0 && d.Relationship != "" && d.Relationship != quote.Other:
			return pick(es, "your ", "su ") + Word(string(d.Relationship), es)
		}
	}
	if n == 0 {
		return pick(es, "the main driver", "el conductor principal")
	}
	return fmt.Sprintf(pick(es, "driver number %d", "el conductor número %d"), n+1)
}

// VehicleName is "2019 Honda Civic", or "Honda Civic 2019" in Spanish. A car with only a
// VIN is named by the VIN and its model year.
func VehicleName(v quote.Vehicle, es bool) string {
	maker := v.Make
	if maker != "" && strings.HasPrefix(strings.ToLower(v.Model), strings.ToLower(maker)) {
		maker = "" // "Mazda Mazda3"
	}
	name, behind, year := strings.Join(strings.Fields(maker+" "+v.Model+" "+v.Trim), " "), "", ""
	if name == "" && len(v.VIN) == 17 {
		name, behind = pick(es, "car", "auto"), pick(es, " with the VIN ending in ",
			" con el VIN que termina en ")+v.VIN[13:]
		v.Year = cmp.Or(v.Year, yearOf(v.VIN))
	}
	if v.Year != nil {
		year = strconv.Itoa(*v.Year)
	}
	if es {
		return strings.TrimSpace(name+" "+year) + behind
	}
	return strings.TrimSpace(year+" "+name) + behind
}

// nameAmong is the name of vehicle n. Vehicles of the same name are numbered in their order:
// "second 2003 Honda Accord".
func nameAmong(all []quote.Vehicle, n int, es bool) string {
	name, alike, before := VehicleName(all[n], es), 0, 0
	for i, v := range all {
		if VehicleName(v, es) == name {
			if alike++; i < n {
				before++
			}
		}
	}
	ordinals := [][2]string{{"first", "primer"}, {"second", "segundo"}, {"third", "tercer"},
		{"fourth", "cuarto"}}
	if name == "" || alike < 2 || before >= len(ordinals) {
		return name
	}
	return pick(es, ordinals[before][0], ordinals[before][1]) + " " + name
}

// yearOf is the model year in a VIN; nil for none.
func yearOf(vin string) *int {
	if year := quote.CheckVIN(vin).Year; year > 0 {
		return &year
	}
	return nil
}

// contractions of Spanish.
var contractions = strings.NewReplacer(" de el ", " del ", " a el ", " al ")

func sentence(format, whose string) string {
	if !strings.Contains(format, "%s") {
		return format
	}
	return contractions.Replace(fmt.Sprintf(format, whose))
}

// value writes the JSON value of a path for people.
func value(path string, raw json.RawMessage, es bool) string {
	text := string(raw) // as it is: a number, true or false
	switch {
	case strings.HasPrefix(text, `"`):
		_ = json.Unmarshal(raw, &text) // fails for what no field holds, and leaves it as it is
	case strings.HasPrefix(text, "["):
		var list []string
		_ = json.Unmarshal(raw, &list) // likewise
		for i := range list {
			list[i] = Word(list[i], es)
		}
		text = strings.Join(list, ", ")
	}
	key := path
	if list, _, field, is := entry(path); is {
		key = list + "." + field
	}
	if own, is := strings.CutPrefix(key, "vehicles."); is && strings.HasPrefix(own, "coverages.") {
		key = own
	}
	amount := text != "" && strings.Trim(text, "0123456789") == "" // or what a customer wrote that is none
	switch {
	case key == "coverages.rental" || key == "coverages.towing":
	case key == "coverages.bodily_injury" || key == "coverages.uninsured_motorist" ||
		key == "prior_insurance.bodily_injury":
		return splitLimit(text)
	case amount && (key == "coverages.property_damage" || key == "prior_insurance.property_damage"):
		return "$" + text + ",000"
	case text == "0" && strings.HasPrefix(key, "coverages."):
		return pick(es, "none", "ninguno")
	case amount && (strings.HasPrefix(key, "coverages.") || key == "vehicles.cost_new"):
		return "$" + thousands(text)
	case amount && key == "vehicles.annual_miles":
		return thousands(text)
	case strings.HasSuffix(key, "date_of_birth") || key == "effective_date" ||
		key == "prior_insurance.expires":
		return LongDate(quote.Date(text), es)
	case strings.HasSuffix(key, "license_number") && len(text) > 4:
		return "…" + text[len(text)-4:]
	}
	return Word(text, es)
}

// Word translates a word of the application's closed sets for people. It returns any other
// text unchanged.
func Word(text string, es bool) string {
	words := englishWords
	if es {
		words = spanishWords
	}
	if said, closed := words[text]; closed {
		return said
	}
	return text
}

// splitLimit writes "100/300" as "$100,000 / $300,000".
func splitLimit(limit string) string {
	person, accident, found := strings.Cut(limit, "/")
	if !found {
		return limit
	}
	return fmt.Sprintf("$%s,000 / $%s,000", person, accident)
}

func thousands(digits string) string {
	if n := len(digits); n > 3 {
		return thousands(digits[:n-3]) + "," + digits[n-3:]
	}
	return digits
}

var SpanishMonths = []string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio",
	"agosto", "septiembre", "octubre", "noviembre", "diciembre"}

// LongDate writes a day in words, as people read "12/1" differently. It returns any other
// text unchanged.
func LongDate(d quote.Date, es bool) string {
	t, valid := d.Time()
	switch {
	case !valid:
		return string(d)
	case es:
		return fmt.Sprintf("%d de %s de %d", t.Day(), SpanishMonths[t.Month()-time.January],
			t.Year())
	}
	return t.Format("January 2, 2006")
}
