// Package failpoint names the places where a crash is worth trying: before and
// after each durable boundary, and between an act on the world outside and our
// learning of it.
//
// It promises that a build without the tag "failpoints" holds nothing of it: its
// functions are empty, and the compiler drops the calls. A program that is built
// with that tag kills itself, by SIGKILL, at the place that the environment variable
// PPAMAILD_FAILPOINT names, when it comes by for the n-th time:
//
//	PPAMAILD_FAILPOINT=route.after:3 ppamaild run --config FILE
package failpoint

// Boundary is something that becomes durable all at once: a crash just before it
// must be as if it was never begun, and one just after it must not repeat it.
type Boundary string

// The boundaries.
const (
	Open        Boundary = "open"         // the store is laid out as this program has it, at the start
	Keys        Boundary = "keys"         // of references and Message-IDs, at the start
	Agency      Boundary = "agency"       // the agency's own thread, at the start
	Accept      Boundary = "accept"       // fetched messages with the cursor
	AcceptLarge Boundary = "accept_large" // one that is fetched in pieces
	Chunk       Boundary = "chunk"        // a piece of it
	Route       Boundary = "route"        // messages handled, events in their threads' queues
	Run         Boundary = "run"          // what came of an event
	Attempt     Boundary = "attempt"      // an act on the world outside is about to be tried
	Pace        Boundary = "pace"         // how long an agent of a task took, which has done its work
	Hold        Boundary = "hold"         // a mail does not leave now
	Sending     Boundary = "sending"      // the server has all of a mail but the final dot
	Sent        Boundary = "sent"         // what came of sending it
	Filed       Boundary = "filed"        // its copy lies in Sent
	Timer       Boundary = "timer"        // timers that were due are events
	Alarm       Boundary = "alarm"        // staff are to hear that a mailbox can't be read
	Abandon     Boundary = "abandon"      // what can't be dealt with is before staff
	Correct     Boundary = "correct"      // messages are in another thread, as an admin wants it; all that follow are an admin's orders
	Cancel      Boundary = "cancel"       // a thread is to end
	Retry       Boundary = "retry"        // what was given up is tried again
	Order       Boundary = "order"        // a mail of the outbox is to be sent, or never
	Backup      Boundary = "backup"       // a backup has its name
	Restore     Boundary = "restore"      // it is in the place of the store
	Reconcile   Boundary = "reconcile"    // what that does not know was looked for
	Release     Boundary = "release"      // mail leaves again
	Keep        Boundary = "keep"         // nothing of a customer or a thread may be erased
	Erase       Boundary = "erase"        // what is kept of a customer is erased
	Scrub       Boundary = "scrub"        // the store's file holds no erased data
	Rekey       Boundary = "rekey"        // the newest key is the only one that the store needs
	Compact     Boundary = "compact"      // the store is as small as what it holds
)

// Place is a place that is no boundary of ours.
type Place string

// The places.
const (
	Answered Place = "answered" // a mail's final dot was answered, which nobody knows yet
	Called   Place = "called"   // an act on the world outside was done, which nobody knows yet
	Copying  Place = "copying"  // a part of a backup is about to be handed over
	Wiping   Place = "wiping"   // a copy without erased data is complete, and not in place
	Recoding Place = "recoding" // a part of the store is encrypted with the newest key, and the rest is not
)

// Names lists every name that PPAMAILD_FAILPOINT may hold.
func Names() []string {
	names := []string{string(Answered), string(Called), string(Copying), string(Wiping), string(Recoding)}
	for _, b := range []Boundary{
		Open, Keys, Agency, Accept, AcceptLarge, Chunk, Route, Run, Attempt, Pace, Hold, Sending, Sent, Filed, Timer, Alarm,
		Abandon, Correct, Cancel, Retry, Order, Backup, Restore, Reconcile, Release, Keep, Erase, Scrub, Rekey, Compact,
	} {
		names = append(names, b.Sides()...)
	}
	return names
}

// Sides returns the names of the places just before and just after b.
func (b Boundary) Sides() []string { return []string{string(before(b)), string(after(b))} }

func before(b Boundary) Place { return Place(b) + ".before" }
func after(b Boundary) Place  { return Place(b) + ".after" }
