package outbox

import (
	"time"

	"ppamaild/store"
)

// If the agency has business hours, customers get follow-ups only during those hours. Other mail
// leaves at any hour, because people wait for it.

// opens returns the first time at which business hours let a mail leave. It considers the present
// time, because retries may have lasted until after hours.
func (b *Outbox) opens(m store.Mail) time.Time {
	if m.Purpose == store.PurposeReminder || m.Purpose == store.PurposeClose {
		return b.AtWork(0)
	}
	return b.Now()
}
