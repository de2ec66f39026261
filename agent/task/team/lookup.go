package team

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ppamaild/agent/task"
	"ppamaild/agent/task/mcp"
	"ppamaild/agent/task/subject"
)

// lookUp calls a server for the values in a task, without a model.
func (w *mcpAgent) lookUp(ctx context.Context, a task.Assignment, tools []mcp.Tool) task.Result {
	l, unused := w.newLookup(a)
	subjects, readers := l.subjects, readOnly(tools)
	l.run(ctx, readers)
	unused = slices.DeleteFunc(unused,
		func(clause string) bool { return namesStatus(readers, clause) })
	if len(l.calls)+len(l.wrong) == 0 {
		why := w.team.say("agents.no_subject", subjects.String(), w.agent.Name)
		if len(readers) == 0 {
			why = w.team.say("agents.no_readers")
		}
		return task.Result{Status: task.Missing, Meta: task.Meta{Service: w.agent.Source},
			Error: why, Summary: sentences(w.team.unusedParts(subjects),
				w.team.unusedFeedback(unused))}
	}
	r := w.team.callResult(a, w.agent, l.calls)
	if r.Status == task.Found && len(l.wrong) > 0 {
		r.Status = task.Partial
	}
	r.Error = joined(r.Error, joined(l.wrong...))
	if r.IsReal() {
		asked := sentences(w.team.say("agents.asked_about", subjects.String()+l.statuses(tools)),
			countRecords(l.calls)+".", l.uncalled(readers), sentences(l.untimed...),
			w.team.unusedTimes(subjects), w.team.unusedParts(subjects),
			w.unchangedNote(tools, l.text), w.team.unusedFeedback(unused))
		r.Summary = join("\n", asked, w.summarize(l.calls))
	}
	return r
}

func (w *mcpAgent) newLookup(a task.Assignment) (l *lookup, unused []string) {
	subjects, unused := w.team.subjects(a)
	return &lookup{mcpAgent: w, subjects: subjects,
		text: sentences(a.Task.Subject, a.Task.Text, a.Feedback)}, unused
}

func readOnly(tools []mcp.Tool) []mcp.Tool {
	return slices.DeleteFunc(slices.Clone(tools), func(t mcp.Tool) bool { return !t.ReadOnly })
}

// namesStatus reports whether a clause names a status that a tool accepts.
func namesStatus(tools []mcp.Tool, clause string) bool {
	return slices.ContainsFunc(tools, func(t mcp.Tool) bool {
		f := argumentBuilder{tool: t, takes: parametersOf(t), text: clause}
		return len(f.namedStatuses()) > 0
	})
}

// lookup is one run without a model.
type lookup struct {
	*mcpAgent
	text     string
	subjects subject.Subjects

	calls   []call
	wrong   []string // calls that were not made, with reasons
	untimed []string // calls without the time in the task
}

// planned is a call to make.
type planned struct {
	tool string
	args json.RawMessage
}

// firstCalls returns the calls for each subject, and the tools for chained calls.
func (l *lookup) firstCalls(tools []mcp.Tool) (first []planned, chained []argumentBuilder) {
	for _, t := range tools {
		f := argumentBuilder{tool: t, takes: parametersOf(t), subjects: l.subjects, text: l.text}
		args, timed := l.argumentsOf(f)
		if len(args) == 0 && len(f.takes.Required) > 0 {
			chained = append(chained, f)
		}
		first = append(first, l.plan(t, args, timed)...)
	}
	return first, chained
}

// run makes the calls for each subject, and then the chained calls.
func (l *lookup) run(ctx context.Context, tools []mcp.Tool) {
	first, chained := l.firstCalls(tools)
	l.call(ctx, first, maxCalls, l.team.say("agents.calls"))
	var found []record
	for _, made := range l.calls {
		found = append(found, records(made.Answer)...)
	}
	var following []planned
	for _, f := range chained {
		args, timed := f.chainedCalls(found)
		following = append(following, l.plan(f.tool, args, timed)...)
	}
	l.call(ctx, following, min(maxChained, maxCalls-len(l.calls)),
		l.team.say("agents.chained_calls"))
}

// argumentsOf returns the configured arguments of a tool's calls, or else the arguments from the
// values in the task. It reports whether the calls respect the requested time.
func (l *lookup) argumentsOf(f argumentBuilder) ([]json.RawMessage, bool) {
	given, configured := l.agent.Arguments[f.tool.Name]
	if !configured {
		return f.arguments()
	}
	args, timed, err := f.fromTemplates(given)
	if err != nil {
		l.wrong = append(l.wrong, err.Error())
		return nil, false
	}
	return args, timed
}

// plan returns the calls of a tool, and notes calls that do not respect the requested time.
func (l *lookup) plan(t mcp.Tool, args []json.RawMessage, timed bool) (all []planned) {
	for _, each := range args {
		all = append(all, planned{t.Name, each})
	}
	if len(all) > 0 && !timed {
		l.untimed = append(l.untimed, l.team.say("agents.untimed", t.Name))
	}
	return all
}

// call makes at most this many calls while the service answers. kind names the calls for people.
func (l *lookup) call(ctx context.Context, calls []planned, most int, kind string) {
	if total := len(calls); total > most {
		calls = calls[:most]
		l.wrong = append(l.wrong, l.team.say("agents.too_many_calls",
			strconv.Itoa(total-len(calls)), kind, strconv.Itoa(total)))
	}
	for i, p := range calls {
		made := l.team.callTool(ctx, l.agent.Server, p.tool, p.args)
		l.calls = append(l.calls, made)
		if made.down {
			if rest := len(calls) - i - 1; rest > 0 {
				l.wrong = append(l.wrong,
					l.team.say("agents.calls_left", strconv.Itoa(rest), kind))
			}
			return
		}
	}
}

// statuses describes the requested statuses; "" for any.
func (l *lookup) statuses(tools []mcp.Tool) string {
	var said []string
	for _, t := range tools {
		for _, made := range l.calls {
			if made.Tool == t.Name {
				said = append(said, statusesOf(t, made.Args)...)
			}
		}
	}
	if said = unique(said); len(said) == 0 {
		return ""
	}
	return ", " + strings.Join(said, " and ")
}

// statusesOf returns the statuses in a call: "status unpaid".
func statusesOf(t mcp.Tool, raw json.RawMessage) (said []string) {
	var args map[string]any
	if json.Unmarshal(raw, &args) != nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(args)) {
		if value, is := args[name].(string); is && meaningOf(t, name) == status {
			said = append(said, name+" "+value)
		}
	}
	return said
}

// uncalled lists tools that the task mentions and that got no call, because their arguments are
// missing.
func (l *lookup) uncalled(readers []mcp.Tool) string {
	var names []string
	for _, t := range readers {
		wasCalled := func(made call) bool { return made.Tool == t.Name }
		if (argumentBuilder{tool: t, text: l.text}).isAskedFor() &&
			!slices.ContainsFunc(l.calls, wasCalled) {
			names = append(names, t.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return l.team.say("agents.uncalled", strings.Join(names, ", "))
}

// unchangedNote says that nothing was changed, if the task has a verb of a tool that changes
// something.
func (w *mcpAgent) unchangedNote(tools []mcp.Tool, text string) string {
	var names []string
	for _, t := range tools {
		verb, _, _ := strings.Cut(t.Name, "_")
		if !t.ReadOnly && subject.Says(text, verb) {
			names = append(names, t.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return w.team.say("agents.unchanged", strings.Join(names, ", "))
}

// Limits of one run without a model.
const (
	maxCalls   = 60
	maxChained = 40 // chained calls among them
)
