package store

import (
	"errors"
	"math"
	"time"
)

// Tx is one transaction. It is valid only inside the function that receives it.
//
// A function takes the smallest group of methods that it needs, so that a reader sees which
// records it touches. A callback fn of any method may change the value that it receives.
type Tx interface {
	Inbounds
	Correspondents
	Threads
	Queue
	Journals
	Effects
	Outbox
	Reviews
	Timers
	Holds
	RunTimes
	Secrets

	// Expect names records that the transaction will read. A backend may read them together.
	Expect(Wanted)
}

// Wanted names records. A zero field names none.
type Wanted struct {
	Inbound        []uint64
	Fingerprints   [][32]byte
	MessageIDs     []string
	Correspondents []string
	Event          Event // by Thread and Seq
}

// Inbounds keeps the received messages, and how far each mailbox is read.
type Inbounds interface {
	Cursor(mailbox string) (Cursor, error) // ErrNotFound before the first
	// PutCursor stores a cursor. Within one UIDVALIDITY, LastUID never decreases: the
	// higher value stays.
	PutCursor(Cursor) error

	// Accept stores a message as pending, together with the cursor of its mailbox. A known
	// (mailbox, UIDVALIDITY, UID) keeps its id and its record; Accept then only stores
	// the cursor.
	Accept(in Inbound, raw []byte, cursor Cursor) (id uint64, err error)
	Inbound(id uint64) (Inbound, error)
	// InboundRaw returns the bytes as they arrived.
	InboundRaw(id uint64) ([]byte, error)
	// PutInbound replaces the record of an accepted message. Its mailbox, UIDVALIDITY and
	// UID cannot change.
	PutInbound(Inbound) error
	// EraseInbound removes a message's bytes, author, Message-ID and Reason. The UID and
	// the fingerprint stay, so that the store recognizes a second copy.
	EraseInbound(id uint64) error
	// InboundOf calls fn for the messages of a thread that were not erased, in order of
	// arrival, until fn returns false. The thread "" has the messages without a thread.
	InboundOf(thread string, fn func(Inbound) bool) error
	// InboundFrom calls fn for the messages of an author that were not erased, in order of
	// arrival, until fn returns false. The author "" has the messages without a From.
	InboundFrom(author string, fn func(Inbound) bool) error
	// InboundByStatus calls fn in order of arrival, beginning with id from, until fn
	// returns false. The cost grows only with the number of calls.
	InboundByStatus(status InboundStatus, from uint64, fn func(Inbound) bool) error
	// Fingerprint returns the first message with this content, or ErrNotFound.
	Fingerprint(sum [32]byte) (inbound uint64, err error)
	// PutFingerprint does nothing for known content.
	PutFingerprint(sum [32]byte, inbound uint64) error
}

// Correspondents keeps data about single addresses: authentication and rate limits.
type Correspondents interface {
	// Authenticated returns the time of the first mail that proved its sender to be the
	// owner of the address, or ErrNotFound. The address is in lower case.
	Authenticated(address string) (time.Time, error)
	// PutAuthenticated does nothing for an address that is already proven.
	PutAuthenticated(address string, at time.Time) error
	// DeleteAuthenticated does nothing for an unknown address.
	DeleteAuthenticated(address string) error

	// Correspondent returns ErrNotFound for an unknown address.
	Correspondent(address string) (Correspondent, error)
	PutCorrespondent(Correspondent) error
	// DeleteCorrespondent does nothing for an unknown address.
	DeleteCorrespondent(address string) error
}

// Threads keeps the head of each thread, and the thread of each Message-ID.
type Threads interface {
	// MessageID looks up a Message-ID without its angle brackets.
	MessageID(id string) (MessageRef, error)
	PutMessageID(id string, ref MessageRef) error
	// MessageIDs calls fn for every Message-ID, in no order, until fn returns false.
	MessageIDs(fn func(id string, ref MessageRef) bool) error
	// MessageIDsOf is MessageIDs for the ids that belong to a thread.
	MessageIDsOf(thread string, fn func(id string, ref MessageRef) bool) error
	// DeleteMessageID does nothing for an unknown Message-ID.
	DeleteMessageID(id string) error

	Head(thread string) (Head, error)
	// PutHead stores h as version h.Version+1 and returns the new version. It fails with
	// ErrConflict unless the stored version is h.Version (0: no head yet).
	PutHead(h Head) (version uint64, err error)
	// Heads calls fn for every thread, in order of id, until fn returns false.
	Heads(fn func(Head) bool) error
	// HeadsAfter is Heads for the threads with ids after thread.
	HeadsAfter(thread string, fn func(Head) bool) error
	// LatestHeads returns up to limit threads with a status, the latest UpdatedAt first. The
	// status "" selects every status. With after, the list begins behind that thread's
	// present place; ErrNotFound if there is no such thread.
	LatestHeads(status ThreadStatus, after string, limit int) ([]Head, error)
	// CountHeads counts the threads with a status. It reads an index, and no thread.
	CountHeads(status ThreadStatus) (int, error)
	// EndedHeads calls fn for the threads that ended before a time and that have data of
	// customers, the oldest first, until fn returns false.
	EndedHeads(before time.Time, fn func(Head) bool) error
	// HeadsOf calls fn for the threads in which an address takes part, or that have a trait,
	// by id.
	HeadsOf(key string, fn func(Head) bool) error
	// TaskHeads calls fn for the threads of any workflow but quotes, by id.
	TaskHeads(fn func(Head) bool) error
}

// Queue keeps the events that wait for each thread's runner.
type Queue interface {
	// Enqueue appends an event to its thread's queue and returns its sequence number.
	Enqueue(Event) (seq uint64, err error)
	// NextEvent returns the oldest event of the thread's queue, or ErrNotFound. more reports whether
	// the thread has another event.
	NextEvent(thread string) (e Event, more bool, err error)
	// Events returns the whole queue of a thread, oldest first.
	Events(thread string) ([]Event, error)
	// Dequeue removes a processed event, or returns ErrNotFound.
	Dequeue(thread string, seq uint64) error
	// Queued returns the threads with waiting events.
	Queued() ([]string, error)
}

// Journals keeps the journal of each thread.
type Journals interface {
	// Append adds an entry to its thread's journal and stores the payload separately. It
	// sets Seq, Digest, Names, Prev and Hash, and converts At to UTC. The cost does not
	// depend on the length of the journal.
	Append(e Entry, payload []byte) (Entry, error)
	// Journal calls fn for the entries beginning with sequence number from, oldest first,
	// until fn returns false. payload is nil if it was erased, and only then.
	Journal(thread string, from uint64, fn func(e Entry, payload []byte) bool) error
	// LatestEntries calls fn for the entries of a journal, newest first. It reads no payloads.
	LatestEntries(thread string, fn func(Entry) bool) error
	// Payload returns the payload of a journal entry, or nil if it was erased.
	Payload(Entry) ([]byte, error)
	// JournalLength returns the sequence number of the last entry, or 0 if there is none.
	JournalLength(thread string) (uint64, error)
	// Erase removes an entry's payload. The chain of digests stays valid.
	Erase(thread string, seq uint64) error
	// EraseNames removes an entry's Actor and Ref. The chain of digests stays valid. For
	// an entry from before format 4, only its position in the chain stays provable.
	EraseNames(thread string, seq uint64) error
	// VerifyJournal recomputes a thread's chain. ErrCorrupt names the first wrong entry.
	VerifyJournal(thread string) error
}

// Effects keeps the acts on the outside world, keyed by idempotency key.
type Effects interface {
	Effect(key string) (Effect, error)
	PutEffect(Effect) error
	// AddEffect stores an effect with a new key, without a read. If the key is known, AddEffect or
	// the commit fails with ErrCorrupt.
	AddEffect(Effect) error
	// EffectsByStatus calls fn for the effects with a status.
	EffectsByStatus(status EffectStatus, fn func(Effect) bool) error
	// EffectsOf calls fn for the effects of a thread, by key, until fn returns false.
	EffectsOf(thread string, fn func(Effect) bool) error
}

// Outbox keeps the mails to send and the sent mails.
type Outbox interface {
	// AddMail adds a mail and its bytes to the outbox. It sets ID and RawDigest, and
	// returns the id.
	AddMail(m Mail, raw []byte) (id uint64, err error)
	Mail(id uint64) (Mail, error)
	MailRaw(id uint64) ([]byte, error)
	// PutMail replaces the record of a mail. Its RawDigest cannot change.
	PutMail(Mail) error
	// EraseMail removes the bytes, recipients, subject and Answers of a mail that is no
	// longer due. Message-ID and digests stay.
	EraseMail(id uint64) error
	// DueMail returns up to limit mails of a role that are queued or retrying, with a
	// NextAt not after now, the longest due first. next is the due time of the mail
	// after them: not before now, and zero if there is none. DueMail and next leave out
	// the mails that another daemon sends.
	DueMail(role string, now time.Time, limit int) (due []Mail, next time.Time, err error)
	// MailByStatus calls fn for the mails with a status, in order of id.
	MailByStatus(status MailStatus, fn func(Mail) bool) error
	// LatestByStatus is MailByStatus, newest first.
	LatestByStatus(status MailStatus, fn func(Mail) bool) error
	// ThreadMail returns every mail of a thread, oldest first. The thread "" has the mails
	// without a thread.
	ThreadMail(thread string) ([]Mail, error)
	// WaitingMail returns the queued and retrying mails of a thread, oldest first.
	WaitingMail(thread string) ([]Mail, error)
	// LatestMail calls fn for the mails of a thread, newest first.
	LatestMail(thread string, fn func(Mail) bool) error
}

// Reviews keeps the requests for decisions.
type Reviews interface {
	// Review returns ErrNotFound if the thread has no review of that number.
	Review(thread string, number int) (Review, error)
	// PutReview stores a review. The stored Data and MIME cannot change.
	PutReview(Review) error
	// AddReview stores a review with a new number, without a read. If the number is known,
	// AddReview or the commit fails with ErrCorrupt.
	AddReview(Review) error
	// EraseReview removes the content of a review and the words of its decision. Data
	// becomes rest, which an open review needs so that staff can still answer it. Who
	// decided, how, when and in which message stays.
	EraseReview(thread string, number int, rest []byte) error
	// Reviews returns a thread's reviews by number.
	Reviews(thread string) ([]Review, error)
	// OpenReviews returns a thread's open reviews. The cost does not depend on the number
	// of closed reviews.
	OpenReviews(thread string) ([]Review, error)
	// EveryOpenReview calls fn for the open reviews of all threads, until fn returns false.
	EveryOpenReview(fn func(Review) bool) error
	// ReviewsAbout returns the reviews of any thread that ask about a received message.
	ReviewsAbout(inbound uint64) ([]Review, error)
}

// Timers keeps events that are due at a time.
type Timers interface {
	// PutTimer sets a timer. It replaces the timer with the same thread and name.
	PutTimer(Timer) error
	// DeleteTimer does nothing for an unknown timer.
	DeleteTimer(thread, name string) error
	// DueTimers returns up to limit timers that are due at now, the longest due first.
	// next is the due time of the timer after them, as in DueMail.
	DueTimers(now time.Time, limit int) (due []Timer, next time.Time, err error)
	// Timers returns a thread's timers by name.
	Timers(thread string) ([]Timer, error)
	// ShiftTimers moves the due time of every timer. The cost does not depend on the number
	// of timers.
	ShiftTimers(by time.Duration) error
}

// Holds keeps the legal holds that stop erasure.
type Holds interface {
	// PutHold replaces a hold on the same address or thread.
	PutHold(Hold) error
	// DeleteHold returns ErrNotFound for an unknown hold.
	DeleteHold(on string) error
	// Holds returns all holds, by name.
	Holds() ([]Hold, error)
}

// RunTimes keeps how long the agents of tasks take.
type RunTimes interface {
	// RunTime returns ErrNotFound for an unknown agent.
	RunTime(agent string) (RunTime, error)
	PutRunTime(RunTime) error
}

// Secrets keeps named secrets, and the record of the last restore.
type Secrets interface {
	// Secret returns the named secret, or ErrNotFound.
	Secret(name string) ([]byte, error)
	PutSecret(name string, value []byte) error

	// Restoration returns ErrNotFound unless the store was restored from a backup.
	Restoration() (Restoration, error)
	PutRestoration(Restoration) error
}

// headPage is how many heads EveryHead holds together.
const headPage = 256

// EveryHead calls fn for every thread, in order of id, until fn fails. Unlike the functions of
// Heads, fn may read and write other records.
func EveryHead(tx Threads, fn func(Head) error) error {
	page := make([]Head, 0, headPage)
	for last := ""; ; {
		page = page[:0]
		err := tx.HeadsAfter(last, func(h Head) bool {
			page = append(page, h)
			return len(page) < headPage
		})
		if err != nil || len(page) == 0 {
			return err
		}
		for _, h := range page {
			if err := fn(h); err != nil {
				return err
			}
			last = h.Thread
		}
	}
}

// EachLatest calls fn for the threads of LatestHeads, until fn returns false.
func EachLatest(tx Threads, status ThreadStatus, after string, fn func(Head) bool) error {
	const page = 100
	for {
		heads, err := tx.LatestHeads(status, after, page)
		if err != nil {
			return err
		}
		for _, h := range heads {
			if !fn(h) {
				return nil
			}
			after = h.Thread
		}
		if len(heads) < page {
			return nil
		}
	}
}

// CountThreads counts all threads.
func CountThreads(tx Threads) (all int, err error) {
	for _, status := range ThreadStatuses() {
		n, failed := tx.CountHeads(status)
		all, err = all+n, errors.Join(err, failed)
	}
	return all, err
}

// EveryTimer returns all timers.
func EveryTimer(tx Timers) ([]Timer, error) {
	timers, _, err := tx.DueTimers(time.Unix(math.MaxInt32<<8, 0), math.MaxInt)
	return timers, err
}
