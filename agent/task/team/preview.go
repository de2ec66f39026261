package team

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ppamaild/agent/task"
)

// preview describes the first calls for an assignment and names the tools of the chained calls.
func (w *mcpAgent) preview(ctx context.Context, a task.Assignment) (lines []string) {
	tools, err := w.agent.Server.Tools(ctx)
	if err != nil {
		return nil // the plan shows the failure
	}
	if w.team.o.Model != nil {
		var names []string
		for _, t := range tools {
			names = append(names, t.Name)
		}
		return []string{w.team.say("agents.model_chooses", strings.Join(names, ", "))}
	}
	l, _ := w.newLookup(a)
	first, chained := l.firstCalls(readOnly(tools))
	for _, p := range first[:min(len(first), mostLines)] {
		lines = append(lines, strings.TrimSpace(p.tool+" "+plainArguments(p.args)))
	}
	if more := len(first) - len(lines); more > 0 {
		lines = append(lines, w.team.say("agents.more", strconv.Itoa(more)))
	}
	if len(lines) == 0 {
		return []string{w.team.say("agents.nothing_to_ask", w.agent.Name)}
	}
	var following []string
	for _, f := range chained {
		following = append(following, f.tool.Name)
	}
	if len(following) > 0 {
		lines = append(lines,
			w.team.say("agents.then_chained", strings.Join(following, ", ")))
	}
	return lines
}

// plainArguments writes arguments for people: person=Henderson status=unpaid.
func plainArguments(raw json.RawMessage) string {
	var args map[string]json.RawMessage
	if json.Unmarshal(raw, &args) != nil {
		return ""
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(args)) {
		value := field{name, args[name]}.text()
		if strings.Contains(value, " ") {
			value = strconv.Quote(value)
		}
		all = append(all, name+"="+value)
	}
	return strings.Join(all, " ")
}
