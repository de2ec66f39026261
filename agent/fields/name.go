package fields

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ppamaild/agent/letters"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/spelling"
)

// mostWords bounds the words of a name. The cost of path grows with the cube of the number.
const mostWords = 30

// path returns the path for a name, and whether the name is this path.
func (r Reader) path(a quote.Application, name string) (path string, isPath bool, err error) {
	if key := index.ReplaceAllString(name, ""); slices.Contains(letters.Keys(), key) {
		list, _, _ := strings.Cut(key, ".")
		if inList := list == "drivers" || list == "vehicles"; inList == index.MatchString(name) {
			return name, true, nil
		}
	}
	tokens, names := strings.Fields(spelling.Words(name)), r.read.names
	if len(tokens) > mostWords {
		return "", false, r.unknown(a, name)
	}
	var refused error
	for n := len(tokens); n > 0; n-- {
		for i := 0; i+n <= len(tokens); i++ {
			keys := names[strings.Join(tokens[i:i+n], " ")]
			if keys == nil {
				continue
			}
			path, err := r.owned(a, keys, name, slices.Concat(tokens[:i], tokens[i+n:]))
			if err == nil {
				return path, false, nil
			}
			refused = cmp.Or(refused, err)
		}
	}
	return "", false, cmp.Or(refused, r.unknown(a, name))
}

// index matches the index in a path.
var index = lazyregexp.MustCompile(`\[\d+\]`)

// dictionary has the words of a Reader in a form to compare.
type dictionary struct {
	names map[string][]string // keys of the values by label and everyday name
	lists map[string][]string // words by phrase
}

// ready returns a Reader with a dictionary.
func (r Reader) ready() Reader {
	if r.read == nil {
		r.read = &dictionary{lists: make(map[string][]string)}
		r.read.names = r.names()
	}
	return r
}

// names maps the labels and the everyday names of values to the keys of the values.
func (r Reader) names() map[string][]string {
	all := make(map[string][]string)
	for _, key := range letters.Keys() {
		for _, w := range []letters.Words{r.Words, letters.English()} {
			label := strings.Fields(spelling.Words(w.Say("letters.label."+key, "")))
			for len(label) > 0 && r.isOne("field.glue", label[len(label)-1]) {
				label = label[:len(label)-1]
			}
			for _, name := range append(list(w, everyday(key)), strings.Join(label, " ")) {
				if name != "" && !slices.Contains(all[name], key) {
					all[name] = append(all[name], key)
				}
			}
		}
	}
	return all
}

// everyday is the phrase with the everyday names of a value. A car and the policy share the names
// of coverages.
func everyday(key string) string {
	if own := strings.TrimPrefix(key, "vehicles."); strings.HasPrefix(own, "coverages.") {
		key = own
	}
	return "field.name." + key
}

// list returns the words in a phrase, normalized for comparison.
func list(w letters.Words, phrase string) (all []string) {
	if !w.Has(phrase) {
		return nil
	}
	for one := range strings.SplitSeq(w.Say(phrase), ";") {
		all = append(all, strings.TrimSpace(spelling.Words(one)))
	}
	return all
}

// list returns the words of a phrase. It reads each phrase once.
func (r Reader) list(phrase string) []string {
	if r.read == nil {
		return list(r.Words, phrase)
	}
	all, is := r.read.lists[phrase]
	if !is {
		all = list(r.Words, phrase)
		r.read.lists[phrase] = all
	}
	return all
}

func (r Reader) isOne(phrase, word string) bool {
	return slices.Contains(r.list(phrase), word)
}

// owned returns the path of a key for the car or person in the rest of the name.
func (r Reader) owned(a quote.Application, keys []string, name string,
	rest []string) (string, error) {
	who := r.withoutGlue(rest)
	var single, listed []string
	for _, key := range keys {
		switch list, field, _ := strings.Cut(key, "."); {
		case list == "drivers" || list == "vehicles":
			for _, i := range r.entries(a, list, who) {
				listed = append(listed, fmt.Sprintf("%s[%d].%s", list, i, field))
			}
		case len(who) == 0 || list == "named_insured" &&
			slices.Contains(r.entries(a, "drivers", who), 0):
			single = append(single, key)
		}
	}
	if len(who) == 0 && len(single) > 0 || len(listed) == 0 {
		listed = single
	}
	switch {
	case len(listed) == 1:
		return listed[0], nil
	case len(listed) > 1:
		return "", errors.New(r.say("field.which", strconv.Quote(name), r.labels(a, listed)))
	}
	return "", r.noOwner(a, name, who)
}

// withoutGlue removes the words between a name and the owner.
func (r Reader) withoutGlue(words []string) []string {
	return slices.DeleteFunc(words, func(word string) bool { return r.isOne("field.glue", word) })
}

// noOwner explains why the rest of a name names no owner of the value.
func (r Reader) noOwner(a quote.Application, name string, who []string) error {
	owner := strings.Join(who, " ")
	named := func(word string) bool {
		one := []string{word}
		return len(r.entries(a, "drivers", one))+len(r.entries(a, "vehicles", one)) > 0
	}
	if len(r.entries(a, "drivers", who))+len(r.entries(a, "vehicles", who)) > 0 {
		return UnknownName{func() string {
			return r.say("field.other_owner", strconv.Quote(name), owner, r.nearest(a, name))
		}}
	}
	if slices.ContainsFunc(who, named) { // the other words are no name of a value
		return r.unknown(a, name)
	}
	return UnknownName{func() string {
		return r.say("field.no_owner", strconv.Quote(owner), r.owners(a))
	}}
}

// unknown returns the error for a name without a value.
func (r Reader) unknown(a quote.Application, name string) error {
	return UnknownName{func() string {
		return r.say("field.unknown_name", strconv.Quote(name), r.nearest(a, name))
	}}
}

func (r Reader) labels(a quote.Application, paths []string) string {
	var all []string
	for _, path := range paths {
		all = append(all, letters.Label(path, a, r.Words))
	}
	return strings.Join(all, "; ")
}

// owners names the cars and drivers.
func (r Reader) owners(a quote.Application) string {
	names := r.entryNames(a)
	var all []string
	for i := range a.Drivers {
		all = append(all, names[fmt.Sprintf("drivers[%d]", i)])
	}
	for i := range a.Vehicles {
		all = append(all, names[fmt.Sprintf("vehicles[%d]", i)])
	}
	all = slices.DeleteFunc(all, func(name string) bool { return name == "" })
	return cmp.Or(strings.Join(all, ", "), r.say("field.nothing"))
}

// entryNames maps the paths of cars and drivers to their names.
func (r Reader) entryNames(a quote.Application) map[string]string {
	all := make(map[string]string)
	for i, d := range a.Drivers {
		all[fmt.Sprintf("drivers[%d]", i)] = strings.TrimSpace(d.GivenName + " " + d.Surname)
	}
	for i, v := range a.Vehicles {
		all[fmt.Sprintf("vehicles[%d]", i)] = letters.VehicleName(v, r.Words)
	}
	return all
}

// closeNames is the number of names that an error offers.
const closeNames = 4

// nearest lists the labels most similar to a name.
func (r Reader) nearest(a quote.Application, name string) string {
	paths := letters.ShownPaths(a)
	said := bareWords(name)
	rank := make(map[string]int, len(paths))
	for _, path := range paths {
		key := index.ReplaceAllString(path, "")
		rank[path] = unlike(said, bareWords(letters.Label(path, a, r.Words)))
		for _, other := range r.list(everyday(key)) {
			rank[path] = min(rank[path], unlike(said, other))
		}
	}
	slices.SortStableFunc(paths, func(p, q string) int { return cmp.Compare(rank[p], rank[q]) })
	return r.labels(a, paths[:min(closeNames, len(paths))])
}

// unlike measures the difference of two names. Shared words and shared beginnings lower the result.
func unlike(said, name string) int {
	score := 0
	for _, one := range strings.Fields(said) {
		best := 0
		for _, other := range strings.Fields(name) {
			n := 0
			for n < len(one) && n < len(other) && one[n] == other[n] {
				n++
			}
			if n == len(one) && n == len(other) {
				n += 4
			}
			best = max(best, n)
		}
		if best > 2 {
			score += best
		}
	}
	return len(strings.Fields(name)) - 4*score
}
