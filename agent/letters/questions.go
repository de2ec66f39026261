package letters

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

// Inquiry is what questions to a customer are based on.
type Inquiry struct {
	Application quote.Application
	Conflicts   []quote.Conflict
	Problems    []quote.Problem
	Refused     []string // paths that the carrier did not accept
	POBox       bool     // the customer gave a PO box
	Today       quote.Date
}

// Question asks the customer for the value at a path. It first says what is wrong with a
// value that contradicts itself or is impossible. Staff doubt the values at the paths in check.
func (in Inquiry) Question(path string, check []string, es bool) templates.Question {
	a := in.Application
	if places := in.rivalPlaces(); path == "garaging_address" && places != nil {
		return whichPlace(places, es)
	}
	if whole, is := wholeQuestion(path, a, es); is {
		if path == "garaging_address" && in.gaveBoxOnly() {
			whole.Text = in.doubt(streetPath, fields[streetPath], es) + " " + whole.Text
		}
		return whole
	}
	key, whose := split(path, a, es)
	f, known := fields[key]
	if !known {
		return templates.Question{Text: pick(es, "Please tell us: ", "Por favor, díganos: ") + path}
	}
	if slices.Contains(check, path) {
		if again := checking(path, sentence(pick(es, f.label, f.etiqueta), whose), a,
			es); again != "" {
			return templates.Question{Text: again}
		}
	}
	ask := sentence(pick(es, f.ask, f.pregunta), whose)
	if own, has := ownQuestions[key]; has && asksOfSelf(path, a) {
		ask = pick(es, own[0], own[1])
	}
	if in.hasPermit(path) {
		return templates.Question{Text: sentenceCase(sentence(pick(es,
			"%s has a learner's permit, as you wrote. When will the license be issued? Without one yet, please answer 0 years.",
			"%s tiene permiso de aprendiz, como nos escribió. ¿Cuándo le darán la licencia? Si aún no la tiene, responda 0 años."), whose))}
	}
	if before := in.doubt(path, f, es); before != "" {
		return templates.Question{Text: before + " " + ask}
	}
	if place := askedPlace(path, a, es); place != "" {
		ask = place
	}
	return templates.Question{Text: ask, Why: sentenceCase(pick(es, f.why, f.porque))}
}

// HasQuestion reports whether there is a question for the value at a path.
func HasQuestion(path string) bool {
	if list, _, name, is := entry(path); is {
		path = list + "." + name
	}
	_, has := fields[path]
	return has
}

// hasPermit reports whether a learner's permit is all that is known for the years at path.
func (in Inquiry) hasPermit(path string) bool {
	return slices.ContainsFunc(in.Conflicts, func(c quote.Conflict) bool {
		return c.Path == path && slices.Equal(Values(c), []string{reading.LearnersPermit})
	})
}

// checking asks the customer to check a value that staff doubt; "" if there is no value.
func checking(path, label string, a quote.Application, es bool) string {
	written := Value(path, a, es)
	if written == "" {
		return ""
	}
	return fmt.Sprintf(pick(es,
		"%s: we have %s. Could you check it, please, and write it once more?",
		"%s: tenemos %s. ¿Podría comprobarlo y escribirlo otra vez, por favor?"), label, written)
}

// asksOfSelf reports whether a path belongs to the driver who is the customer.
func asksOfSelf(path string, a quote.Application) bool {
	return strings.HasPrefix(path, "drivers[0].") && len(a.Drivers) > 0 &&
		a.Drivers[0].Relationship == quote.Insured
}

const streetPath = "garaging_address.street"

// gaveBoxOnly reports whether the customer gave a PO box and no street.
func (in Inquiry) gaveBoxOnly() bool {
	return in.POBox && in.Application.GaragingAddress.Street == ""
}

// doubt is a sentence about what is wrong with the value at a path; "" if nothing is.
func (in Inquiry) doubt(path string, f field, es bool) string {
	if i := slices.IndexFunc(in.Conflicts,
		func(c quote.Conflict) bool { return c.Path == path }); i >= 0 {
		var said []string
		for _, raw := range in.Conflicts[i].Values {
			said = append(said, quoted(value(path, []byte(raw), es), es))
		}
		wrote := pick(es, "You wrote ", "Nos escribió ")
		if in.Conflicts[i].Derived {
			wrote = pick(es, "From what you wrote we understood ",
				"De lo que nos escribió entendimos ")
		}
		return wrote + strings.Join(said, pick(es, " and also ", " y también ")) + "."
	}
	boxed := path == streetPath && in.gaveBoxOnly()
	if !boxed && !slices.ContainsFunc(in.Problems,
		func(p quote.Problem) bool { return p.Path == path }) {
		return ""
	}
	wrong, choices := pick(es, f.fault.wrong, f.fault.malo), in.choices(path, es)
	written := Value(path, in.Application, es)
	if in.onlyCarrierRefuses(path) {
		wrong, choices = pick(es, "the carrier does not accept that",
			"la aseguradora no lo acepta"), ""
		if written == "" {
			wrong = pick(es, "the carrier needs this too", "la aseguradora también necesita esto")
		}
	}
	if written == "" {
		return sentenceCase(wrong)
	}
	return fmt.Sprintf(pick(es, `We understood "%s", and %s.`, "Entendimos «%s», y %s."), written,
		wrong) + choices
}

// quoted puts quotation marks around a text that is longer than a value: the customer wrote it.
func quoted(said string, es bool) string {
	if strings.Count(said, " ") < 4 {
		return said
	}
	return fmt.Sprintf(pick(es, `"%s"`, "«%s»"), said)
}

// choices is a sentence with the limits or deductibles that the coverage at a path is sold
// with; "" for fewer than two.
func (in Inquiry) choices(path string, es bool) string {
	sold := in.Sold(path, es)
	if len(sold) < 2 {
		return ""
	}
	last := len(sold) - 1
	return fmt.Sprintf(pick(es, " The choices are %s and %s.", " Las opciones son %s y %s."),
		strings.Join(sold[:last], ", "), sold[last])
}

// Sold lists the limits or deductibles that the coverage at a path is sold with, as people read
// them.
func (in Inquiry) Sold(path string, es bool) (list []string) {
	for _, raw := range quote.Sold(path, in.Application, in.Today) {
		list = append(list, value(path, raw, es))
	}
	return list
}

// onlyCarrierRefuses reports whether the carrier refuses the value at a path and our own
// rules accept it.
func (in Inquiry) onlyCarrierRefuses(path string) bool {
	return slices.Contains(in.Refused, path) && !slices.ContainsFunc(quote.Validate(in.Application,
		in.Today), func(p quote.Problem) bool {
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
