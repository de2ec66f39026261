package store

import (
	"slices"
	"time"
)

// MailStatus is the status of a mail in the outbox.
type MailStatus string

// The statuses of a mail in the outbox.
const (
	MailQueued    MailStatus = "queued"
	MailSending   MailStatus = "sending"
	MailSent      MailStatus = "sent"
	MailRetrying  MailStatus = "retrying"
	MailUncertain MailStatus = "uncertain"
	MailFailed    MailStatus = "failed"
	MailWithdrawn MailStatus = "withdrawn"
)

// MailStatuses returns all statuses of a mail in the outbox.
func MailStatuses() []MailStatus {
	return []MailStatus{
		MailQueued, MailSending, MailSent, MailRetrying, MailUncertain, MailFailed, MailWithdrawn,
	}
}

// Known reports whether s is one of the statuses above.
func (s MailStatus) Known() bool { return slices.Contains(MailStatuses(), s) }

// Due reports whether a mail waits to be sent at its NextAt.
func (s MailStatus) Due() bool { return s == MailQueued || s == MailRetrying }

// MailKind is the audience of a mail.
type MailKind string

// The kinds of outbound mail.
const (
	MailCustomer MailKind = "customer"
	MailReview   MailKind = "review"
	MailNotice   MailKind = "notice" // an answer or a message to staff
)

// Mail is a mail that was committed to be sent. Its bytes are stored separately and never
// change.
type Mail struct {
	ID        uint64     `json:"id"`
	Thread    string     `json:"thread,omitempty"`
	Kind      MailKind   `json:"kind"`
	Review    int        `json:"review,omitempty"`  // the requested review, or the approving review
	Decides   bool       `json:"decides,omitempty"` // a notice: answers decide Review
	Role      string     `json:"role"`              // "customer" or "agency": the sending account
	MessageID string     `json:"message_id"`        // fixed at commit
	From      string     `json:"from"`              // envelope sender
	To        []string   `json:"to"`                // envelope recipients
	Subject   string     `json:"subject"`
	Digest    string     `json:"digest,omitempty"`  // of the approved draft
	Answers   string     `json:"answers,omitempty"` // Message-ID; a newer message makes the mail stale
	Until     time.Time  `json:"until,omitzero"`    // when its quote expires; zero: no quote
	RawDigest Sum        `json:"raw_digest"`        // of the bytes; set by AddMail, checked before sending
	Status    MailStatus `json:"status"`
	Attempts  int        `json:"attempts,omitempty"`
	CreatedAt time.Time  `json:"created_at"`
	NextAt    time.Time  `json:"next_at"` // time of the next attempt, or of the failure
	SentAt    time.Time  `json:"sent_at,omitzero"`
	LastError string     `json:"last_error,omitempty"`
	SavedCopy bool       `json:"saved_copy,omitempty"` // Sent has a copy
	Exempt    bool       `json:"exempt,omitempty"`     // exempt from the hourly rate limit
	Observed  bool       `json:"observed,omitempty"`   // approved in observe mode: it is never sent

	Erased bool `json:"erased,omitempty"` // its bytes, recipients and subject were erased

	Purpose MailPurpose `json:"purpose,omitempty"` // of a mail to a customer that is not an answer of the agent
}

// MailPurpose is the purpose of a mail to a customer that the agent did not decide on.
type MailPurpose string

// The purposes. An answer has none.
const (
	PurposeAcknowledgement MailPurpose = "acknowledgement"
	PurposeReminder        MailPurpose = "reminder"
	PurposeClose           MailPurpose = "close"
)
