package fields

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ppamaild/agent/letters"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/spelling"
)

// value returns the JSON of the value in a text; nil withdraws the value. The error describes the
// valid values.
func (r Reader) value(a quote.Application, path, said string,
	isPath bool) (json.RawMessage, error) {
	said = strings.TrimSpace(said)
	key := index.ReplaceAllString(path, "")
	if r.isOne("field.unknown", bareWords(said)) {
		return nil, nil
	}
	v, needs := r.parse(a, key, said, isPath)
	if key == "vehicles.model" {
		v = cmp.Or(modelOf(a, path, said), v)
	}
	if needs != "" {
		return nil, errors.New(r.say("field.needs", letters.Label(path, a, r.Words), needs))
	}
	if v == nil {
		return nil, nil
	}
	return json.Marshal(v)
}

func bareWords(said string) string { return strings.TrimSpace(spelling.Words(said)) }

// parse returns the value, or else a description of the valid values.
func (r Reader) parse(a quote.Application, key, said string, isPath bool) (v any, needs string) {
	own := strings.TrimPrefix(key, "vehicles.")
	if cover, is := strings.CutPrefix(own, "coverages."); is {
		return r.coverage(cover, said, own != key)
	}
	_, field, isListed := strings.Cut(key, ".")
	switch {
	case key == "prior_insurance.bodily_injury":
		return r.split(said)
	case key == "prior_insurance.property_damage":
		return r.thousands(said)
	case key == "prior_insurance.expires", key == "effective_date":
		return r.day(key, said)
	case key == "prior_insurance.carrier":
		return r.insurer(said)
	case key == "discounts":
		return r.discounts(said)
	case key == "vehicles.driver":
		return r.driver(a, said, isPath)
	case isListed:
		return r.field(field, said)
	}
	return nil, r.say("field.needs.text")
}

// yearSince matches the year of a license: "since 1976".
var yearSince = lazyregexp.MustCompile(`(?i)^(?:since |desde )?((?:19|20)\d\d)$`)

// field reads a value by the last part of its path.
func (r Reader) field(field, said string) (v any, needs string) {
	switch field {
	case "accidents", "violations":
		return r.count(said)
	case "years_licensed":
		if m := yearSince.FindStringSubmatch(said); m != nil && !r.Today.IsZero() {
			year, _ := strconv.Atoi(m[1]) // four digits
			said = strconv.Itoa(r.Today.Year() - year)
		}
		return r.number(said, 0, 85)
	case "annual_miles":
		return r.number(said, 1, 50_000)
	case "commute_miles_one_way":
		return r.number(said, 0, 250)
	case "cost_new":
		return r.number(said, 1000, 1_000_000)
	case "year":
		return r.number(said, 1900, r.latestYear())
	case "date_of_birth":
		return r.birth(said)
	case "use", "ownership", "relationship":
		return r.choice(said, closed(field)...)
	case "license_state", "state":
		return r.state(said)
	case "make":
		return r.maker(said)
	}
	return r.written(field, said)
}

// written reads a value in the spelling of staff.
func (r Reader) written(field, said string) (v any, needs string) {
	switch field {
	case "given_name", "surname", "city":
		return as(said, nameShape.MatchString(said), r.say("field.needs.name"))
	case "street":
		return as(said, said != "" && len(said) <= longestText && (!townEnd.MatchString(said) ||
			isStreet(said)), r.say("field.needs.street"))
	case "zip":
		return as(said, zipShape.MatchString(said), r.say("field.needs.zip"))
	case "email":
		return as(said, emailShape.MatchString(said), r.say("field.needs.email"))
	case "license_number":
		return as(said, licenseShape.MatchString(said) && strings.ContainsAny(said, "0123456789"),
			r.say("field.needs.license"))
	case "vin":
		vin := quote.CheckVIN(strings.TrimRight(said, " ."))
		if vin.Valid {
			return vin.Value, ""
		}
		return nil, r.say("field.needs.vin", vin.Problem(r.Words))
	case "phone":
		d := find.New(said)
		number, j := find.PhoneAt(d, 0)
		return as(number, j > 0 && j == len(d.Tokens), r.say("field.needs.phone"))
	}
	if r.isOne("field.none", bareWords(said)) {
		return nil, "" // "trim: none"
	}
	return as(said, said != "" && len(said) <= longestText && !strings.Contains(said, ","),
		r.say("field.needs.text"))
}

// longestText limits a street, a model, a trim level and a company.
const longestText = 80

var (
	nameShape    = lazyregexp.MustCompile(`^\pL[\pL\pM .,'’"-]{0,59}$`)
	townEnd      = lazyregexp.MustCompile(`(?i), *[a-z .]+[ ,]+\d{5}(-\d{4})?$`)
	zipShape     = lazyregexp.MustCompile(`^\d{5}(-\d{4})?$`)
	emailShape   = lazyregexp.MustCompile(`^[^\s@]+@[^\s@]+\.[^\s@.]+$`)
	licenseShape = lazyregexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z* -]{3,24}$`)
)

// as returns v if it fits, or else the description of the valid values.
func as(v any, fits bool, needs string) (any, string) {
	if fits {
		return v, ""
	}
	return nil, needs
}

// amount reads a number and the words for its unit.
func (r Reader) amount(said string) (n int, is bool) {
	d := find.New(said)
	i := 0
	for i < len(d.Tokens) && r.isOne("field.units", d.At(i)) {
		i++
	}
	number, is := find.NumberAt(d, i)
	if !is {
		return 0, false
	}
	if number.Short {
		number.N += 2000
	}
	for j := number.J; j < len(d.Tokens); j++ {
		if !r.isOne("field.units", d.At(j)) && !(d.Is(j, ".") && j+1 == len(d.Tokens)) {
			return 0, false
		}
	}
	return number.N, true
}

func (r Reader) number(said string, least, most int) (v any, needs string) {
	n, is := r.amount(said)
	return as(n, is && least <= n && n <= most,
		r.say("field.needs.number", strconv.Itoa(least), strconv.Itoa(most)))
}

func (r Reader) count(said string) (v any, needs string) {
	if r.isOne("field.none", bareWords(said)) {
		return 0, ""
	}
	n, is := r.amount(said)
	return as(n, is && n <= 9, r.say("field.needs.count"))
}

func joined[T any](all []T) string {
	said := make([]string, len(all))
	for i, one := range all {
		said[i] = fmt.Sprint(one)
	}
	return strings.Join(said, ", ")
}

// closed lists the words of a closed set; nil for other fields.
func closed(field string) []any {
	switch field {
	case "use":
		return []any{quote.Pleasure, quote.Commute, quote.Business}
	case "ownership":
		return []any{quote.Owned, quote.Financed, quote.Leased}
	case "relationship":
		return []any{quote.Insured, quote.Spouse, quote.Child, quote.Parent, quote.Other}
	}
	return nil
}

// Choices are the possible values at a path, as people read them; nil if there are many.
func Choices(path string, w letters.Words) (all []string) {
	field := path[strings.LastIndexByte(path, '.')+1:]
	for _, one := range closed(field) {
		all = append(all, letters.Word(fmt.Sprint(one), w))
	}
	if field == "rental" || field == "towing" {
		return []string{letters.Word("true", w), letters.Word("false", w)}
	}
	return all
}

// IsNumber reports whether a value at a path is a whole number.
func IsNumber(path string) bool {
	field := path[strings.LastIndexByte(path, '.')+1:]
	whole := []string{
		"accidents", "violations", "years_licensed", "annual_miles", "commute_miles_one_way",
		"cost_new", "year",
	}
	return slices.Contains(whole, field)
}

// choice reads a word of a closed set.
func (r Reader) choice(said string, allowed ...any) (v any, needs string) {
	bare := bareWords(said)
	var names []string
	for _, one := range allowed {
		code := fmt.Sprint(one)
		if r.isWord(code, bare) {
			return code, ""
		}
		names = append(names, letters.Word(code, r.Words))
	}
	return nil, r.say("field.needs.choice", strings.Join(names, ", "))
}

// isWord reports whether bare words mean a word of the contract.
func (r Reader) isWord(code, bare string) bool {
	return bare == bareWords(code) || bare == bareWords(letters.Word(code, r.Words)) ||
		bare == bareWords(letters.Word(code, letters.English())) ||
		slices.Contains(r.list("field.word."+code), bare)
}

func (r Reader) discounts(said string) (v any, needs string) {
	if r.isOne("field.none", bareWords(said)) {
		return nil, ""
	}
	var found []quote.Discount
	var names []string
	for _, d := range quote.AllDiscounts() {
		names = append(names, letters.Word(string(d), r.Words))
	}
	isMark := func(c rune) bool { return c == ',' || c == ';' }
	for one := range strings.FieldsFuncSeq(strings.Trim(said, "[]"), isMark) {
		bare := bareWords(one)
		i := slices.IndexFunc(quote.AllDiscounts(),
			func(d quote.Discount) bool { return r.isWord(string(d), bare) })
		if i < 0 {
			return nil, r.say("field.needs.discounts", strings.Join(names, ", "))
		}
		found = append(found, quote.AllDiscounts()[i])
	}
	return as(found, len(found) > 0, r.say("field.needs.discounts", strings.Join(names, ", ")))
}

// driver reads the name of a driver as an index. Only a path takes the index.
func (r Reader) driver(a quote.Application, said string, isPath bool) (v any, needs string) {
	if n, err := strconv.Atoi(said); err == nil && isPath && 0 <= n && n < len(a.Drivers) {
		return n, ""
	}
	who := r.withoutGlue(strings.Fields(bareWords(said)))
	named := r.entries(a, "drivers", who)
	var names []string
	for _, d := range a.Drivers {
		names = append(names, d.GivenName)
	}
	if len(named) != 1 || len(who) == 0 {
		return nil, r.say("field.needs.driver", strings.Join(names, ", "))
	}
	return named[0], ""
}

func (r Reader) state(said string) (v any, needs string) {
	if code := strings.ToUpper(strings.Trim(said, " .")); quote.IsState(code) {
		return code, ""
	}
	d := find.New(said)
	code, j, is := find.StateAt(d, 0)
	return as(code, is && j == len(d.Tokens), r.say("field.needs.state"))
}

func (r Reader) maker(said string) (v any, needs string) {
	d := find.New(said)
	if m, j, is := find.MakeAt(d, 0); is && j == len(d.Tokens) {
		return m.Name, ""
	}
	return as(said, nameShape.MatchString(said), r.say("field.needs.name"))
}

// modelOf returns the name of the model that a text gives, as the catalog writes the name: "Mazda3"
// for "3". modelOf returns nil if the catalog has no such model of the make.
func modelOf(a quote.Application, path, said string) any {
	var maker string
	raw, _ := a.Get(strings.TrimSuffix(path, "model") + "make")
	_ = json.Unmarshal(raw, &maker) // an absent make has no models
	d := find.New(said)
	if m, j, is := find.ModelAt(d, 0, maker); is && maker != "" && j == len(d.Tokens) {
		return m.Name
	}
	return nil
}

func (r Reader) insurer(said string) (v any, needs string) {
	d := find.New(said)
	if name, j, is := find.CarrierAt(d, 0); is && j == len(d.Tokens) {
		return name, ""
	}
	return r.written("carrier", said)
}

// birth reads a date of birth.
func (r Reader) birth(said string) (v any, needs string) {
	d, date, is := r.date(said)
	day, past := date.Born(d.Today)
	return as(day, is && past, r.say("field.needs.date", r.sample("1985-03-04")))
}

// day reads a start or an end: a date, or a near day such as Monday.
func (r Reader) day(key, said string) (v any, needs string) {
	d, date, is := r.date(said)
	if !is && !r.Today.IsZero() {
		date, is = find.RelativeDay(d, 0, d.Today)
		is = is && date.J == len(d.Tokens)
	}
	day, near := date.Coming(d.Today)
	if key == "effective_date" {
		return as(day, is && near, r.say("field.needs.start", r.sample("2026-12-01")))
	}
	return as(day, is && near, r.say("field.needs.date", r.sample("2026-12-01")))
}

// date reads a whole text as a date.
func (r Reader) date(said string) (*find.Text, find.Date, bool) {
	d := find.New(strings.TrimRight(said, " ."))
	d.Today = midnight(r.Today)
	date, is := find.DateAt(d, 0)
	return d, date, is && date.J == len(d.Tokens) && date.D != 0
}

func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// sample is a date as an example of the form.
func (r Reader) sample(day quote.Date) string { return letters.LongDate(day, r.Words) }

// latestYear is the last model year on sale, if the day is known.
func (r Reader) latestYear() int {
	if r.Today.IsZero() {
		return 2100
	}
	return r.Today.Year() + 1
}
