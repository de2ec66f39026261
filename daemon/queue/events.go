package queue

import (
	"encoding/json"
	"fmt"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/review"
	"ppamaild/store"
)

// The kinds of events in the queue of a thread. The data of an event holds all that its
// handler needs, so the runner does not read the message again.
const (
	KindCustomer    = "customer" // CustomerEvent: a customer wrote
	KindStaff       = "staff"    // StaffEvent: a member of staff wrote
	KindTask        = "task"     // TaskEvent: a member of staff mailed a task
	KindRouting     = "routing"  // RoutingEvent: the thread of a message is unclear
	KindMail        = "mail"     // MailEvent: a mail failed, or its delivery is uncertain
	KindTimer       = "timer"    // TimerEvent: a timer ran out
	KindOutOfOffice = "absent"   // OutOfOfficeEvent: an approver is out of office
	KindRetry       = "retry"    // RetryEvent: an admin retries dead letters

	KindCorrection = "correction" // CorrectionEvent: staff moved messages between threads
	KindCancel     = "cancel"     // CancelEvent: an admin ends the thread
	KindAside      = "set_aside"  // AsideEvent: a person set a quarantined message aside
	KindRestored   = "restored"   // notify.RestoredData: staff release the outbox
)

// CustomerEvent is a message from a customer. If a member of staff forwarded the message and named
// From, Forwarded is the member.
type CustomerEvent struct {
	Inbound    uint64     `json:"inbound"`
	Arrived    time.Time  `json:"arrived,omitzero"`
	From       string     `json:"from"`
	Mail       agent.Mail `json:"mail"`
	ReplyTo    string     `json:"reply_to"`        // where an answer goes
	References []string   `json:"references"`      // of an answer
	Index      string     `json:"index,omitempty"` // Thread-Index; an answer extends it
	Learn      []string   `json:"learn"`           // identifiers that find this thread from now on
	Join       string     `json:"join,omitempty"`  // who let From into the thread
	Greet      bool       `json:"greet,omitempty"` // acknowledge without a review
	Forwarded  string     `json:"forwarded,omitempty"`
	Via        string     `json:"via,omitempty"` // ViaConsole if Forwarded wrote the message down
}

// StaffEvent is a reply from staff. Unproven says why nothing proves its sender, so that the
// reply decides nothing; "" if the sender is proven.
type StaffEvent struct {
	Inbound    uint64          `json:"inbound"`
	From       string          `json:"from"` // as written
	MessageID  string          `json:"message_id,omitempty"`
	References []string        `json:"references"`
	Index      string          `json:"index,omitempty"`
	Text       string          `json:"text"` // the author's own text
	Clean      bool            `json:"clean"`
	Unsent     []string        `json:"left,omitempty"` // parts that cannot be in a mail to customers
	Decision   review.Decision `json:"decision"`
	Unproven   string          `json:"doubt,omitempty"`
	Refs       []review.Ref    `json:"refs"` // in the header or text, unverified

	Via    string `json:"via,omitempty"`    // ViaConsole or ViaAPI; "" for a mail
	Digest string `json:"digest,omitempty"` // of the content that the console showed
	Ticket string `json:"ticket,omitempty"` // of the page that waits for the answer

	Hold time.Duration `json:"hold,omitempty"` // before a mail to the customer leaves
}

// The channels of a decision or a task that is no mail.
const (
	ViaConsole = "console"
	ViaAPI     = "api"
)

// Via is the channel of a page, or of a program.
func Via(program bool) string {
	if program {
		return ViaAPI
	}
	return ViaConsole
}

// The kinds of a RoutingEvent.
const (
	RoutingStranger = "stranger" // the sender does not take part in the thread
	RoutingConflict = "conflict" // the signals of a message disagree
	RoutingForward  = "forward"  // a member of staff forwarded a message
	RoutingTask     = "task"     // nothing proves the sender of a task
)

// RoutingEvent is a message without a clear thread. Staff decide about the thread.
type RoutingEvent struct {
	Inbound    uint64        `json:"inbound"`
	Kind       string        `json:"kind"` // such as RoutingForward
	From       string        `json:"from"`
	Candidates []string      `json:"candidates,omitempty"`
	Why        []string      `json:"why,omitempty"`
	Customer   CustomerEvent `json:"customer"`        // the event if staff accept the message
	Staff      string        `json:"staff,omitempty"` // of a forward: the member who forwarded
	Own        string        `json:"own,omitempty"`   // of a forward: their own words
	Task       *TaskEvent    `json:"task,omitempty"`  // of a task: the event if Staff confirm
}

// MailEvent says that the status of a mail needs attention.
type MailEvent struct {
	Mail uint64 `json:"mail"`
	By   string `json:"by,omitempty"`   // the admin who dropped the mail
	Void bool   `json:"void,omitempty"` // the approval is no longer valid
}

// TimerEvent is a timer that ran out.
type TimerEvent struct {
	Name string          `json:"name"`
	Due  time.Time       `json:"due,omitzero"` // zero in stores of the first version
	Data json.RawMessage `json:"data,omitempty"`
}

// OutOfOfficeEvent says that a member of staff with an open review is out of office, or that the
// review was not delivered.
type OutOfOfficeEvent struct {
	Inbound uint64 `json:"inbound,omitempty"` // the message with the news
	Review  int    `json:"review"`
	Staff   string `json:"staff"` // canonical address
	Why     string `json:"why"`
}

// CancelEvent is an admin who ends the thread.
type CancelEvent struct {
	By  string `json:"by"`
	Why string `json:"why,omitempty"`
}

// AsideEvent is a person who handled a quarantined message by hand.
type AsideEvent struct {
	Inbound uint64 `json:"inbound"`
	By      string `json:"by"`
	Why     string `json:"why,omitempty"`
}

// CorrectionEvent adds messages to a thread, or starts the thread over with its messages.
type CorrectionEvent struct {
	By       string          `json:"by"`
	Messages []CustomerEvent `json:"messages,omitempty"`
	Restart  bool            `json:"anew,omitempty"`
}

// RetryEvent is an admin who retries dead letters.
type RetryEvent struct {
	By  string `json:"by"`
	Via string `json:"via,omitempty"` // ViaConsole; "" for a command
}

// TaskEvent is a task that a member of staff mailed.
type TaskEvent struct {
	Inbound uint64    `json:"inbound"`
	Task    task.Task `json:"task"`
}

// NewEvent makes an event for the queue of a thread.
func NewEvent(at time.Time, thread, kind string, data any) store.Event {
	raw, err := json.Marshal(data)
	if err != nil { // these types always marshal
		panic(fmt.Sprintf("event %s: %v", kind, err))
	}
	return store.Event{Thread: thread, At: at, Kind: kind, Data: raw}
}
