package fields

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ppamaild/agent/letters"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
	"ppamaild/spelling"
)

// listed reads a line to add or to remove a driver or a car.
func (r Reader) listed(a quote.Application,
	name, said string) (facts []quote.Fact, is bool, err error) {
	switch bare := bareWords(name); {
	case r.isOne("field.remove", bare):
		facts, err = r.remove(a, said)
	case r.isOne("field.add", bare):
		facts, err = r.addDriver(a, said)
	case r.isOne("field.add_car", bare), r.isOne("field.car", bare) && len(a.Vehicles) == 0:
		facts, err = r.addCar(a, said)
	case r.isOne("field.car", bare):
		err = errors.New(r.say("field.car_needs", strconv.Quote(name),
			r.owners(quote.Application{Vehicles: a.Vehicles})))
	default:
		return nil, false, nil
	}
	return facts, true, err
}

// remove reads the name of a driver or a car to remove. The first driver is the insured and stays.
func (r Reader) remove(a quote.Application, said string) ([]quote.Fact, error) {
	who := r.withoutGlue(strings.Fields(bareWords(said)))
	var paths []string
	if len(who) > 0 {
		for _, i := range r.entries(a, "drivers", who) {
			paths = append(paths, fmt.Sprintf("drivers[%d]", i))
		}
		for _, i := range r.entries(a, "vehicles", who) {
			paths = append(paths, fmt.Sprintf("vehicles[%d]", i))
		}
	}
	if len(paths) != 1 || paths[0] == "drivers[0]" {
		return nil, errors.New(r.say("field.remove_needs", r.owners(a)))
	}
	return []quote.Fact{fact(paths[0], nil, said)}, nil
}

// addDriver reads a new driver: the name, and then values such as "born 1999-03-02, licensed 5
// years". The driver may be known by the given name alone.
func (r Reader) addDriver(a quote.Application, said string) ([]quote.Fact, error) {
	name, details, _ := strings.Cut(said, ",")
	given, surname, two := strings.Cut(strings.TrimSpace(name), " ")
	if !two || !nameShape.MatchString(name) || len(a.Drivers) == 0 {
		return nil, r.addNeeds("field.add_needs", name)
	}
	n := slices.IndexFunc(a.Drivers, func(d quote.Driver) bool {
		return d.Surname == "" && strings.EqualFold(d.GivenName, given)
	})
	if n < 1 {
		n = len(a.Drivers)
	}
	at := fmt.Sprintf("drivers[%d].", n)
	return r.withDetails(a, details, []quote.Fact{fact(at+"given_name", quoted(given), given),
		fact(at+"surname", quoted(strings.TrimSpace(surname)), surname)})
}

// addCar reads a new car: year, make and model, and then values such as "12,000 miles a year".
func (r Reader) addCar(a quote.Application, said string) ([]quote.Fact, error) {
	car, details, _ := strings.Cut(said, ",")
	d := find.New(car)
	year, j, isYear := find.YearAt(d, 0, r.latestYear(), false)
	m, k, isMake := find.MakeAt(d, j)
	left := len(d.Tokens) - k
	if !isYear || !isMake || left < 1 || left > 4 {
		return nil, r.addNeeds("field.add_car_needs", car)
	}
	model := d.Words(text.Between(k, len(d.Tokens)))
	at := fmt.Sprintf("vehicles[%d].", len(a.Vehicles))
	return r.withDetails(a, details, []quote.Fact{
		fact(at+"year", json.RawMessage(strconv.Itoa(year)), car),
		fact(at+"make", quoted(m.Name), car), fact(at+"model", quoted(model), car)})
}

func quoted(s string) json.RawMessage {
	raw, _ := json.Marshal(s) // a string can't fail
	return raw
}

func (r Reader) addNeeds(phrase, part string) error {
	return errors.New(r.say(phrase, strconv.Quote(strings.TrimSpace(part))))
}

// details separates the values after a name, but not the digits of a number.
var details = lazyregexp.MustCompile(`,\s+|,$|;|\s+(?i:and|or)\s+`)

// withDetails adds the values of a new driver or car to the facts about the name.
func (r Reader) withDetails(a quote.Application, said string,
	facts []quote.Fact) ([]quote.Fact, error) {
	for _, f := range facts {
		if err := a.Set(f.Path, f.Value); err != nil {
			return nil, err
		}
	}
	at := facts[0].Path[:strings.Index(facts[0].Path, ".")+1]
	parts := details.Split(strings.TrimSpace(said), -1)
	before := ""
	for len(parts) > 0 {
		part, n := parts[0], 1
		if strings.TrimSpace(part) == "" {
			parts = parts[1:]
			continue
		}
		found, err := r.detail(a, at, part, before)
		if err != nil && len(parts) > 1 { // "born March 2, 1999"
			if both, errBoth := r.detail(a, at, part+", "+parts[1], ""); errBoth == nil {
				found, err, n = both, nil, 2
			}
		}
		if err != nil {
			return nil, err
		}
		before, facts, parts = string(found.Value), append(facts, found), parts[n:]
		commuteMiles := at + "commute_miles_one_way"
		if found.Path == commuteMiles && before != "0" {
			facts = append(facts, fact(at+"use", quoted(string(quote.Commute)), found.Words))
		}
	}
	return facts, nil
}

// detail reads a value with its name before or after it, or a value that needs no name, such as
// "spouse". The value may be the value before: "no accidents or tickets".
func (r Reader) detail(a quote.Application, at, part, before string) (quote.Fact, error) {
	words := strings.Fields(part)
	refused := error(nil)
	try := func(name, value []string) (f quote.Fact, is bool) {
		key := r.detailKey(at, name)
		if key == "" {
			return f, false
		}
		said := strings.Join(value, " ")
		raw, err := r.value(a, at+key, said, false)
		refused = cmp.Or(refused, err)
		return fact(at+key, raw, part), err == nil && raw != nil
	}
	for n := len(words) - 1; n > 0; n-- {
		if f, is := try(words[:n], r.withoutFirstGlue(words[n:])); is {
			return f, nil
		}
		if f, is := try(words[len(words)-n:], words[:len(words)-n]); is {
			return f, nil
		}
	}
	if before == "0" {
		if f, is := try(words, []string{before}); is {
			return f, nil
		}
	}
	for _, key := range []string{"relationship", "use", "ownership"} {
		path := at + key
		if raw, err := r.value(a, path, part, false); err == nil && a.Set(path, raw) == nil {
			return fact(path, raw, part), nil
		}
	}
	return quote.Fact{}, cmp.Or(refused, r.addNeeds("field.add_unread", part))
}

// detailKey returns the value of a driver or a car with the name, or "".
func (r Reader) detailKey(at string, name []string) string {
	list, _, _ := strings.Cut(at, "[")
	bare := strings.TrimSpace(spelling.Words(strings.Join(r.withoutFirstGlue(name), " ")))
	var found []string
	for _, key := range r.read.names[bare] {
		if own, is := strings.CutPrefix(key, list+"."); is && slices.Contains(letters.Keys(), key) {
			found = append(found, own)
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// withoutFirstGlue removes words such as "for" and "on" at the beginning.
func (r Reader) withoutFirstGlue(words []string) []string {
	for len(words) > 1 && r.isOne("field.glue", bareWords(words[0])) {
		words = words[1:]
	}
	return words
}

// entries returns the indexes of the cars or drivers that the words name. Without words, it returns
// all indexes, and index 0 of an empty list.
func (r Reader) entries(a quote.Application, list string, who []string) (all []int) {
	n := len(a.Drivers)
	if list == "vehicles" {
		n = len(a.Vehicles)
	}
	if len(who) == 0 && n == 0 {
		return []int{0}
	}
	for i := range n {
		if len(who) == 0 || list == "vehicles" && r.namesCar(a.Vehicles[i], i, who) ||
			list == "drivers" && r.namesDriver(a, i, who) {
			all = append(all, i)
		}
	}
	return all
}

// namesCar reports whether the words name the car.
func (r Reader) namesCar(v quote.Vehicle, i int, who []string) bool {
	called := strings.Fields(spelling.Words(v.Make + " " + v.Model + " " + v.Trim))
	called = append(called, squashed(v.Make), squashed(v.Model))
	if v.Year != nil {
		called = append(called, strconv.Itoa(*v.Year))
	}
	return r.identifies(who, "field.car", i, func(word string) bool {
		isBody := find.Bodies.Get()[word][v.Model]
		return slices.Contains(called, word) || word == squashed(v.VIN) || isBody
	})
}

// squashed writes a name without spaces and marks: "F-150" is "f150".
func squashed(name string) string { return strings.ReplaceAll(spelling.Words(name), " ", "") }

// namesDriver reports whether the words name the driver.
func (r Reader) namesDriver(a quote.Application, i int, who []string) bool {
	d := a.Drivers[i]
	called := strings.Fields(spelling.Words(d.GivenName + " " + d.Surname))
	given := func(word string) bool {
		return slices.ContainsFunc(a.Drivers, func(d quote.Driver) bool {
			return slices.Contains(strings.Fields(spelling.Words(d.GivenName)), word)
		})
	}
	isKin := func(word string) bool {
		kin, is := find.Kinds.Get()[word]
		return is && kin.Relation != "" && kin.Relation == d.Relationship ||
			word != "" && word == string(d.Relationship)
	}
	if i > 0 && slices.ContainsFunc(who, isKin) { // "Alice's spouse"
		of := spelling.Words(a.Drivers[0].GivenName)
		who = slices.DeleteFunc(slices.Clone(who),
			func(word string) bool { return strings.Contains(of, " "+word+" ") })
	}
	return r.identifies(who, "field.person", i, func(word string) bool {
		short := !given(word) && len(word) > 2 && find.IsShortFor(word, d.GivenName)
		return slices.Contains(called, word) || isKin(word) || short ||
			i == 0 && r.isOne("field.insured", word)
	})
}

// identifies reports whether each word is a name or the number of entry i, or a word of the kind.
// At least one word must be a name or a number.
func (r Reader) identifies(who []string, kind string, i int, isName func(string) bool) bool {
	numbered := slices.ContainsFunc(who, func(word string) bool { return r.isOne(kind, word) })
	found := false
	for _, word := range who {
		nth := slices.Index(r.list("field.ordinal"), word)
		if n, err := strconv.Atoi(word); err == nil && numbered && n < 10 {
			nth = n - 1
		}
		switch {
		case isName(word) || nth == i:
			found = true
		case r.isOne(kind, word) || r.isOne("field.number", word):
		default:
			return false
		}
	}
	return found
}
