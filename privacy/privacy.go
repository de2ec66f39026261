// Package privacy erases what a store keeps of customers: of one who wants to be
// forgotten, and of all whose matters ended long ago.
//
// It promises that an erasure happens whole or not at all; that what a customer wrote,
// what was written to them or made of it, and what names them is gone from the records
// (the store's Compact takes it out of the file); that every chain of digests stays whole
// and says which order erased what; that who of staff decided what, when and in which
// message stays, with the digests of what was decided; that a hold keeps everything
// it is on; and that nothing is erased which somebody is still at work on.
package privacy

import (
	"strings"
	"time"

	"ppamaild/store"
)

// Order says what is to be erased: all that is kept of some addresses, or what ended
// before a time.
type Order struct {
	ID        string // of its own, by which journals name it
	Salt      string // random, so that nobody guesses the receipt back from its digest
	Addresses []string
	Tasks     []string  // threads of staff's that name them, which are erased whole
	Before    time.Time // where there are neither
	By        string    // who wants it
	At        time.Time
}

// Agency is what has to be known of whoever keeps the store.
type Agency struct {
	Thread string                    // its own, that is about no customer
	Owns   func(address string) bool // an address of its own, or of its staff
	// Blank makes of a thread's state that of one of which nothing is known any more.
	Blank func(store.Head) ([]byte, error)
}

// Blocked is why an order can't be carried out yet, a line for each reason.
type Blocked []string

func (b Blocked) Error() string { return strings.Join(b, "\n") }

// Counts are of records.
type Counts struct {
	Messages   int `json:"messages"`    // that came in
	Entries    int `json:"entries"`     // of journals
	Reviews    int `json:"reviews"`     // with the mails frozen for them
	Mails      int `json:"mails"`       // of the outbox, to customers and to staff
	Effects    int `json:"effects"`     // what the carrier answered
	Timers     int `json:"timers"`      // with the mails they would have sent
	MessageIDs int `json:"message_ids"` // and other marks by which an answer finds its thread
	Addresses  int `json:"addresses"`   // and what was known of each
}

// Kept is something that was not erased.
type Kept struct {
	What string `json:"what"`
	Why  string `json:"why"`
}

// Receipt says what an order came to.
type Receipt struct {
	Order     string    `json:"order"`
	Salt      string    `json:"salt"`
	Addresses []string  `json:"addresses,omitempty"`
	Tasks     []string  `json:"tasks,omitempty"`
	Before    time.Time `json:"before,omitzero"`
	By        string    `json:"by"`
	At        time.Time `json:"at"`
	DryRun    bool      `json:"dry_run,omitempty"` // nothing was erased
	Threads   []string  `json:"threads"`           // of which everything was erased
	Shared    []string  `json:"shared,omitempty"`  // others take part in: what the addresses wrote there was erased
	Erased    Counts    `json:"erased"`
	Kept      []Kept    `json:"kept"`
	Elsewhere []string  `json:"elsewhere"` // where copies may be that the store knows nothing of
	// Digest is the SHA-256 of the receipt without it, as JSON in one line; the agency's
	// journal has it too.
	Digest string `json:"digest"`
}
