// Package agent is the run that serves one thread: its state, the
// plan–gate–execute loop, the interrupts where it pauses, and its tools.
//
// Step is a pure function of a state and an event. It does no mail, no network
// and no storage, and reads no clock: what it wants done it returns as intents,
// and what came of them is fed back as the next event. The same events therefore
// always lead to the same state. It promises that nothing that a gate closes
// takes effect before a person has decided on exactly that, that what was
// rejected is not proposed again, and that every event ends in a pause, a
// proposal or a person.
package agent
