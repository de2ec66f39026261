// Package agent runs one thread: its state, the loop of plan, gate and execute, and the points
// where the loop pauses.
//
// Step is a pure function of a state and an event. It uses no mail, network, storage or clock. It
// returns the required effects as intents, and their results come back as events. The same events
// always give the same state.
//
// The package guarantees three things. A closed gate lets nothing take effect before a person
// approves exactly this proposal. A rejected proposal is not proposed again. Every event ends in
// a pause, a proposal, or a person.
package agent
