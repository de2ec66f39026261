// Package recovery compares a store that was put back from a backup with the mailboxes, which
// know what the store does not. Nothing else runs before the comparison is complete.
package recovery

import (
	"ppamaild/daemon/internal/deps"
	"ppamaild/mailbox"
)

// Watcher reads a mailbox.
type Watcher interface {
	Ready() <-chan struct{} // closed once the mailbox was read
}

// Recovery compares a restored store with the mailboxes.
type Recovery struct {
	*deps.Deps
	Watchers []Watcher
	Sent     *mailbox.Sent // of the customer mailbox
}
