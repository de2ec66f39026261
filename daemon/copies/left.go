package copies

import (
	"sync"

	"ppamaild/store"
)

// Left is what could not be filed yet.
type Left struct {
	Mails  int
	Oldest store.Mail
	Why    error // of the last failure, as long as some are left
	Over   bool  // none is left, and the last that was tried was filed
}

// Left returns what is left to file.
func (f *Filer) Left() Left {
	b := &f.left
	b.mu.Lock()
	defer b.mu.Unlock()
	return Left{b.mails, b.oldest, b.why, b.filed && b.mails == 0 && !b.missed}
}

// backlog is what Run could not file yet, for whoever asks how it stands.
type backlog struct {
	mu     sync.Mutex
	filed  bool // the last that was tried was
	missed bool // some were not taken up
	mails  int
	oldest store.Mail
	why    error // of the last failure
}

func (b *backlog) miss() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.missed = true
}

func (b *backlog) takeMissed() (missed bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	missed, b.missed = b.missed, false
	return missed
}

// tried notes what came of filing one.
func (b *backlog) tried(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.filed = err == nil; !b.filed {
		b.why = err
	}
}

// leave notes what is left to file; where nothing is, what failed is over.
func (b *backlog) leave(left []store.Mail) {
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
