// Package store says what ppamaild keeps and what it promises about it. The
// backends are in rooms of their own (store/bolt); store/storetest is the suite
// that each of them must pass.
//
// Promises: what Update has returned nil for survives a power cut; an Update
// takes effect whole or not at all; a thread's head changes only by
// compare-and-set on its version; the journal only grows at its end; every
// record carries a checksum, and one that does not match is an error
// (ErrCorrupt), never data.
//
// What a Tx returns is the caller's to keep and to change. An empty byte field
// comes back nil; a time comes back as the same instant, not necessarily in the
// same location. Strings are text: what is not UTF-8 in them comes back as
// U+FFFD, and is refused where a record is found by that string (threads,
// mailboxes, keys and names, which can't be empty either).
package store

import (
	"context"
	"errors"
	"io"
	"math"
	"time"
)

// Errors that backends return, wrapped with what was being done.
var (
	ErrNotFound = errors.New("not found")
	ErrConflict = errors.New("changed meanwhile") // a head's version moved on
	ErrCorrupt  = errors.New("checksum does not match")
	ErrLocked   = errors.New("in use by another process")
	ErrVersion  = errors.New("written by another version")
	ErrKey      = errors.New("it is encrypted with another key")
	ErrDisk     = errors.New("the disk takes no more") // nothing was changed; it may take it later
)

// Store keeps everything that ppamaild must not lose.
type Store interface {
	// View runs fn on a consistent, read-only snapshot.
	View(ctx context.Context, fn func(Tx) error) error
	// Update runs fn in a transaction, which is durable once Update returns nil.
	// fn may run more than once, and in another goroutine while the caller waits
	// (calls made at the same time share one sync to disk); it must be idempotent,
	// keep what it learns in variables that it sets anew on each run, and not call
	// the Store. An error or panic of fn undoes what fn did, and only that. After
	// an error of the disk it is open whether the transaction took effect.
	Update(ctx context.Context, fn func(Tx) error) error
	// AcceptLarge is Accept for a message that should not be held in memory: it
	// stores the bytes from r in chunks, each in a transaction of its own, and then
	// record and cursor in the last. Safe to repeat after a crash. Of a message
	// that is there already r is not read to its end.
	AcceptLarge(ctx context.Context, in Inbound, r io.Reader, cursor Cursor) (id uint64, err error)
	Close() error
}

// Tx is one transaction; valid only inside the function it was passed to.
type Tx interface {
	// Secret returns the named secret, or ErrNotFound.
	Secret(name string) ([]byte, error)
	PutSecret(name string, value []byte) error

	// Restoration returns ErrNotFound in a store that was never put back from a backup.
	Restoration() (Restoration, error)
	PutRestoration(Restoration) error

	Cursor(mailbox string) (Cursor, error) // ErrNotFound before the first
	// PutCursor stores a cursor. Within one UIDVALIDITY LastUID never moves back:
	// the higher one stays.
	PutCursor(Cursor) error

	// Accept stores a message as pending, and the cursor of its mailbox, which has
	// passed it. A message whose (mailbox, UIDVALIDITY, UID) is there already keeps
	// its id and stays as it is; the cursor is stored all the same.
	Accept(in Inbound, raw []byte, cursor Cursor) (id uint64, err error)
	Inbound(id uint64) (Inbound, error)
	// InboundRaw returns the bytes as they arrived.
	InboundRaw(id uint64) ([]byte, error)
	// PutInbound replaces the record of a message that was accepted. Its mailbox,
	// UIDVALIDITY and UID can't change.
	PutInbound(Inbound) error
	// EraseInbound removes a message's bytes, its author, Message-ID and Reason. Its UID
	// and fingerprint stay, so that it is known should it come again.
	EraseInbound(id uint64) error
	// InboundByStatus calls fn in order of arrival, from id `from` on, until it
	// returns false. It costs no more than what it yields. Here and in every other
	// method that takes one, fn may change what it is shown.
	InboundByStatus(status InboundStatus, from uint64, fn func(Inbound) bool) error
	// Fingerprint returns the message first seen with this content, or ErrNotFound.
	Fingerprint(sum [32]byte) (inbound uint64, err error)
	// PutFingerprint does nothing where the content was seen before.
	PutFingerprint(sum [32]byte, inbound uint64) error

	// Authenticated returns when a sender's address, in lower case, was first proven
	// to be its owner's, or ErrNotFound.
	Authenticated(address string) (time.Time, error)
	// DeleteAuthenticated does nothing where there is none.
	DeleteAuthenticated(address string) error
	// PutAuthenticated does nothing where the address was proven before.
	PutAuthenticated(address string, at time.Time) error

	// MessageID finds what a Message-ID, without its angle brackets, belongs to.
	MessageID(id string) (MessageRef, error)
	PutMessageID(id string, ref MessageRef) error
	// MessageIDs calls fn for every one, in no order, until it returns false.
	MessageIDs(fn func(id string, ref MessageRef) bool) error
	// DeleteMessageID does nothing where there is none.
	DeleteMessageID(id string) error

	Head(thread string) (Head, error)
	// PutHead stores h as h.Version+1 if the stored version is h.Version (0: there
	// is none yet), else fails with ErrConflict. It returns the new version.
	PutHead(h Head) (version uint64, err error)
	// Heads calls fn for every thread, in order of id, until it returns false.
	Heads(fn func(Head) bool) error

	// Enqueue appends an event to its thread's queue and returns its sequence number.
	Enqueue(Event) (seq uint64, err error)
	// NextEvent returns the oldest event of the thread's queue, or ErrNotFound.
	NextEvent(thread string) (Event, error)
	// Events returns the whole queue of a thread, oldest first.
	Events(thread string) ([]Event, error)
	// Dequeue removes an event that was dealt with, or returns ErrNotFound.
	Dequeue(thread string, seq uint64) error
	// Queued returns the threads that have events waiting.
	Queued() ([]string, error)

	// Append adds an entry to its thread's journal: it sets Seq, Digest, Names, Prev and
	// Hash, and At to UTC, and stores the payload apart. Its cost does not depend on
	// the length of the journal.
	Append(e Entry, payload []byte) (Entry, error)
	// Journal calls fn for entries from sequence number `from` on, oldest first,
	// until it returns false. payload is nil where it was erased, and only there.
	Journal(thread string, from uint64, fn func(e Entry, payload []byte) bool) error
	// LatestEntries yields the entries of a journal newest first. It reads no payloads.
	LatestEntries(thread string, fn func(Entry) bool) error
	// Payload returns that of an entry of a journal; nil where it was erased.
	Payload(Entry) ([]byte, error)
	// JournalLength returns the sequence number of the last entry; 0 if there is none.
	JournalLength(thread string) (uint64, error)
	// Erase removes an entry's payload; the chain of digests stays whole.
	Erase(thread string, seq uint64) error
	// EraseNames removes an entry's Actor and Ref; the chain of digests stays whole. Of
	// an entry from before format 4 only its place in the chain can be proven then.
	EraseNames(thread string, seq uint64) error
	// VerifyJournal recomputes a thread's chain; ErrCorrupt names the first entry that breaks it.
	VerifyJournal(thread string) error

	Effect(key string) (Effect, error)
	PutEffect(Effect) error
	// EffectsByStatus yields effects that stand at status.
	EffectsByStatus(status EffectStatus, fn func(Effect) bool) error

	// AddMail puts a mail into the outbox, with its bytes; it sets ID and RawDigest,
	// and returns the id.
	AddMail(m Mail, raw []byte) (id uint64, err error)
	Mail(id uint64) (Mail, error)
	MailRaw(id uint64) ([]byte, error)
	// PutMail replaces the record of a mail. Its RawDigest can't change.
	PutMail(Mail) error
	// EraseMail removes the bytes of a mail that is not to be sent any more, and
	// recipients, subject and what it answers. Message-ID and digests stay.
	EraseMail(id uint64) error
	// DueMail returns up to limit mails of a role that are queued or retrying and
	// whose NextAt is not after now, the longest due first, and when the next one
	// after them is due: not before now; zero if there is none.
	DueMail(role string, now time.Time, limit int) (due []Mail, next time.Time, err error)
	// MailByStatus yields the outbox in order of id.
	MailByStatus(status MailStatus, fn func(Mail) bool) error
	// LatestByStatus yields it newest first.
	LatestByStatus(status MailStatus, fn func(Mail) bool) error
	// ThreadMail returns every mail of a thread, oldest first.
	ThreadMail(thread string) ([]Mail, error)
	// WaitingMail returns those of them that are queued or retrying, likewise.
	WaitingMail(thread string) ([]Mail, error)
	// LatestMail yields the mails of a thread, newest first.
	LatestMail(thread string, fn func(Mail) bool) error

	// Correspondent returns ErrNotFound where nothing is kept of the address.
	Correspondent(address string) (Correspondent, error)
	PutCorrespondent(Correspondent) error
	// DeleteCorrespondent does nothing where there is none.
	DeleteCorrespondent(address string) error

	// Pace returns ErrNotFound where nothing is kept of the agent.
	Pace(agent string) (Pace, error)
	PutPace(Pace) error

	// Review returns ErrNotFound where the thread has none of that number.
	Review(thread string, number int) (Review, error)
	// PutReview stores a review. Data and MIME can't change once they are stored.
	PutReview(Review) error
	// EraseReview removes what a review was about, and what was said of it: Data becomes
	// rest, which one that is open must have, to be answered all the same. Who decided
	// it, how, when and in which message stays.
	EraseReview(thread string, number int, rest []byte) error
	// Reviews returns a thread's reviews by number.
	Reviews(thread string) ([]Review, error)
	// OpenReviews returns those of them that are open, at a cost that does not grow
	// with how many there have been.
	OpenReviews(thread string) ([]Review, error)

	// PutHold replaces a hold on the same name, which is an address or a thread.
	PutHold(Hold) error
	// DeleteHold returns ErrNotFound where there is none.
	DeleteHold(on string) error
	// Holds returns all that are held, by name.
	Holds() ([]Hold, error)

	// PutTimer sets a timer; one of the same thread and name is replaced.
	PutTimer(Timer) error
	// DeleteTimer does nothing where there is no such timer.
	DeleteTimer(thread, name string) error
	// DueTimers returns up to limit timers that are due at now, the longest due
	// first, and when the next one after them is due, as DueMail does.
	DueTimers(now time.Time, limit int) (due []Timer, next time.Time, err error)
	// Timers returns a thread's timers by name.
	Timers(thread string) ([]Timer, error)
}

// EveryTimer returns all timers there are, whenever they are due.
func EveryTimer(tx Tx) ([]Timer, error) {
	timers, _, err := tx.DueTimers(time.Unix(math.MaxInt32<<8, 0), math.MaxInt)
	return timers, err
}
