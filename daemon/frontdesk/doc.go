// Package frontdesk serves the console: it shows the console the work of the agency, and puts
// decisions from the console into the queues of their threads.
//
// A decision becomes the event that a reply by mail becomes, and runs through package decision.
// The front desk decides nothing.
package frontdesk
