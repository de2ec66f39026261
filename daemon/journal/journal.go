// Package journal names the journal entries that the daemon itself writes, for writers and
// readers. Package agent names the agent's entries. Entries about the outcome of a staff reply
// are named by the outcome. Stores and exports contain the names, so no name may change.
package journal

// AgencyThread is the agency's own thread, for decisions of staff that belong to no
// conversation, such as the daily digest. The thread has the usual queue, reviews, references,
// timers and journal, but no agent. Its journal has the entries that belong to no other thread.
const AgencyThread = "A-AGENCY"

// The kinds for messages.
const (
	KindReply     = "reply"          // by staff, with a decision; the payload is a Reply
	KindForwarded = "forwarded"      // by staff, with a customer's message
	KindUnread    = "unread_message" // by a customer; only staff read the message
)

// KindWrittenDown is a customer's message that a member of staff wrote down in the console. The
// payload has the address of the customer, and via.
const KindWrittenDown = "written_down"

// KindNote is a note of staff for colleagues, from the console. The payload is the text.
const KindNote = "note"

// Reply is the payload of a KindReply.
type Reply struct {
	Review  int    `json:"review"`
	Verdict string `json:"verdict"`
	Inbound uint64 `json:"inbound,omitempty"` // the number of the reply in the store
	Via     string `json:"via,omitempty"`     // "console" or "api"; "" for a mail
}

// The kinds for messages that had no effect. If staff are asked about the message, its entry has
// the kind of that review instead.
const (
	KindMisused     = "misused"     // the sender used a reference of another person
	KindQuarantined = "quarantined" // the message cannot be processed
	KindNoReview    = "no_review"   // by staff, without a review
	KindCopy        = "copy"        // the same message came in before
	KindFlood       = "flood"       // the sender exceeded a rate limit; later messages get no entry
	KindAside       = "set_aside"   // a person set the quarantined message aside
	KindListed      = "listed"      // the messages in a daily list; the payload is a Listed
)

// Listed is the payload of a KindListed. It has only the numbers of the messages in the store, so
// it contains no personal data to erase.
type Listed struct {
	Review  int      `json:"review"` // the number of the list
	Inbound []uint64 `json:"inbound"`
}

// The kinds for mails. Their entries refer to the mail by Message-ID.
const (
	KindOutbox      = "outbox"        // a mail to the customer was committed
	KindMailRetried = "mail_retried"  // an admin sent the mail immediately
	KindMailDropped = "mail_dropped"  // an admin withdrew the mail permanently
	KindWithdrawn   = "withdrawn"     // a correction or a newer message withdrew the mail
	KindFoundInSent = "found_in_sent" // after a restore, the mail was already in Sent

	KindMailWithdrawn = "mail_withdrawn" // the mail never leaves, and staff know why
)

// The kinds for corrections. Their entries refer to the other thread, or to the message if only
// one message moved.
const (
	KindMergedInto = "merged_into"
	KindMergedFrom = "merged_from"
	KindMovedOut   = "moved_out"
	KindMovedIn    = "moved_in"
)

// The kinds for changes of threads, of reviews and of the whole store.
const (
	KindCancel     = "cancel_ordered"    // an admin ends the thread
	KindGivenUp    = "given_up"          // an event could not be processed
	KindRetried    = "retried"           // a dead letter is tried again
	KindSuperseded = "review_superseded" // a correction ended the review
	KindReleased   = "outbox_released"   // of a restored store
	KindClockJump  = "clock_leapt"
)
