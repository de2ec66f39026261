package config

import (
	"crypto/x509"
)

// Task holds what the workflow task needs to know.
type Task struct {
	MaxRevisions  int         `toml:"max_revisions"`   // of one agent's result; 0: no limit
	Progress      []Milestone `toml:"progress"`        // at which staff get a mail
	MaxResultSize Size        `toml:"max_result_size"` // of what one agent may bring
}

// Agent is one agent of the workflow task. What serves one kind only is empty for
// the others.
type Agent struct {
	Name        string    `toml:"name" required:"what it is called in plans and replies, such as \"crm\""` // a-z, 0-9 and _; no two share one
	Kind        AgentKind `toml:"kind" required:"mailbox, mcp or llm"`
	Description string    `toml:"description,lines"` // what it knows or does, for plans
	Keywords    []string  `toml:"keywords"`          // words of a task that speak for it
	Timeout     Duration  `toml:"timeout"`           // to connect, and of one call

	// Of AgentMCP: the server, which is a command or a URL.
	Command         []string        `toml:"command,lines"` // a path with a slash is resolved
	Env             Environment     `toml:"env,lines"`     // what the command gets besides PATH and HOME
	URL             string          `toml:"url"`           // https, or http to a loopback host
	Token           Secret          `toml:"token"`         // for the URL, whichever of the three ways it was given; may be empty
	TokenFile       string          `toml:"token_file"`
	TokenEnv        string          `toml:"token_env"`
	CAFile          string          `toml:"ca_file"`
	Reads           []string        `toml:"reads"` // of Tools, those that only read, where the server does not say so
	Arguments       Arguments       `toml:"arguments"`
	WhenUnavailable WhenUnavailable `toml:"when_unavailable"`
	SampleFile      string          `toml:"sample_file"` // resolved; given with UnavailableSample only

	Tools   []string `toml:"tools"`   // that it may use, "*" for all; of AgentMCP and AgentLLM
	Folders []string `toml:"folders"` // to search; of AgentMailbox; none: those that the mailboxes name
	Prompt  string   `toml:"prompt"`  // the template of that name; of AgentLLM

	RootCAs *x509.CertPool `toml:"-"` // CAFile, loaded; nil: those of the system
}

// Environment is the environment of a command; its values are never printed.
type Environment map[string]Secret

// Arguments say, by tool, how the arguments of a call are made. A string, also
// within a list or a table, is a template in the language of text/template; all
// else is as JSON has it.
type Arguments map[string]map[string]any
