package team

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ppamaild/agent/task"
	"ppamaild/agent/task/mcp"
	"ppamaild/agent/task/subject"
)

// lookUp asks a server what a task names, without a model.
func (w *caller) lookUp(ctx context.Context, a task.Assignment, tools []mcp.Tool) task.Result {
	subjects, not := w.crew.subjects(a)
	l := &lookup{caller: w, subjects: subjects,
		text: sentences(a.Task.Subject, a.Task.Text, a.Feedback)}
	reading := slices.DeleteFunc(slices.Clone(tools), func(t mcp.Tool) bool { return !t.ReadOnly })
	l.look(ctx, reading)
	not = slices.DeleteFunc(not, func(clause string) bool { return saysStatus(reading, clause) })
	if len(l.calls)+len(l.wrong) == 0 {
		why := fmt.Sprintf("there was nothing to ask: the task names %s, which none of its tools can be asked about without a model; name people, businesses, numbers or a status in REVISE %s", subjects, w.agent.Name)
		if len(reading) == 0 {
			why = "none of its tools says of itself that it only reads (readOnlyHint), so none was called"
		}
		return task.Result{Status: task.Missing, Meta: task.Meta{Service: w.agent.Source},
			Summary: sentences(leftAside(subjects), notHeeded(not)), Error: why}
	}
	r := w.crew.gathered(a, w.agent, l.calls)
	if r.Status == task.Found && len(l.wrong) > 0 {
		r.Status = task.Partial
	}
	r.Error = joined(r.Error, joined(l.wrong...))
	if r.IsReal() {
		asked := sentences("Asked about "+subjects.String()+l.statuses(tools)+".",
			counted(l.calls)+".", l.uncalled(reading), sentences(l.untimed...),
			notTimed(subjects), leftAside(subjects), unwritten(tools, l.text), notHeeded(not))
		r.Summary = join("\n", asked, told(l.calls))
	}
	return r
}

// saysStatus reports whether a clause names a value that a tool can be asked for, which
// every call that is about a status goes by.
func saysStatus(tools []mcp.Tool, clause string) bool {
	return slices.ContainsFunc(tools, func(t mcp.Tool) bool {
		return len(filling{tool: t, takes: takingOf(t), text: clause}.said()) > 0
	})
}

// lookup is one such run.
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
		l.untimed = append(l.untimed,
			fmt.Sprintf("%s takes no time, so what it gave is of any.", t.Name))
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
				l.wrong = append(l.wrong,
					fmt.Sprintf("%d more %s were not made after that", rest, what))
			}
			return
		}
	}
}

// statuses say which ones alone were asked for; "" where any were.
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

// statusesOf are those that a call asks for: "status unpaid".
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

// uncalled names the tools of what the task speaks of that were not called, as it names nothing
// that they take: of "contacts of vendors, and overdue invoices" it may be what search_invoices
// has.
func (l *lookup) uncalled(reading []mcp.Tool) string {
	var names []string
	for _, t := range reading {
		wasCalled := func(made call) bool { return made.Tool == t.Name }
		if (filling{tool: t, text: l.text}).isAskedFor() &&
			!slices.ContainsFunc(l.calls, wasCalled) {
			names = append(names, t.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "Not called, for want of something to ask about: " + strings.Join(names, ", ") + "."
}

// unwritten says that nothing was changed, where a task has the word that tools which
// change something begin with.
func unwritten(tools []mcp.Tool, text string) string {
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
	return fmt.Sprintf("Nothing was changed: whether %s is wanted takes a model, or a person, to say.", strings.Join(names, " or "))
}

// Bounds of one run without a model.
const (
	maxCalls     = 60
	maxFollowing = 40 // of them, that look up what others found
)

// capped keeps so many calls, and says how many are left out.
func capped[T any](calls []T, most int, what string) ([]T, string) {
	if most = max(0, most); len(calls) <= most {
		return calls, ""
	}
	return calls[:most], fmt.Sprintf("%d %s were not made, as %d are too many for one run",
		len(calls)-most, what, len(calls))
}
