package agent

import (
	"errors"
	"fmt"
)

// Replay makes the states of a thread anew from its journal, as Step is a pure
// function of state and event. No tool is called: the journal has what each
// returned.
type Replay struct {
	thread string
	tools  []Tool
	agent  *Agent
	state  State
}

// NewReplay returns the replay of a thread, of which nothing was taken yet. tools
// are those of the thread's workflow.
func NewReplay(thread string, tools []Tool) *Replay { return &Replay{thread: thread, tools: tools} }

// Take takes the next entry of the journal, oldest first. It reports whether the
// entry was an event, which moves the state; others are of no concern here. A
// payload that was erased is an error, as nobody can tell what it led to.
func (r *Replay) Take(kind string, payload []byte) (moved bool, err error) {
	e, err := ReadEvent(kind, payload)
	if e == nil || err != nil {
		return false, err
	}
	if err := r.prepare(e); err != nil {
		return false, err
	}
	if _, err := r.agent.Step(&r.state, e); err != nil {
		return false, fmt.Errorf("replaying the entry %q: %w", kind, err)
	}
	return true, nil
}

// prepare has the events' own policy decide from here on.
func (r *Replay) prepare(e Event) (err error) {
	switch e := e.(type) {
	case Begun:
		r.state = NewState(r.thread, e.Customer)
		r.agent, err = New(e.Policy, r.tools)
	case PolicySet:
		r.agent, err = New(e.Policy, r.tools)
	}
	if r.agent == nil && err == nil {
		err = errors.New("the journal does not begin with the thread's beginning")
	}
	return err
}

// State is the state after the last event that was taken. The caller must not
// change what it points to.
func (r *Replay) State() State { return r.state }
