package planner

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/fields"
	"ppamaild/agent/letters"
	"ppamaild/agent/quoting"
	"ppamaild/quote"
)

// askStaffFirst applies the answers of staff, or asks staff before the customer. It reports false
// if there is nothing to do.
func (p Rules) askStaffFirst(s *agent.State) (act agent.Action, found bool, err error) {
	facts, unclear := p.settledFacts(s)
	switch {
	case unclear != nil:
		act, err = p.handOver(p.say("planner.unknown_answer", asQuoted(unclear.Answer),
			asQuoted(unclear.Text)))
	case len(facts) > 0:
		act, err = agent.NewAction(agent.ToolExtractApplication, p.say("step.staff_answers"),
			quoting.ExtractArgs{Facts: facts})
	default:
		questions := p.openQuestions(s)
		if !p.AskStaff || len(questions) == 0 {
			return act, false, nil
		}
		act, err = agent.NewAction(agent.ToolRequestHumanInput, p.say("step.ask_staff"),
			agent.HumanInputArgs{Questions: questions})
	}
	return act, true, err
}

// openQuestions returns new questions to staff about repairable VINs.
func (p Rules) openQuestions(s *agent.State) (questions []agent.StaffQuestion) {
	a := s.CustomerInfo.Case.Application
	for i, v := range a.Vehicles {
		vin := quote.CheckVIN(v.VIN)
		if vin.Proposal == "" {
			continue
		}
		path := fmt.Sprintf("vehicles[%d].vin", i)
		q := agent.StaffQuestion{
			Text: p.say("planner.is_it_vin",
				letters.Label(path, a, letters.English()), vin.Value, vin.Proposal),
			Why:    p.say("planner.vin_letters", vin.Problem(p.Words)),
			Expect: p.say("planner.vin_answers"),
			Path:   path, Offer: vin.Proposal,
		}
		if !slices.ContainsFunc(s.AgentScratchpad.StaffAnswers,
			func(b agent.StaffAnswer) bool { return sameQuestion(b.StaffQuestion, q) }) {
			questions = append(questions, q)
		}
	}
	return questions
}

// sameQuestion reports whether two questions are about the same value.
func sameQuestion(a, b agent.StaffQuestion) bool {
	return a.Text == b.Text ||
		a.Path != "" && a.Path == b.Path && a.Offer != "" && a.Offer == b.Offer
}

// settledFacts returns the facts in the answers of staff about unchanged values, and the first
// answer that is not understood.
func (p Rules) settledFacts(s *agent.State) (facts []quote.Fact, unclear *agent.StaffAnswer) {
	a := s.CustomerInfo.Case.Application
	for _, b := range s.AgentScratchpad.StaffAnswers {
		if b.Path == "" || !isInvalid(s, b.Path) || leavesOpen(b.Answer) {
			continue
		}
		said := b.Answer
		if isYes(said) {
			said = b.Offer
		}
		vin := quote.CheckVIN(strings.TrimRight(said, "."))
		read, err := fields.Reader{Words: p.Words, Today: b.At}.Line(a, b.Path, vin.Value)
		if !vin.Valid || err != nil {
			return nil, &b
		}
		if raw, _ := a.Get(b.Path); len(read) != 1 || string(raw) != string(read[0].Value) {
			facts = append(facts, read...)
		}
	}
	return facts, nil
}

// isInvalid reports whether the value at a path is still invalid.
func isInvalid(s *agent.State, path string) bool {
	return proposedVIN(s.CustomerInfo.Case.Application, path) != ""
}

// proposedVIN returns the repaired VIN for a path, or "".
func proposedVIN(a quote.Application, path string) string {
	raw, _ := a.Get(path)
	var vin string
	if !strings.HasSuffix(path, ".vin") || json.Unmarshal(raw, &vin) != nil {
		return ""
	}
	return quote.CheckVIN(vin).Proposal
}

func isYes(answer string) bool {
	return slices.Contains([]string{"yes", "y", "yes it is", "correct", "right", "ok"},
		bareAnswer(answer))
}

// leftToCustomer returns the paths that staff want the customer to answer.
func leftToCustomer(s *agent.State) (paths []string) {
	for _, b := range s.AgentScratchpad.StaffAnswers {
		if b.Answer != "" && b.Path != "" && leavesOpen(b.Answer) && isInvalid(s, b.Path) &&
			!slices.Contains(paths, b.Path) {
			paths = append(paths, b.Path)
		}
	}
	return paths
}

// leavesOpen reports whether staff leave a question to the customer.
func leavesOpen(answer string) bool {
	return slices.Contains([]string{"", "ask", "ask her", "ask him", "ask them", "ask the customer",
		"no", "n", "no idea",
		"i don't know", "don't know", "not sure", "unknown"}, bareAnswer(answer))
}

// bareAnswer returns an answer in lower case, without courtesies and punctuation.
func bareAnswer(answer string) string {
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(answer, ",", " ")))
	words = slices.DeleteFunc(words, func(w string) bool { return w == "please" })
	return strings.Trim(strings.Join(words, " "), ` .!"'`)
}
