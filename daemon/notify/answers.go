package notify

import (
	"sync"

	"ppamaild/templates"
)

// Answer is a notice for a member of staff who decides in the console, in place of a mail.
type Answer struct {
	Name   string // of the notice
	Notice templates.Notice
}

// Answers passes answers to the pages that wait for them, by the ticket of the decision. Answers
// are in memory: after a restart, the page shows the review as it is. Its methods are safe for
// concurrent use.
type Answers struct {
	mu      sync.Mutex
	waiting map[string]chan Answer
}

// Expect returns the channel for the answer to a ticket. forget ends the wait.
func (a *Answers) Expect(ticket string) (answer <-chan Answer, forget func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.waiting == nil {
		a.waiting = make(map[string]chan Answer)
	}
	c := make(chan Answer, 1)
	a.waiting[ticket] = c
	return c, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.waiting, ticket)
	}
}

// Put passes an answer to the waiting page, if the page still waits. It never blocks.
func (a *Answers) Put(ticket string, answer Answer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	select {
	case a.waiting[ticket] <- answer: // a nil channel takes nothing
	default:
	}
}
