package specialist

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ppamaild/agent/crew"
	"ppamaild/mcp"
	"ppamaild/specialist/subject"
)

// caller asks an MCP server: by a model where there is one, else by what the task names.
type caller struct {
	agent *Agent
	crew  *Crew
}

func (w *caller) about() *Agent { return w.agent }

func (w *caller) down(ctx context.Context) string {
	if _, err := w.agent.Server.Tools(ctx); err != nil {
		return err.Error()
	}
	return ""
}

func (w *caller) writes(ctx context.Context) (names []string) {
	tools, err := w.agent.Server.Tools(ctx)
	if err != nil {
		return nil
	}
	for _, t := range tools {
		if !t.ReadOnly {
			names = append(names, t.Name)
		}
	}
	return names
}

func (w *caller) run(ctx context.Context, a crew.Assignment) crew.Result {
	tools, err := w.agent.Server.Tools(ctx)
	if err != nil {
		return w.crew.unavailable(a, w.agent, err.Error())
	}
	if w.crew.o.Model != nil {
		return w.crew.converse(ctx, a, w.agent, boundTo(w.agent, tools))
	}
	l := &lookup{caller: w, text: sentences(a.Task.Subject, a.Task.Text, a.Feedback)}
	var notHeededParts []string
	l.subjects, notHeededParts = w.crew.subjects(a)
	l.look(ctx, slices.DeleteFunc(slices.Clone(tools), func(t mcp.Tool) bool { return !t.ReadOnly }))
	if len(l.calls) == 0 && len(l.wrong) == 0 {
		return crew.Result{
			Status: crew.Missing, Meta: crew.Meta{Service: w.agent.Source}, Summary: notHeeded(notHeededParts),
			Error: fmt.Sprintf("there was nothing to ask: the task names %s, which none of its tools can be asked about without a model; name people, numbers or dates in REVISE %s", l.subjects, w.agent.Name),
		}
	}
	r := w.crew.gathered(a, w.agent, l.calls)
	if r.Status == crew.Found && len(l.wrong) > 0 {
		r.Status = crew.Partial
	}
	r.Error = joined(r.Error, joined(l.wrong...))
	if r.IsReal() {
		asked := sentences("Asked about "+l.subjects.String()+".", counted(l.calls)+".", sentences(l.untimed...), unwritten(tools, l.text), notHeeded(notHeededParts))
		r.Summary = join("\n", asked, told(l.calls))
	}
	return r
}

// lookup is one run without a model.
type lookup struct {
	*caller
	text     string
	subjects subject.Subjects

	calls   []call
	wrong   []string // what was not asked, and why
	untimed []string // what was asked for any time, though the task names one
}

// planned is a call to make.
type planned struct {
	tool string
	args json.RawMessage
}

// look asks about each subject, and then once more about what was found.
func (l *lookup) look(ctx context.Context, tools []mcp.Tool) {
	var first []planned
	var rest []filling
	for _, t := range tools {
		f := filling{tool: t, takes: takingOf(t), subjects: l.subjects, text: l.text}
		args, timed := l.argumentsOf(f)
		if len(args) == 0 {
			rest = append(rest, f)
		}
		first = append(first, l.plan(t, args, timed)...)
	}
	l.make(ctx, first, maxCalls, "calls")
	var found []record
	for _, made := range l.calls {
		found = append(found, records(made.Answer)...)
	}
	var following []planned
	for _, f := range rest {
		if len(f.takes.Required) > 0 {
			args, timed := f.followed(found)
			following = append(following, l.plan(f.tool, args, timed)...)
		}
	}
	l.make(ctx, following, min(maxFollowing, maxCalls-len(l.calls)), "calls about what was found")
}

func (l *lookup) argumentsOf(f filling) ([]json.RawMessage, bool) {
	given, configured := l.agent.Arguments[f.tool.Name]
	if !configured {
		return f.arguments()
	}
	args, timed, err := f.templated(given)
	if err != nil {
		l.wrong = append(l.wrong, err.Error())
		return nil, false
	}
	return args, timed
}

func (l *lookup) plan(t mcp.Tool, args []json.RawMessage, timed bool) (all []planned) {
	for _, each := range args {
		all = append(all, planned{t.Name, each})
	}
	if len(all) > 0 && !timed {
		l.untimed = append(l.untimed, fmt.Sprintf("%s takes no time, so what it gave is of any.", t.Name))
	}
	return all
}

// make makes the calls, as long as the service answers.
func (l *lookup) make(ctx context.Context, calls []planned, most int, what string) {
	calls, left := capped(calls, most, what)
	if left != "" {
		l.wrong = append(l.wrong, left)
	}
	for i, p := range calls {
		made := l.crew.make(ctx, l.agent.Server, p.tool, p.args)
		l.calls = append(l.calls, made)
		if made.down {
			if rest := len(calls) - i - 1; rest > 0 {
				l.wrong = append(l.wrong, fmt.Sprintf("%d more %s were not made after that", rest, what))
			}
			return
		}
	}
}

// unwritten says that nothing was changed, where a task has the word that a tool which
// changes something begins with.
func unwritten(tools []mcp.Tool, text string) string {
	for _, t := range tools {
		verb, _, _ := strings.Cut(t.Name, "_")
		if !t.ReadOnly && subject.Says(text, verb) {
			return fmt.Sprintf("Nothing was changed: whether %s is wanted takes a model, or a person, to say.", t.Name)
		}
	}
	return ""
}
