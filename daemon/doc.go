// Package daemon wires the rooms of the daemon together and owns every goroutine.
//
// A message passes four stations: intake stores it and finds its thread, runner handles it, and
// outbox sends the answers. Each station commits before it hands over, and each is safe to run
// twice. A crash between two stations therefore loses nothing: the store holds the work that is
// left.
package daemon
