package extract

import (
	"slices"
	"strconv"
)

// Request is one thing that the reason of a rejection asks for. Its kind is
// "shorter", "language", "add" or "drop" (a question), or "wrong" (a value).
type Request struct {
	Kind  string
	Value string   // of "language": "en" or "es"; of "drop": the number of the question, where that says which
	Paths []string // of "add" and "drop": what the question asks for; of "wrong": what is wrong
	Words string   // of "add": the question to the customer, where no path says it
}

// ReasonOf reads the reason of a rejection as the requests that the rules planner
// heeds: a question to add or to drop, a shorter mail, its language. It is nil
// where any part of the reason is something else, and for corrected facts, which
// StaffFact reads.
func ReasonOf(text string) []Request {
	d := newDocument(text)
	var requests []Request
	start := 0
	for _, end := range d.ends {
		if !d.addRequests(span{start, end}, &requests) {
			return nil
		}
		start = end
	}
	return requests
}

// addRequests reads one sentence, whose parts "and" and commas join.
func (d *document) addRequests(s span, requests *[]Request) bool {
	start := s.i
	for i := s.i; i <= s.j; i++ {
		if i < s.j && !d.is(i, ",", ";", "and", "but", "also", "&", "y") {
			continue
		}
		if part := (span{start, i}); !d.isCourtesy(part) && !d.addRequest(part, requests) {
			return false
		}
		start = i + 1
	}
	return true
}

// isCourtesy reports whether nothing is asked for in s.
func (d *document) isCourtesy(s span) bool {
	for i := s.i; i < s.j; i++ {
		if d.kind(i) != mark && !d.is(i, "please", "thanks", "thank", "you", "hi", "ok", "also", "this", "is", "it", "but", "too", "just", "and") {
			return false
		}
	}
	return true
}

// addRequest reads one part: a request, or one more thing for the one before.
func (d *document) addRequest(s span, requests *[]Request) bool {
	s = d.trimCourtesy(s)
	switch {
	case d.wholly("make shorter", s):
		*requests = append(*requests, Request{Kind: "shorter"})
		return true
	case d.wholly("in spanish", s):
		*requests = append(*requests, Request{Kind: "language", Value: "es"})
		return true
	case d.wholly("in english", s):
		*requests = append(*requests, Request{Kind: "language", Value: "en"})
		return true
	}
	if paths := d.wrongValue(s); len(paths) > 0 {
		*requests = append(*requests, Request{Kind: "wrong", Paths: paths})
		return true
	}
	for _, of := range []struct{ cue, kind string }{{"do not ask", "drop"}, {"please ask", "add"}} {
		if c, ok := d.cue(of.cue, span{s.i, s.i + 1}); ok {
			return d.addQuestion(of.kind, c, s, requests)
		}
	}
	if n := len(*requests); n > 0 && len((*requests)[n-1].Paths) > 0 {
		paths := d.pathsOf(s)
		(*requests)[n-1].Paths = append((*requests)[n-1].Paths, paths...)
		return len(paths) > 0
	}
	return false
}

// wrongValue returns what a part such as "the VIN is incorrect" or "wrong VIN" says
// is wrong, without saying what is right; nil where it says something else.
func (d *document) wrongValue(s span) []string {
	said := s
	for s.i < s.j && d.is(s.i, slices.Concat(wrongs, []string{"the", "a"})...) {
		s.i++
	}
	for s.j > s.i && (d.kind(s.j-1) == mark || d.is(s.j-1, slices.Concat(wrongs, []string{"is", "are", "looks", "seems", "correct", "right", "be", "again"})...)) {
		s.j--
	}
	wrong := false
	for i := said.i; i < said.j; i++ {
		wrong = wrong || (i < s.i || i >= s.j) && d.is(i, wrongs...)
	}
	if !wrong || s.empty() {
		return nil
	}
	return d.pathsOf(s)
}

// wrongs are the words that say that a value is not right.
var wrongs = []string{"wrong", "incorrect", "invalid", "bad", "off", "not", "isn't", "aren't", "can't", "cannot", "doubtful", "check", "recheck", "verify"}

// addQuestion adds what a question is to ask for, or no more to ask for, by the words of s
// behind the cue c. Only a question to add may be in words that name no field.
func (d *document) addQuestion(kind string, c, s span, requests *[]Request) bool {
	s.i = c.j
	whole := s
	for s.i < s.j && d.among(s.i, "whom to ask") {
		s.i++
	}
	for s.j > s.i && (d.kind(s.j-1) == mark || d.is(s.j-1, "question", "please", "too", "again", "questions", "as", "well")) {
		s.j--
	}
	if s.empty() {
		return false
	}
	if n, ok := d.number(d.skip(s.i, "#", "number")); ok && n.j == s.j && kind == "drop" && d.is(s.i-1, "question") {
		*requests = append(*requests, Request{Kind: kind, Value: strconv.Itoa(n.n)})
		return true
	}
	r, ok := Request{Kind: kind, Paths: d.pathsOf(s)}, true
	if len(r.Paths) == 0 {
		r.Words, ok = d.questionOf(c, span{whole.i, s.j})
	}
	*requests = append(*requests, r)
	return ok && (len(r.Paths) > 0 || kind == "add")
}

func (d *document) trimCourtesy(s span) span {
	for s.i < s.j && (d.kind(s.i) == mark || d.among(s.i, "courtesy") && s.j-s.i > 1) {
		s.i++
	}
	for s.j > s.i && (d.kind(s.j-1) == mark || d.is(s.j-1, "please", "thanks")) {
		s.j--
	}
	return s
}

// wholly reports whether s is the cue and nothing else.
func (d *document) wholly(cue string, s span) bool {
	c, ok := d.cue(cue, span{s.i, s.i + 1})
	return ok && c.j == s.j
}

// pathsOf returns what a question for the words of s asks for.
func (d *document) pathsOf(s span) []string {
	field, _ := d.labelOf(s)
	return fieldPaths[field]
}

// fieldPaths are the paths of each field of data/labels.txt, in the first entry
// of a list.
var fieldPaths = map[string][]string{
	"name": {"named_insured.given_name", "named_insured.surname"}, "given_name": {"named_insured.given_name"}, "surname": {"named_insured.surname"},
	"named_insured.phone": {"named_insured.phone"}, "named_insured.email": {"named_insured.email"},
	"address": {"garaging_address.street", "garaging_address.city", "garaging_address.state", "garaging_address.zip"}, "street": {"garaging_address.street"},
	"city": {"garaging_address.city"}, "state": {"garaging_address.state"}, "zip": {"garaging_address.zip"}, "effective_date": {"effective_date"},
	"date_of_birth": {"drivers[0].date_of_birth"}, "license_number": {"drivers[0].license_number"}, "license_state": {"drivers[0].license_state"},
	"years_licensed": {"drivers[0].years_licensed"}, "accidents": {"drivers[0].accidents"}, "violations": {"drivers[0].violations"},
	"accidents+violations": {"drivers[0].accidents", "drivers[0].violations"}, "relationship": {"drivers[1].relationship"},
	"vehicle": {"vehicles[0].year", "vehicles[0].make", "vehicles[0].model"}, "year": {"vehicles[0].year"}, "make": {"vehicles[0].make"}, "model": {"vehicles[0].model"},
	"trim": {"vehicles[0].trim"}, "vin": {"vehicles[0].vin"}, "cost_new": {"vehicles[0].cost_new"}, "use": {"vehicles[0].use"}, "annual_miles": {"vehicles[0].annual_miles"},
	"commute_miles_one_way": {"vehicles[0].commute_miles_one_way"}, "ownership": {"vehicles[0].ownership"},
	"coverages.bodily_injury": {"coverages.bodily_injury", "coverages.property_damage"}, "coverages.property_damage": {"coverages.property_damage"},
	"coverages.uninsured_motorist": {"coverages.uninsured_motorist"}, "coverages.medical_payments": {"coverages.medical_payments"},
	"coverages.personal_injury_protection": {"coverages.personal_injury_protection"}, "coverages.comprehensive_deductible": {comprehensive},
	"coverages.collision_deductible": {collision}, "deductibles": {comprehensive, collision}, "coverages.rental": {"coverages.rental"}, "coverages.towing": {"coverages.towing"},
	"prior_insurance.carrier": {"prior_insurance.carrier", "prior_insurance.expires"}, "prior_insurance.expires": {"prior_insurance.expires"}, "discounts": {"discounts"},
}
