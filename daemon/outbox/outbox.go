// Package outbox is the fourth station. It sends the mails in the store.
//
// A mail goes queued → sending → sent, with a commit before each step, under a Message-ID
// fixed with the bytes. The status is sending from when the server has all of the mail but the
// final dot. After a temporary refusal (4xx, no connection) the mail is retrying, with growing
// pauses, for giveUpAfter. After a permanent refusal (5xx) it is failed, and staff learn of it.
//
// If the connection or the program ends between the whole mail and the answer of the server, the
// delivery is uncertain. A mail to staff is sent again, because a second copy with the same
// Message-ID is harmless. A mail to a customer is searched in Sent, then its bounce is awaited,
// and then staff decide.
package outbox

import (
	"sync/atomic"

	"ppamaild/daemon/agency"
	"ppamaild/daemon/copies"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/queue"
	"ppamaild/mailbox"
)

// Options are the parts of an Outbox. All are required.
type Options struct {
	Deps    *deps.Deps
	Senders map[string]*mailbox.Sender // by role
	Sent    map[string]*mailbox.Sent   // by role
	Copies  *copies.Filer
	Twins   *copies.Twins
}

// Outbox sends mail. One goroutine for each role runs Loop, several run Work.
type Outbox struct {
	*deps.Deps
	Options
	inFlight *queue.InFlight
	failures *queue.Failures        // in a row, by the number of the mail
	toSend   map[string]chan uint64 // ids of mails, by role
	servers  map[string]*breaker    // by role
	rival    atomic.Int64           // when another daemon last sent a due mail, in Unix seconds
}

// New returns an outbox.
func New(o Options) *Outbox {
	b := &Outbox{
		Deps:     o.Deps,
		Options:  o,
		inFlight: queue.NewInFlight(),
		failures: queue.NewFailures(),
		toSend:   make(map[string]chan uint64),
		servers:  makeBreakers(o.Deps),
	}
	for _, role := range agency.Roles() {
		b.toSend[role] = make(chan uint64)
	}
	return b
}
