package store

import (
	"slices"
	"strings"
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
	Released     string        `json:"released,omitempty"` // staff who released the message; then a person's message
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

// The workflows of threads. The agency's own thread has none.
const (
	WorkflowQuote = "quote"
	WorkflowTask  = "task"
	WorkflowTest  = "test_task" // a task for the test agents
)

// ThreadStatus is the status of a thread.
type ThreadStatus string

// The statuses of a thread.
const (
	ThreadRunning          ThreadStatus = "running"
	ThreadAwaitingReview   ThreadStatus = "awaiting_review"
	ThreadAwaitingCustomer ThreadStatus = "awaiting_customer"
	ThreadHandedOver       ThreadStatus = "handed_over"
	ThreadCompleted        ThreadStatus = "completed"
	ThreadCancelled        ThreadStatus = "cancelled"
	ThreadExpired          ThreadStatus = "expired"
)

// ThreadStatuses returns all statuses of a thread.
func ThreadStatuses() []ThreadStatus {
	return []ThreadStatus{
		ThreadRunning, ThreadAwaitingReview, ThreadAwaitingCustomer, ThreadHandedOver,
		ThreadCompleted, ThreadCancelled, ThreadExpired,
	}
}

// Known reports whether s is one of the statuses above.
func (s ThreadStatus) Known() bool { return slices.Contains(ThreadStatuses(), s) }

// Ended reports whether the thread is over.
func (s ThreadStatus) Ended() bool {
	return s == ThreadCompleted || s == ThreadCancelled || s == ThreadExpired
}

// Head is a thread as of the last commit. A Head stays small for any length of the thread. The
// journal records the events.
type Head struct {
	Thread    string       `json:"thread"`
	Version   uint64       `json:"version"`
	Workflow  string       `json:"workflow"`
	Status    ThreadStatus `json:"status"`
	CreatedAt time.Time    `json:"created_at"`
	UpdatedAt time.Time    `json:"updated_at"`

	Subject      string   `json:"subject"`
	Participants []string `json:"participants"`           // addresses that may take part, in lower case
	ReplyTo      string   `json:"reply_to,omitempty"`     // where answers go, if not to Participants[0]
	LastMessage  string   `json:"last_message"`           // Message-ID that the next answer replies to
	References   []string `json:"references,omitempty"`   // of that answer, oldest first
	ThreadIndex  string   `json:"thread_index,omitempty"` // of the message to answer, as Outlook wrote it
	Reviews      int      `json:"reviews"`                // number of the last review
	MergedInto   string   `json:"merged_into,omitempty"`  // the thread that took over the messages
	Owner        string   `json:"owner,omitempty"`        // wrote CLAIM or TAKE OVER

	Erased time.Time `json:"erased,omitzero"` // when the customer's data was erased

	State []byte `json:"state"` // the agent's, as JSON
}

// Addresses returns the addresses that may take part, in lower case, each once.
func (h Head) Addresses() []string {
	addresses := make([]string, len(h.Participants))
	for i, a := range h.Participants {
		addresses[i] = strings.ToLower(a)
	}
	slices.Sort(addresses)
	return slices.Compact(addresses)
}

// Event is an event that waits for a thread's runner.
type Event struct {
	Thread string    `json:"thread"`
	Seq    uint64    `json:"seq"`
	At     time.Time `json:"at"`
	Kind   string    `json:"kind"`
	Data   []byte    `json:"data"` // JSON, by kind
}

// EffectStatus is the status of an effect.
type EffectStatus string

// The statuses of an effect.
const (
	EffectIntended  EffectStatus = "intended"
	EffectAttempted EffectStatus = "attempted"
	EffectConfirmed EffectStatus = "confirmed"
	EffectUnknown   EffectStatus = "unknown"
)

// EffectStatuses returns all statuses of an effect.
func EffectStatuses() []EffectStatus {
	return []EffectStatus{EffectIntended, EffectAttempted, EffectConfirmed, EffectUnknown}
}

// Known reports whether s is one of the statuses above.
func (s EffectStatus) Known() bool { return slices.Contains(EffectStatuses(), s) }

// Effect is one act on the outside world. The intent is recorded before the attempt, and the
// attempt before the result.
type Effect struct {
	Key      string       `json:"key"` // also the idempotency key
	Thread   string       `json:"thread"`
	Tool     string       `json:"tool"`
	Digest   string       `json:"digest"` // of the approved action
	Status   EffectStatus `json:"status"`
	Attempts int          `json:"attempts,omitempty"`
	At       time.Time    `json:"at"` // of the last change
	Result   []byte       `json:"result,omitempty"`
	Error    string       `json:"error,omitempty"`
}

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
	Review    int        `json:"review,omitempty"` // the requested review, or the approving review
	Role      string     `json:"role"`             // "customer" or "agency": the sending account
	MessageID string     `json:"message_id"`       // fixed at commit
	From      string     `json:"from"`             // envelope sender
	To        []string   `json:"to"`               // envelope recipients
	Subject   string     `json:"subject"`
	Digest    string     `json:"digest,omitempty"`  // of the approved draft
	Answers   string     `json:"answers,omitempty"` // Message-ID under answer: a newer message makes the mail stale
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

// ReviewStatus is the status of a review.
type ReviewStatus string

// The statuses of a review.
const (
	ReviewOpen       ReviewStatus = "open"
	ReviewDecided    ReviewStatus = "decided"
	ReviewSuperseded ReviewStatus = "superseded"
	ReviewExpired    ReviewStatus = "expired"
)

// Known reports whether s is one of the statuses above.
func (s ReviewStatus) Known() bool {
	all := []ReviewStatus{ReviewOpen, ReviewDecided, ReviewSuperseded, ReviewExpired}
	return slices.Contains(all, s)
}

// Review is one request for a decision on one draft.
type Review struct {
	Thread    string       `json:"thread"`
	Number    int          `json:"number"` // from 1, never reused within a thread
	Kind      string       `json:"kind"`   // a kind of package review, such as review.KindStep
	Step      string       `json:"step,omitempty"`
	Status    ReviewStatus `json:"status"`
	Digest    string       `json:"digest"`
	CreatedAt time.Time    `json:"created_at"`
	Staff     []string     `json:"staff"`                // canonical addresses of the staff who were asked
	Absent    []string     `json:"absent,omitempty"`     // the part of Staff who are out of office or unreachable
	Data      []byte       `json:"data"`                 // the content under review, JSON by kind; immutable
	MIME      []byte       `json:"mime,omitempty"`       // the customer mail, frozen; immutable
	MessageID string       `json:"message_id,omitempty"` // of that mail; immutable
	Inbound   uint64       `json:"inbound,omitempty"`    // kind routing: the message in question
	Mail      uint64       `json:"mail,omitempty"`       // kind mail: the mail in question

	Verdict    string    `json:"verdict,omitempty"`
	Argument   string    `json:"argument,omitempty"` // reason or new text
	DecidedBy  string    `json:"decided_by,omitempty"`
	DecidedAt  time.Time `json:"decided_at,omitzero"`
	DecidedIn  string    `json:"decided_in,omitempty"` // Message-ID of the reply
	ReplacedBy int       `json:"replaced_by,omitempty"`
	Why        string    `json:"why,omitempty"`      // of superseded and expired
	Observed   bool      `json:"observed,omitempty"` // the mail announced that nothing would be sent
	Erased     bool      `json:"erased,omitempty"`   // the content under review was erased, except what Data holds
	Doubts     []Doubt   `json:"doubts,omitempty"`   // of unclear replies, one for each member
}

// Doubt has the lines of a reply that may be a signature. The word above the lines counts once
// the member confirms the lines.
type Doubt struct {
	By    string `json:"by"` // canonical address of the member
	Word  string `json:"word"`
	Lines string `json:"lines"`
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
