// Package report presents a thread from the data in the store: as lines of JSON, as the states
// of its journal, and as an HTML page with the conversation, the path through the workflow and
// the changes of each checkpoint.
//
// All results depend only on the thread: no clock, no network, no store. A page contains no
// private numbers and no references that authorize decisions. Text by customers and staff is
// escaped.
package report

import (
	"encoding/json"
	"time"

	"ppamaild/store"
)

// Thread is all data of a thread in the store at one moment.
type Thread struct {
	Head     Head
	Entries  []Entry   // the journal, oldest first
	Reviews  []Review  // sorted by number
	Messages []Message // incoming messages that the journal refers to or that contain staff decisions
	Mails    []Mail    // outbox mails, oldest first
	Timers   []Timer   // sorted by name
}

// Head is the data about the thread itself.
type Head struct {
	Format       int                `json:"format"` // version of the line format; Write sets the version
	Thread       string             `json:"thread"`
	Workflow     string             `json:"workflow"`
	Status       store.ThreadStatus `json:"status"`
	Subject      string             `json:"subject"`
	Participants []string           `json:"participants"`
	CreatedAt    time.Time          `json:"created_at"`
	UpdatedAt    time.Time          `json:"updated_at"`
	State        json.RawMessage    `json:"state"`            // state of the agent
	Broken       string             `json:"broken,omitempty"` // first broken place in the chain of digests; "" for an intact chain
}

// Format is the version of the line format of Write and Read.
const Format = 1

// Entry is a journal entry with the stored digests.
type Entry struct {
	store.Entry
	Payload json.RawMessage `json:"payload,omitempty"`
	Erased  bool            `json:"erased,omitempty"` // the payload was erased
}

// Review is a review. Data is JSON.
type Review struct {
	store.Review
	Data json.RawMessage `json:"data,omitempty"`
}

// Message is an incoming message with its original bytes.
type Message struct {
	store.Inbound
	Raw []byte `json:"raw"`
}

// Mail is an outbox mail with its exact bytes. Mails of a review contain the recipient's
// reference, which authorizes decisions.
type Mail struct {
	store.Mail
	Raw []byte `json:"raw"`
}

// Timer is a timer. Data is JSON.
type Timer struct {
	store.Timer
	Data json.RawMessage `json:"data,omitempty"`
}
