package team

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/agent/factcheck"
	"ppamaild/agent/llm"
	"ppamaild/agent/task"
	"ppamaild/agent/task/mcp"
	"ppamaild/spelling"
	"ppamaild/templates"
)

// llmAgent is a model with its own instructions and with tools of other agents.
type llmAgent struct {
	agent *Agent
	team  *Team
}

func (w *llmAgent) about() *Agent { return w.agent }

func (w *llmAgent) down(context.Context) string {
	if w.team.o.Model == nil {
		return w.team.say("agents.no_model")
	}
	return ""
}

func (w *llmAgent) writes(ctx context.Context) (names []string) {
	tools, _ := w.team.toolsOf(ctx, w.agent)
	for _, t := range tools {
		if !t.ReadOnly {
			names = append(names, t.called)
		}
	}
	return names
}

func (w *llmAgent) run(ctx context.Context, a task.Assignment) task.Result {
	if w.team.o.Model == nil {
		return w.team.unavailable(a, w.agent, w.team.say("agents.no_model"))
	}
	tools, unreached := w.team.toolsOf(ctx, w.agent)
	r := w.team.converse(ctx, a, w.agent, tools)
	if len(unreached) > 0 && r.Status == task.Found {
		r.Status = task.Partial
	}
	r.Error = joined(r.Error, joined(unreached...))
	return r
}

// report is the final answer of an agent.
type report struct {
	Summary string   `json:"summary"`
	Text    string   `json:"text"`
	Missing []string `json:"missing"`
}

// writing is the tool for a report, with a text if the agent must write one.
func (c *Team) writing(r *report, text bool) ending {
	properties := `"summary":{"type":"string"},"missing":{"type":"array","items":{"type":"string"}}`
	required := `"summary","missing"`
	if text {
		properties, required = properties+`,"text":{"type":"string"}`, required+`,"text"`
	}
	schema := fmt.Appendf(nil,
		`{"type":"object","properties":{%s},"required":[%s],"additionalProperties":false}`,
		properties, required)
	return ending{
		llm.Tool{Name: "report", Description: c.tell("tool.report"), Schema: schema},
		func(args json.RawMessage) (string, error) {
			*r = report{}
			if err := readArguments(schema, args, r); err != nil {
				return "", err
			}
			return strings.Join(append([]string{r.Summary, r.Text}, r.Missing...), "\n"), nil
		},
	}
}

// readArguments decodes arguments that passed a schema of this package.
func readArguments(schema, args json.RawMessage, into any) error {
	if err := fits(mcp.NewSchema(schema), args); err != nil {
		return err
	}
	return json.Unmarshal(args, into)
}

// converse lets a model do the work of an agent with its tools.
func (c *Team) converse(ctx context.Context, a task.Assignment, agent *Agent,
	tools []tool) task.Result {
	failed := func(err error) task.Result {
		return task.Result{Status: task.Failed, Error: err.Error(),
			Meta: task.Meta{Service: agent.Source}}
	}
	writes := agent.Kind == task.KindLLM
	system, err := c.o.Prompts.Agent(agent.Prompt, templates.PromptAgent{
		Agency: c.o.Agency, Name: agent.Name,
		Role:   cmp.Or(agent.Description, c.tell("chat.role", agent.Name)),
		Writes: writes,
	})
	if err != nil {
		return failed(err)
	}
	t, err := c.newChat(a, system, nil)
	if err != nil {
		return failed(err)
	}
	var said report
	offered, left := c.offeredTools(tools)
	t.useTools(offered, c.writing(&said, writes))
	err = t.run(ctx)
	c.o.Log.Info("an agent asked a model", "agent", a.Step.Agent, "thread", a.Thread, "spent",
		t.spent.String(), "calls", len(t.calls))
	r := t.result(agent, said, err, left)
	r.Meta.Usage = task.Usage(t.spent)
	return r
}

// result returns the result of a conversation.
func (t *chat) result(agent *Agent, said report, ended error, left []string) task.Result {
	r := t.team.callResult(t.a, agent, t.calls)
	if agent.Kind == task.KindLLM {
		r = t.work(agent, said)
	}
	switch {
	case ended != nil && r.IsReal() && len(t.calls) > 0:
		r.Status, r.Summary = task.Partial, countRecords(t.calls)
	case ended != nil:
		r.Status = task.Failed
	case !r.IsReal():
	case t.wrong != "":
		r.Status, left = task.Partial,
			append(left, t.team.say("agents.report_unsupported", t.wrong))
	case agent.Kind == task.KindMCP && len(t.calls) == 0:
		r.Status, left = task.Partial, append(left, t.team.say("agents.nothing_asked"))
	case len(left) > 0:
		r.Status = task.Partial
	}
	if ended != nil {
		left = append(left, ended.Error())
	} else if r.IsReal() {
		r.Summary = join("\n\n", sentences(said.Summary, t.team.missing(said.Missing)), said.Text)
		r.Wants = t.wants
	} else if t.wrong == "" {
		left = append(left, sentences(said.Summary, t.team.missing(said.Missing)))
	}
	r.Error = joined(r.Error, joined(left...))
	return r
}

// work returns the text of a specialist with its lookups. Failed lookups make the result partial.
func (t *chat) work(agent *Agent, said report) task.Result {
	r := task.Result{Status: task.Found,
		Meta: task.Meta{Service: joined(t.team.o.ModelName, agent.Source)}}
	var wrong []string
	for _, made := range t.calls {
		if made.Error != "" {
			r.Status, wrong = task.Partial, append(wrong, made.Error)
		}
	}
	r.Data = asJSON(task.Work{Text: said.Text, Calls: taskCalls(t.calls)})
	if len(r.Data) > t.team.o.MaxResult {
		r.Data = asJSON(task.Work{Text: said.Text, Calls: []task.Call{}})
		r.Status, wrong = task.Partial,
			append(wrong, t.team.say("agents.lookups_dropped"))
	}
	r.Error = joined(unique(wrong)...)
	return r
}

func (c *Team) missing(points []string) string {
	if len(points) == 0 {
		return ""
	}
	return c.say("agents.missing", strings.Join(points, "; "))
}

// unsupported returns the amounts, dates, numbers, addresses and people in a report that no source
// has. It ignores counts below a hundred, because a report may count.
func (c *Team) unsupported(report string, sources []string) (bad []string) {
	known := make([]string, 0, 2*len(sources))
	for _, text := range sources {
		known = append(known, text, expanded(text))
	}
	bad = factcheck.Unsupported(report, c.o.Words, known...)
	all := spelling.Words(strings.Join(known, "\n"))
	subjects := c.reader.Read(withoutQuotes.Replace(report), time.Time{})
	for _, name := range subjects.Named() {
		if !slices.Contains(subjects.Phones, name) &&
			!strings.Contains(all, strings.TrimRight(spelling.Words(name), " ")) {
			bad = append(bad, fmt.Sprintf("%q", name))
		}
	}
	digits := strings.ReplaceAll(strings.Join(known, "\n"), ",", "")
	for _, n := range longNumber.FindAllString(report, -1) {
		if plain := strings.ReplaceAll(n, ",", ""); len(plain) > 2 &&
			!strings.Contains(digits, plain) {
			bad = append(bad, c.say("agents.the_number", n))
		}
	}
	return unique(bad)
}
