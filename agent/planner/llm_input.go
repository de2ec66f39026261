package planner

import (
	"errors"
	"fmt"
	"slices"

	"ppamaild/agent"
	"ppamaild/quote"
)

type inputAnswer struct {
	Questions []questionAnswer `json:"questions"`
}

type questionAnswer struct {
	Text   string  `json:"text"`
	Why    string  `json:"why"`
	Expect string  `json:"expect"`
	Path   *string `json:"path"`
	Offer  *string `json:"offer"`
}

// buildInput asks staff the model's questions, except for answered questions.
func buildInput(t *turn, a inputAnswer) (act agent.Action, err error) {
	if len(a.Questions) == 0 || len(a.Questions) > mostQuestions {
		return act, fmt.Errorf("%d questions; ask 1 to %d", len(a.Questions), mostQuestions)
	}
	var args agent.HumanInputArgs
	for _, said := range a.Questions {
		q, err := t.staffQuestion(said)
		if err != nil {
			return act, fmt.Errorf("question %q: %w", said.Text, err)
		}
		args.Questions = append(args.Questions, q)
	}
	return agent.NewAction(agent.ToolRequestHumanInput, t.p.Rules.say("step.ask_staff"), args)
}

// staffQuestion validates a question to staff.
func (t *turn) staffQuestion(said questionAnswer) (q agent.StaffQuestion, err error) {
	lines := []*string{&said.Text, &said.Why, &said.Expect}
	for _, line := range lines {
		if *line, err = t.freeText(*line); err != nil {
			return q, err
		}
	}
	q = agent.StaffQuestion{Text: said.Text, Why: said.Why, Expect: said.Expect}
	if q.Text == "" {
		return q, errors.New("it has no words")
	}
	if said.Path != nil {
		if q.Path = *said.Path; !isPath(q.Path, t.s.CustomerInfo.Case.Application) {
			return q, fmt.Errorf("%q is no path of the application", q.Path)
		}
	}
	if q.Offer, err = t.proposedValue(q.Path, said.Offer); err != nil {
		return q, err
	}
	if slices.ContainsFunc(t.s.AgentScratchpad.StaffAnswers,
		func(b agent.StaffAnswer) bool { return sameQuestion(b.StaffQuestion, q) }) {
		return q, errors.New("staff were asked that before: see answered")
	}
	return q, nil
}

// proposedValue is the value that a yes gives to a path: the model's proposal, or the repaired
// VIN.
func (t *turn) proposedValue(path string, said *string) (string, error) {
	a := t.s.CustomerInfo.Case.Application
	switch {
	case said == nil && path != "":
		return proposedVIN(a, path), nil
	case said == nil:
		return "", nil
	case path == "":
		return "", errors.New("an offer needs the path that it is for")
	}
	trial := a
	_, err := asJSON(&trial, path, *said)
	return *said, err
}

// answerView is an answer of staff in the prompt.
type answerView struct {
	Question string `json:"question"`
	Path     string `json:"path,omitempty"`
	Offer    string `json:"offer,omitempty"`
	Answer   string `json:"answer"` // "": no answer
}

func answers(s *agent.State) (all []answerView) {
	for _, b := range s.AgentScratchpad.StaffAnswers {
		all = append(all, answerView{b.Text, b.Path, b.Offer, b.Answer})
	}
	return all
}

// isAnswered reports whether staff answered anything.
func isAnswered(s *agent.State) bool {
	return slices.ContainsFunc(s.AgentScratchpad.StaffAnswers,
		func(b agent.StaffAnswer) bool { return b.Answer != "" })
}

// staffAgreed reports whether staff said yes to a value.
func staffAgreed(s *agent.State, path, value string) bool {
	return slices.ContainsFunc(s.AgentScratchpad.StaffAnswers, func(b agent.StaffAnswer) bool {
		return b.Path == path && b.Offer == value && isYes(b.Answer)
	})
}

// isNewFact reports whether a fact from staff is not in the case yet.
func isNewFact(s *agent.State, f quote.Fact) bool {
	kase := s.CustomerInfo.Case
	raw, has := kase.Application.Get(f.Path)
	return has != (f.Value != nil) || string(raw) != string(f.Value) ||
		kase.Facts[f.Path].Standing != quote.Confirmed
}
