package asking

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/agent/llm"
)

// Options configure how a planner asks a model.
type Options struct {
	Model   llm.Model
	Budget  Budget
	Repairs int // number of times that a wrong answer goes back to the model
	// FallBack lets the rules choose if the model fails. Otherwise a person takes the thread.
	FallBack bool
	Logger   *slog.Logger  // nil: no logs
	Words    letters.Words // for reasons; nil: the built-in English words
	Wrong    letters.Words // replies to wrong answers of the model
}

// OrRules returns the action chosen by ask. If ask fails and FallBack is set, it returns the
// action of the rules with the reason.
func (a Options) OrRules(ctx context.Context, s *agent.State,
	ask func(context.Context, *agent.State) (agent.Action, agent.Usage, error),
	rules func(context.Context, *agent.State) (agent.Action, error),
) (agent.Action, error) {
	act, spent, err := ask(ctx, s)
	if err == nil {
		act.Usage = spent
		return act, nil
	}
	if ctx.Err() != nil {
		return agent.Action{Usage: spent}, err // the next start asks again
	}
	if !a.FallBack {
		a.log().Warn("a person decides, as the model did not", "thread", s.ThreadID, "error", err)
		return agent.Action{Usage: spent}, err
	}
	a.log().Warn("the rules choose, as the model did not", "thread", s.ThreadID, "error", err)
	act, errRules := rules(ctx, s)
	act.Usage, act.ByRules = spent, err.Error()
	act.Thought = a.Words.Say("step.by_rules", act.Thought, err.Error())
	return act, errRules
}

func (a Options) log() *slog.Logger { return cmp.Or(a.Logger, slog.New(slog.DiscardHandler)) }

// Question is one question to a model, including its corrections.
type Question struct {
	Options
	Of   string                                              // requested thing, in words: "answer"
	Mask func(string) string                                 // hides private numbers from the model
	Take func(a llm.Answer, last bool) (agent.Action, error) // converts an answer to an action; the error is a message to the model
}

// Ask asks until an answer is usable or the repairs are used up.
func (q Question) Ask(ctx context.Context, s *agent.State,
	request llm.Request) (act agent.Action, spent agent.Usage, err error) {
	for bad := 0; ; bad++ {
		if why := q.Budget.Reached(s, spent, q.Words); why != "" {
			return act, spent, errors.New(why)
		}
		answer, err := q.Model.Ask(ctx, request)
		spent = spent.Plus(answer.Spent)
		if err != nil {
			return act, spent, fmt.Errorf("asking the model: %w", err)
		}
		if answer.Finish == "content_filter" {
			return act, spent, errors.New(q.Words.Say("planner.withheld"))
		}
		last := bad == q.Repairs
		act, err := q.Take(answer, last)
		if err == nil {
			return act, spent, nil
		}
		wrong := q.Mask(err.Error())
		q.log().Info("the model's "+q.Of+" can't be used", "thread", s.ThreadID, "why", wrong)
		if last {
			return act, spent, errors.New(
				q.Words.Say("planner.unusable", q.Of, strconv.Itoa(bad+1), wrong))
		}
		request.Turns = append(request.Turns, q.correction(answer, wrong)...)
	}
}

// maxEchoed limits the calls of a wrong answer that are repeated to the model.
const maxEchoed = 8

// correction returns a wrong answer and its error as turns for the model. Each call needs an
// answer.
func (q Question) correction(a llm.Answer, wrong string) []llm.Turn {
	if len(a.Calls) == 0 {
		return []llm.Turn{{Role: llm.RoleModel, Text: cmp.Or(a.Text, q.Wrong.Say("wrong.no_answer"))},
			{Role: llm.RoleUser, Text: q.Wrong.Say("wrong.answer", wrong)}}
	}
	calls := a.Calls[:min(len(a.Calls), maxEchoed)]
	turns := []llm.Turn{{Role: llm.RoleModel, Calls: calls}}
	for _, call := range calls {
		turns = append(turns, llm.Turn{Role: llm.RoleTool, Answers: call.ID,
			Text: q.Wrong.Say("wrong.call", wrong)})
	}
	return turns
}
