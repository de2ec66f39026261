// Package failpoint names places for crash tests: before and after each durable change, and
// between an external effect and the record of its result.
//
// Builds without the tag "failpoints" contain nothing of this package: the functions are empty,
// and the compiler drops the calls. A program built with the tag kills itself with SIGKILL at
// the place in the environment variable PPAMAILD_FAILPOINT, on the n-th pass:
//
//	PPAMAILD_FAILPOINT=route.after:3 ppamaild run --config FILE
package failpoint

// Boundary is an atomic durable change. After a crash just before the change, the program must
// work as if the change never began. After a crash just after, the program must not repeat the
// change.
type Boundary string

// The boundaries, in the order of a mail through the daemon, and then of an admin's commands.
const (
	Open        Boundary = "open"         // the store has this program's layout, at the start
	Keys        Boundary = "keys"         // keys of references and Message-IDs exist, at the start
	Agency      Boundary = "agency"       // the agency's own thread exists, at the start
	Accept      Boundary = "accept"       // fetched messages and the cursor are stored
	AcceptLarge Boundary = "accept_large" // a message fetched in pieces is stored
	Chunk       Boundary = "chunk"        // a piece of a message is stored
	Route       Boundary = "route"        // messages are handled, with events in the queues of threads
	Run         Boundary = "run"          // the result of an event is stored
	Attempt     Boundary = "attempt"      // the attempt of an external effect is recorded
	RunTime     Boundary = "run_time"     // the run time of a task agent is stored
	Hold        Boundary = "hold"         // a mail is held back
	Sending     Boundary = "sending"      // the server has the whole mail except the final dot
	Sent        Boundary = "sent"         // the result of sending is stored
	Filed       Boundary = "filed"        // the copy is in Sent
	Timer       Boundary = "timer"        // due timers have become events
	Alarm       Boundary = "alarm"        // the notice about an unreadable mailbox is queued
	Abandon     Boundary = "abandon"      // unprocessable work is handed to staff
	Correct     Boundary = "correct"      // messages were moved to another thread
	Cancel      Boundary = "cancel"       // the cancellation of a thread is stored
	Retry       Boundary = "retry"        // a retry is stored
	Order       Boundary = "order"        // a retry or withdrawal of a mail is stored
	Backup      Boundary = "backup"       // a backup has its name
	Restore     Boundary = "restore"      // the backup has replaced the store
	Reconcile   Boundary = "reconcile"    // the reconciliation after a restore is stored
	Release     Boundary = "release"      // the outbox is released
	Keep        Boundary = "keep"         // a hold is stored
	Erase       Boundary = "erase"        // a customer's data is erased from the records
	Scrub       Boundary = "scrub"        // the store's file has no erased data
	Rekey       Boundary = "rekey"        // the store needs only the newest key
	Compact     Boundary = "compact"      // the store is compacted
	Decide      Boundary = "decide"       // a decision in the console is in the queue
	Session     Boundary = "session"      // a session, a code or a choice of the console is stored
)

// Place is a place for a crash that is not a boundary.
type Place string

// The places.
const (
	Answered Place = "answered" // the server has answered the final dot; not recorded yet
	Called   Place = "called"   // an external effect is complete; not recorded yet
	Copying  Place = "copying"  // before a part of a backup is sent
	Wiping   Place = "wiping"   // a copy without erased data is complete, but has not replaced the file
	Recoding Place = "recoding" // part of the store is encrypted with the newest key
)

// Names lists the values of PPAMAILD_FAILPOINT for crash tests, without counts. The tests use no
// console, so Decide and Session are absent.
func Names() []string {
	names := []string{string(Answered), string(Called), string(Copying), string(Wiping), string(Recoding)}
	for _, b := range []Boundary{
		Open, Keys, Agency, Accept, AcceptLarge, Chunk, Route, Run, Attempt, RunTime, Hold, Sending, Sent, Filed, Timer, Alarm,
		Abandon, Correct, Cancel, Retry, Order, Backup, Restore, Reconcile, Release, Keep, Erase, Scrub, Rekey, Compact,
	} {
		names = append(names, b.Sides()...)
	}
	return names
}

// Sides returns the places just before and just after b.
func (b Boundary) Sides() []string { return []string{string(before(b)), string(after(b))} }

func before(b Boundary) Place { return Place(b) + ".before" }
func after(b Boundary) Place  { return Place(b) + ".after" }
