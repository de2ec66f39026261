package task

import "time"

// Context is the history of a task in short. Restarts, revisions and new plans keep it.
type Context struct {
	Iterations []Iteration `json:"iterations,omitempty"` // most recent, oldest first
	Count      int         `json:"count,omitempty"`      // total
}

// Iteration is one step in the history.
type Iteration struct {
	Number   int       `json:"number"`
	Stage    string    `json:"stage"` // name of a stage, or "agent"
	Agent    string    `json:"agent,omitempty"`
	Status   Status    `json:"status,omitempty"`
	Summary  string    `json:"summary,omitempty"`
	Feedback string    `json:"feedback,omitempty"` // feedback of staff
	By       string    `json:"by,omitempty"`
	Took     Seconds   `json:"execution_seconds,omitempty"`
	At       time.Time `json:"at"`
}

// maxIterations limits the iterations in the state. The journal has all iterations.
const maxIterations = 60

// Note adds an iteration other than the run of an agent.
func (t *Task) Note(i Iteration) { t.Context.add(i) }

func (c *Context) add(i Iteration) {
	c.Count++
	i.Number = c.Count
	all := append(c.Iterations, i)
	c.Iterations = all[max(0, len(all)-maxIterations):]
}
