package transfer

import (
	"context"

	"ppamaild/store"
	"ppamaild/store/chain"
)

// Backend is a store that can be copied.
type Backend interface {
	store.Store
	// Check reads the whole store, verifies each journal, and lists the problems.
	Check(ctx context.Context) error
}

// List is a list of records that store.Tx cannot list.
type List string

// The lists. The first four have one record for each key.
const (
	Secrets        List = "secrets"
	Cursors        List = "cursors"
	RunTimes       List = "paces"        // as in a bolt store
	Fingerprints   List = "fingerprints" // the value is the number of a message, as in bkey.ID
	Senders        List = "senders"      // proven addresses; the keys are digests
	Correspondents List = "correspondents"

	Journal List = "journal" // Threads lists the threads of these
	Reviews List = "reviews"
	Timers  List = "timers"
)

// Tx is a transaction of a Backend. The Import methods store records with their numbers.
type Tx interface {
	store.Tx
	// Each calls fn for each record of a list with its key and its first part, always in the same
	// order. An error of fn ends the list.
	Each(of List, fn func(key, value []byte) error) error
	// Threads calls fn for each thread that has records in a list, always in the same order. An
	// error of fn ends the list.
	Threads(of List, fn func(thread string) error) error
	// Entries calls fn for the entries of a journal, beginning with number from, until fn
	// returns false. The Apart of an entry can be erased without the entry.
	Entries(thread string, from uint64, fn func(store.Entry, chain.Apart) bool) error

	// LastEvent returns the last number that Enqueue assigned.
	LastEvent() uint64
	// SetLastEvent changes the number.
	SetLastEvent(seq uint64) error
	// ImportHead stores a new head with its version.
	ImportHead(store.Head) error
	// ImportEntry stores a journal entry behind the end of its journal.
	ImportEntry(store.Entry, chain.Apart) error
	// ImportMail stores the next mail with its number and its digest.
	ImportMail(m store.Mail, raw []byte) error
}
