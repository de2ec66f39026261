package planner

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"

	"ppamaild/agent"
	"ppamaild/agent/model"
)

// question is put to a model, and put again with what is wrong with its answer.
type question struct {
	Model   model.Model
	Budget  Budget
	Repairs int // how often a bad answer goes back
	Logger  *slog.Logger
	of      string                                                // what is asked for, in words: "answer"
	mask    func(string) string                                   // keeps private numbers from the model
	take    func(a model.Answer, last bool) (agent.Action, error) // makes an action of an answer; its error is for the model
}

// ask asks until an answer can be used, or may not be put right again.
func (q question) ask(ctx context.Context, s *agent.State, request model.Request) (act agent.Action, spent agent.Spent, err error) {
	for bad := 0; ; bad++ {
		if why := q.Budget.reached(s, spent); why != "" {
			return act, spent, errors.New(why)
		}
		answer, err := q.Model.Ask(ctx, request)
		spent = spent.Plus(answer.Spent)
		if err != nil {
			return act, spent, fmt.Errorf("asking the model: %w", err)
		}
		if answer.Finish == "content_filter" {
			return act, spent, errors.New("the service withheld the model's answer (content_filter)")
		}
		last := bad == q.Repairs
		act, err := q.take(answer, last)
		if err == nil {
			return act, spent, nil
		}
		wrong := q.mask(err.Error())
		q.Logger.Info("the model's "+q.of+" can't be used", "thread", s.ThreadID, "why", wrong)
		if last {
			return act, spent, fmt.Errorf("the model's %s can't be used, after %d tries: %s", q.of, bad+1, wrong)
		}
		request.Turns = append(request.Turns, back(answer, wrong)...)
	}
}

// mostEchoed bounds the calls of a bad answer that are told to the model again.
const mostEchoed = 8

// back gives a bad answer back to the model, with what is wrong: each call of it
// has to be answered.
func back(a model.Answer, wrong string) []model.Turn {
	if len(a.Calls) == 0 {
		return []model.Turn{{Role: model.RoleModel, Text: cmp.Or(a.Text, "(no answer)")}, {Role: model.RoleUser, Text: "This can't be used: " + wrong}}
	}
	calls := a.Calls[:min(len(a.Calls), mostEchoed)]
	turns := []model.Turn{{Role: model.RoleModel, Calls: calls}}
	for _, call := range calls {
		turns = append(turns, model.Turn{Role: model.RoleTool, Answers: call.ID, Text: "This was not done: " + wrong})
	}
	return turns
}
