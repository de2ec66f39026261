package declarations

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading"
)

// Value is a value with its source line on the page.
type Value struct {
	JSON string
	Line string
}

// Car is a car of the policy.
type Car struct {
	Year        int
	Make, Model string
	VIN         string // valid, or ""
	Line        string
}

// Name is "2019 Honda Civic".
func (c Car) Name() string { return fmt.Sprintf("%d %s %s", c.Year, c.Make, c.Model) }

// Page is a declarations page.
type Page struct {
	Holder  string           // the named insured, as on the page
	Carrier Value            // name of the insurer
	Expires Value            // day
	Limits  map[string]Value // by name of the coverage in the application
	Cars    []Car
}

const maxCars = 6

// Read reads a page as of a day. It returns false if the text is no declarations page of a single
// insured.
func Read(text string, today time.Time) (Page, bool) {
	r := reader{rows: split(text), found: map[string][]Value{}, today: today}
	for i, row := range r.rows {
		r.row(i, row)
	}
	holder := r.only("holder")
	p := Page{Holder: holder.JSON, Carrier: r.carrier(), Expires: r.expires(),
		Limits: map[string]Value{}, Cars: r.cars}
	for _, name := range []string{"bodily_injury", "uninsured_motorist"} {
		r.limit(p, name, pair)
	}
	r.limit(p, "property_damage", thousands)
	r.limit(p, "comprehensive_deductible", deductible)
	r.limit(p, "collision_deductible", deductible)
	r.limit(p, "personal_injury_protection", dollars)
	r.limit(p, "medical_payments", dollars)
	r.limit(p, "rental", included)
	r.limit(p, "towing", included)
	if len(p.Cars) > maxCars {
		p.Cars = nil
	}
	return p, p.Holder != "" && (len(p.Cars) > 0 || p.Expires.JSON != "" || len(p.Limits) > 0)
}

// Names reports whether the page insures a person. A name of one word is not certain.
func (p Page) Names(person string) bool {
	holder, words := strings.Fields(plain(p.Holder)), strings.Fields(plain(person))
	for _, w := range words {
		if !slices.Contains(holder, w) {
			return false
		}
	}
	return len(words) > 1
}

// reader collects the labeled values of a page.
type reader struct {
	rows  []row
	found map[string][]Value // by field
	cars  []Car
	since int // rows since the last car
	open  Car // a car with a label for each value
	today time.Time
}

func (r *reader) row(i int, row row) {
	for n, c := range row {
		field, value := labeled(c)
		switch field {
		case "", "other":
		case "year", "make", "model", "vin":
			r.part(field, inRow(row, n, value))
		case "holder", "carrier", "period", "expires":
			if value = inRow(row, n, value); value == "" && field != "carrier" {
				value = below(r.rows, i, c)
			}
			r.add(field, value, row.text())
		default:
			value = strings.TrimSpace(value + " " + row[n+1:].text())
			isAmount := field != "rental" && field != "towing"
			if isAmount && !strings.ContainsAny(value, "0123456789") && i+1 < len(r.rows) {
				value = r.rows[i+1].text()
			}
			r.add(field, value, row.text())
		}
	}
	r.car(row)
}

// inRow is the value of a label in its cell, or in the next cell.
func inRow(row row, n int, inCell string) string {
	if inCell != "" || n+1 == len(row) {
		return inCell
	}
	if field, _ := labeled(row[n+1]); field != "" {
		return ""
	}
	return row[n+1].text
}

func (r *reader) add(field, value, line string) {
	if value != "" {
		r.found[field] = append(r.found[field], Value{value, line})
	}
}

// only returns the value of a field; none if the page has several values.
func (r *reader) only(field string) Value {
	all := r.found[field]
	for _, v := range all {
		if plainValue(v.JSON) != plainValue(all[0].JSON) {
			return Value{}
		}
	}
	if all == nil {
		return Value{}
	}
	return all[0]
}

func plainValue(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// limit adds the limit of a coverage, if the page has a single limit for the coverage.
func (r *reader) limit(p Page, name string, parse func(string) string) {
	var read []Value
	for _, v := range r.found[name] {
		if value := parse(v.JSON); value != "" {
			read = append(read, Value{value, v.Line})
		}
	}
	differs := func(v Value) bool { return v.JSON != read[0].JSON }
	if read != nil && !slices.ContainsFunc(read, differs) {
		p.Limits[name] = read[0]
	}
}

// carrier is the labeled insurer, or the only insurer at the top of the page.
func (r *reader) carrier() Value {
	const top = 6
	if v := r.only("carrier"); v.JSON != "" {
		name := r.insurer(v.JSON)
		if name == "" {
			name = v.JSON
		}
		return Value{quoted(name), v.Line}
	}
	var names []Value
	for _, row := range r.rows[:min(top, len(r.rows))] {
		for _, c := range row {
			if name := r.insurer(c.text); name != "" {
				names = append(names, Value{quoted(name), c.text})
			}
		}
	}
	differs := func(v Value) bool { return v.JSON != names[0].JSON }
	if names == nil || slices.ContainsFunc(names, differs) {
		return Value{}
	}
	return names[0]
}

// insurer returns the name of an insurer at the beginning of a text, or "".
func (r *reader) insurer(text string) string {
	words := strings.Fields(text)
	for n := range min(3, len(words)) {
		if name := strings.Join(words[:n+1], " "); reading.KnownName(name) != "" {
			return r.insuredWith(name)
		}
	}
	for n := min(3, len(words)); n > 0; n-- {
		if name := r.insuredWith(strings.Join(words[:n], " ")); name != "" {
			return name
		}
	}
	return ""
}

func (r *reader) insuredWith(name string) string {
	read := r.readAsMail(insurerMail, name)
	known, _ := strconv.Unquote(read["prior_insurance.carrier"]) // no text is ""
	return known
}

//go:embed insurer.txt
var insurerMail string

//go:embed car.txt
var carMail string

// readAsMail puts a name into a sentence, reads the sentence with the rules for mails, and returns
// the values by path.
func (r *reader) readAsMail(sentence, name string) map[string]string {
	text := fmt.Sprintf(sentence, name)
	in := reading.Input{Text: text, Date: r.today, Location: time.UTC}
	values := map[string]string{}
	for _, f := range reading.Read(in).Facts {
		values[f.Path] = string(f.Value)
	}
	return values
}

func quoted(s string) string { return strconv.Quote(s) }

// expires is the last day of the policy.
func (r *reader) expires() Value {
	if v := r.only("expires"); v.JSON != "" {
		if days := dates(v.JSON); len(days) == 1 {
			return Value{quoted(days[0]), v.Line}
		}
	}
	v := r.only("period")
	if days := dates(v.JSON); len(days) == 2 && days[0] < days[1] {
		return Value{quoted(days[1]), v.Line}
	}
	return Value{}
}

var day = lazyregexp.MustCompile(`(?i)\b(\d{1,2}[/-]\d{1,2}[/-]\d{4}|\d{1,2}/\d{1,2}/\d{2}|` +
	`\d{4}-\d{2}-\d{2}|[a-z]{3,9}\.? \d{1,2},? \d{4})\b`)

// dates returns the days in a text, as the application writes them.
func dates(text string) (days []string) {
	for _, found := range day.FindAllString(text, -1) {
		found = strings.NewReplacer(",", "", ".", "", "-", "/").Replace(found)
		for _, layout := range []string{"1/2/2006", "1/2/06", "2006/01/02", "Jan 2 2006",
			"January 2 2006"} {
			if t, err := time.Parse(layout, found); err == nil {
				days = append(days, t.Format(time.DateOnly))
				break
			}
		}
	}
	return days
}

var amount = lazyregexp.MustCompile(`\d{1,3}(?:,\d{3})+(?:\.\d\d)?|\d+(?:\.\d\d)?`)

// amounts returns the whole dollars in a text. Premiums have cents.
func amounts(text string) (all []int) {
	for _, s := range amount.FindAllString(text, -1) {
		n, err := strconv.Atoi(strings.ReplaceAll(s, ",", ""))
		if err == nil {
			all = append(all, n)
		}
	}
	return all
}

var splitLimits = lazyregexp.MustCompile(`\b\d{2,3}/\d{2,3}\b`)

// pair reads limits for a person and an accident: "$100,000/$300,000" is "100/300".
func pair(text string) string {
	all := amounts(text)
	if len(all) < 2 || all[0] > all[1] {
		return ""
	}
	switch a, b := all[0], all[1]; {
	case a%1000 == 0 && b%1000 == 0 && a > 0:
		return quoted(fmt.Sprintf("%d/%d", a/1000, b/1000))
	case splitLimits.MatchString(text) && a >= 10:
		return quoted(fmt.Sprintf("%d/%d", a, b))
	}
	return ""
}

// thousands reads a limit in thousands.
func thousands(text string) string {
	if all := amounts(text); len(all) > 0 && all[0] > 0 && all[0]%1000 == 0 {
		return strconv.Itoa(all[0] / 1000)
	}
	return ""
}

// dollars reads a limit in dollars.
func dollars(text string) string {
	if all := amounts(text); len(all) > 0 && all[0] >= 1000 && all[0]%500 == 0 {
		return strconv.Itoa(all[0])
	}
	return ""
}

var notIncluded = lazyregexp.MustCompile(
	`(?i)\b(no|not|none|declined|rejected|excluded|n/a)\b|^[$0. ]*$`)

// included reads a coverage that the policy has or lacks. A premium alone is not certain.
func included(text string) string {
	switch {
	case notIncluded.MatchString(text):
		return ""
	case isIncluded.MatchString(text):
		return "true"
	}
	return ""
}

var isIncluded = lazyregexp.MustCompile(`(?i)\b(included|yes)\b|\d ?(/|per|a|each) ?day\b`)

// deductible reads an amount that the page calls a deductible, or the only amount behind "Actual
// Cash Value", which is a limit.
func deductible(text string) string {
	all, words := amounts(text), strings.ToLower(text)
	called := strings.Contains(words, "ded") ||
		strings.Contains(words, "actual cash value") && len(all) == 1
	if !called || len(all) == 0 || all[0] < 50 || all[0] > 5000 {
		return ""
	}
	return strconv.Itoa(all[0])
}

var (
	modelYear = lazyregexp.MustCompile(`\b(19[89]\d|20[0-4]\d) +[A-Za-z]`)
	vin       = lazyregexp.MustCompile(`\b[A-HJ-NPR-Z0-9]{17}\b`)
)

// car reads the cars of a row. A VIN belongs to the car of its row, or to the car above.
func (r *reader) car(row row) {
	r.since++
	line := row.text()
	number, name := vin.FindString(line), line
	if number != "" {
		name, _, _ = strings.Cut(line, number)
	}
	if at := modelYear.FindStringIndex(name); at != nil && len(r.cars) <= maxCars {
		if c, is := r.carOf(name[at[0]:]); is {
			c.Line = line
			r.cars, r.since = append(r.cars, c), 0
		}
	}
	const near = 3
	if number != "" && r.since <= near && len(r.cars) > 0 {
		r.cars[len(r.cars)-1].setVIN(number)
	}
}

// setVIN sets a valid VIN that fits the model year.
func (c *Car) setVIN(number string) {
	if v := quote.CheckVIN(number); c.VIN == "" && v.Valid && (v.Year == 0 || v.Year == c.Year) {
		c.VIN = v.Value
	}
}

// carOf reads year, make and model with the rules for mails.
func (r *reader) carOf(name string) (c Car, is bool) {
	words := strings.Fields(strings.NewReplacer(":", " ", "|", " ").Replace(name))
	const most = 6 // the rest describes the body
	read := r.readAsMail(carMail, strings.Join(words[:min(len(words), most)], " "))
	c.Year, _ = strconv.Atoi(read["vehicles[0].year"]) // no number is 0, and no text is ""
	c.Make, _ = strconv.Unquote(read["vehicles[0].make"])
	c.Model, _ = strconv.Unquote(read["vehicles[0].model"])
	return c, c.Year > 0 && c.Make != "" && c.Model != ""
}

// part adds a labeled value of a car. A year begins a car.
func (r *reader) part(field, value string) {
	switch field {
	case "year":
		r.open = Car{Line: value}
		r.open.Year, _ = strconv.Atoi(value) // another text is no year
	case "make":
		r.open.Make = value
	case "model":
		r.open.Model = value
		if c, is := r.carOf(r.open.Name()); is && c.Year == r.open.Year {
			c.Line = c.Name()
			r.cars, r.since = append(r.cars, c), 0
		}
	case "vin":
		if len(r.cars) > 0 && vin.MatchString(value) {
			r.cars[len(r.cars)-1].setVIN(vin.FindString(value))
		}
	}
}
