// Package daemon wires the rooms together and owns every goroutine. A message
// passes four stations (accept, route, run, send), each with a durable hand-off
// to the next and each safe to run twice, so that a crash between any two loses
// nothing: what is left in the store is what is left to do.
//
// A Daemon has what lasts as long as it does; a router is one message being routed
// in one transaction, and a run one event of one thread being dealt with, whose
// commitment is what its next commit holds.
//
// # Where things are
//
// The whole: daemon, which starts and ends all; setup, workflow, crew, agencythread. What
// goroutines share: lane, bell, claims, leap. How the agency writes: mail, masked.
//
//   - Accept: accept.
//   - Route: route; reading, spelt, authentic; duplicate, bounce. Of a customer: begin, hint,
//     flood. Of staff: staffmail, forwarded, task. Of nobody: setaside, quarantine; trace.
//   - Run: run, headstart; commitment, effect, giveup. Events taken in: event; customer,
//     acknowledge, staff, timers, absent, trouble, corrected. What the agent wants: carry;
//     followup, observe.
//   - What staff are shown: reviewmail, proposal, conversation, handover. What they decide:
//     deed, routing, release, task_decide, task_export, task_progress; askothers.
//   - Send: send, early, objection, cap, hours; settle, doubt.
//   - Now and then: digest, stock, retention; alarm, monitor.
//   - By an admin: admin, commands, control, control_history, tokens; follow, cancel, retry,
//     outbox; correct, correct_leave, correct_arrive, messages; forget, legalhold, rekey. After a
//     backup was put back: reconcile, reconcile_search, restored.
//   - Without a daemon: reader.
package daemon
