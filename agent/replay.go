package agent

import (
	"errors"
	"fmt"
)

// Replay restores the states of a thread from its journal, because Step is a pure function. It
// calls no tools: the journal has their outputs.
type Replay struct {
	thread string
	tools  []Tool
	agent  *Agent
	state  State
}

// NewReplay returns the replay of a thread before its first entry. tools are the tools of the
// thread's workflow.
func NewReplay(thread string, tools []Tool) *Replay { return &Replay{thread: thread, tools: tools} }

// Take applies the next entry of the journal, oldest first. It reports whether the entry was an
// event that changes the state. An erased payload is an error, because its effect is unknown.
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

// prepare applies the policy in the event.
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
	if err == nil {
		r.agent.replays = true
	}
	return err
}

// State returns the state after the last event. The caller must not change it.
func (r *Replay) State() State { return r.state }
