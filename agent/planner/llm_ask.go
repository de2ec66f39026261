package planner

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/agent/quoting"
	"ppamaild/quote"
)

type askAnswer struct {
	Fields   []string `json:"fields"`
	Also     []string `json:"also"`
	Drop     []string `json:"drop"`
	Short    bool     `json:"short"`
	Language string   `json:"language"`
}

// Limits for the model's own questions.
const (
	mostQuestions   = 5
	longestQuestion = 300
)

// buildAsk asks the required questions and the model's additions. The form follows the wishes of
// staff. The model can change the form only after a rejection. Questions in the model's words get
// a review under any gate.
func buildAsk(t *turn, a askAnswer) (act agent.Action, err error) {
	ask := questions(t.s)
	onlyPeople := len(ask.Fields) == 0 && len(ask.Residents) > 0
	if t.rejection != nil && t.rejection.Stage == agent.StageInfoRequest {
		ask.Also = slices.Clone(t.s.AgentScratchpad.Ask.Also) // of the rejected call
	}
	if t.staffSaid() != nil || isAnswered(t.s) {
		ask.Drop = union(ask.Drop, a.Drop)
		isDropped := func(asked string) bool { return slices.Contains(ask.Drop, asked) }
		ask.Fields = slices.DeleteFunc(ask.Fields, isDropped)
		ask.Residents = slices.DeleteFunc(ask.Residents, isDropped)
		ask.Also = slices.DeleteFunc(ask.Also, isDropped)
		ask.Short, ask.Language = ask.Short || a.Short, cmp.Or(a.Language, ask.Language)
	}
	for _, path := range a.Fields {
		if !isPath(path, t.s.CustomerInfo.Case.Application) {
			return act, fmt.Errorf("%q is no path of the application that can be asked for", path)
		}
		if t.mayAsk(path, ask) {
			ask.Fields = append(ask.Fields, path)
			ask.Check = append(ask.Check, path) // the question shows the present value
		}
	}
	also, err := t.ownQuestions(a.Also)
	if err != nil {
		return act, err
	}
	ask.Also = union(ask.Also, also)
	switch nothing := len(ask.Fields)+ask.Count() == 0; {
	case nothing && onlyPeople && t.rejection != nil:
		return agent.NewAction(agent.ToolExtractApplication,
			t.p.Rules.say("step.requested", t.rejection.Text), quoting.ExtractArgs{Settles: true})
	case nothing:
		return act, errors.New("nothing is left to ask")
	case t.rejection != nil && t.rejection.Stage == agent.StageInfoRequest &&
		reflect.DeepEqual(ask, t.s.AgentScratchpad.Ask):
		return act, errors.New("these are the very questions that staff rejected; do what they say, or call request_human_review")
	}
	act, err = agent.NewAction(agent.ToolAskCustomer, t.p.Rules.say("step.ask"), ask)
	act.Review = len(ask.Also)+len(a.Drop) > 0
	act.Doubt = t.doubts(ask, a.Drop)
	return act, err
}

// doubts names what staff can't see in the draft: the questions in the model's words, and the
// dropped questions. After a rejection, the review shows the dropped questions as changes.
func (t *turn) doubts(ask agent.AskArgs, dropped []string) string {
	var all []string
	if len(ask.Also) > 0 {
		all = append(all, t.p.Rules.say("step.own_words", asQuoted(strings.Join(ask.Also, " "))))
	}
	if t.staffSaid() == nil && len(dropped) > 0 {
		labels := make([]string, len(dropped))
		for i, path := range dropped {
			labels[i] = letters.Label(path, t.s.CustomerInfo.Case.Application, t.p.Rules.Words)
		}
		all = append(all, t.p.Rules.say("step.dropped", strings.Join(labels, ", ")))
	}
	return strings.Join(all, "; ")
}

// mayAsk reports whether the model may add a path. A present value must be doubtful, or staff
// must have rejected something.
func (t *turn) mayAsk(path string, ask agent.AskArgs) bool {
	if slices.Contains(ask.Fields, path) || slices.Contains(ask.Drop, path) ||
		askedAsInsured(t.s, path, ask.Fields) {
		return false
	}
	return !t.s.CustomerInfo.Case.Application.Has(path) || t.staffSaid() != nil ||
		isDoubted(t.s, path)
}

// ownQuestions returns the model's questions in its own words.
func (t *turn) ownQuestions(also []string) (questions []string, err error) {
	if len(also) > mostQuestions {
		return nil, fmt.Errorf("%d questions in your own words are too many; at most %d", len(also),
			mostQuestions)
	}
	for _, q := range also {
		if q, err = t.freeText(q); err != nil {
			return nil, err
		}
		if q != "" {
			questions = append(questions, q)
		}
	}
	return questions, nil
}

// freeText returns text by the model on one line.
func (t *turn) freeText(text string) (string, error) {
	text = strings.Join(strings.Fields(text), " ")
	switch {
	case len(text) > longestQuestion:
		return "", fmt.Errorf("%.40q… is longer than %d letters", text, longestQuestion)
	case t.private.HoldsPlaceholder(text):
		return "", fmt.Errorf("%q has a placeholder that people can't read", text)
	}
	return text, nil
}

func union(a, b []string) []string {
	all := slices.Clone(a)
	for _, s := range b {
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

// isPath reports whether a path names a value of a, or of the first entry of an empty list.
func isPath(path string, a quote.Application) bool {
	if letters.Label(path, a, letters.English()) == path {
		return false
	}
	list, rest, indexed := strings.Cut(path, "[")
	if !indexed {
		return true
	}
	digits, _, _ := strings.Cut(rest, "]")
	n, err := strconv.Atoi(digits)
	return err == nil && n < max(1,
		map[string]int{"drivers": len(a.Drivers), "vehicles": len(a.Vehicles)}[list])
}
