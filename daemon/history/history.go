// Package history answers questions about the threads and mails in a store: lists of threads, whole
// threads, exports, the outbox, the decisions behind a mail, and the integrity of journals. It
// changes nothing. Each answer is a snapshot of one moment, and comes from the store alone, with or
// without a running daemon. Erased data is missing from the answers, never guessed.
package history

import (
	"ppamaild/reading"
	"ppamaild/review"
	"ppamaild/store"
)

// Reader answers questions about a store.
type Reader struct {
	Store   store.Store
	Phrases review.Phrases
}

// Masked returns m with private numbers masked in LastError: a server's reply may quote the mail.
func Masked(m store.Mail) store.Mail {
	m.LastError = reading.Mask(m.LastError)
	return m
}
