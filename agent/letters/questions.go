package letters

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/templates"
)

// Inquiry has the data for questions to a customer.
type Inquiry struct {
	Application quote.Application
	Conflicts   []quote.Conflict
	Problems    []quote.Problem
	Refused     []string // paths that the carrier did not accept
	POBox       bool     // the customer gave a PO box
	Today       quote.Date
	Residents   []string // words about people who live there or drive and are no drivers
	Facts       map[string]quote.Fact
}

// relative matches a customer's words for a person without a name: "my brother".
var relative = lazyregexp.MustCompile(`(?i)^(?:my|our|mi|nuestr[oa])\s+(\pL[\pL' ’-]{1,30})$`)

// relativeAt returns the customer's word for the driver of a path without a name; "" for none.
func (in Inquiry) relativeAt(path string) string {
	list, n, _, _ := entry(path)
	if list != "drivers" || n >= len(in.Application.Drivers) {
		return ""
	}
	if d := in.Application.Drivers[n]; d.GivenName != "" || d.Relationship != quote.Other {
		return ""
	}
	f := in.Facts[fmt.Sprintf("drivers[%d].relationship", n)]
	if m := relative.FindStringSubmatch(strings.TrimSpace(f.Words)); m != nil {
		return m[1]
	}
	return ""
}

// AskResidents asks what to do about people who live with the customer or drive, in the customer's
// words.
func AskResidents(said []string, w Words) templates.Question {
	var all []string
	for _, one := range said {
		all = append(all, w.Say("letters.quoted", strings.TrimRight(one, ".!? ")))
	}
	return templates.Question{
		Text: w.Say("letters.residents", series(all, w)), Why: w.Say("letters.residents_why"),
	}
}

// Question asks the customer for the value at a path. The question begins with the fault of a
// contradictory or impossible value. Staff doubt the values at the paths in check.
func (in Inquiry) Question(path string, check []string, w Words) templates.Question {
	a := in.Application
	if places := in.rivalPlaces(); path == "garaging_address" && places != nil {
		return whichPlace(places, w)
	}
	if group, is := groupQuestion(path, a, w); is {
		if path == "garaging_address" && in.gaveBoxOnly() {
			group.Text = in.doubt(streetPath, streetPath, w) + " " + group.Text
		}
		return group
	}
	key, whose := split(path, a, w)
	if _, known := fields.Get()[key]; !known {
		return templates.Question{Text: w.Say("letters.tell", path)}
	}
	if person := in.relativeAt(path); person != "" {
		whose = owner{person, true}
	}
	if slices.Contains(check, path) {
		label := sentence(w, "letters.label."+key, whose.said(w))
		if again := checking(path, label, a, w); again != "" {
			return templates.Question{Text: again}
		}
	}
	ask := sentence(w, "letters.ask."+key, whose.said(w))
	if own := "letters.own." + key; w.Has(own) && asksOfSelf(path, a) {
		ask = w.Say(own)
	}
	if in.hasPermit(path) {
		return templates.Question{Text: sentenceCase(sentence(w, "letters.permit", whose.said(w)))}
	}
	if before := in.doubt(path, key, w); before != "" {
		return templates.Question{Text: before + " " + ask}
	}
	if place := askedPlace(path, a, w); place != "" {
		ask = place
	}
	q := templates.Question{Text: ask}
	if why := "letters.why." + key; w.Has(why) {
		q.Why = sentenceCase(w.Say(why))
	}
	return q
}

// HasQuestion reports whether there is a question for the value at a path.
func HasQuestion(path string) bool {
	if list, _, name, is := entry(path); is {
		path = list + "." + name
	}
	_, has := fields.Get()[path]
	return has
}

// hasPermit reports whether only a learner's permit is known instead of the years at path.
func (in Inquiry) hasPermit(path string) bool {
	return slices.ContainsFunc(in.Conflicts, func(c quote.Conflict) bool {
		return c.Path == path && slices.Equal(Values(c), []string{reading.LearnersPermit})
	})
}

// checking asks the customer to check a value that staff doubt; "" if there is no value.
func checking(path, label string, a quote.Application, w Words) string {
	written := Value(path, a, w)
	if written == "" {
		return ""
	}
	return w.Say("letters.check", label, written)
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

// doubt writes a sentence about the fault of the value at a path; "" for a faultless value.
func (in Inquiry) doubt(path, key string, w Words) string {
	if i := slices.IndexFunc(in.Conflicts,
		func(c quote.Conflict) bool { return c.Path == path }); i >= 0 {
		var said []string
		for _, raw := range in.Conflicts[i].Values {
			said = append(said, quoted(value(path, []byte(raw), w), w))
		}
		all := ""
		for n, also := range said {
			if all = also; n > 0 {
				all = w.Say("letters.also", said[0], also)
				said[0] = all
			}
		}
		if in.Conflicts[i].Derived {
			return w.Say("letters.understood_both", all)
		}
		return w.Say("letters.wrote", all)
	}
	boxed := path == streetPath && in.gaveBoxOnly()
	if !boxed && !slices.ContainsFunc(in.Problems,
		func(p quote.Problem) bool { return p.Path == path }) {
		return ""
	}
	wrong, choices := w.Say("letters.fault."+fields.Get()[key]), in.choices(path, w)
	written := Value(path, in.Application, w)
	if in.onlyCarrierRefuses(path) {
		wrong, choices = w.Say("letters.refused"), ""
		if written == "" {
			wrong = w.Say("letters.needed")
		}
	}
	if written == "" {
		return sentenceCase(wrong)
	}
	return strings.TrimSpace(w.Say("letters.understood", written, wrong) + " " + choices)
}

// quoted puts quotation marks around the customer's words. Words are longer than a value.
func quoted(said string, w Words) string {
	if strings.Count(said, " ") < 4 {
		return said
	}
	return w.Say("letters.quoted", said)
}

// choices is a sentence with the limits or deductibles that the coverage at a path is sold
// with; "" for fewer than two.
func (in Inquiry) choices(path string, w Words) string {
	sold := in.Sold(path, w)
	if len(sold) < 2 {
		return ""
	}
	last := len(sold) - 1
	return w.Say("letters.choices", strings.Join(sold[:last], ", "), sold[last])
}

// Sold lists the limits or deductibles that the coverage at a path is sold with, as people read
// them.
func (in Inquiry) Sold(path string, w Words) (list []string) {
	for _, raw := range quote.Sold(path, in.Application, in.Today) {
		list = append(list, value(path, raw, w))
	}
	return list
}

// onlyCarrierRefuses reports whether the carrier refuses the value at a path and our own
// rules accept it.
func (in Inquiry) onlyCarrierRefuses(path string) bool {
	return slices.Contains(in.Refused, path) && !slices.ContainsFunc(
		quote.Validate(in.Application, in.Today, English()),
		func(p quote.Problem) bool { return p.Path == path && p.Severity == quote.Error })
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

// capital returns s with a capital as the first letter.
func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + s[size:]
}
