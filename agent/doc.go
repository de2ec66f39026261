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
//
// # Where things are
//
//   - The loop: step; state, scratchpad; event, intent; gate, propose, decide, pause; spent. What is
//     kept of it: journal, replay.
//   - A customer writes: customer; parting, courtesy, goesahead. Nobody does: followup.
//   - Staff write: feedback, heed; edit, editlines, editfacts, editcalls, patch; byhand; humaninput.
//   - The tools: tool, tools, schemas. For reading: tools_read; readings, evidence, repeated, passedon,
//     derived. For what was read: tools_facts, tools_discounts, tools_look. For the carrier:
//     tools_carrier, carrierwait, options. For mails: tools_mail, draft. For tasks: tools_task, task.
//   - The facts check: facts; claims, names, binding, unproven; memo, both.
//   - What a customer is shown: questions, together, known; quoteview. What staff are: reviewdata,
//     reviewtask. In which words: wording, fields, places.
package agent
