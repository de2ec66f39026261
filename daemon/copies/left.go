package copies

import (
	"sync"

	"ppamaild/store"
)

// Left describes the copies that are left to file.
type Left struct {
	Mails  int
	Oldest store.Mail
	Why    error // of the last failure; nil if no copies are left
	Over   bool  // no copies are left, and the last attempt succeeded
}

// Left returns a summary of the copies that are left to file.
func (f *Filer) Left() Left {
	b := &f.left
	b.mu.Lock()
	defer b.mu.Unlock()
	return Left{b.mails, b.oldest, b.why, b.filed && b.mails == 0 && !b.missed}
}

// backlog describes the copies that Run could not file yet. Its methods are safe for concurrent
// use.
type backlog struct {
	mu     sync.Mutex
	filed  bool // the last attempt succeeded
	missed bool // File dropped some mails
	mails  int
	oldest store.Mail
	why    error // of the last failure
}

// miss notes that File dropped a mail.
func (b *backlog) miss() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.missed = true
}

// takeMissed reports whether File dropped mails since the last call.
func (b *backlog) takeMissed() (missed bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	missed, b.missed = b.missed, false
	return missed
}

// tried notes the outcome of an attempt.
func (b *backlog) tried(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.filed = err == nil; !b.filed {
		b.why = err
	}
}

// set notes which copies are left to file. If none are, the last failure is over.
func (b *backlog) set(left []store.Mail) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.mails, b.oldest = len(left), store.Mail{}
	if b.mails == 0 {
		b.why = nil
	}
	for i, m := range left {
		if i == 0 || m.SentAt.Before(b.oldest.SentAt) {
			b.oldest = m
		}
	}
}
