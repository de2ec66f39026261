package config

import (
	"os"
	"slices"
	"strings"
	"text/template"

	"ppamaild/config/toml"
	"ppamaild/lazy"
	"ppamaild/lazyregexp"
)

func (t Task) check(l *loader) {
	if t.MaxRevisions < 0 {
		l.Refuse("task.max_revisions", "0 (no limit) or more")
	}
	refuseRepeated(l, "task.progress", t.Progress, "each milestone once")
}

// agentName matches names that staff can write in a reply, such as "ORDER: mailbox, crm".
var agentName = lazyregexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// reservedAgent is the name of the agent that compiles all results.
const reservedAgent = "analysis"

func checkAgents(l *loader, agents []Agent, p PlannerKind) {
	type named struct {
		name string
		test bool
	}
	first := map[named]string{}
	for i := range agents {
		a, key := &agents[i], toml.Element("agent", i)
		name, this := key+".name", named{a.Name, a.Test}
		switch {
		case !l.Sound(name):
		case !agentName.MatchString(a.Name):
			l.Refuse(name, "a lower-case letter, and then lower-case letters, digits and _")
		case a.Name == reservedAgent:
			l.Refuse(name, "another name; the built-in agent of this name compiles the results")
		case first[this] != "":
			l.Refuse(name, "each name once ("+first[this]+" has it)")
		default:
			first[this] = name
		}
		a.check(l, key, p)
	}
}

func (a *Agent) check(l *loader, key string, p PlannerKind) {
	for tool, arguments := range a.Arguments {
		checkTemplates(l, toml.Join(key+".arguments", tool), arguments)
	}
	if !l.Sound(key + ".kind") {
		return
	}
	a.checkKeysOfKind(l, key)
	if a.Test && a.Kind == AgentMailbox {
		l.Report(key+".test", "found in an agent of kind mailbox",
			"allowed: for kind mcp or llm only, because a test reads no real mail")
	}
	switch a.Kind {
	case AgentMCP:
		a.checkMCP(l, key)
	case AgentLLM:
		if p != PlannerLLM {
			l.Refuse(key+".kind", `mailbox, mcp; llm only with planner.kind = "llm"`)
		}
	}
	for i, tool := range a.Tools {
		if tool == "" || tool != strings.TrimSpace(tool) {
			l.Refuse(toml.Element(key+".tools", i), `a tool's name, or "*"`)
		}
	}
	refuseRepeated(l, key+".tools", a.Tools, "each tool once")
}

// keysOfKind lists the keys that only some kinds of agents have.
var keysOfKind = lazy.Value[map[string][]AgentKind]{New: func() map[string][]AgentKind {
	return map[string][]AgentKind{
		"command": {AgentMCP}, "env": {AgentMCP}, "url": {AgentMCP}, "token": {AgentMCP}, "token_file": {AgentMCP}, "token_env": {AgentMCP},
		"ca_file": {AgentMCP}, "arguments": {AgentMCP}, "reads": {AgentMCP}, "when_unavailable": {AgentMCP}, "sample_file": {AgentMCP},
		"tools": {AgentMCP, AgentLLM}, "folders": {AgentMailbox}, "prompt": {AgentLLM},
	}
}}

func (a *Agent) checkKeysOfKind(l *loader, agent string) {
	for name, kinds := range keysOfKind.Get() {
		key := toml.Join(agent, name)
		if l.Filled(key) && !slices.Contains(kinds, a.Kind) {
			words := make([]string, len(kinds))
			for i, k := range kinds {
				words[i] = string(k)
			}
			l.Report(key, "found in an agent of kind "+string(a.Kind), "allowed: for kind "+strings.Join(words, " or ")+" only")
		}
	}
}

func (a *Agent) checkMCP(l *loader, key string) {
	switch {
	case len(a.Command) > 0 && a.URL != "":
		l.Report(key+".url", "found together with "+key+".command", "allowed: exactly one of command and url")
	case len(a.Command) == 0 && a.URL == "" && l.Sound(key+".command", key+".url"):
		l.Report(key+".command", "missing", "required: exactly one of command, url")
	case a.URL != "":
		l.checkURL(key+".url", a.URL, `kind = "mcp"`, "https://crm.test/mcp")
	default:
		a.checkCommand(l, key)
	}
	if given := a.Token.Reveal() + a.TokenFile + a.TokenEnv; given != "" {
		l.checkSecret(secretKeys{key: key + ".token", what: "token", needs: "a url"}, a.URL != "", &a.Token, a.TokenFile, a.TokenEnv)
	}
	a.RootCAs = l.loadCAs(key+".ca_file", a.CAFile)
	if len(a.Tools) == 0 {
		l.Report(key+".tools", "missing", `required: the tools it may use, such as ["search_contacts"], or ["*"] for all`)
	}
	for i, tool := range a.Reads {
		if !slices.Contains(a.Tools, tool) && !slices.Contains(a.Tools, "*") {
			l.Refuse(toml.Element(key+".reads", i), "one of the agent's tools")
		}
	}
	a.checkSample(l, key)
}

func (a *Agent) checkCommand(l *loader, key string) {
	for i, word := range a.Command {
		if i == 0 && word == "" || strings.ContainsRune(word, 0) {
			l.Refuse(toml.Element(key+".command", i), "a program and its arguments")
		}
	}
	if len(a.Command) > 0 && strings.Contains(a.Command[0], "/") {
		a.Command[0] = l.resolve(a.Command[0])
	}
	for name := range a.Env {
		if name == "" || strings.ContainsAny(name, "=\x00") || strings.ContainsRune(a.Env[name].Reveal(), 0) {
			l.Report(toml.Join(key+".env", name), "not a valid variable", "allowed: names without =, and no zero bytes")
		}
	}
}

func (a *Agent) checkSample(l *loader, key string) {
	a.SampleFile = l.resolve(a.SampleFile)
	switch sample := a.WhenUnavailable == UnavailableSample; {
	case sample && a.SampleFile == "":
		l.Report(key+".sample_file", "missing", `required with when_unavailable = "sample": the file to show in its place`)
	case !sample && a.SampleFile != "":
		l.refuseWithout(key+".sample_file", `when_unavailable = "sample"`)
	case sample:
		if info, err := os.Stat(a.SampleFile); err != nil || !info.Mode().IsRegular() {
			l.Refuse(key+".sample_file", "a file that exists")
		}
	}
}

// checkTemplates checks that each string in value is a template.
func checkTemplates(l *loader, key string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for name, v := range value {
			checkTemplates(l, toml.Join(key, name), v)
		}
	case []any:
		for i, v := range value {
			checkTemplates(l, toml.Element(key, i), v)
		}
	case string:
		if _, err := template.New("").Parse(value); err != nil {
			l.Refuse(key, "a template ("+strings.TrimPrefix(err.Error(), "template: ")+")")
		}
	}
}
