package fields

import (
	"slices"
	"strconv"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/spelling"
)

// entries returns the indexes of the named cars or drivers. Without words, they are all
// entries, and the first entry of an empty list.
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
	return r.tells(who, "field.car", i, func(word string) bool {
		return slices.Contains(called, word) || word == squashed(v.VIN)
	})
}

// squashed writes a name without spaces and marks: "F-150" is "f150".
func squashed(name string) string { return strings.ReplaceAll(spelling.Words(name), " ", "") }

// namesDriver reports whether the words are words of the driver.
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
	return r.tells(who, "field.person", i, func(word string) bool {
		short := !given(word) && len(word) > 2 && find.IsShortFor(word, d.GivenName)
		return slices.Contains(called, word) || isKin(word) || short ||
			i == 0 && r.isOne("field.insured", word)
	})
}

// tells reports whether each word is a name or the number of entry i, or a word of the kind. At
// least a word must be a name or a number.
func (r Reader) tells(who []string, kind string, i int, isName func(string) bool) bool {
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
