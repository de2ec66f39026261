package agent

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/templates"
)

// question puts what is to be asked about a path to the customer. Where there is
// a value that contradicts itself or can't be right, it says so first.
func question(s *State, path string, check []string, es bool) templates.Question {
	a := *s.application()
	if places := s.rivalPlaces(); path == "garaging_address" && places != nil {
		return whichPlace(places, es)
	}
	if whole, is := wholeQuestion(path, a, es); is {
		if path == "garaging_address" && s.gaveBoxOnly() {
			whole.Text = doubt(s, streetPath, fields[streetPath], es) + " " + whole.Text
		}
		return whole
	}
	key, whose := split(path, a, es)
	f, known := fields[key]
	if !known {
		return templates.Question{Text: pick(es, "Please tell us: ", "Por favor, díganos: ") + path}
	}
	if slices.Contains(check, path) {
		if again := checking(path, sentence(pick(es, f.label, f.etiqueta), whose), a, es); again != "" {
			return templates.Question{Text: again}
		}
	}
	ask := sentence(pick(es, f.ask, f.pregunta), whose)
	if own, has := ownQuestions[key]; has && asksOfSelf(path, a) {
		ask = pick(es, own[0], own[1])
	}
	if hasPermit(s, path) {
		return templates.Question{Text: sentenceCase(sentence(pick(es,
			"%s has a learner's permit, as you wrote. When will the license be issued? Without one yet, please answer 0 years.",
			"%s tiene permiso de aprendiz, como nos escribió. ¿Cuándo le darán la licencia? Si aún no la tiene, responda 0 años."), whose))}
	}
	if before := doubt(s, path, f, es); before != "" {
		return templates.Question{Text: before + " " + ask}
	}
	if place := askedPlace(path, a, es); place != "" {
		ask = place
	}
	return templates.Question{Text: ask, Why: sentenceCase(pick(es, f.why, f.porque))}
}

// hasPermit reports whether all that is known of the years at path is a learner's permit.
func hasPermit(s *State, path string) bool {
	return slices.ContainsFunc(s.AgentScratchpad.Conflicts, func(c Conflict) bool {
		return c.Path == path && slices.Equal(values(c), []string{reading.LearnersPermit})
	})
}

// checking asks about a value that we have, by its label, and staff doubt; "" if we have none.
func checking(path, label string, a quote.Application, es bool) string {
	written := Value(path, a, es)
	if written == "" {
		return ""
	}
	return fmt.Sprintf(pick(es, "%s: we have %s. Could you check it, please, and write it once more?",
		"%s: tenemos %s. ¿Podría comprobarlo y escribirlo otra vez, por favor?"), label, written)
}

// asksOfSelf reports whether a path is of the driver who is the customer.
func asksOfSelf(path string, a quote.Application) bool {
	return strings.HasPrefix(path, "drivers[0].") && len(a.Drivers) > 0 && a.Drivers[0].Relationship == quote.Insured
}

const streetPath = "garaging_address.street"

// gaveBoxOnly reports whether a PO box is all that we have for a street.
func (s *State) gaveBoxOnly() bool {
	return s.AgentScratchpad.POBox && s.application().GaragingAddress.Street == ""
}

// doubt says what is wrong with the value at a path, in a sentence; "" for nothing.
func doubt(s *State, path string, f field, es bool) string {
	pad := s.AgentScratchpad
	if i := slices.IndexFunc(pad.Conflicts, func(c Conflict) bool { return c.Path == path }); i >= 0 {
		var said []string
		for _, raw := range pad.Conflicts[i].Values {
			said = append(said, quoted(value(path, []byte(raw), es), es))
		}
		wrote := pick(es, "You wrote ", "Nos escribió ")
		if pad.Conflicts[i].Derived {
			wrote = pick(es, "From what you wrote we understood ", "De lo que nos escribió entendimos ")
		}
		return wrote + strings.Join(said, pick(es, " and also ", " y también ")) + "."
	}
	boxed := path == streetPath && s.gaveBoxOnly()
	if !boxed && !slices.ContainsFunc(pad.Problems, func(p quote.Problem) bool { return p.Path == path }) {
		return ""
	}
	wrong, choices := pick(es, f.fault.wrong, f.fault.malo), s.choices(path, es)
	written := Value(path, *s.application(), es)
	if s.onlyCarrierRefuses(path) {
		wrong, choices = pick(es, "the carrier does not accept that", "la aseguradora no lo acepta"), ""
		if written == "" {
			wrong = pick(es, "the carrier needs this too", "la aseguradora también necesita esto")
		}
	}
	if written == "" {
		return sentenceCase(wrong)
	}
	return fmt.Sprintf(pick(es, `We understood "%s", and %s.`, "Entendimos «%s», y %s."), written, wrong) + choices
}

// quoted puts what is longer than a value in quotation marks: it is in the customer's own words.
func quoted(said string, es bool) string {
	if strings.Count(said, " ") < 4 {
		return said
	}
	return fmt.Sprintf(pick(es, `"%s"`, "«%s»"), said)
}

// choices says what the coverage at a path can be had at, in a sentence behind another; ""
// where it is no choice among a few.
func (s *State) choices(path string, es bool) string {
	sold := s.sold(path, es)
	if len(sold) < 2 {
		return ""
	}
	last := len(sold) - 1
	return fmt.Sprintf(pick(es, " The choices are %s and %s.", " Las opciones son %s y %s."), strings.Join(sold[:last], ", "), sold[last])
}

// sold lists what the coverage at a path can be had at, as people read it.
func (s *State) sold(path string, es bool) (list []string) {
	for _, raw := range quote.Sold(path, *s.application(), s.AgentScratchpad.Today) {
		list = append(list, value(path, raw, es))
	}
	return list
}

// onlyCarrierRefuses reports whether nothing that we know of is wrong with the value at a
// path, and the carrier does not take it.
func (s *State) onlyCarrierRefuses(path string) bool {
	pad := s.AgentScratchpad
	return slices.Contains(pad.Refused, path) && !slices.ContainsFunc(quote.Validate(*s.application(), pad.Today), func(p quote.Problem) bool {
		return p.Path == path && p.Severity == quote.Error
	})
}

// sentenceCase makes a clause a sentence.
func sentenceCase(clause string) string {
	if clause == "" {
		return ""
	}
	if !strings.ContainsAny(clause[len(clause)-1:], ".?!") {
		clause += "."
	}
	return capital(clause)
}

// capital has s begin with a capital.
func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + s[size:]
}
