package outbox

import (
	"context"

	"ppamaild/store"
)

// A mail to a customer of which nobody can tell whether it left is looked for in
// Sent, then waited for to come back, as a bounce or as the provider's copy, and only
// then put to staff: what can be found out need not be guessed.

// findInSent returns the Message-ID that a mail bears in Sent; "" where it is not
// found.
func (b *Outbox) findInSent(ctx context.Context, m store.Mail) string {
	as, err := b.Sent[m.Role].Find(ctx, m.MessageID)
	if err != nil {
		b.Log.Warn("could not look into Sent", "mail", m.ID, "error", err)
	}
	return as
}
