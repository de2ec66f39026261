// Package daemon wires the rooms together and owns every goroutine. A message
// passes four stations (accept, route, run, send), each with a durable hand-off
// to the next and each safe to run twice, so that a crash between any two loses
// nothing: what is left in the store is what is left to do.
//
// A Daemon has what lasts as long as it does; a router is one message being routed
// in one transaction, and a run one event of one thread being dealt with, whose
// commitment is what its next commit holds.
package daemon
