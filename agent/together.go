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
	if s.application().Has(path) || conflicting || !slices.Contains(wholes[list], part) {
		return ""
	}
	return whole
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
