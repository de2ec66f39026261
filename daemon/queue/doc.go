// Package queue holds the data that the stations of the daemon hand to each other.
//
// An event waits in the queue of its thread, in the store. A Schedule gives threads with events
// to runners, a runner to a thread. A Notifier wakes a station to read the store. InFlight holds
// the mails in the hands of senders.
//
// Every hand-over is durable before a station is woken. A lost wake-up delays work, and
// loses nothing.
package queue
