package config

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"text/template"
)

func (l *loader) checkTask(t Task) {
	if t.MaxRevisions < 0 {
		l.refuse("task.max_revisions", "0 (no limit) or more")
	}
	for i, m := range t.Progress {
		if slices.Contains(t.Progress[:i], m) {
			l.refuse(element("task.progress", i), "each milestone once")
		}
	}
}

// agentName is what staff can write in a reply: ORDER: mailbox, crm.
var agentName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// reservedAgent is the name of what compiles the results of all agents.
const reservedAgent = "analysis"

func (l *loader) checkAgents(agents []Agent, p PlannerKind) {
	first := map[string]string{}
	for i := range agents {
		a, key := &agents[i], element("agent", i)
		name := key + ".name"
		switch {
		case !l.sound(name):
		case !agentName.MatchString(a.Name):
			l.refuse(name, "a lower-case letter, and then lower-case letters, digits and _")
		case a.Name == reservedAgent:
			l.refuse(name, "any name but this, which stands for what compiles all results")
		case first[a.Name] != "":
			l.refuse(name, "each name once ("+first[a.Name]+" has it)")
		default:
			first[a.Name] = name
		}
		l.checkAgent(key, a, p)
	}
}

func (l *loader) checkAgent(key string, a *Agent, p PlannerKind) {
	if !l.sound(key + ".kind") {
		return
	}
	l.checkKeysOfKind(key, a.Kind)
	switch a.Kind {
	case AgentMCP:
		l.checkMCP(key, a)
	case AgentLLM:
		if p != PlannerLLM {
			l.refuse(key+".kind", `mailbox, mcp; llm only beside planner.kind = "llm"`)
		}
	}
	for i, tool := range a.Tools {
		if toolKey := element(key+".tools", i); tool == "" || tool != strings.TrimSpace(tool) {
			l.refuse(toolKey, `a tool's name, or "*"`)
		} else if slices.Contains(a.Tools[:i], tool) {
			l.refuse(toolKey, "each tool once")
		}
	}
}

// keysOfKind are the keys of an agent that serve some kinds only.
var keysOfKind = map[string][]AgentKind{
	"command": {AgentMCP}, "env": {AgentMCP}, "url": {AgentMCP}, "token": {AgentMCP}, "token_file": {AgentMCP}, "token_env": {AgentMCP},
	"ca_file": {AgentMCP}, "arguments": {AgentMCP}, "reads": {AgentMCP}, "when_unavailable": {AgentMCP}, "sample_file": {AgentMCP},
	"tools": {AgentMCP, AgentLLM}, "folders": {AgentMailbox}, "prompt": {AgentLLM},
}

func (l *loader) checkKeysOfKind(agent string, kind AgentKind) {
	for name, kinds := range keysOfKind {
		key := join(agent, name)
		if n := l.at[key]; n != nil && !slices.Contains(kinds, kind) && !n.empty() {
			words := make([]string, len(kinds))
			for i, k := range kinds {
				words[i] = string(k)
			}
			l.report(key, "found in an agent of kind "+string(kind), "allowed: for kind "+strings.Join(words, " or ")+" only")
		}
	}
}

func (l *loader) checkMCP(key string, a *Agent) {
	switch {
	case len(a.Command) > 0 && a.URL != "":
		l.report(key+".url", "found beside "+key+".command", "allowed: exactly one of command and url")
	case len(a.Command) == 0 && a.URL == "" && l.sound(key+".command", key+".url"):
		l.report(key+".command", "missing", "required: exactly one of command, url")
	case a.URL != "":
		l.checkURL(key+".url", a.URL, `kind = "mcp"`, "https://crm.test/mcp")
	default:
		l.checkCommand(key, a)
	}
	if given := a.Token.Reveal() + a.TokenFile + a.TokenEnv; given != "" {
		l.checkSecret(secretKeys{key: key + ".token", what: "token", beside: "a url"}, a.URL != "", &a.Token, a.TokenFile, a.TokenEnv)
	}
	a.RootCAs = l.loadCAs(key+".ca_file", a.CAFile)
	if len(a.Tools) == 0 && l.sound(key+".tools") {
		l.report(key+".tools", "missing", `required: the tools it may use, such as ["search_contacts"], or ["*"] for all`)
	}
	for i, tool := range a.Reads {
		if !slices.Contains(a.Tools, tool) && !slices.Contains(a.Tools, "*") {
			l.refuse(element(key+".reads", i), "one of the agent's tools")
		}
	}
	l.checkSample(key, a)
}

func (l *loader) checkCommand(key string, a *Agent) {
	for i, word := range a.Command {
		if i == 0 && word == "" || strings.ContainsRune(word, 0) {
			l.refuse(element(key+".command", i), "a program and its arguments")
		}
	}
	if len(a.Command) > 0 && strings.Contains(a.Command[0], "/") {
		a.Command[0] = l.resolve(a.Command[0])
	}
	for name := range a.Env {
		if name == "" || strings.ContainsAny(name, "=\x00") || strings.ContainsRune(a.Env[name].Reveal(), 0) {
			l.report(join(key+".env", name), "found what no environment holds", "allowed: names without =, and no zero octets")
		}
	}
}

func (l *loader) checkSample(key string, a *Agent) {
	a.SampleFile = l.resolve(a.SampleFile)
	switch sample := a.WhenUnavailable == UnavailableSample; {
	case sample && a.SampleFile == "" && l.sound(key+".sample_file"):
		l.report(key+".sample_file", "missing", `required with when_unavailable = "sample": the file to show in its place`)
	case !sample && a.SampleFile != "":
		l.report(key+".sample_file", `found without when_unavailable = "sample"`, "allowed: only beside that")
	case sample && a.SampleFile != "":
		if info, err := os.Stat(a.SampleFile); err != nil || !info.Mode().IsRegular() {
			l.refuse(key+".sample_file", "a file that exists")
		}
	}
}

func (l *loader) checkTemplate(key, text string) {
	if _, err := template.New("").Parse(text); err != nil {
		l.refuse(key, "a template ("+strings.TrimPrefix(err.Error(), "template: ")+")")
	}
}
