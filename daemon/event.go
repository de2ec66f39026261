package daemon

import (
	"encoding/json"
	"fmt"
	"time"

	"ppamaild/agent"
	"ppamaild/review"
	"ppamaild/store"
)

// The kinds of events in a thread's queue. Their data is what the runner needs,
// so that it does not read the message again.
const (
	eventCustomer = "customer" // customerEvent: a customer wrote
	eventStaff    = "staff"    // staffEvent: a member of staff wrote
	eventTask     = "task"     // taskEvent: a member of staff mailed a task in
	eventRouting  = "routing"  // routingEvent: it is not clear whose message this is
	eventMail     = "mail"     // mailEvent: a mail failed, or nobody knows whether it was sent
	eventTimer    = "timer"    // timerEvent
	eventAbsent   = "absent"   // absentEvent: an approver is not there
	eventRetry    = "retry"    // retryEvent: what was given up is to be tried again

	eventCorrection = "correction" // correctionEvent: staff moved messages between threads
	eventCancel     = "cancel"     // cancelEvent: an admin ends the thread
)

// customerEvent is a message of a customer's.
type customerEvent struct {
	Inbound    uint64     `json:"inbound"`
	From       string     `json:"from"`
	Mail       agent.Mail `json:"mail"`
	ReplyTo    string     `json:"reply_to"`            // where an answer goes
	References []string   `json:"references"`          // of an answer to it
	Index      string     `json:"index,omitempty"`     // its Thread-Index, which an answer to it extends
	Learn      []string   `json:"learn"`               // identifiers that mean this thread from now on
	Join       string     `json:"join,omitempty"`      // who let From into the thread
	Greet      bool       `json:"greet,omitempty"`     // it is acknowledged at once
	Forwarded  string     `json:"forwarded,omitempty"` // who of staff forwarded it, and says that From wrote it
}

// staffEvent is a reply of staff's.
type staffEvent struct {
	Inbound    uint64          `json:"inbound"`
	From       string          `json:"from"` // as it was written
	MessageID  string          `json:"message_id,omitempty"`
	Subject    string          `json:"subject,omitempty"`
	References []string        `json:"references"`
	Index      string          `json:"index,omitempty"`
	Text       string          `json:"text"` // the author's own text
	Clean      bool            `json:"clean"`
	Left       []string        `json:"left,omitempty"` // what a text for the customer can't take along, in words
	Decision   review.Decision `json:"decision"`
	Doubt      string          `json:"doubt,omitempty"` // why it can't decide anything: its sender is not proven
	Refs       []review.Ref    `json:"refs"`            // in its header or text, unverified
}

// routingEvent is a message that no thread can have without staff's word.
type routingEvent struct {
	Inbound    uint64        `json:"inbound"`
	Kind       string        `json:"kind"` // stranger, conflict, forward or task
	From       string        `json:"from"`
	Candidates []string      `json:"candidates,omitempty"`
	Why        []string      `json:"why,omitempty"`
	Customer   customerEvent `json:"customer"`        // what it becomes if it is let in
	Staff      string        `json:"staff,omitempty"` // of a forward: who forwarded it, and is asked
	Own        string        `json:"own,omitempty"`   // of a forward: what they wrote themselves
	Task       *taskEvent    `json:"task,omitempty"`  // of a task: what it becomes if Staff say that it is theirs
}

type mailEvent struct {
	Mail uint64 `json:"mail"`
	By   string `json:"by,omitempty"`   // the admin who dropped it
	Void bool   `json:"void,omitempty"` // what let it go no longer counts
}

type timerEvent struct {
	Name string          `json:"name"`
	Due  time.Time       `json:"due,omitzero"` // zero in stores of the first version
	Data json.RawMessage `json:"data,omitempty"`
}

// event makes an event for a thread's queue.
func (d *Daemon) event(thread, kind string, data any) store.Event {
	raw, err := json.Marshal(data)
	if err != nil { // these types always marshal
		panic(fmt.Sprintf("event %s: %v", kind, err))
	}
	return store.Event{Thread: thread, At: d.now(), Kind: kind, Data: raw}
}
