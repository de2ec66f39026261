package agent

import (
	"fmt"
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/templates"
)

// wholes are what people answer in one breath: asked for in one question where more
// than one part of it is missing.
var wholes = map[string][]string{
	"garaging_address": {"street", "city", "state", "zip"},
	"vehicles":         {"year", "make", "model"},
}

// together replaces paths of which one question asks by the path of the whole they
// are part of, at the place of the first of them. What has a value that is doubted
// is asked about by itself.
func (s *State) together(paths []string) []string {
	parts := make(map[string]int)
	for _, path := range paths {
		parts[s.wholeOf(path)]++
	}
	var asked []string
	for _, path := range paths {
		if whole := s.wholeOf(path); whole != "" && parts[whole] > 1 {
			path = whole
		}
		if !slices.Contains(asked, path) {
			asked = append(asked, path)
		}
	}
	return asked
}

// QuestionPaths are the paths that the nth of the questions about these paths asks for, from
// 1 as the customer would read them; none where there is no such question.
func (s *State) QuestionPaths(paths []string, n int) []string {
	asked := s.together(paths)
	if n < 1 || n > len(asked) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
		return path != asked[n-1] && (s.wholeOf(path) != asked[n-1] || slices.Contains(asked, path))
	})
}

// wholeOf is the path of the whole that a path without a value is part of; "" where
// it is of none.
func (s *State) wholeOf(path string) string {
	dot := strings.LastIndexByte(path, '.')
	if dot < 0 {
		return ""
	}
	whole, part := path[:dot], path[dot+1:]
	list, _, _ := strings.Cut(whole, "[")
	conflicting := slices.ContainsFunc(s.AgentScratchpad.Conflicts, func(c Conflict) bool { return c.Path == path })
	if s.application().Has(path) || conflicting && s.rivalPlaces() == nil || !slices.Contains(wholes[list], part) {
		return ""
	}
	return whole
}

// rivalPlaces are the two places that the customer wrote for where the car is kept; nil
// where it is not two places that their contradictions are between.
func (s *State) rivalPlaces() []string {
	var places [2][]string
	rivals := 0
	for _, part := range wholes["garaging_address"] {
		path := "garaging_address." + part
		said := []string{Value(path, *s.application(), false)}
		if i := slices.IndexFunc(s.AgentScratchpad.Conflicts, func(c Conflict) bool { return c.Path == path }); i >= 0 {
			said = values(s.AgentScratchpad.Conflicts[i])
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

// placeOf is "22 Oak Ave, Eugene, OR 97401" of the parts of an address, as far as they are known.
func placeOf(parts []string) string {
	known := slices.DeleteFunc(parts[:3:3], func(part string) bool { return part == "" })
	return strings.TrimSpace(strings.Join(known, ", ") + " " + parts[3])
}

// whichPlace asks at which of two places the car is kept.
func whichPlace(places []string, es bool) templates.Question {
	return templates.Question{
		Text: fmt.Sprintf(pick(es, "Where is the car to be kept overnight: at %s, or at %s?", "¿Dónde se guardará el auto por la noche: en %s o en %s?"), places[0], places[1]),
		Why:  pick(es, "Where a car is kept is part of its price.", "El lugar donde se guarda el auto es parte del precio."),
	}
}

// wholeQuestion asks for what of a whole has no value yet; false where the path is
// of none.
func wholeQuestion(path string, a quote.Application, es bool) (templates.Question, bool) {
	list, _, _ := strings.Cut(path, "[")
	parts, is := wholes[list]
	if !is || strings.Contains(path, ".") {
		return templates.Question{}, false
	}
	var missing []string
	for _, part := range parts {
		if !a.Has(path + "." + part) {
			missing = append(missing, pick(es, partNames[part][0], partNames[part][1]))
		}
	}
	what := series(missing, pick(es, " and ", " y "))
	if list == "garaging_address" {
		return templates.Question{
			Text: fmt.Sprintf(pick(es, "Where is the car kept overnight (%s)?", "¿Dónde se guarda el auto por la noche (%s)?"), what),
			Why:  pick(es, "Where a car is kept is part of its price.", "El lugar donde se guarda el auto es parte del precio."),
		}, true
	}
	_, whose := split(path+".year", a, es)
	return templates.Question{
		Text: fmt.Sprintf(pick(es, "What %s is %s?", "¿De qué %s es %s?"), what, whose),
		Why:  pick(es, "What a car costs to repair is part of its price.", "Lo que cuesta reparar un auto es parte del precio."),
	}, true
}

// partNames are the parts of wholes in English and Spanish.
var partNames = map[string][2]string{
	"street": {"street", "calle y número"}, "city": {"city", "ciudad"}, "state": {"state", "estado"}, "zip": {"ZIP code", "código postal"},
	"year": {"year", "año"}, "make": {"make", "marca"}, "model": {"model", "modelo"},
}

// series joins words with commas, and the last of them with a word.
func series(words []string, last string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + last + words[n-1]
	}
	return strings.Join(words, "")
}
