// Package report tells a thread's whole story from what the store holds of it: as
// lines of JSON, as the states that its journal leads through, and as one page of
// HTML with the conversation, the path through the workflow and what each
// checkpoint changed.
//
// It promises that everything is a function of the thread alone (no clock, no
// network, no store), that a page holds no private number and no reference by
// which a review could be decided, and that whatever a customer or a member of
// staff wrote comes out as text.
package report

import (
	"encoding/json"
	"time"

	"ppamaild/store"
)

// Thread is all that the store holds of a thread, as of one moment.
type Thread struct {
	Head     Head
	Entries  []Entry   // the journal, oldest first
	Reviews  []Review  // by number
	Messages []Message // that came in: what the journal refers to, and what staff decided by
	Mails    []Mail    // of the outbox, oldest first
	Timers   []Timer   // by name
}

// Head is what stands about a thread itself.
type Head struct {
	Format       int                `json:"format"` // of the lines; Write sets it
	Thread       string             `json:"thread"`
	Workflow     string             `json:"workflow"`
	Status       store.ThreadStatus `json:"status"`
	Subject      string             `json:"subject"`
	Participants []string           `json:"participants"`
	CreatedAt    time.Time          `json:"created_at"`
	UpdatedAt    time.Time          `json:"updated_at"`
	State        json.RawMessage    `json:"state"`            // the agent's
	Broken       string             `json:"broken,omitempty"` // where the journal's chain of digests is; "": it is whole
}

// Format is the version of the lines that Write writes and Read reads.
const Format = 1

// Entry is one of the journal. Its digests are as the store holds them.
type Entry struct {
	store.Entry
	Payload json.RawMessage `json:"payload,omitempty"`
	Erased  bool            `json:"erased,omitempty"` // the payload was
}

// Review is a review; its Data is JSON.
type Review struct {
	store.Review
	Data json.RawMessage `json:"data,omitempty"`
}

// Message is a message that came in, with its bytes as they arrived.
type Message struct {
	store.Inbound
	Raw []byte `json:"raw"`
}

// Mail is a mail of the outbox, with its bytes as they are sent. Those of a review
// hold the reference that whoever it went to decides by.
type Mail struct {
	store.Mail
	Raw []byte `json:"raw"`
}

// Timer is a timer; its Data is JSON.
type Timer struct {
	store.Timer
	Data json.RawMessage `json:"data,omitempty"`
}
