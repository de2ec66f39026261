package letters

import (
	"slices"
	"strings"

	"ppamaild/lazy"
	"ppamaild/quote"
	"ppamaild/templates"
)

// groups are values that people give together, by the list or the object that has the values. One
// question asks for a group if more than one of its values is missing.
var groups = lazy.Value[map[string][]string]{New: func() map[string][]string {
	return map[string][]string{
		"garaging_address": {"street", "city", "state", "zip"},
		"vehicles":         {"year", "make", "model"},
	}
}}

// Group replaces the paths that one question asks for by the path of their group, at the
// place of the first path. A doubtful value keeps a question of its own.
func (in Inquiry) Group(paths []string) []string {
	parts := make(map[string]int)
	for _, path := range paths {
		parts[in.groupOf(path)]++
	}
	var asked []string
	for _, path := range paths {
		if group := in.groupOf(path); group != "" && parts[group] > 1 {
			path = group
		}
		if !slices.Contains(asked, path) {
			asked = append(asked, path)
		}
	}
	return asked
}

// QuestionPaths returns the paths that question n asks for, if the customer is asked for
// these paths. Numbers begin at 1; an unknown number has no paths.
func (in Inquiry) QuestionPaths(paths []string, n int) []string {
	asked := in.Group(paths)
	if n < 1 || n > len(asked) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
		return path != asked[n-1] &&
			(in.groupOf(path) != asked[n-1] || slices.Contains(asked, path))
	})
}

// groupOf returns the path of the group that a path without a value belongs to; "" for none.
func (in Inquiry) groupOf(path string) string {
	dot := strings.LastIndexByte(path, '.')
	if dot < 0 {
		return ""
	}
	group, part := path[:dot], path[dot+1:]
	list, _, _ := strings.Cut(group, "[")
	conflicting := slices.ContainsFunc(in.Conflicts,
		func(c quote.Conflict) bool { return c.Path == path })
	if in.Application.Has(path) || conflicting && in.rivalPlaces() == nil ||
		!slices.Contains(groups.Get()[list], part) {
		return ""
	}
	return group
}

// rivalPlaces returns the two garaging addresses that the customer named; nil unless the addresses
// differ in at least two parts, and no part has more than two values.
func (in Inquiry) rivalPlaces() []string {
	var places [2][]string
	rivals := 0
	for _, part := range groups.Get()["garaging_address"] {
		path := "garaging_address." + part
		said := []string{Value(path, in.Application, English())}
		if i := slices.IndexFunc(in.Conflicts,
			func(c quote.Conflict) bool { return c.Path == path }); i >= 0 {
			said = Values(in.Conflicts[i])
			rivals++
		}
		if len(said) == 1 {
			said = append(said, said[0])
		}
		if len(said) != len(places) {
			return nil
		}
		for i := range places {
			places[i] = append(places[i], said[i])
		}
	}
	if rivals < 2 {
		return nil
	}
	return []string{placeOf(places[0]), placeOf(places[1])}
}

// placeOf joins the known parts of an address: "22 Oak Ave, Eugene, OR 97401".
func placeOf(parts []string) string {
	known := slices.DeleteFunc(parts[:3:3], func(part string) bool { return part == "" })
	return strings.TrimSpace(strings.Join(known, ", ") + " " + parts[3])
}

// whichPlace asks in which of two places the car is kept.
func whichPlace(places []string, w Words) templates.Question {
	return templates.Question{
		Text: w.Say("letters.which_place", places[0], places[1]),
		Why:  w.Say("letters.place_why"),
	}
}

// groupQuestion asks for the missing values of a group; false if the path is no group.
func groupQuestion(path string, a quote.Application, w Words) (templates.Question, bool) {
	list, _, _ := strings.Cut(path, "[")
	parts, is := groups.Get()[list]
	if !is || strings.Contains(path, ".") {
		return templates.Question{}, false
	}
	var missing []string
	for _, part := range parts {
		if !a.Has(path + "." + part) {
			missing = append(missing, w.Say("letters.part."+part))
		}
	}
	what := series(missing, w)
	if list == "garaging_address" {
		return templates.Question{
			Text: w.Say("letters.place", what),
			Why:  w.Say("letters.place_why"),
		}, true
	}
	_, whose := split(path+".year", a, w)
	return templates.Question{
		Text: w.Say("letters.which_car", what, whose.said(w)),
		Why:  w.Say("letters.car_why"),
	}, true
}

// series joins words with commas, and the last word with a conjunction.
func series(words []string, w Words) string {
	if n := len(words); n > 1 {
		return w.Say("letters.and", strings.Join(words[:n-1], ", "), words[n-1])
	}
	return strings.Join(words, "")
}
