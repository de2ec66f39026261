package letters

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/templates"
)

// Words are the phrases of a language.
type Words = *templates.Phrases

// English has the phrases for staff and for stored text. An override folder does not change
// English.
func English() Words { return templates.Embedded("en") }

// Label names the value at a path for people. Labels do not address the customer, as staff
// read them too: "Last name of Alice's spouse", not "your spouse".
func Label(path string, a quote.Application, w Words) string {
	key, whose := split(path, a, w)
	if _, known := fields.Get()[key]; !known {
		return path
	}
	if whose.yours {
		name := cmp.Or(a.NamedInsured.GivenName, w.Say("letters.customer"))
		return sentence(w, "letters.label."+key, w.Say("letters.whose", name, whose.name))
	}
	return sentence(w, "letters.label."+key, whose.said(w))
}

// rawPath matches a path of an application in a text.
var rawPath = lazyregexp.MustCompile(`\b(?:(?:drivers|vehicles)\[\d+\]\.[a-z_]+(?:\.[a-z_]+)?|` +
	`(?:named_insured|garaging_address|coverages|prior_insurance)\.[a-z_]+|effective_date\b|` +
	`drivers\[\d+\])`)

// WithLabels replaces the paths in texts for staff by labels, and drivers by their names.
func WithLabels(texts []string, a quote.Application, w Words) []string {
	for i, text := range texts {
		texts[i] = rawPath.ReplaceAllStringFunc(text, func(path string) string {
			if strings.HasSuffix(path, "]") {
				_, driver := split(path+".given_name", a, w)
				return driver.name
			}
			return Label(path, a, w)
		})
	}
	return texts
}

// Value writes the value at a path for people; "" for none. License numbers are masked.
func Value(path string, a quote.Application, w Words) string {
	raw, found := a.Get(path)
	if !found {
		return ""
	}
	return Written(path, raw, a, w)
}

// Written writes a value that is known to be at path.
func Written(path string, raw json.RawMessage, a quote.Application, w Words) string {
	if strings.HasSuffix(path, "].driver") {
		if n, err := strconv.Atoi(string(raw)); err == nil && n >= 0 && n < len(a.Drivers) {
			return a.Drivers[n].GivenName
		}
	}
	return value(path, raw, w)
}

// Values are the conflicting values as people read them.
func Values(c quote.Conflict) (said []string) {
	for _, raw := range c.Values {
		said = append(said, value(c.Path, []byte(raw), English()))
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

// owner is the driver or the vehicle of a value.
type owner struct {
	name  string
	yours bool // a question says "your" before the name
}

func (o owner) said(w Words) string {
	if o.yours {
		return w.Say("letters.yours", o.name)
	}
	return o.name
}

// split returns the key into fields and the driver or vehicle that a path belongs to.
func split(path string, a quote.Application, w Words) (key string, whose owner) {
	list, n, field, is := entry(path)
	switch {
	case !is:
		return path, owner{}
	case list == "vehicles":
		return list + "." + field, carOf(n, a, w)
	}
	return list + "." + field, driverOf(n, a, w)
}

func carOf(n int, a quote.Application, w Words) owner {
	if n < len(a.Vehicles) {
		if name := nameAmong(a.Vehicles, n, w); name != "" {
			return owner{name: w.Say("letters.the_car", name)}
		}
	}
	if n == 0 {
		return owner{w.Say("letters.car"), true}
	}
	return owner{name: w.Say("letters.car_number", strconv.Itoa(n+1))}
}

func driverOf(n int, a quote.Application, w Words) owner {
	if n < len(a.Drivers) {
		switch d := a.Drivers[n]; {
		case d.GivenName != "":
			return owner{name: d.GivenName}
		case n > 0 && d.Relationship != "" && d.Relationship != quote.Other:
			return owner{Word(string(d.Relationship), w), true}
		}
	}
	if n == 0 {
		return owner{name: w.Say("letters.main_driver")}
	}
	return owner{name: w.Say("letters.driver_number", strconv.Itoa(n+1))}
}

// VehicleName is "2019 Honda Civic", or "Honda Civic 2019" in Spanish. A car with only a
// VIN is named by the VIN and its model year.
func VehicleName(v quote.Vehicle, w Words) string {
	maker := v.Make
	if maker != "" && strings.HasPrefix(strings.ToLower(v.Model), strings.ToLower(maker)) {
		maker = "" // "Mazda Mazda3"
	}
	name, year, vin := strings.Join(strings.Fields(maker+" "+v.Model+" "+v.Trim), " "), "", ""
	if name == "" && len(v.VIN) == 17 {
		name, vin = w.Say("letters.car"), v.VIN[13:]
		v.Year = cmp.Or(v.Year, yearOf(v.VIN))
	}
	if v.Year != nil {
		year = strconv.Itoa(*v.Year)
	}
	if name = w.Say("letters.vehicle", year, name); vin != "" {
		return w.Say("letters.by_vin", name, vin)
	}
	return name
}

// nameAmong is the name of vehicle n. Vehicles of the same name are numbered in their order:
// "second 2003 Honda Accord".
func nameAmong(all []quote.Vehicle, n int, w Words) string {
	name, alike, before := VehicleName(all[n], w), 0, 0
	for i, v := range all {
		if VehicleName(v, w) == name {
			if alike++; i < n {
				before++
			}
		}
	}
	nth := "letters.nth." + strconv.Itoa(before+1)
	if name == "" || alike < 2 || !w.Has(nth) {
		return name
	}
	return w.Say(nth, name)
}

// yearOf is the model year in a VIN; nil for none.
func yearOf(vin string) *int {
	if year := quote.CheckVIN(vin).Year; year > 0 {
		return &year
	}
	return nil
}

// sentence gives a phrase about a driver or a vehicle, with the contractions of the language: "del"
// for "de el".
func sentence(w Words, phrase, whose string) string {
	said := w.Say(phrase, whose)
	for pair := range strings.SplitSeq(w.Say("letters.contractions"), ";") {
		if long, short, is := strings.Cut(strings.TrimSpace(pair), "="); is {
			said = strings.ReplaceAll(said, " "+long+" ", " "+short+" ")
		}
	}
	return said
}

// value writes the JSON value of a path for people.
func value(path string, raw json.RawMessage, w Words) string {
	text := string(raw) // a number, true or false needs no decoding
	switch {
	case strings.HasPrefix(text, `"`):
		_ = json.Unmarshal(raw, &text) // invalid JSON stays unchanged
	case strings.HasPrefix(text, "["):
		var list []string
		_ = json.Unmarshal(raw, &list) // a list of another type stays empty
		for i := range list {
			list[i] = Word(list[i], w)
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
	amount := text != "" && strings.Trim(text, "0123456789") == "" // customers also write words
	switch {
	case key == "coverages.rental" || key == "coverages.towing":
	case key == "coverages.bodily_injury" || key == "coverages.uninsured_motorist" ||
		key == "prior_insurance.bodily_injury":
		return splitLimit(text)
	case amount && (key == "coverages.property_damage" || key == "prior_insurance.property_damage"):
		return "$" + text + ",000"
	case text == "0" && strings.HasPrefix(key, "coverages."):
		return w.Say("letters.none")
	case amount && (strings.HasPrefix(key, "coverages.") || key == "vehicles.cost_new"):
		return "$" + thousands(text)
	case amount && key == "vehicles.annual_miles":
		return thousands(text)
	case IsDay(key):
		return LongDate(quote.Date(text), w)
	case strings.HasSuffix(key, "license_number") && len(text) > 4:
		return "…" + text[len(text)-4:]
	}
	return Word(text, w)
}

// Word translates a word of the application's closed sets for people. It returns any other
// text unchanged.
func Word(text string, w Words) string {
	if phrase := "letters.word." + text; w.Has(phrase) {
		return w.Say(phrase)
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

// Amount writes a number with commas: "12,000".
func Amount(n int) string { return thousands(strconv.Itoa(n)) }

func thousands(digits string) string {
	if n := len(digits); n > 3 {
		return thousands(digits[:n-3]) + "," + digits[n-3:]
	}
	return digits
}

// IsDay reports whether a value at a path is a day.
func IsDay(path string) bool {
	return strings.HasSuffix(path, "date_of_birth") || path == "effective_date" ||
		path == "prior_insurance.expires"
}

// LongDate writes a day in words, because people read "12/1" in different ways. It returns any
// other text unchanged.
func LongDate(d quote.Date, w Words) string {
	t, valid := d.Time()
	if !valid {
		return string(d)
	}
	month := w.Say("letters.month." + strconv.Itoa(int(t.Month())))
	return w.Say("letters.date", strconv.Itoa(t.Day()), month, strconv.Itoa(t.Year()))
}

// InWords replaces the paths in lines "path: value" by labels. It returns any other text
// unchanged.
func InWords(a quote.Application, text string) string {
	var all []string
	for line := range strings.Lines(text) {
		path, value, found := strings.Cut(strings.TrimSpace(line), ": ")
		if !found || !IsPath(path) {
			return text
		}
		all = append(all, Label(path, a, English())+": "+value)
	}
	return strings.Join(all, "; ")
}

// IsPath reports whether a text has the form of a path of an application.
func IsPath(text string) bool { return pathShape.MatchString(text) }

var pathShape = lazyregexp.MustCompile(`^[a-z]+(_[a-z]+)*(\[\d+\])?\.[a-z]+(_[a-z]+)*$`)
