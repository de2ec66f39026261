package crew

import "slices"

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

// Names returns the names of the roster, in its order.
func Names(roster []Member) []string {
	names := make([]string, 0, len(roster))
	for _, m := range roster {
		names = append(names, m.Name)
	}
	return names
}

func member(roster []Member, name string) (Member, bool) {
	i := slices.IndexFunc(roster, func(m Member) bool { return m.Name == name })
	if i < 0 {
		return Member{}, false
	}
	return roster[i], true
}
