package task

import (
	"strings"
	"unicode"
)

// The kinds of agents.
const (
	KindMailbox  = "mailbox"  // searches the agency's own mail
	KindMCP      = "mcp"      // asks a server of the Model Context Protocol
	KindLLM      = "llm"      // a model with a part of its own
	KindAnalysis = "analysis" // sees all results
)

// Member is an agent that a plan may have.
type Member struct {
	Name        string   `json:"name"`
	Kind        string   `json:"kind"` // mailbox, mcp, llm or analysis
	Description string   `json:"description,omitempty"`
	Keywords    []string `json:"keywords,omitempty"` // a task that has one of them is for this agent
	Source      string   `json:"source,omitempty"`   // what it gets its data from, for people
	Down        string   `json:"down,omitempty"`     // why it can't be reached now
	Sample      bool     `json:"sample,omitempty"`   // while it is down, sample data stands in for it
	Writes      []string `json:"writes,omitempty"`   // tools of its that change something
	Usually     Seconds  `json:"usually,omitempty"`  // how long its last runs took, in the middle; 0: it never ran
}

// IsNamedIn reports whether a text has the agent's name, or one of its keywords, as words
// of their own; "invoices" counts as "invoice".
func (m Member) IsNamedIn(text string) bool {
	has := words(text)
	for _, name := range append([]string{m.Name}, m.Keywords...) {
		if strings.Contains(has, words(name)) {
			return true
		}
	}
	return false
}

// words is a text as words, each between spaces, in lower case and in the singular.
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

// Names returns the names of the roster, in its order.
func Names(roster []Member) []string {
	names := make([]string, 0, len(roster))
	for _, m := range roster {
		names = append(names, m.Name)
	}
	return names
}
