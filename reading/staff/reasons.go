package staff

import (
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading/cover"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// Request is one change that a reason for rejection requests. Kind is "shorter", "language",
// "add" or "drop" (a question), or "wrong" (a value).
type Request struct {
	Kind  string
	Value string   // "language": "en" or "es"; "drop": the number of the question, if staff name a number
	Paths []string // "add" and "drop": the fields of the question; "wrong": the fields with a wrong value
	Words string   // "add": the question to the customer, if no path covers the question
}

// ReasonOf reads the reason for a rejection as requests to the rules planner: add or drop a
// question, write a shorter mail, change the language. ReasonOf returns nil if any part of the reason
// is something else. Fact reads corrected facts. The known application decides to which driver or
// vehicle a value belongs.
func ReasonOf(body string, known quote.Application) []Request {
	var requests []Request
	if failed := text.Bounded(func() { requests = reasonOf(body, known) }); failed != "" {
		return nil
	}
	return requests
}

func reasonOf(body string, known quote.Application) []Request {
	r := reason{Text: find.New(body), known: &known}
	start := 0
	for _, end := range r.Ends {
		if s := (text.Between(start, end)); !r.addDirect(s) && !r.addRequests(s) {
			return nil
		}
		start = end
	}
	return r.requests
}

type reason struct {
	*find.Text
	known    *quote.Application
	requests []Request
}

func (r *reason) add(q Request) { r.requests = append(r.requests, q) }

func (r *reason) addRequests(s text.Span) bool {
	start := s.I
	for i := s.I; i <= s.J; i++ {
		if i < s.J && !r.Is(i, ",", ";", "and", "but", "also", "&", "y") {
			continue
		}
		if part := (text.Between(start, i)); !isCourtesy(r.Text, part) && !r.addRequest(part) {
			return false
		}
		start = i + 1
	}
	return true
}

func isCourtesy(d *find.Text, s text.Span) bool {
	for i := s.I; i < s.J; i++ {
		if d.Kind(i) != text.Mark && !d.Is(i, "please", "can", "could", "would", "thanks", "thank", "you", "hi", "ok", "also", "this", "is", "it", "but", "too", "just", "and", "sorry", "oops", "por", "favor", "gracias", "perdón") {
			return false
		}
	}
	return true
}

// addRequest reads one part: a request, or one more field for the previous request.
func (r *reason) addRequest(s text.Span) bool {
	s = trimCourtesy(r.Text, s)
	for _, of := range []struct {
		cue string
		Request
	}{{"make shorter", Request{Kind: "shorter"}}, {"in spanish", Request{Kind: "language", Value: "es"}}, {"in english", Request{Kind: "language", Value: "en"}}} {
		if wholly(r.Text, of.cue, s) {
			r.add(of.Request)
			return true
		}
	}
	if paths := r.wrongValue(s); len(paths) > 0 {
		r.add(Request{Kind: "wrong", Paths: paths})
		return true
	}
	for _, of := range []struct{ cue, kind string }{{"do not ask", "drop"}, {"please ask", "add"}} {
		if c, ok := r.Cue(of.cue, text.Between(s.I, s.I+1)); ok {
			return r.addQuestion(of.kind, c, s)
		}
	}
	if n := len(r.requests); n > 0 && len(r.requests[n-1].Paths) > 0 {
		paths := r.pathsOf(s)
		r.requests[n-1].Paths = append(r.requests[n-1].Paths, paths...)
		return len(paths) > 0
	}
	return false
}

// wrongValue returns the paths that a part such as "the VIN is incorrect" or "wrong VIN" calls wrong
// without the right value. wrongValue returns nil if the part says something else.
func (r *reason) wrongValue(s text.Span) []string {
	said := s
	for s.I < s.J && r.Is(s.I, slices.Concat(wrongs, []string{"the", "a"})...) {
		s.I++
	}
	for s.J > s.I && (r.Kind(s.J-1) == text.Mark || r.Is(s.J-1, slices.Concat(wrongs, []string{"is", "are", "looks", "seems", "correct", "right", "be", "again"})...)) {
		s.J--
	}
	wrong := false
	for i := said.I; i < said.J; i++ {
		wrong = wrong || (i < s.I || i >= s.J) && r.Is(i, wrongs...)
	}
	if !wrong || s.Empty() {
		return nil
	}
	return r.pathsOf(s)
}

var wrongs = []string{"wrong", "incorrect", "invalid", "bad", "off", "not", "isn't", "aren't", "can't", "cannot", "doubtful", "check", "recheck", "verify"}

// addQuestion adds a request to add or drop the question that the words of s behind the cue c name.
// Only a question to add may be in words that name no field.
func (r *reason) addQuestion(kind string, c, s text.Span) bool {
	s.I = c.J
	whole := s
	for s.I < s.J && r.Among(s.I, "whom to ask") {
		s.I++
	}
	for s.J > s.I && (r.Kind(s.J-1) == text.Mark || r.Is(s.J-1, "question", "please", "too", "again", "questions", "as", "well")) {
		s.J--
	}
	if s.Empty() {
		return false
	}
	if n, ok := find.NumberAt(r.Text, r.Skip(s.I, "#", "number")); ok && n.J == s.J && kind == "drop" && r.Is(s.I-1, "question") {
		r.add(Request{Kind: kind, Value: strconv.Itoa(n.N)})
		return true
	}
	q, ok := Request{Kind: kind, Paths: r.pathsOf(s)}, true
	if len(q.Paths) == 0 {
		q.Words, ok = questionOf(r.Text, c, text.Between(whole.I, s.J))
	}
	if kind == "add" {
		q.Paths = r.lacking(q.Paths)
	}
	r.add(q)
	return ok && (len(q.Paths) > 0 || kind == "add")
}

// direct matches a question to the customer in the words of staff, behind a mark.
var direct = lazyregexp.MustCompile(`(?is)^\W*(?:please |also |can you |could you |then |you forgot to |(?:we |you )?need to |don't forget to )*(?:ask|add|include)\b[^:"“?.!\n]{0,40}[:"“]\s*["“]?([^"“”?]{8,300}\?)["”]?\s*$`)

var toYou = lazyregexp.MustCompile(`(?i)\b(?:you|your|yours|usted|su|sus)\b`)

// addDirect reads a sentence that gives a question word for word: "add: Do you rent or own
// your home?" addRequest reads questions that name a field of the application.
func (r *reason) addDirect(s text.Span) bool {
	m := direct.FindStringSubmatch(r.Raw(s))
	if m == nil || !toYou.MatchString(m[1]) {
		return false
	}
	for i := s.I; i < s.J; i++ {
		if r.Is(i, ":", "\"", "“") && len(r.pathsOf(text.Between(i+1, s.J))) > 0 {
			return false
		}
	}
	r.add(Request{Kind: "add", Words: sentenceCased(text.SingleBlanks(m[1]))})
	return true
}

func sentenceCased(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

func trimCourtesy(d *find.Text, s text.Span) text.Span {
	for s.I < s.J && (d.Kind(s.I) == text.Mark || d.Among(s.I, "courtesy") && s.J-s.I > 1) {
		s.I++
	}
	for s.J > s.I && (d.Kind(s.J-1) == text.Mark || d.Is(s.J-1, "please", "thanks", "gracias", "por", "favor")) {
		s.J--
	}
	return s
}

func wholly(d *find.Text, cue string, s text.Span) bool {
	c, ok := d.Cue(cue, text.Between(s.I, s.I+1))
	return ok && c.J == s.J
}

// fieldPaths maps each field of data/labels.txt to paths, with the first entry of a list.
var fieldPaths = lazy.Value[map[string][]string]{New: func() map[string][]string {
	return map[string][]string{
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
		"coverages.personal_injury_protection": {"coverages.personal_injury_protection"}, "coverages.comprehensive_deductible": {cover.Comprehensive},
		"coverages.collision_deductible": {cover.Collision}, "deductibles": {cover.Comprehensive, cover.Collision}, "coverages.rental": {"coverages.rental"}, "coverages.towing": {"coverages.towing"},
		"prior_insurance.carrier": {"prior_insurance.carrier", "prior_insurance.expires"}, "prior_insurance.expires": {"prior_insurance.expires"}, "discounts": {"discounts"},
	}
}}
