package store

import (
	"slices"
	"time"
)

// Cursor is the position up to which a mailbox was read.
type Cursor struct {
	Mailbox     string    `json:"mailbox"` // account and folder: "quotes@agency.test/INBOX"
	UIDValidity uint32    `json:"uid_validity"`
	Renumbered  uint32    `json:"renumbered,omitempty"` // how often the server reused UIDs
	LastUID     uint32    `json:"last_uid"`             // UIDs strictly increase within a UIDVALIDITY (RFC 9051 §2.3.1.1)
	Floor       time.Time `json:"floor"`                // INTERNALDATE before which nothing is read, for any UIDVALIDITY
}

// Restoration records that the store was restored from a backup. Since the backup, ppamaild may
// have sent mails and processed messages that the store does not know.
type Restoration struct {
	At         time.Time `json:"at"`
	By         string    `json:"by"`
	File       string    `json:"file"`                // the backup's name
	Reconciled time.Time `json:"reconciled,omitzero"` // when mailboxes and outbox were searched
	Review     int       `json:"review,omitempty"`    // the agency's review about the release of the outbox
	Released   time.Time `json:"released,omitzero"`   // when staff or an admin released the outbox
	ReleasedBy string    `json:"released_by,omitempty"`
}

// InboundStatus is the status of a received message.
type InboundStatus string

// The statuses of an inbound message.
const (
	InboundPending     InboundStatus = "pending"
	InboundHandled     InboundStatus = "handled"
	InboundSetAside    InboundStatus = "set_aside"
	InboundQuarantined InboundStatus = "quarantined"
)

// InboundStatuses returns all statuses of an inbound message.
func InboundStatuses() []InboundStatus {
	return []InboundStatus{InboundPending, InboundHandled, InboundSetAside, InboundQuarantined}
}

// Known reports whether s is one of the statuses above.
func (s InboundStatus) Known() bool { return slices.Contains(InboundStatuses(), s) }

// Inbound is a received message. Its bytes are stored separately.
type Inbound struct {
	ID           uint64        `json:"id"` // in order of acceptance
	Mailbox      string        `json:"mailbox"`
	UIDValidity  uint32        `json:"uid_validity"`
	UID          uint32        `json:"uid"`
	InternalDate time.Time     `json:"internal_date"`
	AcceptedAt   time.Time     `json:"accepted_at"`
	Size         int64         `json:"size"`              // bytes of the message on the server
	Partial      bool          `json:"partial,omitempty"` // over max_message_size: only the header is stored
	Status       InboundStatus `json:"status"`
	Reason       string        `json:"reason,omitempty"` // reason for the status, in words
	Thread       string        `json:"thread,omitempty"`
	MessageID    string        `json:"message_id,omitempty"`
	Attempts     int           `json:"attempts,omitempty"`
	Released     string        `json:"released,omitempty"` // by whom it was released as a person's message
	ByHand       string        `json:"by_hand,omitempty"`  // who set the quarantined message aside
	From         string        `json:"from,omitempty"`     // author in lower case; "" before the message was read
	Erased       bool          `json:"erased,omitempty"`   // the bytes and the author's names were erased
}

// MessageRef is the owner of a Message-ID.
type MessageRef struct {
	Thread  string `json:"thread"`
	Inbound uint64 `json:"inbound,omitempty"` // either this
	Mail    uint64 `json:"mail,omitempty"`    // or this is set
	Alias   bool   `json:"alias,omitempty"`   // an id that a server rewrote, learned later
}

// Correspondent is the data about an address: for the hourly rate limits, and signatures.
type Correspondent struct {
	Address  string      `json:"address"`            // lower case
	Sent     []time.Time `json:"sent"`               // when mails to it were sent in the last hour, oldest first
	Held     time.Time   `json:"held,omitzero"`      // when a mail to it was last delayed
	Received []time.Time `json:"received,omitempty"` // when its messages were accepted in the last hour, oldest first
	Flooded  time.Time   `json:"flooded,omitzero"`   // when one of its messages last exceeded the limit

	Signatures []Signature `json:"signatures,omitempty"` // of a member of staff, oldest first
}

// Signature is the text at the end of a person's mails.
type Signature struct {
	Lines  string `json:"lines"`
	Thread string `json:"thread,omitempty"` // of the mail that showed it
	Stated bool   `json:"stated,omitempty"` // the person said that it is their signature
}

// RunTime is the duration of the last runs of a task agent.
type RunTime struct {
	Agent string          `json:"agent"`
	Runs  []time.Duration `json:"runs"` // the latest runs, oldest first
}

// Hold protects the data of an address, or of a thread, from erasure.
type Hold struct {
	On     string    `json:"on"` // an address in lower case, or a thread
	By     string    `json:"by"`
	At     time.Time `json:"at"`
	Reason string    `json:"reason,omitempty"`
	Via    string    `json:"via,omitempty"` // "console"; "" for a command
}

// Timer is a future event of a thread.
type Timer struct {
	Thread string    `json:"thread"`
	Name   string    `json:"name"` // unique within the thread: "remind:4", "customer_wait"
	Due    time.Time `json:"due"`
	Data   []byte    `json:"data,omitempty"`
}
