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
	"ppamaild/agent/quoting"
	"ppamaild/carrier"
	"ppamaild/quote"
	"ppamaild/reading"
)

// heed does a rejected step again as its reason asks. A reason that is not
// understood whole goes to a person at once, who is told so.
func (p Rules) heed(s *agent.State, f agent.Feedback) (agent.Action, error) {
	known, message := before(s, f.Stage)
	if facts, understood := reading.StaffFact(f.Text, known, f.At,
		cmp.Or(p.Location, time.UTC)); understood {
		return agent.NewAction(agent.ToolExtractApplication, "staff corrected a fact: "+f.Text,
			quoting.ExtractArgs{Message: message, Facts: facts})
	}
	if f.Stage == agent.StageHumanInput && f.Text == "" {
		return p.advance(s) // without answers
	}
	requests := reading.ReasonOf(f.Text, known.Application)
	if len(requests) == 0 {
		return beyondRules(f)
	}
	if requests[0].Kind == "wrong" {
		return checkAgain(s, f, requests)
	}
	switch f.Stage {
	case agent.StageInfoRequest:
		return askAgain(s.AgentScratchpad.Ask, f, numbered(s, requests))
	case agent.StageQuote:
		return quoteAgain(s, f, requests)
	}
	return beyondRules(f)
}

// before is what staff had before them: the case, and where the reading of
// a mail was rejected, what it would have added, and that mail, which is then read
// again.
func before(s *agent.State, stage agent.Stage) (quote.Case, string) {
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

// numbered finds out what the questions ask for that are named by their numbers.
func numbered(s *agent.State, requests []reading.Request) []reading.Request {
	for i, r := range requests {
		if n, err := strconv.Atoi(r.Value); err == nil {
			requests[i].Paths = s.Inquiry().QuestionPaths(s.AgentScratchpad.Ask.Fields, n)
		}
	}
	return requests
}

// askAgain puts the questions that were rejected as staff want them.
func askAgain(ask agent.AskArgs, f agent.Feedback,
	requests []reading.Request) (agent.Action, error) {
	was := ask.Short
	for _, r := range requests {
		if r.Kind == "shorter" && was {
			return beyondRules(f, "the mail can't be made any shorter")
		}
		if !change(&ask, r) {
			return beyondRules(f)
		}
	}
	if len(ask.Fields)+len(ask.Also) == 0 {
		return handOver(fmt.Sprintf("after %s nothing is left to ask", asSaid(f.Text)))
	}
	return agent.NewAction(agent.ToolAskCustomer, "as staff asked: "+f.Text, ask)
}

// checkAgain asks the customer about values that staff say are wrong, without
// saying what is right, besides whatever is to be asked anyway.
func checkAgain(s *agent.State, f agent.Feedback,
	requests []reading.Request) (agent.Action, error) {
	ask := toAsk(s)
	if f.Stage == agent.StageInfoRequest {
		ask = s.AgentScratchpad.Ask
	}
	ask.Fields, ask.Check = slices.Clone(ask.Fields), slices.Clone(ask.Check) // what is kept in the state is not to be written into
	for _, r := range requests {
		if r.Kind != "wrong" {
			return beyondRules(f)
		}
		for _, path := range inCall(s, r.Paths) {
			ask.Check = append(ask.Check, path)
			if !slices.Contains(ask.Fields, path) {
				ask.Fields = append(ask.Fields, path)
			}
		}
	}
	return agent.NewAction(agent.ToolAskCustomer, "staff say that it is wrong: "+f.Text, ask)
}

// inCall returns those of paths that are of the driver or vehicle that the rejected call
// was about; all where none is, as where staff name another one.
func inCall(s *agent.State, paths []string) []string {
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

// quoteAgain writes the quote in another language, or asks first what staff want
// to know. A price does not get any shorter.
func quoteAgain(s *agent.State, f agent.Feedback,
	requests []reading.Request) (agent.Action, error) {
	ask := agent.AskArgs{Fields: []string{}, Language: s.AgentScratchpad.Ask.Language}
	for _, r := range requests {
		if r.Kind == "shorter" {
			return beyondRules(f, "a quote can't be made any shorter")
		}
		if r.Kind != "add" && r.Kind != "language" || !change(&ask, r) {
			return beyondRules(f)
		}
	}
	switch q := s.AgentScratchpad.Quote; {
	case len(ask.Fields)+len(ask.Also) > 0:
		return agent.NewAction(agent.ToolAskCustomer, "as staff asked: "+f.Text, ask)
	case q != nil:
		return agent.NewAction(agent.ToolSendQuote, "as staff asked: "+f.Text,
			quoting.SendQuoteArgs{QuoteID: q.ID, Language: ask.Language})
	}
	return beyondRules(f)
}

// change changes what is asked, and how, as one request wants it; false if that
// can't be done.
func change(ask *agent.AskArgs, r reading.Request) bool {
	// What is kept in the state is not to be written into.
	ask.Fields, ask.Also, ask.Drop = slices.Clone(ask.Fields), slices.Clone(ask.Also),
		slices.Clone(ask.Drop)
	switch r.Kind {
	case "shorter":
		ask.Short = true
	case "language":
		ask.Language = r.Value
	case "add":
		if len(r.Paths) == 0 {
			ask.Also = append(ask.Also, r.Words)
		}
		for _, path := range r.Paths {
			ask.Drop = slices.DeleteFunc(ask.Drop, func(d string) bool { return d == path })
			if !slices.Contains(ask.Fields, path) {
				ask.Fields = append(ask.Fields, path)
			}
		}
	case "drop":
		before := len(ask.Fields)
		ask.Fields = slices.DeleteFunc(ask.Fields,
			func(f string) bool { return slices.Contains(r.Paths, f) })
		ask.Drop = append(ask.Drop, r.Paths...)
		return len(ask.Fields) < before
	default:
		return false
	}
	return true
}

// beyondRules calls a person for a reason that is not heeded, and says why where that is
// known.
func beyondRules(f agent.Feedback, why ...string) (agent.Action, error) {
	said := fmt.Sprintf("the reason %s is beyond what the rules can act on for %s", asSaid(f.Text),
		strings.ReplaceAll(string(f.Stage), "_", " "))
	if strings.TrimSpace(f.Text) == "" {
		said = "it was rejected without a reason, so nothing says what to do otherwise"
	}
	return handOver(strings.Join(append([]string{said}, why...), ": "))
}

// asSaid is what staff wrote, as a part of a sentence.
func asSaid(text string) string { return `"` + strings.Join(strings.Fields(text), " ") + `"` }
