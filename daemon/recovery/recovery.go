// Package recovery compares a restored store with the mailboxes, which know what happened since
// the backup. Nothing else runs before the comparison is complete.
package recovery

import (
	"ppamaild/daemon/internal/deps"
	"ppamaild/mailbox"
)

// Watcher reports on the connection to a mailbox.
type Watcher interface {
	// Ready is closed after the first complete read of the mailbox.
	Ready() <-chan struct{}
}

// Recovery compares a restored store with the mailboxes.
type Recovery struct {
	*deps.Deps
	Watchers []Watcher
	Sent     *mailbox.Sent // of the customer mailbox
}
