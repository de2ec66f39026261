package queue

import (
	"time"

	"ppamaild/daemon/journal"
	"ppamaild/store"
)

// The names of timers, as stores have them. A name that ends in a colon continues with the
// number of a review, the id of a mail or the name of a fault.
const (
	TimerCustomerWait     = "customer_wait"     // the customer's time to answer ends
	TimerCustomerReminder = "customer_reminder" // the reminder before that is due
	TimerCarrier          = "carrier"           // the carrier is asked again
	TimerRemind           = "remind:"           // staff are reminded of a review
	TimerEscalate         = "escalate:"         // more staff are asked for a decision
	TimerExpire           = "expire:"           // a review expires
	TimerReassign         = "ask:"              // other staff are asked, as the first ones left
	TimerUncertain        = "doubt:"            // staff are asked whether a mail left
	TimerDigest           = "list_set_aside"    // the digest of the day is due
	TimerClock            = "clock"             // due one hour after the daemon last ran
	TimerAskRelease       = "ask_release"       // staff are asked again to release the outbox
	// TimerAlarm records that staff know of a fault. It never runs out. The store keeps it
	// because the repair of a fault often restarts the daemon.
	TimerAlarm = "alarm:"
)

// SetDigestTimer sets when the next digest is due.
func SetDigestTimer(tx store.Timers, due time.Time) error {
	// JSON cannot keep a zone with an offset in seconds.
	return tx.PutTimer(store.Timer{Thread: journal.AgencyThread, Name: TimerDigest, Due: due.UTC()})
}
