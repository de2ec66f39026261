// Package journal names what the daemon itself writes into the journals of threads,
// for those who write it and those who read it. What the agent writes is named by
// package agent, and what a reply of staff's to a review came to by that outcome. A
// name stays what it is: it lies in stores and exports.
package journal

// AgencyThread is the agency's own thread, for what staff decide about no
// conversation: the daily digest with what was set aside. So that has the queue,
// reviews, references, timers and journal of any other; the agent takes no part in it.
// Its journal has what is about no thread.
const AgencyThread = "A-AGENCY"

// The kinds for messages.
const (
	KindReply     = "reply"          // staff's, in which a decision was made; its payload is a Reply
	KindForwarded = "forwarded"      // staff's, which passed a customer's on
	KindUnread    = "unread_message" // a customer's that only people read
)

// Reply is the payload of a KindReply.
type Reply struct {
	Review  int    `json:"review"`
	Verdict string `json:"verdict"`
	Inbound uint64 `json:"inbound,omitempty"` // the reply, by the store's number
}

// The kinds for messages that had no effect; of one whose thread is put to staff it is
// the kind of that question.
const (
	KindMisused     = "misused"     // somebody used a reference that was made for another
	KindQuarantined = "quarantined" // nothing can be done with it
	KindNoReview    = "no_review"   // staff's, and about no review
	KindCopy        = "copy"        // the same message came in before
	KindFlood       = "flood"       // it is one too many of its sender's, as are those after it
	KindListed      = "listed"      // all that a daily list has; its payload is a Listed
)

// Listed is the payload of a KindListed: the messages by the store's number, which
// has who sent each and why it was set aside. So there is nobody to forget in it.
type Listed struct {
	Review  int      `json:"review"` // the list
	Inbound []uint64 `json:"inbound"`
}

// The kinds for mails; their entries refer to the mail by Message-ID.
const (
	KindOutbox      = "outbox"        // one to the customer was committed
	KindMailRetried = "mail_retried"  // an admin had one sent at once
	KindMailDropped = "mail_dropped"  // an admin took one back for good
	KindWithdrawn   = "withdrawn"     // a correction took one back
	KindFoundInSent = "found_in_sent" // one from before a restore had left already
)

// The kinds for corrections; their entries refer to the other thread, and to the
// message where it is only one.
const (
	KindMergedInto = "merged_into"
	KindMergedFrom = "merged_from"
	KindMovedOut   = "moved_out"
	KindMovedIn    = "moved_in"
)

// The kinds for what became of threads, reviews and the store as a whole.
const (
	KindCancel     = "cancel_ordered"    // an admin ends the thread
	KindGivenUp    = "given_up"          // an event that could not be dealt with
	KindRetried    = "retried"           // what was given up is tried again
	KindSuperseded = "review_superseded" // a correction ended the review
	KindReleased   = "outbox_released"   // of a restored store
	KindClockJump  = "clock_leapt"
)
