package team

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"ppamaild/agent/llm"
	"ppamaild/agent/task"
	"ppamaild/templates"
)

// analysisAgent combines the results of the other agents. It uses a model if there is one. Rules
// replace a missing or unsupported analysis.
type analysisAgent struct {
	agent Agent
	team  *Team
}

func (w *analysisAgent) about() *Agent                   { return &w.agent }
func (w *analysisAgent) down(context.Context) string     { return "" }
func (w *analysisAgent) writes(context.Context) []string { return nil }

func (w *analysisAgent) run(ctx context.Context, a task.Assignment) task.Result {
	related, quality := task.Relate(a.Earlier, a.Task.Own, w.team.o.Words)
	r := task.Result{Status: task.Found, Meta: task.Meta{Service: "rules", Quality: quality}}
	found := task.Outline(a.Earlier, related, w.team.o.Words)
	if w.team.o.Model == nil {
		if a.Feedback != "" {
			found.Summary += "\n\n" + w.team.say("agents.feedback_no_model", a.Feedback)
		}
	} else if said, spent, err := w.ask(ctx, a, related); err != nil {
		r.Meta.Usage = spent
		r.Error = w.team.say("agents.model_unused", err.Error())
		found.Summary += "\n\n" + w.team.say("agents.model_unusable")
	} else {
		found, r.Meta.Service, r.Meta.Usage = said, w.team.o.ModelName, spent
	}
	r.Summary, r.Data = found.Summary, asJSON(found)
	return r
}

const findingsSchema = `{"type":"object","properties":{"executive_summary":{"type":"string"},
	"recommendations":{"type":"array","items":{"type":"string"}},"not_heeded":{"type":"string"}},
	"required":["executive_summary","recommendations","not_heeded"],"additionalProperties":false}`

// ask asks a model for findings. Unsupported findings after one correction are an error.
func (w *analysisAgent) ask(ctx context.Context, a task.Assignment,
	related []task.Correlation) (f task.Findings, spent task.Usage, err error) {
	system, err := w.team.o.Prompts.Analysis(templates.PromptAgent{Agency: w.team.o.Agency,
		Name: a.Step.Agent})
	if err != nil {
		return f, spent, err
	}
	t, err := w.team.newChat(a, system, related)
	if err != nil {
		return f, spent, err
	}
	var said struct {
		task.Findings
		NotFollowed string `json:"not_heeded"`
	}
	t.useTools(nil, ending{
		llm.Tool{Name: "report_findings", Description: w.team.tell("tool.report_findings"),
			Schema: json.RawMessage(findingsSchema)},
		func(args json.RawMessage) (string, error) {
			if err := readArguments(json.RawMessage(findingsSchema), args, &said); err != nil {
				return "", err
			}
			return strings.Join(append([]string{said.Summary, said.NotFollowed},
				said.Recommendations...), "\n"), nil
		},
	})
	err = t.run(ctx)
	spent = task.Usage(t.spent)
	if err != nil {
		return f, spent, err
	}
	w.team.o.Log.Info("an agent asked a model", "agent", a.Step.Agent, "thread", a.Thread, "spent",
		t.spent.String())
	if t.wrong != "" {
		return f, spent, errors.New(w.team.say("agents.unsupported", t.wrong))
	}
	f = said.Findings
	f.Analyst = w.team.o.ModelName
	if said.NotFollowed != "" {
		f.Summary += "\n\n" + w.team.say("agents.not_followed", said.NotFollowed)
	}
	return f, spent, nil
}
