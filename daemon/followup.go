package daemon

import "ppamaild/store"

// What follows a question that the customer does not answer lies, whole, in the
// timers that send it. It goes out only if it is what was approved with the
// question, the question itself was sent, and nothing came from the customer since.

// followsLate reports whether a follow-up must not leave any more: it was put into
// the outbox for a wait that is over.
func followsLate(m store.Mail, status store.ThreadStatus) bool {
	switch m.Purpose {
	case store.PurposeReminder:
		return status != store.ThreadAwaitingCustomer
	case store.PurposeClose:
		return status != store.ThreadExpired
	}
	return false
}
