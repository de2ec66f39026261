package outbox

import (
	"time"

	"ppamaild/store"
)

// Where the agency has business hours, staff are asked once more and escalated past as
// those pass, and what customers get because they were silent reaches them in those.
// Decisions, and what comes of them, wait for no hour.

// opens returns when a mail may leave as far as business hours go; of one that may
// have been retried until they were over, too.
func (b *Outbox) opens(m store.Mail) time.Time {
	if m.Purpose == store.PurposeReminder || m.Purpose == store.PurposeClose {
		return b.AtWork(0)
	}
	return b.Now()
}
