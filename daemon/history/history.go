// Package history tells what a store holds of threads and mails, and changes nothing:
// a thread as a list shows it, whole, or as an export of all that belongs to it; what
// lies in the outbox; who decided that a mail is sent; and whether journals are as they
// were written. Each answer is of one moment. It reads the store alone, whether a
// daemon runs on it or not, and what can't be told because it was erased is missing,
// never guessed.
package history

import (
	"ppamaild/reading"
	"ppamaild/store"
)

// Reader answers questions about a store.
type Reader struct{ Store store.Store }

// Masked is a mail without private numbers in what a server said of it, which may
// quote it.
func Masked(m store.Mail) store.Mail {
	m.LastError = reading.Mask(m.LastError)
	return m
}
