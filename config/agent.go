package config

import (
	"crypto/x509"
)

// Task configures the workflow task.
type Task struct {
	MaxRevisions  int         `toml:"max_revisions"`   // of the result of one agent; 0: no limit
	Progress      []Milestone `toml:"progress"`        // staff get a mail at these points
	MaxResultSize Size        `toml:"max_result_size"` // of the result of one agent
}

// Agent is an agent of the workflow task. Fields that serve one kind only are empty for
// other kinds.
type Agent struct {
	Name        string    `toml:"name" required:"what it is called in plans and replies, such as \"crm\""` // a-z, 0-9 and _; unique
	Kind        AgentKind `toml:"kind" required:"mailbox, mcp or llm"`
	Description string    `toml:"description,lines"` // of the agent's knowledge, for plans
	Keywords    []string  `toml:"keywords"`          // words of a task that suggest the agent
	Timeout     Duration  `toml:"timeout"`           // of connecting, and of one call
	Test        bool      `toml:"test"`              // works for test tasks only

	// For AgentMCP: the server is a command or a URL.
	Command         []string        `toml:"command,lines"` // a path with a slash is resolved
	Env             Environment     `toml:"env,lines"`     // the command's variables, in addition to PATH and HOME
	URL             string          `toml:"url"`           // https, or http to a loopback host
	Token           Secret          `toml:"token"`         // for the URL; may be empty
	TokenFile       string          `toml:"token_file"`
	TokenEnv        string          `toml:"token_env"`
	CAFile          string          `toml:"ca_file"`
	Reads           []string        `toml:"reads"` // the tools that only read, if the server does not mark them
	Arguments       Arguments       `toml:"arguments"`
	WhenUnavailable WhenUnavailable `toml:"when_unavailable"`
	SampleFile      string          `toml:"sample_file"` // resolved; for UnavailableSample only

	Tools   []string `toml:"tools"`   // the allowed tools, "*" for all; for AgentMCP and AgentLLM
	Folders []string `toml:"folders"` // for AgentMailbox; empty: the folders of the mailboxes
	Prompt  string   `toml:"prompt"`  // the name of a template; for AgentLLM

	RootCAs *x509.CertPool `toml:"-"` // from CAFile; nil: the CAs of the system
}

// AgentsFor returns the agents of test tasks, or the agents of all other tasks.
func (c *Config) AgentsFor(test bool) []Agent {
	var all []Agent
	for _, a := range c.Agents {
		if a.Test == test {
			all = append(all, a)
		}
	}
	return all
}

// Environment is the environment of a command. The program never prints the values.
type Environment map[string]Secret

// Arguments holds, by tool, the arguments of a call. Strings are templates of
// text/template, also inside lists and tables.
type Arguments map[string]map[string]any
