// Package timers has the name of every timer and sets the timers of a review. The room of the
// handler, such as daemon/decision, acts on a timer that runs out.
package timers

import (
	"strconv"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/journal"
	"ppamaild/review"
	"ppamaild/store"
)

// The names of timers, as stores have them. A name that ends in a colon continues with the
// number of a review, the id of a mail or the name of a fault.
const (
	CustomerWait     = "customer_wait"     // the customer's time to answer ends
	CustomerReminder = "customer_reminder" // the reminder before that is due
	QuoteEnds        = "quote_ends"        // the sent quote expires, for the digest
	Carrier          = "carrier"           // the carrier is asked again
	Remind           = "remind:"           // staff are reminded of a review
	Escalate         = "escalate:"         // more staff are asked for a decision
	Expire           = "expire:"           // a review expires
	Reassign         = "ask:"              // other staff are asked, as the first ones left
	Uncertain        = "doubt:"            // staff are asked whether a mail left
	Digest           = "list_set_aside"    // the digest of the day is due
	Clock            = "clock"             // due one hour after the daemon last ran
	AskRelease       = "ask_release"       // staff are asked again to release the outbox
	// Alarm records that staff know of a fault. It never runs out. The store keeps it
	// because the repair of a fault often restarts the daemon.
	Alarm = "alarm:"
)

// New returns a timer. JSON cannot keep a zone with an offset in seconds, so Due is UTC.
func New(thread, name string, due time.Time) store.Timer {
	return store.Timer{Thread: thread, Name: name, Due: due.UTC()}
}

// SetDigest sets when the next digest is due.
func SetDigest(tx store.Timers, due time.Time) error {
	return tx.PutTimer(New(journal.AgencyThread, Digest, due))
}

// AfterHours returns the end of a duration that passes only in business hours.
type AfterHours func(time.Duration) time.Time

// OfReview returns the timers of a review that is open from now on.
func OfReview(rv store.Review, c config.Review, now time.Time, after AfterHours) (all []store.Timer) {
	if rv.Kind != review.KindSetAside { // a list needs no answer
		all = Reminders(rv.Thread, rv.Number, c, after)
	}
	if rv.Kind != review.KindRestored { // no mail leaves before the decision
		name := Expire + strconv.Itoa(rv.Number)
		all = append(all, New(rv.Thread, name, now.Add(c.ExpireAfter.Duration)))
	}
	return all
}

// Reminders returns the timers that remind staff of a review and escalate the review.
func Reminders(thread string, number int, c config.Review, after AfterHours) []store.Timer {
	n := strconv.Itoa(number)
	return []store.Timer{
		New(thread, Remind+n, after(c.RemindAfter.Duration)),
		New(thread, Escalate+n, after(c.EscalateAfter.Duration)),
	}
}

// NamesOfReview returns the names of the timers of a review.
func NamesOfReview(number int) []string {
	n := strconv.Itoa(number)
	return []string{Remind + n, Escalate + n, Expire + n}
}
