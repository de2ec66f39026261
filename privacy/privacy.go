// Package privacy erases customer data from a store: all data of one customer on request, or
// all data of matters that ended long ago.
//
// The package promises:
//
//   - A thread is erased completely or not at all. Parts limits the threads of one transaction,
//     so that memory stays bounded. A repeated order erases what an interrupted order left.
//   - Messages from and to the customer, data derived from them, and the customer's names and
//     addresses disappear from the records. The store's Compact removes them from the file.
//   - Chains of digests stay valid and show which order erased which entries.
//   - Staff decisions stay, with person, time, message and the digest of the approved text.
//   - Data on hold stays.
//   - Data of work in progress stays.
package privacy

import (
	"strings"
	"time"

	"ppamaild/store"
)

// Order is an order to erase the data of some addresses and tasks, or data that ended before a
// time.
type Order struct {
	ID        string // unique; journals refer to the order by ID
	Salt      string // random; prevents guessing the receipt from its digest
	Addresses []string
	Tasks     []string  // staff tasks that mention the addresses; erased completely
	Before    time.Time // for retention orders, without Addresses and Tasks
	By        string    // person who ordered the erasure
	Via       string    // "console"; "" for a command
	At        time.Time
}

// Agency describes the owner of the store.
type Agency struct {
	Thread    string   // the agency's own thread, which belongs to no customer
	Addresses []string // of the agency and its staff, as configured
	// Owns reports whether an address belongs to the agency or its staff.
	Owns func(address string) bool
	// Blank returns a thread's state without any customer data.
	Blank func(store.Head) ([]byte, error)
}

// Blocked lists the reasons why an order must wait, one per line.
type Blocked []string

func (b Blocked) Error() string { return strings.Join(b, "\n") }

// Counts are numbers of erased records.
type Counts struct {
	Messages   int `json:"messages"`    // incoming
	Entries    int `json:"entries"`     // journal entries
	Reviews    int `json:"reviews"`     // with their frozen mails
	Mails      int `json:"mails"`       // in the outbox, to customers and staff
	Effects    int `json:"effects"`     // answers of the carrier
	Timers     int `json:"timers"`      // with their prepared mails
	MessageIDs int `json:"message_ids"` // and other keys that match an answer to a thread
	Addresses  int `json:"addresses"`   // with the data about each
}

// Kept is data that was not erased, with the reason.
type Kept struct {
	What string `json:"what"`
	Why  string `json:"why"`
}

// Receipt is the result of an order.
type Receipt struct {
	Order     string    `json:"order"`
	Salt      string    `json:"salt"`
	Addresses []string  `json:"addresses,omitempty"`
	Tasks     []string  `json:"tasks,omitempty"`
	Before    time.Time `json:"before,omitzero"`
	By        string    `json:"by"`
	Via       string    `json:"via,omitempty"` // "console"; "" for a command
	At        time.Time `json:"at"`
	DryRun    bool      `json:"dry_run,omitempty"` // nothing was erased
	Threads   []string  `json:"threads"`           // completely erased
	Shared    []string  `json:"shared,omitempty"`  // with other participants: only data of the addresses was erased
	Erased    Counts    `json:"erased"`
	Kept      []Kept    `json:"kept"`
	Elsewhere []string  `json:"elsewhere"` // places with possible copies outside the store
	// Digest is the SHA-256, in hex, of the receipt as one line of JSON, with an empty Digest.
	// The agency's journal has the digest, too.
	Digest string `json:"digest"`
}
