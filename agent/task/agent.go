package task

import (
	"strings"
	"unicode"
)

// The kinds of agents.
const (
	KindMailbox  = "mailbox"  // searches the agency's mail
	KindMCP      = "mcp"      // calls a server of the Model Context Protocol
	KindLLM      = "llm"      // a model with its own instructions
	KindAnalysis = "analysis" // sees all results
)

// Agent is an agent in the roster.
type Agent struct {
	Name        string   `json:"name"`
	Kind        string   `json:"kind"` // mailbox, mcp, llm or analysis
	Description string   `json:"description,omitempty"`
	Keywords    []string `json:"keywords,omitempty"` // words in tasks for this agent
	Source      string   `json:"source,omitempty"`   // source of its data, for people
	Unavailable string   `json:"down,omitempty"`     // why it is unavailable
	Sample      bool     `json:"sample,omitempty"`   // sample data replaces its data while it is down
	Writes      []string `json:"writes,omitempty"`   // its tools that change something
	MedianTime  Seconds  `json:"usually,omitempty"`  // median time of its recent runs; 0: no runs
}

// IsNamedIn reports whether a text has the agent's name or a keyword as whole words. Plurals
// count: "invoices" matches "invoice".
func (a Agent) IsNamedIn(text string) bool {
	has := words(text)
	for _, name := range append([]string{a.Name}, a.Keywords...) {
		if strings.Contains(has, words(name)) {
			return true
		}
	}
	return false
}

// words returns the words of a text in lower case and singular, separated by spaces.
func words(text string) string {
	var b strings.Builder
	for w := range strings.FieldsFuncSeq(strings.ToLower(text),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(w) > 3 {
			w = strings.TrimSuffix(w, "s")
		}
		b.WriteString(" " + w)
	}
	return b.String() + " "
}

// Names returns the names in a roster, in order.
func Names(roster []Agent) []string {
	names := make([]string, 0, len(roster))
	for _, a := range roster {
		names = append(names, a.Name)
	}
	return names
}
