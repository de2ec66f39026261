package planner

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/fields"
	"ppamaild/agent/quoting"
	"ppamaild/carrier"
	"ppamaild/lazy"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading/staff"
)

// applyRejection repeats a rejected step as the reason asks. A reason without any understood part
// goes to a person.
func (p Rules) applyRejection(s *agent.State, f agent.Feedback) (agent.Action, error) {
	known, message := rejectedCase(s, f.Stage)
	facts, why := p.corrections(f, known)
	if why != "" {
		return p.beyondRules(f, why)
	}
	if f.Stage == agent.StageHumanInput && f.Text == "" {
		return p.advance(s) // continue without answers
	}
	var requests []staff.Request
	if len(facts) == 0 {
		requests = requestsIn(s, f, f.Text, known.Application)
	}
	var left []string
	if len(facts)+len(requests) == 0 {
		facts, requests, left = p.byClause(s, f, known)
	}
	if len(facts) > 0 && message == "" && changesNothing(s, known, facts) {
		return p.beyondRules(f, p.say("planner.changes_nothing"))
	}
	act, err := p.repeat(s, f, quoting.ExtractArgs{Message: message, Facts: facts}, requests)
	act.Unapplied, act.Corrected = left, p.changes(known, facts)
	return act, err
}

// changes describes the values that staff correct, for the next review.
func (p Rules) changes(known quote.Case, facts []quote.Fact) []fields.Change {
	corrected := known
	_ = corrected.ApplyAll(facts) // the tool reports an invalid fact
	return fields.Reader{Words: p.Words}.Changed(known.Application, corrected.Application, facts)
}

// repeat corrects the facts, or else repeats the rejected step with the requests of staff.
func (p Rules) repeat(s *agent.State, f agent.Feedback, corrected quoting.ExtractArgs,
	requests []staff.Request) (agent.Action, error) {
	switch {
	case len(corrected.Facts) > 0:
		return agent.NewAction(agent.ToolExtractApplication, p.say("step.corrected", f.Text),
			corrected)
	case len(requests) == 0:
		return p.beyondRules(f)
	case requests[0].Kind == "wrong":
		return p.recheckValues(s, f, requests)
	case f.Stage == agent.StageInfoRequest:
		return p.repeatQuestions(s, f, byNumber(s, requests))
	case f.Stage == agent.StageQuote:
		return p.repeatQuote(s, f, requests)
	case requests[0].Kind == "shorter":
		return p.beyondRules(f, p.say("planner.mail_short"))
	}
	return p.beyondRules(f)
}

// corrections returns the corrected values in a reason: lines "name: value" or words. why
// explains a line without a value.
func (p Rules) corrections(f agent.Feedback, known quote.Case) (facts []quote.Fact, why string) {
	zone := cmp.Or(p.Location, time.UTC)
	facts, err := fields.Reader{Words: p.Words, Today: f.At.In(zone)}.Read(known, f.Text)
	switch {
	case len(facts) > 0:
		return facts, ""
	case err != nil && fields.AreShort(f.Text):
		return nil, err.Error()
	}
	facts, _ = staff.Fact(orders.ReplaceAllString(f.Text, ""), known, f.At, zone)
	asked := fields.Reader{Words: p.Words}.Orders(known.Application, f.Text)
	ofCar := func(f quote.Fact) bool { return strings.Contains(f.Path, "].coverages.") }
	said := everyCar.ReplaceAllString(f.Text, "")
	switch {
	case len(facts)+len(asked) == 0 && said != f.Text:
		f.Text = said
		facts, _ = p.corrections(f, known)
		if slices.ContainsFunc(facts, isOfEntry) {
			return nil, ""
		}
	case len(facts) == 0 || slices.ContainsFunc(asked, ofCar):
		return asked, ""
	case len(known.Application.Drivers) > 1 && countDrivers(facts) == 1 &&
		each.MatchString(f.Text) && !namesDriver(known.Application, f.Text):
		return nil, "" // "licensed 20 years both"
	}
	return facts, ""
}

// orders matches words before a value that change nothing: "call it 8k miles", "go up to 250/500".
var orders = lazyregexp.MustCompile(`(?i)\b(?:call it|(?:bump it|go|raise it) (?:up |down )?to) `)

var (
	// everyCar matches words for all cars. A coverage counts for all cars anyway.
	everyCar = lazyregexp.MustCompile(`(?i) (?:on|to|for) ` +
		`(?:(?:both|all)(?: the)?|each|every|the two) (?:cars?|vehicles?|autos?)\b`)
	each = lazyregexp.MustCompile(`(?i)\b(?:both|each|every\w*)\b`)
)

func isOfEntry(f quote.Fact) bool { return !strings.HasPrefix(f.Path, "coverages.") }

// changesNothing reports whether each fact is known already.
func changesNothing(s *agent.State, known quote.Case, facts []quote.Fact) bool {
	return !slices.ContainsFunc(facts, func(f quote.Fact) bool {
		was, _ := known.Application.Get(f.Path)
		open := func(c quote.Conflict) bool { return c.Path == f.Path }
		return string(was) != string(f.Value) || slices.ContainsFunc(s.AgentScratchpad.Conflicts, open) ||
			known.Facts[f.Path].Standing == quote.Assumed
	})
}

// rejectedCase returns the case that staff saw. For a rejected reading, it includes the rejected
// facts and returns the mail to read again.
func rejectedCase(s *agent.State, stage agent.Stage) (quote.Case, string) {
	known := s.CustomerInfo.Case
	if stage != agent.StageInfoAnalysis || !isIdentified(s.AgentScratchpad) ||
		s.LastToolOutputs == nil {
		return known, ""
	}
	var read struct {
		Facts []quote.Fact `json:"facts"`
	}
	if err := json.Unmarshal(s.LastToolOutputs.Data, &read); err != nil {
		return known, ""
	}
	if errors.Join(known.ApplyAll(read.Facts)...) != nil {
		return s.CustomerInfo.Case, ""
	}
	return known, s.AgentScratchpad.Identified
}

// repeatQuestions asks the rejected questions as staff want them.
func (p Rules) repeatQuestions(s *agent.State, f agent.Feedback,
	requests []staff.Request) (agent.Action, error) {
	was := s.AgentScratchpad.Ask
	ask := was
	for _, r := range requests {
		if r.Kind == "shorter" && was.Short {
			return p.beyondRules(f, p.say("planner.mail_short"))
		}
		if n := questionsAbout(s, r.Paths); r.Kind == "drop" && n > 1 && isOne(f.Text) {
			return p.beyondRules(f, p.say("planner.several_questions", strconv.Itoa(n)))
		}
		if !applyRequest(&ask, r) {
			return p.beyondRules(f)
		}
	}
	if len(ask.Fields)+ask.Count() == 0 {
		if len(was.Residents) > 0 && len(was.Fields) == 0 {
			return agent.NewAction(agent.ToolExtractApplication, p.say("step.requested", f.Text),
				quoting.ExtractArgs{Settles: true})
		}
		return p.handOver(p.say("planner.nothing_to_ask", asQuoted(f.Text)))
	}
	again := ask
	if s.LanguageFor(ask.Language) == s.LanguageFor(was.Language) {
		again.Language = was.Language
	}
	if agent.Encoded(again) == agent.Encoded(was) && !s.AgentScratchpad.RejectionsLifted {
		return p.beyondRules(f, p.say("planner.same_draft"))
	}
	return agent.NewAction(agent.ToolAskCustomer, p.say("step.requested", f.Text), ask)
}

// questionsAbout counts the questions of the rejected draft that ask for the same one of the paths,
// such as the birth date, of several drivers or vehicles.
func questionsAbout(s *agent.State, paths []string) (n int) {
	in, fields := s.Inquiry(), s.AgentScratchpad.Ask.Fields
	asked := map[string]int{}
	for i := range in.Group(fields) {
		names := map[string]bool{}
		for _, path := range in.QuestionPaths(fields, i+1) {
			if slices.Contains(paths, path) {
				names[path[strings.LastIndexByte(path, '.')+1:]] = true
			}
		}
		for name := range names {
			asked[name]++
			n = max(n, asked[name])
		}
	}
	return n
}

// isOne reports whether a text speaks of one thing: "the birth date" and not "the birth dates".
func isOne(text string) bool {
	return ofOne.MatchString(ofWhom.ReplaceAllString(text, "")) && !ofSeveral.MatchString(text)
}

var (
	ofOne     = lazyregexp.MustCompile(`(?i)\b(?:the|that|this|his|her)\b`)
	ofWhom    = lazyregexp.MustCompile(`(?i)\bask (?:her|the (?:customer|client))\b`)
	ofSeveral = lazyregexp.MustCompile(`(?i)\b(?:both|all|any|each|every\w*|either|their|them|` +
		`questions|(?:the|his|her) (?:\w+ ){0,2}\w+[^s\W]s)\b`)
)

// recheckValues asks the customer about wrong values for which staff named no correction, with
// all other questions.
func (p Rules) recheckValues(s *agent.State, f agent.Feedback,
	requests []staff.Request) (agent.Action, error) {
	ask := questions(s)
	if f.Stage == agent.StageInfoRequest {
		ask = s.AgentScratchpad.Ask
	}
	ask.Fields, ask.Check = slices.Clone(ask.Fields), slices.Clone(ask.Check) // must not modify the state
	for _, r := range requests {
		if r.Kind != "wrong" {
			return p.beyondRules(f)
		}
		for _, path := range ofRejectedCall(s, r.Paths) {
			ask.Check = append(ask.Check, path)
			if !slices.Contains(ask.Fields, path) {
				ask.Fields = append(ask.Fields, path)
			}
		}
	}
	return agent.NewAction(agent.ToolAskCustomer, p.say("step.wrong", f.Text), ask)
}

// ofRejectedCall returns the paths of the driver or vehicle in the rejected call. It returns all
// paths if staff name another driver or vehicle.
func ofRejectedCall(s *agent.State, paths []string) []string {
	called, a := "", s.CustomerInfo.Case.Application
	for i, d := range a.Drivers {
		if isCall(s.PlannedToolInputs, carrier.AddDriver{Driver: d}) {
			called = fmt.Sprintf("drivers[%d].", i)
		}
	}
	for i, v := range a.Vehicles {
		if isCall(s.PlannedToolInputs, carrier.AddVehicle{Vehicle: v}) {
			called = fmt.Sprintf("vehicles[%d].", i)
		}
	}
	of := slices.DeleteFunc(slices.Clone(paths),
		func(path string) bool { return !strings.HasPrefix(path, called) })
	if len(of) == 0 {
		return paths
	}
	return of
}

func isCall(act *agent.Action, call carrier.Call) bool {
	raw, err := json.Marshal(call)
	return err == nil && act != nil && act.Tool == call.Name() && string(raw) == string(act.Args)
}

// repeatQuote writes the quote in another language, or first asks the questions of staff. A quote
// can't get shorter.
func (p Rules) repeatQuote(s *agent.State, f agent.Feedback,
	requests []staff.Request) (agent.Action, error) {
	ask := agent.AskArgs{Fields: []string{}, Language: s.AgentScratchpad.Ask.Language}
	was := s.LanguageFor(ask.Language)
	for _, r := range requests {
		if r.Kind == "shorter" {
			return p.beyondRules(f, p.say("planner.quote_short"))
		}
		if r.Kind != "add" && r.Kind != "language" || !applyRequest(&ask, r) {
			return p.beyondRules(f)
		}
	}
	switch q := s.AgentScratchpad.Quote; {
	case len(ask.Fields)+len(ask.Also) > 0:
		return agent.NewAction(agent.ToolAskCustomer, p.say("step.requested", f.Text), ask)
	case q != nil && s.LanguageFor(ask.Language) == was && !s.AgentScratchpad.RejectionsLifted:
		return p.beyondRules(f, p.say("planner.same_draft"))
	case q != nil:
		return agent.NewAction(agent.ToolSendQuote, p.say("step.requested", f.Text),
			quoting.SendQuoteArgs{QuoteID: q.ID, Language: ask.Language})
	}
	return p.beyondRules(f)
}

// bareNoun matches a request for something without a word such as "the" or "your".
var bareNoun = lazyregexp.MustCompile(`^(Please give us )(?:([a-z ]+) of )?([a-z]+\b[^']*)$`)

// plainRequest completes a request to the customer in the words of staff: "Please give us email of
// spouse." becomes "Please give us the email of your spouse."
func plainRequest(said string) string {
	m := bareNoun.FindStringSubmatch(said)
	if m == nil || determiners.Has(firstWord(cmp.Or(m[2], m[3]))) {
		return said
	}
	if m[2] == "" {
		return m[1] + "your " + m[3]
	}
	if !determiners.Has(firstWord(m[3])) {
		m[3] = "your " + m[3]
	}
	return m[1] + "the " + m[2] + " of " + m[3]
}

func firstWord(s string) string { return strings.Fields(s)[0] }

// determiners are first words of a request that needs no "your".
var determiners = lazy.Set("the a an your any all both each every some more another other this " +
	"that these those proof photos pictures copies details information one two three")

// applyRequest changes the questions or their form for one request. It reports false for an
// impossible request.
func applyRequest(ask *agent.AskArgs, r staff.Request) bool {
	// must not modify the state
	ask.Fields, ask.Also, ask.Drop = slices.Clone(ask.Fields), slices.Clone(ask.Also),
		slices.Clone(ask.Drop)
	switch r.Kind {
	case "shorter":
		ask.Short = true
	case "language":
		ask.Language = r.Value
	case "add":
		if len(r.Paths) == 0 {
			ask.Also = append(ask.Also, plainRequest(r.Words))
		}
		for _, path := range r.Paths {
			ask.Drop = slices.DeleteFunc(ask.Drop, func(d string) bool { return d == path })
			if !slices.Contains(ask.Fields, path) {
				ask.Fields = append(ask.Fields, path)
			}
		}
	case "drop":
		before := len(ask.Fields) + ask.Count()
		if r.Words != "" && r.Words == strings.Join(ask.Residents, " ") {
			ask.Drop, ask.Residents = append(ask.Drop, ask.Residents...), nil
		}
		ask.Also = slices.DeleteFunc(ask.Also, func(also string) bool { return also == r.Words })
		ask.Fields = slices.DeleteFunc(ask.Fields,
			func(f string) bool { return slices.Contains(r.Paths, f) })
		ask.Drop = append(ask.Drop, r.Paths...)
		return len(ask.Fields)+ask.Count() < before
	default:
		return false
	}
	return true
}

// beyondRules gives the thread to a person, because the rules can't act on the reason.
func (p Rules) beyondRules(f agent.Feedback, why ...string) (agent.Action, error) {
	said := p.say("planner.unknown_reason", asQuoted(f.Text))
	if strings.TrimSpace(f.Text) == "" {
		said = p.say("planner.no_reason")
	}
	return p.handOver(strings.Join(append([]string{said}, why...), ": "))
}

// asQuoted writes text from staff as part of a sentence.
func asQuoted(text string) string { return `"` + strings.Join(strings.Fields(text), " ") + `"` }
