package task

import (
	"slices"
	"time"
)

// Context is what happened in a task so far, in short. It is kept across restarts,
// revisions and new plans.
type Context struct {
	Iterations []Iteration `json:"iterations,omitempty"` // the last of them, oldest first
	Count      int         `json:"count,omitempty"`      // of all
}

// Iteration is one thing that was done.
type Iteration struct {
	Number   int       `json:"number"`
	Stage    string    `json:"stage"` // a step's name, or "agent"
	Agent    string    `json:"agent,omitempty"`
	Status   Status    `json:"status,omitempty"`
	Summary  string    `json:"summary,omitempty"`
	Feedback string    `json:"feedback,omitempty"` // of staff, that it heeds or that it is
	By       string    `json:"by,omitempty"`
	Took     Seconds   `json:"execution_seconds,omitempty"`
	At       time.Time `json:"at"`
}

// maxIterations bounds what the state holds; the journal has all of them.
const maxIterations = 60

// Note keeps that something other than an agent's run happened.
func (t *Task) Note(i Iteration) { t.Context.add(i) }

func (c *Context) add(i Iteration) {
	c.Count++
	i.Number = c.Count
	c.Iterations = append(c.Iterations, i)
	if n := len(c.Iterations) - maxIterations; n > 0 {
		c.Iterations = slices.Delete(c.Iterations, 0, n)
	}
}
